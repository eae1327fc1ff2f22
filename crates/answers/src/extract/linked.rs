//! A text with its citations linked, as HTML or markdown.

use super::{ExtractBlock, ExtractResponse, ExtractedTarget, TargetStatus};

/// The form of a linked text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkedForm {
    /// A fragment of HTML: the escaped text in `<pre>`, links with the class of their status.
    Html,
    /// The text as it is, with `[words](uri)`.
    Markdown,
}

/// A text with its citations linked. Where citations overlap, the first stays. A last paragraph says where the links end, if there are
/// too many citations.
pub fn link_text(blocks: &[ExtractBlock], found: &ExtractResponse, form: LinkedForm) -> String {
    let mut linked = String::new();
    let mut locations: Vec<(&str, usize, usize, &ExtractedTarget)> = Vec::new();
    for occurrence in &found.occurrences {
        let Some(target) = occurrence.targets.first() else { continue };
        locations
            .extend(occurrence.locations.iter().map(|at| (at.block_id.as_str(), at.start, at.end, target)));
    }
    let mut rest = locations.as_slice();
    for (index, block) in blocks.iter().enumerate() {
        if index > 0 {
            linked.push('\n');
        }
        let own = rest.iter().take_while(|(id, ..)| *id == block.id).count();
        let (here, after) = rest.split_at(own);
        rest = after;
        link_block(&block.text, here, form, &mut linked);
    }
    let message = found.truncated.as_ref().map(|truncated| truncated.message.as_str());
    match (form, message) {
        (LinkedForm::Html, None) => format!("<pre class=\"citations\">{linked}</pre>\n"),
        (LinkedForm::Html, Some(message)) => {
            let message = lagrum_escape::html(message);
            format!("<pre class=\"citations\">{linked}</pre>\n<p class=\"truncated\">{message}</p>\n")
        }
        (LinkedForm::Markdown, None) => linked,
        (LinkedForm::Markdown, Some(message)) => format!("{linked}\n\n*{message}*\n"),
    }
}

fn link_block(
    text: &str,
    links: &[(&str, usize, usize, &ExtractedTarget)],
    form: LinkedForm,
    linked: &mut String,
) {
    let mut chars = text.char_indices().peekable();
    let mut unit = 0;
    // The bytes before a number of UTF-16 code units; offsets come in order.
    let mut byte_at = |wanted: usize| loop {
        match chars.peek() {
            Some((at, _)) if unit >= wanted => return *at,
            Some((_, c)) => {
                unit += c.len_utf16();
                chars.next();
            }
            None => return text.len(),
        }
    };
    let mut written = 0;
    let mut last_unit = 0;
    for (_, start, end, target) in links {
        if *start < last_unit {
            continue;
        }
        last_unit = *end;
        let (start, end) = (byte_at(*start), byte_at(*end));
        let plain = text.get(written..start).unwrap_or_default();
        let words = text.get(start..end).unwrap_or_default();
        written = end;
        push_plain(plain, form, linked);
        push_link(words, target, form, linked);
    }
    push_plain(text.get(written..).unwrap_or_default(), form, linked);
}

fn push_plain(text: &str, form: LinkedForm, linked: &mut String) {
    match form {
        LinkedForm::Html => linked.push_str(&lagrum_escape::html(text)),
        LinkedForm::Markdown => linked.push_str(text),
    }
}

fn push_link(words: &str, target: &ExtractedTarget, form: LinkedForm, linked: &mut String) {
    let uri = &target.uri;
    match form {
        LinkedForm::Html => {
            let (uri, words) = (lagrum_escape::html(uri), lagrum_escape::html(words));
            let class = target.status.as_str();
            linked.push_str(&format!("<a class=\"{class}\" href=\"{uri}\">{words}</a>"));
        }
        // A parenthesis would end the address.
        LinkedForm::Markdown => {
            let uri = uri.replace(' ', "%20").replace('(', "%28").replace(')', "%29");
            linked.push_str(&format!("[{words}]({uri})"));
        }
    }
}

impl TargetStatus {
    /// Its name on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Held => "held",
            Self::Expired => "expired",
            Self::Coming => "coming",
            Self::NotHeld => "not_held",
            Self::Impossible => "impossible",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Occurrence, TextLocation};
    use super::*;

    #[test]
    fn words_are_linked_where_they_stand() {
        let target = ExtractedTarget::unheld("https://lag.example/1931:47#P3".to_owned(), TargetStatus::Held);
        let locations = vec![TextLocation { block_id: "text".into(), start: 3, end: 6 }];
        let found = ExtractResponse {
            offset_unit: "utf-16",
            occurrences: vec![Occurrence {
                text: "3 §".into(),
                locations,
                targets: vec![target],
                status: None,
                range: Vec::new(),
                open_range: false,
                inferred: false,
                name_mismatch: None,
                formerly: Vec::new(),
                quotes: None,
            }],
            relative: Vec::new(),
            not_understood: Vec::new(),
            uncited_quotes: None,
            truncated: None,
        };
        let blocks = [ExtractBlock { id: "text".into(), text: "😀 3 § <b>".into(), context: None }];
        let html = "<pre class=\"citations\">😀 <a class=\"held\" href=\"https://lag.example/1931:47#P3\">3 §</a> \
                    &lt;b&gt;</pre>\n";
        assert_eq!(link_text(&blocks, &found, LinkedForm::Html), html);
        let markdown = "😀 [3 §](https://lag.example/1931:47#P3) <b>";
        assert_eq!(link_text(&blocks, &found, LinkedForm::Markdown), markdown);
    }
}
