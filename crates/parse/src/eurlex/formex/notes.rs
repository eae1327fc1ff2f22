//! The notes of a Formex file: their marks are counted, not printed.

use std::collections::HashMap;

use roxmltree::Node;

/// Counts the marks of notes.
#[derive(Debug, Default)]
pub(super) struct Marks {
    numbers: u32,
    stars: u32,
    of_notes: HashMap<String, String>,
}

impl Marks {
    /// The mark of a note, or of the note that it refers to.
    pub(super) fn of(&mut self, note: Node<'_, '_>) -> String {
        if let Some(known) = note.attribute("NOTE.REF").and_then(|id| self.of_notes.get(id)) {
            return known.clone();
        }
        let mark = if note.attribute("NUMBERING") == Some("STAR") {
            self.stars += 1;
            format!("*{}", self.stars)
        } else {
            self.numbers += 1;
            self.numbers.to_string()
        };
        if let Some(id) = note.attribute("NOTE.ID") {
            self.of_notes.insert(id.to_owned(), mark.clone());
        }
        mark
    }
}
