//! Notes of a text: a provision without an act in a note belongs to the act that was named where the mark of the note stands.

use super::pass::Pass;
use super::state::NoteMark;
use crate::cursor::Cursor;

impl Pass<'_> {
    /// `[1]`, `[^1]`: in a sentence the mark of a note, at the beginning of a line the note.
    pub(super) fn note_mark(&mut self, at: Cursor<'_>) {
        const LONGEST: usize = 4;
        let mut next = at;
        if !next.eat("[") {
            return;
        }
        next.eat("^");
        let start = next;
        if next.digits(LONGEST).is_none() || !next.rest().starts_with(']') {
            return;
        }
        let mark = next.written_since(start).to_owned();
        let begins_line = at.at() == 0 || at.before_as_written().ends_with('\n');
        if !begins_line {
            let (law, kapitel) = (self.state.law_of_node.clone(), self.state.kapitel_of_node.clone());
            self.state.mark_note(mark, NoteMark { law, kapitel });
        } else if let Some(NoteMark { law, kapitel }) = self.state.note(&mark) {
            self.state.law_of_node = law;
            self.state.kapitel_of_node = kapitel;
            self.state.law_until = None;
        }
    }
}
