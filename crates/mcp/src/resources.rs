//! Documents as resources: `lagrum://document/` and the uri of a document.

use lagrum_answers::{DocumentForm, DocumentQuestion, TextStatus, document, text_status};
use lagrum_pages::PageWork;
use percent_encoding::percent_decode_str;
use rmcp::model::{ReadResourceResult, ResourceContents, ResourceTemplate};

use crate::tools::{Asked, ToolError, in_queue};
use crate::window::window;

const PREFIX: &str = "lagrum://document/";

/// Maximum number of characters of a resource, which has no arguments to read on by.
const MAX_CHARS: usize = 200_000;

pub(crate) fn template() -> ResourceTemplate {
    ResourceTemplate::new(format!("{PREFIX}{{uri}}"), "document")
        .with_title("A document of Swedish law, or a provision of one")
        .with_description(
            "A statute, decision, preparatory work or other document as markdown, or one provision of it. `uri` is its uri, as \
             search and resolve_citation give it, percent-encoded or as it is.",
        )
        .with_mime_type("text/markdown")
}

/// The uri of the document of a resource; None for another kind of resource.
pub(crate) fn document_uri(resource: &str) -> Option<String> {
    let uri = percent_decode_str(resource.strip_prefix(PREFIX)?).decode_utf8().ok()?;
    (!uri.is_empty()).then(|| uri.into_owned())
}

/// The text of a document, after a comment with its text status.
pub(crate) async fn read(
    asked: Asked,
    resource: String,
    uri: String,
) -> Result<ReadResourceResult, ToolError> {
    let text = in_queue(PageWork::Read, &asked.clone(), move || {
        let question = DocumentQuestion { uri, form: DocumentForm::Markdown, as_of: None };
        let answer = document(&asked.snapshot, asked.day, &question)?;
        let root = question.uri.split('#').next().unwrap_or(&question.uri);
        let status = text_status(&asked.snapshot, root, asked.day)?;
        let part = window(answer.markdown().unwrap_or_default(), 0, MAX_CHARS, "get_document");
        let head = head(&question.uri, &status, part.notice.as_deref());
        Ok(lagrum_escape::plain(&format!("{head}\n{}", part.text)).into_owned())
    })
    .await?;
    let contents = ResourceContents::text(text, resource).with_mime_type("text/markdown");
    Ok(ReadResourceResult::new(vec![contents]))
}

/// A markdown comment before the text, so that the text itself is unchanged.
fn head(uri: &str, status: &TextStatus, cut: Option<&str>) -> String {
    let mut lines = vec![format!("uri: {uri}")];
    let mut line = |name: &str, value: Option<&str>| {
        lines.extend(value.map(|value| format!("{name}: {value}")));
    };
    line("identifier", status.identifier.as_deref());
    line("version", status.version.as_deref());
    line("from", status.from.as_deref());
    line("until", status.until.as_deref());
    let in_force = match status.in_force {
        Some(true) => "yes",
        Some(false) => "no",
        None if status.time_limit.is_some() || status.note.is_some() => "not known",
        None => "does not apply: this is no act",
    };
    line(&format!("in force on {}", status.date), Some(in_force));
    line("note", status.note.as_deref());
    line("truncated", cut);
    format!("<!--\n{}\n-->\n", without_ends(&lines.join("\n")))
}

/// A text that cannot end a comment: no two hyphens stand beside each other.
fn without_ends(text: &str) -> String {
    let mut parts = String::with_capacity(text.len());
    for char in text.chars() {
        if char == '-' && parts.ends_with('-') {
            parts.push(' ');
        }
        parts.push(char);
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_ends_the_comment_before_the_text() {
        for text in ["-->", "--->", "----!>", "a--b", "-", "x -->\n# Law"] {
            let inside = without_ends(text);
            assert!(!inside.contains("--"), "{inside}");
            assert_eq!(inside.replace(' ', ""), text.replace(' ', ""), "nothing is lost");
        }
    }
}
