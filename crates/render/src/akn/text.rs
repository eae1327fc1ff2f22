//! Texts of the XML: words, links, attributes.

use std::collections::HashMap;
use std::ops::Range;

use lagrum_artifact::Location;

use super::metadata::AknMetadata;
use crate::event::LinkedText;
use crate::markdown::inline::collapsed;

/// A link whose address is known when the whole text is: at a byte of the text, to an anchor of the document.
#[derive(Debug)]
pub(super) struct OpenLink {
    pub(super) at: usize,
    pub(super) anchor: String,
}

/// XML that is being written.
#[derive(Debug, Default)]
pub(super) struct XmlText {
    pub(super) out: String,
    /// The links to the document itself, in order.
    pub(super) links: Vec<OpenLink>,
}

impl XmlText {
    /// Appends XML that was written apart.
    pub(super) fn append(&mut self, other: Self) {
        let from = self.out.len();
        self.out.push_str(&other.out);
        self.links
            .extend(other.links.into_iter().map(|link| OpenLink { at: link.at + from, anchor: link.anchor }));
    }

    /// Appends the bytes `range` of a text of a document with its links, single blanks between its words.
    pub(super) fn push_linked(&mut self, text: &LinkedText<'_>, range: Range<usize>, own: &AknMetadata) {
        let mut blank = Blank::AtStart;
        let mut at = 0;
        for (words, uri) in text.pieces() {
            let (start, end) = (range.start.max(at) - at, range.end.min(at + words.len()).max(at) - at);
            at += words.len();
            let is_outside = start >= end && !(words.is_empty() && range.contains(&at));
            let Some(words) = words.get(start..end).filter(|_| !is_outside) else { continue };
            let Some(uri) = uri else {
                blank.push(&mut self.out, words);
                continue;
            };
            // A blank before the words of a link stands before the link.
            let inside = words.trim_start();
            if inside.len() < words.len() {
                blank.note();
            }
            if !inside.is_empty() {
                blank.flush(&mut self.out);
            }
            self.open_link(uri, own);
            blank.push(&mut self.out, inside);
            self.out.push_str("</ref>");
        }
    }

    /// Appends a stretch to a text, with the addresses of its links: `#eId` where the text has the anchor, else its uri.
    pub(super) fn push_to(
        &self,
        out: &mut String,
        eids: &HashMap<String, String>,
        uri: &str,
        stretch: Range<usize>,
    ) {
        let mut from = stretch.start;
        let first = self.links.partition_point(|link| link.at < stretch.start);
        for OpenLink { at, anchor } in self.links[first..].iter().take_while(|link| link.at < stretch.end) {
            out.push_str(&self.out[from..*at]);
            from = *at;
            // A numbered paragraph is its own first sub-paragraph.
            let eid = eids.get(anchor).or_else(|| eids.get(anchor.strip_suffix(".S1")?));
            match eid {
                Some(eid) => {
                    out.push('#');
                    push_attribute(out, eid);
                }
                None => push_attribute(out, &address(&format!("{uri}#{anchor}"))),
            }
        }
        out.push_str(&self.out[from..stretch.end]);
    }

    fn open_link(&mut self, uri: &str, own: &AknMetadata) {
        self.out.push_str("<ref");
        if uri.starts_with(&own.concepts) {
            attribute(&mut self.out, "class", "term subject");
        }
        self.out.push_str(" href=\"");
        let inside = match Location::split(uri) {
            (root, Some(anchor)) if root.is_empty() || root == own.uri => Some(anchor),
            _ => None,
        };
        if let Some(anchor) = inside {
            self.links.push(OpenLink { at: self.out.len(), anchor: anchor.to_owned() });
        } else {
            push_attribute(&mut self.out, &address(uri));
        }
        self.out.push_str("\">");
    }
}

/// A uri as XML's `anyURI` may have it: what no uri may have is percent-encoded, everything else as it is.
pub(super) fn address(uri: &str) -> String {
    let mut address = String::with_capacity(uri.len());
    let mut in_fragment = false;
    for (at, c) in uri.char_indices() {
        let is_code =
            || uri.as_bytes().get(at + 1..at + 3).is_some_and(|code| code.iter().all(u8::is_ascii_hexdigit));
        let is_allowed = match c {
            '%' => is_code(),
            '#' => !std::mem::replace(&mut in_fragment, true),
            c => !c.is_whitespace() && !c.is_control() && !"\"<>\\^`{|}[]".contains(c),
        };
        if is_allowed {
            address.push(c);
        } else {
            for byte in c.encode_utf8(&mut [0; 4]).bytes() {
                address.push_str(&format!("%{byte:02X}"));
            }
        }
    }
    address
}

/// The blank between two words, written before the second.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Blank {
    AtStart,
    Open,
    None,
}

impl Blank {
    fn note(&mut self) {
        if *self == Self::None {
            *self = Self::Open;
        }
    }

    fn flush(&mut self, out: &mut String) {
        if *self == Self::Open {
            out.push(' ');
        }
        *self = Self::None;
    }

    fn push(&mut self, out: &mut String, words: &str) {
        let begun = words.trim_start();
        if begun.len() < words.len() {
            self.note();
        }
        let inner = begun.trim_end();
        if inner.is_empty() {
            return;
        }
        self.flush(out);
        push_words(out, &collapsed(inner));
        if inner.len() < begun.len() {
            self.note();
        }
    }
}

/// Appends words, escaped. Characters that XML cannot hold are left out.
pub(super) fn push_words(out: &mut String, words: &str) {
    if !may_be_escaped(words) {
        return out.push_str(words);
    }
    let mut from = 0;
    for (at, c) in words.char_indices() {
        let escaped = match c {
            '&' => "&amp;",
            '<' => "&lt;",
            '>' => "&gt;",
            '"' => "&quot;",
            '\t' | '\n' | '\r' => " ",
            c if c < ' ' || matches!(c, '\u{fffe}' | '\u{ffff}') => "",
            _ => continue,
        };
        out.push_str(&words[from..at]);
        out.push_str(escaped);
        from = at + c.len_utf8();
    }
    out.push_str(&words[from..]);
}

/// Whether a text has a character that is escaped or left out. Hardly any has.
fn may_be_escaped(text: &str) -> bool {
    // Every byte is looked at without a branch. `U+FFFE` and `U+FFFF` begin with 0xef.
    text.bytes().fold(false, |found, byte| found | matches!(byte, ..b' ' | b'&' | b'<' | b'>' | b'"' | 0xef))
}

/// Appends the value of an attribute.
pub(super) fn push_attribute(out: &mut String, value: &str) {
    push_words(out, value);
}

/// Appends ` name="value"`.
pub(super) fn attribute(out: &mut String, name: &str, value: &str) {
    out.push(' ');
    out.push_str(name);
    out.push_str("=\"");
    push_attribute(out, value);
    out.push('"');
}
