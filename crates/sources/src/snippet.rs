//! Previews: a few lines of a document's text.
//!
//! Most documents show their first paragraph of prose: not a heading, not a formula, long enough, and made mostly of
//! words. Sources with a better opening (a summary, the first paragraf) choose it in their own file.

use lagrum_artifact::{Anchor, AnchorGrammar, Artifact, Node};

use crate::names::DocumentNames;

/// Characters of a preview.
const CUT_AT: usize = 340;
/// Words of a preview of a numbered ground.
const WORD_CAP: usize = 50;
/// The least number of characters of a paragraph that counts as prose.
const PROSE_FROM: usize = 80;
/// The number of characters that are compared to find a paragraph that repeats the title.
const TITLE_HEAD: usize = 60;

/// The text, cut to 340 characters at a blank, with ` …` if it was cut.
pub fn cut(text: &str) -> String {
    let Some((end, _)) = text.char_indices().nth(CUT_AT) else { return text.to_owned() };
    let head = &text[..end];
    let head = head.rfind(' ').map_or(head, |blank| &head[..blank]);
    format!("{} …", head.trim_end())
}

/// The first fifty words, with ` …` if the text was cut.
pub(crate) fn cap_words(text: &str) -> String {
    let mut words = text.split_whitespace();
    let head: Vec<_> = words.by_ref().take(WORD_CAP).collect();
    if words.next().is_none() { text.to_owned() } else { format!("{} …", head.join(" ")) }
}

/// The first prose, cut.
pub(crate) fn prose(artifact: &Artifact, _: &DocumentNames) -> Option<String> {
    first_prose(artifact, |_| true).map(|text| cut(&text))
}

/// The first prose that does not repeat the title, cut.
pub(crate) fn prose_of_its_own(artifact: &Artifact, names: &DocumentNames) -> Option<String> {
    let title = head(&names.title);
    first_prose(artifact, |text| head(text) != title).map(|text| cut(&text))
}

fn head(text: &str) -> String {
    text.trim().chars().take(TITLE_HEAD).flat_map(char::to_lowercase).collect()
}

/// The first paragraph of prose that `wanted` accepts.
pub(crate) fn first_prose(artifact: &Artifact, wanted: impl Fn(&str) -> bool) -> Option<String> {
    let mut found = None;
    visit_body(artifact, &mut |node| {
        if is_title_or_formula(node.kind()) {
            return false;
        }
        let text = node.text().plain_text();
        let text = text.trim();
        if is_prose(text) && wanted(text) {
            found = Some(text.to_owned());
        }
        found.is_some()
    });
    found
}

fn is_title_or_formula(kind: &str) -> bool {
    kind.contains("rubrik") || matches!(kind, "heading" | "citation" | "note")
}

fn is_prose(text: &str) -> bool {
    // The fast path: most nodes have fewer bytes than prose has characters.
    if text.len() < PROSE_FROM || text.starts_with("ISSN ") {
        return false;
    }
    let (mut all, mut plain) = (0usize, 0usize);
    for c in text.chars() {
        all += 1;
        plain += usize::from(c.is_alphanumeric() || c == ' ');
    }
    all >= PROSE_FROM && plain * 5 >= all * 4
}

/// Visits the nodes of the text that readers see, each before its children, until `visit` returns true. Footnotes are
/// left out.
fn visit_body<'a>(artifact: &'a Artifact, visit: &mut impl FnMut(Node<'a>) -> bool) {
    let presented = artifact.presented();
    if presented.is_consolidated() {
        presented.nodes().any(|node| visit_node(node, visit));
        return;
    }
    let structure = artifact.list(&["structure"]);
    let body = if structure.is_empty() { artifact.list(&["body"]) } else { structure };
    body.iter().filter_map(Node::new).any(|node| visit_node(node, visit));
}

fn visit_node<'a>(node: Node<'a>, visit: &mut impl FnMut(Node<'a>) -> bool) -> bool {
    visit(node) || node.children().any(|child| visit_node(child, visit))
}

/// The first node of the text as issued that `wanted` accepts, in reading order.
pub(crate) fn first_node<'a>(
    artifact: &'a Artifact,
    mut wanted: impl FnMut(Node<'a>) -> bool,
) -> Option<Node<'a>> {
    let mut found = None;
    let mut visit = |node| {
        if wanted(node) {
            found = Some(node);
        }
        found.is_some()
    };
    artifact.list(&["structure"]).iter().filter_map(Node::new).any(|node| visit_node(node, &mut visit));
    found
}

