//! Blocks: a long text cut at provisions, headings and printed pages, with an estimate of the height of each. Texts outside any
//! provision that are longer than a block, such as recitals, are cut between paragraphs too.

/// Characters of a block. A unit that is longer, such as a long provision, is a block by itself.
const MAX_CHARS: usize = 12_000;

/// Characters in a line of the text column.
const LINE: f32 = 70.0;

/// Height of a line, in rem.
const LINE_HEIGHT: f32 = 1.875;

/// Rem of a step of the classes of heights `k1` to `k60`, and how many there are.
const STEP: f32 = 8.0;
const STEPS: f32 = 60.0;

/// What is between two places where the text may be cut.
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
        self.chars >= MAX_CHARS
    }

    /// Counts a paragraph of so many characters, with this much space around it in rem.
    pub(super) fn add(&mut self, chars: usize, space: f32) {
        self.chars += chars;
        self.height += (chars as f32 / LINE).ceil().max(1.0) * LINE_HEIGHT + space;
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
        if self.block.chars > 0 && self.block.chars + unit.chars > MAX_CHARS {
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
            self.html.push_str(&format!("<div class=\"b k{class}\">\n{html}</div>\n"));
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
}
