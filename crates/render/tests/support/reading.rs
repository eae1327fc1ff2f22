//! The text of a document, read without the walk of this crate, and the text of its markdown, as a parser reads it.

use lagrum_artifact::{Artifact, Node};
use pulldown_cmark::{Event, Options, Parser};
use serde_json::Value;

/// The characters of the presented text, without white space, in reading order.
pub fn presented_characters(artifact: &Artifact) -> String {
    let mut text = String::new();
    let presented = artifact.presented();
    for section in presented.body().iter().copied().chain(presented.footnotes()) {
        collect(section, &mut text);
    }
    solid(&text)
}

fn collect(value: &Value, text: &mut String) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| collect(item, text)),
        Value::Object(_) => {
            let Some(node) = Node::new(value) else { return };
            text.push_str(&node.text().plain_text());
            node.cells().for_each(|cell| text.push_str(&cell.plain_text()));
            // A treaty in several languages: its headings and paragraphs before its children.
            let ahead: &[&str] =
                if node.kind().starts_with("konvention") { &["versions", "paragraphs"] } else { &[] };
            ahead.iter().filter_map(|name| node.field(name)).for_each(|value| collect(value, text));
            node.field("children").into_iter().for_each(|children| collect(children, text));
            node.rest().for_each(|other| collect(other, text));
        }
        _ => {}
    }
}

/// A text without white space. Characters that markdown cannot hold are replaced as parsers do.
pub fn solid(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).map(|c| if c == '\0' { '\u{fffd}' } else { c }).collect()
}

/// A parser of GitHub's markdown.
pub fn parser(markdown: &str) -> Parser<'_> {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_TASKLISTS;
    Parser::new_ext(markdown, options)
}

/// The characters of parsed markdown, without white space and without list numbers. Panics on markup that no text may
/// become: code, raw HTML, a rule, a line break, an image, a checkbox, struck-out text.
pub fn shown_characters(markdown: &str) -> String {
    let mut text = String::new();
    for event in parser(markdown) {
        match event {
            Event::Text(words) => text.push_str(&words),
            Event::Start(
                pulldown_cmark::Tag::CodeBlock(_)
                | pulldown_cmark::Tag::Image { .. }
                | pulldown_cmark::Tag::Strikethrough
                | pulldown_cmark::Tag::FootnoteDefinition(_)
                | pulldown_cmark::Tag::HtmlBlock,
            )
            | Event::Code(_)
            | Event::Html(_)
            | Event::InlineHtml(_)
            | Event::FootnoteReference(_)
            | Event::Rule
            | Event::HardBreak
            | Event::TaskListMarker(_) => {
                panic!("{event:?} in the markdown: {}", excerpt(markdown));
            }
            _ => {}
        }
    }
    solid(&text)
}

fn excerpt(markdown: &str) -> String {
    markdown.chars().take(2000).collect()
}

/// The first position where `part` does not continue in `whole`, with the text before it.
pub fn missing_in_order(part: &str, whole: &str) -> Option<String> {
    let mut rest = whole.chars();
    for (at, wanted) in part.char_indices() {
        if !rest.any(|c| c == wanted) {
            let lead: String =
                part[..at].chars().rev().take(80).collect::<Vec<_>>().into_iter().rev().collect();
            return Some(format!("{lead}»{wanted}«"));
        }
    }
    None
}
