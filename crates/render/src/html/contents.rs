//! Headings: their level without gaps, and the contents they make.

use super::text::ContentsEntry;

/// The open headings, by the depth that the document gives them.
#[derive(Debug, Default)]
pub(super) struct Outline {
    open: Vec<u8>,
    /// Headings without an anchor that have been given an id.
    numbered: u32,
    /// The lines of the contents.
    pub(super) entries: Vec<ContentsEntry>,
}

impl Outline {
    /// The depth of a heading that is one by its look only (level 0 of an artifact): below all that the document states.
    pub(super) const BY_LOOK: u8 = u8::MAX;

    /// The level of a heading of this depth: 2 to 6, and at most one more than the level of the heading before.
    pub(super) fn level(&mut self, depth: u8) -> u8 {
        while self.open.last().is_some_and(|open| *open >= depth) {
            self.open.pop();
        }
        self.open.push(depth);
        u8::try_from(self.open.len() + 1).unwrap_or(6).min(6)
    }

    /// An id for a heading without an anchor.
    pub(super) fn next_id(&mut self) -> String {
        self.numbered += 1;
        format!("rubrik-{}", self.numbered)
    }

    /// Adds a line.
    pub(super) fn add(&mut self, level: u8, anchor: String, text: String) {
        self.entries.push(ContentsEntry { level, anchor, text });
    }
}

#[cfg(test)]
mod tests {
    use super::Outline;

    #[test]
    fn levels_have_no_gaps() {
        let mut outline = Outline::default();
        let levels: Vec<u8> =
            [3, 4, 6, 4, 2, 6, 6, 3, 2].into_iter().map(|depth| outline.level(depth)).collect();
        assert_eq!(levels, [2, 3, 4, 3, 2, 3, 3, 3, 2]);
    }

    #[test]
    fn headings_by_their_look_stand_below_those_with_a_level() {
        const LOOK: u8 = Outline::BY_LOOK;
        let mut outline = Outline::default();
        let levels: Vec<u8> =
            [LOOK, LOOK, 2, LOOK, LOOK, 3, LOOK, 2].into_iter().map(|depth| outline.level(depth)).collect();
        assert_eq!(levels, [2, 2, 2, 3, 3, 3, 4, 2]);
    }
}
