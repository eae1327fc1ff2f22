//! A text cut into the cells that it was flattened from.

use std::ops::Range;

use crate::event::{LinkedText, OwnedPiece};
use crate::markdown::inline::pieces;

/// A cell of a flattened text: words with single blanks between them, and the stretches of them that are links.
#[derive(Clone, Debug, Default)]
pub(super) struct Cell {
    pub(super) words: String,
    links: Vec<(Range<usize>, String)>,
}

impl Cell {
    /// A text as one cell.
    fn of(text: &LinkedText<'_>) -> Self {
        let mut cell = Self::default();
        for piece in pieces(text) {
            let from = cell.words.len();
            cell.words.push_str(&piece.text);
            if let Some(uri) = piece.uri {
                cell.links.push((from..cell.words.len(), uri.to_owned()));
            }
        }
        cell
    }

    /// The words in a range of bytes, without blanks at the ends, with their links.
    pub(super) fn text<'a>(&self, range: Range<usize>) -> LinkedText<'a> {
        let range = trimmed(&self.words, range);
        let mut found: Vec<OwnedPiece> = Vec::new();
        let mut at = range.start;
        let first = self.links.partition_point(|(link, _)| link.end <= range.start);
        for (link, uri) in self.links[first..].iter().take_while(|(link, _)| link.start < range.end) {
            let (from, to) = (link.start.max(range.start), link.end.min(range.end));
            if at < from {
                found.push(OwnedPiece::new(&self.words[at..from], None));
            }
            found.push(OwnedPiece::new(&self.words[from..to], Some(uri)));
            at = to;
        }
        if at < range.end {
            found.push(OwnedPiece::new(&self.words[at..range.end], None));
        }
        LinkedText::of_pieces(found)
    }

    /// All words, with their links.
    pub(super) fn whole<'a>(&self) -> LinkedText<'a> {
        self.text(0..self.words.len())
    }

    /// The cells between the cuts, in one pass over the text.
    fn cut(self, cuts: impl IntoIterator<Item = Range<usize>>) -> Vec<Self> {
        let mut cells = Vec::new();
        let mut links = self.links.into_iter().peekable();
        let end = self.words.len();
        let mut from = 0;
        for cut in cuts.into_iter().chain(std::iter::once(end..end)) {
            let range = trimmed(&self.words, from..cut.start);
            let mut cell = Self { words: self.words[range.clone()].to_owned(), links: Vec::new() };
            while let Some((link, uri)) = links.next_if(|(link, _)| link.start < cut.start) {
                let inside = link.start.max(range.start)..link.end.min(range.end);
                if inside.start < inside.end {
                    cell.links.push((inside.start - range.start..inside.end - range.start, uri));
                }
            }
            cells.push(cell);
            from = cut.end;
        }
        cells
    }
}

/// The cells of a row that was flattened with ` | ` between them.
pub(super) fn cells_of_row(text: &LinkedText<'_>) -> Vec<Cell> {
    let cell = Cell::of(text);
    let is_cut = |at: &usize| {
        let (before, after) = (&cell.words[..*at], &cell.words[at + 1..]);
        (before.is_empty() || before.ends_with(' ')) && (after.is_empty() || after.starts_with(' '))
    };
    let cuts: Vec<_> =
        cell.words.match_indices('|').map(|(at, _)| at).filter(is_cut).map(|at| at..at + 1).collect();
    cell.cut(cuts)
}

/// The cells of a text between all its `|`.
pub(super) fn cells_between_bars(text: &LinkedText<'_>) -> Vec<Cell> {
    let cell = Cell::of(text);
    let cuts: Vec<_> = cell.words.match_indices('|').map(|(at, _)| at..at + 1).collect();
    cell.cut(cuts)
}

/// A range without the blanks at its ends.
fn trimmed(words: &str, range: Range<usize>) -> Range<usize> {
    let part = &words[range.clone()];
    let from = range.start + (part.len() - part.trim_start().len());
    from..from + part.trim().len()
}

#[cfg(test)]
mod tests {
    use super::{cells_between_bars, cells_of_row};
    use crate::event::{LinkedText, OwnedPiece};

    #[test]
    fn a_row_is_cut_at_its_bars_and_keeps_its_links() {
        let uri = Some("https://lag.example/a#1");
        let text = LinkedText::of_pieces(vec![
            OwnedPiece::new("(a)  | see ", None),
            OwnedPiece::new("Article 1", uri),
            OwnedPiece::new(" | ", None),
            OwnedPiece::new("Article 2", uri),
            OwnedPiece::new(", |x| |", None),
        ]);
        let cells = cells_of_row(&text);
        let words: Vec<_> = cells.iter().map(|cell| cell.words.as_str()).collect();
        assert_eq!(words, ["(a)", "see Article 1", "Article 2, |x|", ""]);
        let second = cells[1].whole();
        let pieces: Vec<_> = second.pieces().collect();
        assert_eq!(pieces, [("see ", None), ("Article 1", Some("https://lag.example/a#1"))]);
        let part = cells[1].text(0..9);
        assert_eq!(
            part.pieces().collect::<Vec<_>>(),
            [("see ", None), ("Artic", Some("https://lag.example/a#1"))]
        );
        assert_eq!(cells[2].whole().pieces().next(), Some(("Article 2", Some("https://lag.example/a#1"))));
    }

    #[test]
    fn bars_without_blanks_cut_too() {
        let cells = cells_between_bars(&"|a|b | c|".into());
        assert_eq!(cells.iter().map(|cell| cell.words.as_str()).collect::<Vec<_>>(), ["", "a", "b", "c", ""]);
    }
}
