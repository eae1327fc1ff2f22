//! Limits on the lengths of names and other derived texts.
//!
//! The name of a document is repeated in lists with up to ten thousand rows and in every search hit, and an artifact,
//! which comes from outside, may have a title of any length. So every text derived from an artifact is cut to a limit
//! somewhat above the lengths of real ones. Of some nine thousand real documents the longest title has 1,191 bytes, the
//! longest label 689, and the longest summary of a case 14,703.

use std::borrow::Cow;

use lagrum_artifact::is_web_address;

use crate::Description;

/// Titles and names made from titles. The short title of a document may be its title.
const TITLE: usize = 1536;
/// The label and the descriptive name, which for an EU act may include its title.
const LABEL: usize = 768;
const SHORT_ID: usize = 256;
const ABBREVIATION: usize = 64;
/// A name or the uri of an organisation.
const PUBLISHER: usize = 256;
const SNIPPET: usize = 1536;
/// A summary, which is shown with its own document only.
const SUMMARY: usize = 64 << 10;
/// A kind or a date. A longer one is left out.
const WORD: usize = 128;
/// The words of a link. The longest real ones have 250 bytes.
const LINK_TEXT: usize = 512;
/// The name of a relation. A longer one is ignored; the longest real one has 26 bytes.
const PREDICATE: usize = 64;

/// The text without control characters, whose JSON form is six times as long. A text of more than `most` bytes is cut after a word,
/// with `…`.
fn shortened(text: &str, most: usize) -> Cow<'_, str> {
    if text.len() > most {
        let head = &text[..text.floor_char_boundary(most - '…'.len_utf8())];
        let head = head.rfind(char::is_whitespace).map_or(head, |blank| &head[..blank]);
        return Cow::Owned(format!("{}…", without_controls(head.trim_end())));
    }
    without_controls(text)
}

fn without_controls(text: &str) -> Cow<'_, str> {
    // Line breaks are kept: they end the lines of summaries.
    let odd = |c: char| c.is_control() && c != '\n';
    if text.contains(odd) { Cow::Owned(text.replace(odd, " ")) } else { Cow::Borrowed(text) }
}

fn shorten(text: &mut String, most: usize) {
    if let Cow::Owned(shorter) = shortened(text, most) {
        *text = shorter;
    }
}

/// The words that carry a link.
pub(crate) fn link_text(text: Cow<'_, str>) -> Cow<'_, str> {
    match text {
        Cow::Borrowed(text) => shortened(text, LINK_TEXT),
        Cow::Owned(mut text) => {
            shorten(&mut text, LINK_TEXT);
            Cow::Owned(text)
        }
    }
}

/// The name of a relation.
pub(crate) fn predicate(name: &str) -> Option<&str> {
    Some(name).filter(|name| name.len() <= PREDICATE)
}

impl Description {
    /// The description with all texts cut to their limits, and without a `source_url` that is not a web address.
    pub(crate) fn bounded(mut self) -> Self {
        let Self { label, title, filed_title, display, in_text, descriptive, .. } = &mut self;
        for (text, most) in [
            (title, TITLE),
            (filed_title, TITLE),
            (display, TITLE),
            (in_text, LABEL),
            (label, LABEL),
            (descriptive, LABEL),
        ] {
            shorten(text, most);
        }
        let optional = [
            (&mut self.short_id, SHORT_ID),
            (&mut self.short_title, TITLE),
            (&mut self.abbr, ABBREVIATION),
            (&mut self.description, SUMMARY),
            (&mut self.snippet, SNIPPET),
            (&mut self.publisher, PUBLISHER),
        ];
        for (text, most) in optional {
            if let Some(text) = text {
                shorten(text, most);
            }
        }
        self.kind = self.kind.filter(|kind| kind.len() <= WORD);
        self.date = self.date.filter(|date| date.len() <= WORD);
        self.source_url = self.source_url.filter(|uri| is_web_address(uri));
        self.successor = self.successor.filter(|uri| is_web_address(uri) && uri.len() <= PUBLISHER);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_end_at_a_word() {
        assert_eq!(shortened("Lag om får", 11), "Lag om får");
        assert_eq!(shortened("Lag om får och getter", 16), "Lag om får…");
        assert_eq!(shortened(&"å".repeat(9), 10), format!("{}…", "å".repeat(3)));
        assert_eq!(shortened("           ", 8), "…");
        assert_eq!(shortened("Lag\u{0} om\nfår", 40), "Lag  om\nfår");
    }
}
