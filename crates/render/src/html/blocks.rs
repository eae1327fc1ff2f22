//! Blocks: a long text cut at provisions, headings and printed pages, with an estimate of the height of each. Texts outside any
//! provision that are longer than a block, such as recitals, are cut between paragraphs too.

/// Characters of a block. A unit that is longer, such as a long provision, is a block by itself.
const MAX_CHARS: usize = 12_000;

/// Characters in a line of the text column.
const LINE: f32 = 70.0;

/// Height of a line, in rem.
const LINE_HEIGHT: f32 = 1.875;

/// Height of a line of a table, in rem, and of the space and the rule around it.
const TABLE_LINE_HEIGHT: f32 = 1.4;
const TABLE_SPACE: f32 = 0.66;

/// Characters in a line of a table that is as wide as the column: its letters are smaller.
const TABLE_LINE: f32 = 87.0;

/// Rem of a step of the classes of heights `k1` to `k60`, and how many there are.
const STEP: f32 = 8.0;
const STEPS: f32 = 60.0;

/// Rem of the highest block, so that a class states its height. Short paragraphs, as in a register of amendments, reach it
/// before they reach [`MAX_CHARS`].
const MAX_HEIGHT: f32 = STEP * STEPS;

/// The text between two places where it may be cut.
#[derive(Debug, Default)]
pub(super) struct Unit {
    pub(super) html: String,
    pub(super) chars: usize,
    /// Its estimated height in rem, at a column of [`LINE`] characters.
    pub(super) height: f32,
}

impl Unit {
    /// Whether it is as long as a block, so that it ends where the next text begins.
    pub(super) fn is_full(&self) -> bool {
        self.chars >= MAX_CHARS || self.height >= MAX_HEIGHT
    }

    /// Whether both fit into one block.
    fn fits(&self, other: &Unit) -> bool {
        self.chars + other.chars <= MAX_CHARS && self.height + other.height <= MAX_HEIGHT
    }

    /// Adds the height of a paragraph with this many characters, and with this space around it, in rem.
    pub(super) fn add(&mut self, chars: usize, space: f32) {
        self.chars += chars;
        self.height += (chars as f32 / LINE).ceil().max(1.0) * LINE_HEIGHT + space;
    }

    /// Adds the height of a row of a table, whose cells have these numbers of characters and share the width.
    pub(super) fn add_row(&mut self, cells: &[usize]) {
        let longest = cells.iter().max().copied().unwrap_or_default();
        let lines = ((longest * cells.len()) as f32 / TABLE_LINE).ceil().max(1.0);
        self.chars += cells.iter().sum::<usize>();
        self.height += lines * TABLE_LINE_HEIGHT + TABLE_SPACE;
    }
}

/// Units put into blocks.
#[derive(Debug, Default)]
pub(super) struct Blocks {
    html: String,
    block: Unit,
}

impl Blocks {
    /// Adds a unit to the open block, or to a new one where it does not fit.
    pub(super) fn push(&mut self, unit: &Unit) {
        if self.block.chars > 0 && !self.block.fits(unit) {
            self.close();
        }
        self.block.html.push_str(&unit.html);
        self.block.chars += unit.chars;
        self.block.height += unit.height;
    }

    fn close(&mut self) {
        let Unit { html, height, .. } = std::mem::take(&mut self.block);
        if !html.is_empty() {
            let class = (height / STEP).round().clamp(1.0, STEPS);
            self.html.push_str(&format!("<div class=\"b k{class}\">\n"));
            self.html.push_str(&html);
            self.html.push_str("</div>\n");
        }
    }

    /// All blocks.
    pub(super) fn finish(mut self) -> String {
        self.close();
        self.html
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_cut_between_units() {
        let mut blocks = Blocks::default();
        for chars in [7000, 4000, 2000, 20_000, 10] {
            let mut unit = Unit { html: format!("<p>{chars}</p>"), ..Unit::default() };
            unit.add(chars, 0.0);
            blocks.push(&unit);
        }
        let html = blocks.finish();
        let blocks: Vec<&str> = html.lines().filter(|line| line.starts_with("<p>")).collect();
        assert_eq!(
            blocks,
            ["<p>7000</p><p>4000</p></div>", "<p>2000</p></div>", "<p>20000</p></div>", "<p>10</p></div>"]
        );
        let classes: Vec<&str> = html.lines().filter(|line| line.starts_with("<div")).collect();
        assert_eq!(classes[..2], ["<div class=\"b k37\">", "<div class=\"b k7\">"]);
        assert_eq!(classes[2], "<div class=\"b k60\">");
    }

    #[test]
    fn blocks_are_no_higher_than_their_highest_class() {
        let mut blocks = Blocks::default();
        for _ in 0..400 {
            let mut unit = Unit { html: "<p>upph. 3 §</p>".to_owned(), ..Unit::default() };
            unit.add(10, 0.5);
            blocks.push(&unit);
        }
        let html = blocks.finish();
        // 400 paragraphs of 2.375 rem are 950 rem.
        assert_eq!(html.matches("<div class=\"b k60\">").count(), 1, "{html}");
        assert_eq!(html.matches("<div class=\"b k59\">").count(), 1, "{html}");
    }

    #[test]
    fn the_cells_of_a_row_share_its_width() {
        let mut unit = Unit::default();
        unit.add_row(&[10, 100, 0]);
        assert_eq!(unit.chars, 110);
        // 100 characters in a third of the width are four lines.
        assert!((unit.height - (4.0 * TABLE_LINE_HEIGHT + TABLE_SPACE)).abs() < 0.01, "{}", unit.height);
    }
}