/// The reader form of the first paragraf and its first stycke; if the stycke begins a list, with the first punkt.
pub(crate) fn first_paragraf(artifact: &Artifact, names: &DocumentNames) -> Option<String> {
    paragraf_opening(artifact).map(|text| cut(&text)).or_else(|| prose(artifact, names))
}

fn paragraf_opening(artifact: &Artifact) -> Option<String> {
    let paragraf = first_node(artifact, |node| node.kind() == "paragraf")?;
    let stycke = paragraf.children().find(|child| child.kind() == "stycke").unwrap_or(paragraf);
    let text = stycke.text().plain_text();
    let text = text.trim();
    if text.is_empty() {
        return None;
    }
    let label = paragraf.id().and_then(Anchor::new).and_then(|anchor| AnchorGrammar::Statute.label(&anchor));
    let mut opening = label.map_or_else(|| text.to_owned(), |label| format!("{label} {text}"));
    if let Some(punkt) = first_punkt(stycke) {
        opening.push_str(&format!(" {punkt} …"));
    }
    Some(opening)
}

fn first_punkt(stycke: Node) -> Option<String> {
    let mut text = None;
    stycke.children().any(|child| {
        visit_node(child, &mut |node| {
            if node.kind() == "punkt" {
                text = Some(node.text().plain_text().trim().to_owned());
            }
            text.is_some()
        })
    });
    text.filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn artifact(structure: &str) -> Artifact {
        Artifact::parse(format!(r#"{{"uri":"x:1","structure":{structure}}}"#).as_bytes()).unwrap()
    }

    fn titled(title: &str) -> DocumentNames {
        DocumentNames { title: title.to_owned(), ..DocumentNames::default() }
    }

    const LONG: &str =
        "Den som håller får ska se till att de inte lämnar marken utan tillsyn under den tid de betar där";

    #[test]
    fn long_texts_are_cut_at_a_blank() {
        assert_eq!(cut("kort"), "kort");
        let exact = "å".repeat(340);
        assert_eq!(cut(&exact), exact);
        assert_eq!(cut(&"å".repeat(341)), format!("{exact} …"));
        let words = "ord ".repeat(100);
        assert_eq!(cut(&words), format!("{} …", "ord ".repeat(85).trim_end()));
        assert_eq!(cap_words(&"ord ".repeat(50)), "ord ".repeat(50));
        assert_eq!(cap_words(&"ord ".repeat(51)), format!("{}…", "ord ".repeat(50)));
    }

    #[test]
    fn prose_is_long_running_text() {
        let nodes = format!(
            r#"[{{"type":"rubrik","text":["{LONG} i rubriken"]}},{{"type":"heading","text":["{LONG}"],"children":[
                {{"type":"stycke","text":["kort"]}},{{"type":"stycke","text":["ISSN {LONG}"]}},
                {{"type":"stycke","text":["{}"]}},{{"type":"stycke","text":["  {LONG} ",{{"uri":"x:2","text":"här"}}]}}]}}]"#,
            "1.".repeat(60)
        );
        assert_eq!(prose(&artifact(&nodes), &DocumentNames::default()), Some(format!("{LONG} här")));
        assert_eq!(prose_of_its_own(&artifact(&nodes), &titled(&LONG.to_uppercase())), None);
    }

    #[test]
    fn a_footnote_is_no_opening() {
        let json = format!(r#"{{"uri":"x:1","body":[],"footnotes":[{{"text":["{LONG}"]}}]}}"#);
        assert_eq!(prose(&Artifact::parse(json.as_bytes()).unwrap(), &DocumentNames::default()), None);
    }

    #[test]
    fn the_first_paragraf_opens_a_statute() {
        let nodes = r#"[{"type":"kapitel","children":[{"type":"rubrik","text":["1 kap."]},
            {"type":"paragraf","id":"K1P1","children":[{"type":"stycke","text":["Lagen gäller"],
              "children":[{"type":"lista","children":[{"type":"punkt","text":["får,"]},{"type":"punkt","text":["getter."]}]}]}]}]}]"#;
        assert_eq!(
            first_paragraf(&artifact(nodes), &DocumentNames::default()).as_deref(),
            Some("1 kap. 1 § Lagen gäller får, …")
        );
        let bare = r#"[{"type":"paragraf","text":["Får är fria."]}]"#;
        assert_eq!(
            first_paragraf(&artifact(bare), &DocumentNames::default()).as_deref(),
            Some("Får är fria.")
        );
        assert_eq!(
            first_paragraf(&artifact(r#"[{"type":"paragraf","id":"P1"}]"#), &DocumentNames::default()),
            None
        );
    }
}
