//! The text of a block after its marker.

use super::extract::extract;
use super::inline::{push_text, push_words};
use super::text::MarkedPart;
use super::writer::HtmlWriter;
use crate::event::{LinkedText, Marker, TextBlock};

impl HtmlWriter<'_> {
    /// Writes the marker of a block and its text, and returns how many characters they have.
    pub(super) fn marked_text(&mut self, block: &TextBlock<'_>) -> usize {
        let mut chars = 0;
        let before = self.unit.html.len();
        if let Some(marker) = &block.marker {
            chars += marker.text().chars().count() + 2;
            self.marker(marker);
        }
        let marker_end = self.unit.html.len();
        if marker_end > before {
            self.unit.html.push(' ');
        }
        let (text, marks) = self
            .push_register_names(block)
            .unwrap_or_else(|| push_text(&mut self.unit.html, &block.text, self.around));
        if text == 0 {
            self.unit.html.truncate(marker_end);
        }
        self.note_marks(marks, &block.text);
        chars + text
    }

    pub(super) fn marker(&mut self, marker: &Marker<'_>) {
        if let Marker::Designation(words) = marker {
            self.name_provision(words);
            let anchor = self.open.iter().rev().find(|part| part.element.is_some());
            if let Some(anchor) = anchor.and_then(|part| part.anchor.clone()) {
                self.unit.html.push_str("<a class=\"num\" href=\"#");
                push_words(&mut self.unit.html, &fragment(&anchor));
                self.unit.html.push_str("\">");
                push_words(&mut self.unit.html, words);
                self.unit.html.push_str("</a>");
                return;
            }
        }
        let tag = if matches!(marker, Marker::Designation(_) | Marker::Name(_)) { "b" } else { "span" };
        let (before, after) = marker.signs();
        let html = &mut self.unit.html;
        html.extend(["<", tag, " class=\"num\">", before]);
        push_words(html, marker.text());
        html.push_str(after);
        html.extend(["</", tag, ">"]);
    }

    /// Gives the provision that is being written its name for the contents.
    pub(super) fn name_provision(&mut self, words: &str) {
        if let Some(last) = self.provisions.last_mut().filter(|last| last.text.is_empty()) {
            words.clone_into(&mut last.text);
        }
    }

    /// Counts the marks of a text for the provision that is being written, else for the last id.
    pub(super) fn note_marks(&mut self, marks: u32, text: &LinkedText<'_>) {
        if marks == 0 {
            return;
        }
        let provision = self.open.iter().rev().find(|part| part.element.is_some());
        let provision = provision.and_then(|part| part.anchor.as_ref());
        let anchor = self.leaf.as_ref().or(provision).unwrap_or(&self.last_id);
        if let Some(at) = self.marked.iter().rposition(|place| place.anchor == *anchor) {
            self.marked[at].marks += marks;
        } else {
            let extract = extract(text, self.around);
            self.marked.push(MarkedPart { anchor: anchor.clone(), marks, extract });
        }
    }
}

/// An anchor as it stands after `#` in an address.
fn fragment(anchor: &str) -> String {
    percent_encoding::utf8_percent_encode(anchor, &FRAGMENT).to_string()
}

const FRAGMENT: percent_encoding::AsciiSet =
    percent_encoding::CONTROLS.add(b' ').add(b'"').add(b'#').add(b'%').add(b'<').add(b'>').add(b'`');
