//! How long the names of a document may be.
//!
//! A name is stored with its document and repeated wherever another names it: on each of ten thousand rows of a list, in
//! each search hit. Artifacts come from outside, and a title may have any length. So every text that is derived from an
//! artifact passes through here, and comes out no longer than real ones are: of some nine thousand real documents the
//! longest title has 1,191 bytes, the longest label 689, the longest summary of a case 14,703.

use std::borrow::Cow;

use lagrum_artifact::is_web_address;

use crate::Description;

/// Titles, and the names that are made of them. A document without a short title has its title as that, too.
const TITLE: usize = 1536;
/// The printed id and the compact form, which for an EU act may hold its title.
const LABEL: usize = 768;
const SHORT_ID: usize = 256;
const ABBREVIATION: usize = 64;
/// A name or the uri of an organisation.
const PUBLISHER: usize = 256;
const SNIPPET: usize = 1536;
/// A summary is shown with its own document only.
const SUMMARY: usize = 64 << 10;
/// A word that things are sorted by. One that is longer says nothing.
const WORD: usize = 128;
/// The words that carry a link. The longest real ones have 250.
const LINK_TEXT: usize = 512;
/// The name of a relation. A longer one is none; the longest real one has 26 bytes.
const PREDICATE: usize = 64;

/// The text without control characters, which an answer writes six times as long; or as many of its words as fit into so
/// many bytes, with `…`.
fn shortened(text: &str, most: usize) -> Cow<'_, str> {
    if text.len() > most {
        let head = &text[..text.floor_char_boundary(most - '…'.len_utf8())];
        let head = head.rfind(char::is_whitespace).map_or(head, |blank| &head[..blank]);
        return Cow::Owned(format!("{}…", without_controls(head.trim_end())));
    }
    without_controls(text)
}

fn without_controls(text: &str) -> Cow<'_, str> {
    // A line break is written as two characters, and ends a line of a summary.
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
    /// The same with no text longer than any real one, and no address that leads elsewhere than to the web.
    pub(crate) fn bounded(mut self) -> Self {
        let Self { label, title, display, in_text, descriptive, .. } = &mut self;
        for (text, most) in
            [(title, TITLE), (display, TITLE), (in_text, LABEL), (label, LABEL), (descriptive, LABEL)]
        {
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
