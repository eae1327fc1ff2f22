//! The text of a block while it is read: blanks are collapsed, and marks of notes are kept as such.

use crate::node::{LinkedText, NodeLink};

/// Collects the text of a block.
#[derive(Debug, Default)]
pub(super) struct TextBuilder {
    text: LinkedText,
    /// Whether a blank stands before the next letter.
    blank: bool,
}

impl TextBuilder {
    /// Adds text as it is in the file. Runs of blanks become one blank; soft hyphens are dropped.
    pub(super) fn push(&mut self, text: &str) {
        for c in text.chars() {
            if c.is_whitespace() {
                self.blank = true;
            } else if c != '\u{ad}' {
                self.push_char(c);
            }
        }
    }

    /// Adds a blank between what was added and what comes.
    pub(super) fn blank(&mut self) {
        self.blank = true;
    }

    fn push_char(&mut self, c: char) {
        // A mark stands apart from the word after it.
        let after_mark = c.is_alphanumeric()
            && self.text.links.last().is_some_and(|mark| mark.range.end == self.text.plain.len());
        if (std::mem::take(&mut self.blank) || after_mark) && !self.text.plain.is_empty() {
            self.text.plain.push(' ');
        }
        self.text.plain.push(c);
    }

    /// Adds the mark of a note. Brackets and blanks around it are left out.
    pub(super) fn mark(&mut self, mark: &str) {
        let mark = mark.trim_matches(|c: char| c.is_whitespace() || matches!(c, '(' | ')'));
        if mark.is_empty() {
            return;
        }
        self.blank = false;
        let plain = &mut self.text.plain;
        plain.truncate(plain.trim_end_matches([' ', '(']).len());
        if !plain.is_empty() {
            plain.push(' ');
        }
        let start = plain.len();
        plain.push_str(mark);
        let range = start..plain.len();
        self.text.links.push(NodeLink::note_mark(range, mark));
    }

    /// Whether nothing was added.
    pub(super) fn is_empty(&self) -> bool {
        self.text.plain.is_empty()
    }

    /// The text, and an empty builder in its place.
    pub(super) fn take(&mut self) -> LinkedText {
        self.blank = false;
        let mut text = std::mem::take(&mut self.text);
        drop_brackets_after_marks(&mut text);
        text
    }
}

/// Leaves out the closing bracket after each mark: the opening one is left out already.
fn drop_brackets_after_marks(text: &mut LinkedText) {
    for at in (0..text.links.len()).rev() {
        let Some(end) = text.links.get(at).map(|mark| mark.range.end) else { continue };
        let Some(after) = text.plain.get(end..) else { continue };
        let bracket = after.trim_start();
        if bracket.starts_with(')') {
            let cut = after.len() - bracket.len() + 1;
            text.plain.replace_range(end..end + cut, "");
            for later in text.links.iter_mut().skip(at + 1) {
                later.range = later.range.start - cut..later.range.end - cut;
            }
        }
    }
}

/// Cuts bytes off the beginning of a text, with the blanks after them.
pub(super) fn cut_start(text: &mut LinkedText, len: usize) {
    let rest = text.plain.get(len..).unwrap_or_default();
    let cut = text.plain.len() - rest.trim_start().len();
    text.plain.replace_range(..cut, "");
    text.links.retain(|link| link.range.start >= cut);
    for link in &mut text.links {
        link.range = link.range.start - cut..link.range.end - cut;
    }
}

/// Parts a text at a byte; the second part has no blanks at its beginning.
pub(super) fn split_at(text: &mut LinkedText, at: usize) -> LinkedText {
    let mut rest = text.clone();
    cut_start(&mut rest, at);
    text.plain.truncate(at);
    text.links.retain(|link| link.range.end <= at);
    rest
}

/// Adds a text to another, with a blank between them.
pub(super) fn append(text: &mut LinkedText, more: LinkedText) {
    if !text.plain.is_empty() && !more.plain.is_empty() {
        text.plain.push(' ');
    }
    let by = text.plain.len();
    text.plain.push_str(&more.plain);
    text.links.extend(more.links.into_iter().map(|mut link| {
        link.range = link.range.start + by..link.range.end + by;
        link
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn built(pieces: &[&str]) -> (String, Vec<String>) {
        let mut builder = TextBuilder::default();
        for piece in pieces {
            match piece.strip_prefix('#') {
                Some(mark) => builder.mark(mark),
                None => builder.push(piece),
            }
        }
        let text = builder.take();
        let marks = text.links.iter().map(|link| text.plain[link.range.clone()].to_owned()).collect();
        (text.plain, marks)
    }

    #[test]
    fn marks_have_no_brackets() {
        for (pieces, expected, marks) in [
            (&["  Får\n och \u{a0}get "][..], "Får och get", vec![]),
            (&["ull (", "#1", "), och"], "ull 1, och", vec!["1"]),
            (&["ull ( ", "#*1", " ) och (", "#2", ")"], "ull *1 och 2", vec!["*1", "2"]),
            (&["ull", "#(3)", "och"], "ull 3 och", vec!["3"]),
            (&["(nr 7)", "#1", "."], "(nr 7) 1.", vec!["1"]),
            (&["#1", "Får"], "1 Får", vec!["1"]),
            (&["e\u{ad}post"], "epost", vec![]),
        ] {
            let (plain, found) = built(pieces);
            assert_eq!(
                (plain.as_str(), found),
                (expected, marks.into_iter().map(str::to_owned).collect()),
                "{pieces:?}"
            );
        }
    }
}
