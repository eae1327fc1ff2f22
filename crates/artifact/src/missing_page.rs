//! Pages on which a publisher says that it has no such document, stored in the place of the document.
//!
//! Such an artifact has no text: menus of the publisher and scripts are none of the document. The stored bytes do not change.

use serde_json::Value;

use crate::node::Node;

/// What the page says, in a paragraph of its own.
const SAYING: &str = "The requested document does not exist.";
/// What a script of a page begins with. No document has one.
const SCRIPT: &str = "$(document).";

/// Takes text and title out of an artifact that has such a page.
pub(crate) fn take_out(artifact: &mut Value) {
    if is_page(artifact)
        && let Value::Object(fields) = artifact
    {
        fields.remove("structure");
        fields.remove("title");
    }
}

fn is_page(artifact: &Value) -> bool {
    let Some(Value::Array(blocks)) = artifact.get("structure") else { return false };
    let texts = || blocks.iter().filter_map(Node::new).map(Node::text);
    texts().any(|text| text.iter().next().is_some_and(|run| run.text() == SAYING))
        && texts().any(|text| text.plain_text().contains(SCRIPT))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::Artifact;

    fn artifact(blocks: &[&str]) -> Artifact {
        let nodes: Vec<Value> =
            blocks.iter().map(|text| json!({"type": "paragraph", "text": [text]})).collect();
        let act = json!({"uri": "x:1", "title": "×", "shortname": "C-31/47", "structure": nodes});
        Artifact::parse(act.to_string().as_bytes()).unwrap()
    }

    #[test]
    fn a_page_that_has_no_document_is_no_text() {
        let script = "$(document).ready(function() { $('.menu').hide(); });";
        let says = "The requested document does not exist.";
        let page = artifact(&["Log in", "* Sign in", script, says, "Legal notice"]);
        assert!(!page.has_text());
        assert_eq!((page.str(&["title"]), page.str(&["shortname"])), (None, Some("C-31/47")));
        for blocks in [
            &["The court finds:", says][..],
            &["Log in", script, "The requested document does not exist. So the action fails."],
            &[script],
            &[],
        ] {
            let other = artifact(blocks);
            assert_eq!(other.presented().nodes().count(), blocks.len(), "{blocks:?}");
            assert_eq!(other.str(&["title"]), Some("×"), "{blocks:?}");
        }
    }
}
