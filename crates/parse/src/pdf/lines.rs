//! The lines of a page: words on one baseline, in cells where wide gaps part them.

use super::{PdfPage, PdfWords};

/// Words of a line that no wide gap parts.
#[derive(Clone, Debug, Default)]
pub(super) struct Cell {
    pub(super) left: f32,
    pub(super) right: f32,
    pub(super) size: f32,
    pub(super) is_bold: bool,
    pub(super) is_italic: bool,
    pub(super) text: String,
    /// The byte ranges of raised figures in small type: marks of notes.
    pub(super) marks: Vec<std::ops::Range<usize>>,
}

/// A line of a page.
#[derive(Clone, Debug, Default)]
pub(super) struct Line {
    pub(super) baseline: f32,
    pub(super) cells: Vec<Cell>,
}

impl Line {
    /// The words of the line.
    pub(super) fn text(&self) -> String {
        self.cells.iter().map(|cell| cell.text.as_str()).collect::<Vec<_>>().join(" ")
    }

    pub(super) fn size(&self) -> f32 {
        self.cells.iter().map(|cell| cell.size).fold(0.0, f32::max)
    }
}

/// How far baselines of one line may be apart, in parts of the size of the larger type: figures of notes are raised.
const SAME_LINE: f32 = 0.45;

/// A gap between cells, in parts of the size of the type. The gaps of justified lines are smaller.
const CELL_GAP: f32 = 2.0;

/// The lines of a page, from its top.
pub(super) fn lines(page: &PdfPage) -> Vec<Line> {
    let is_placed = |words: &&PdfWords| {
        [words.left, words.right, words.baseline, words.size].iter().all(|at| at.is_finite())
    };
    let mut words: Vec<&PdfWords> = page.words.iter().filter(is_placed).collect();
    words.sort_by(|a, b| a.baseline.total_cmp(&b.baseline).then(a.left.total_cmp(&b.left)));
    let mut found: Vec<(f32, Vec<&PdfWords>)> = Vec::new();
    for word in words {
        match found.last_mut() {
            Some((baseline, line)) if is_of_line(*baseline, line, word) => {
                // The line stands where its largest type does.
                if line.iter().all(|other| other.size < word.size) {
                    *baseline = word.baseline;
                }
                line.push(word);
            }
            _ => found.push((word.baseline, vec![word])),
        }
    }
    found.into_iter().map(|(baseline, words)| line(baseline, words)).collect()
}

fn is_of_line(baseline: f32, line: &[&PdfWords], word: &PdfWords) -> bool {
    let size = line.iter().map(|other| other.size).fold(word.size, f32::max);
    let gap = (word.baseline - baseline).abs();
    // Type of one size stands on one line.
    let limit = if line.iter().any(|other| (other.size - word.size).abs() < 0.5) { 0.2 } else { SAME_LINE };
    gap <= limit * size
}

fn line(baseline: f32, mut words: Vec<&PdfWords>) -> Line {
    words.sort_by(|a, b| a.left.total_cmp(&b.left));
    let largest = words.iter().map(|word| word.size).fold(0.0, f32::max);
    let mut cells: Vec<Cell> = Vec::new();
    for word in words {
        let is_mark = is_mark(word, baseline, largest);
        let gap = cells.last().map(|cell| (word.left - cell.right) / largest.max(1.0));
        match (cells.last_mut(), gap) {
            (Some(cell), Some(gap)) if gap < CELL_GAP || begins_paragraph(&cell.text) => {
                if gap > 0.12 {
                    cell.text.push(' ');
                }
                let start = cell.text.len();
                cell.text.push_str(&word.text);
                if is_mark {
                    cell.marks.push(start..cell.text.len());
                } else {
                    cell.is_bold &= word.is_bold;
                    cell.is_italic &= word.is_italic;
                }
                cell.size = cell.size.max(word.size);
                cell.right = cell.right.max(word.right);
            }
            _ => cells.push(Cell {
                left: word.left,
                right: word.right,
                size: word.size,
                is_bold: word.is_bold,
                is_italic: word.is_italic,
                text: word.text.clone(),
                marks: is_mark.then_some(0..word.text.len()).into_iter().collect(),
            }),
        }
    }
    Line { baseline, cells }
}

/// Whether words are the mark of a note: a raised number in small type.
fn is_mark(word: &PdfWords, baseline: f32, largest: f32) -> bool {
    const LONGEST: usize = 3;
    let is_number = word.text.len() <= LONGEST && word.text.bytes().all(|byte| byte.is_ascii_digit());
    is_number && word.size < largest * 0.8 && baseline - word.baseline > 0.15 * largest
}

/// Whether words are what a paragraph or an item begins with: `12.`, `a)`, a dash.
fn begins_paragraph(text: &str) -> bool {
    const LONGEST: usize = 5;
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()) && !text.is_empty();
    let number = text.strip_suffix(['.', ')']).unwrap_or_default();
    let is_letter = number.chars().count() == 1 && number.chars().all(char::is_alphabetic);
    text.len() <= LONGEST && (is_number(number) || is_letter || matches!(text, "–" | "-" | "•" | "·" | "—"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(left: f32, right: f32, baseline: f32, size: f32, text: &str) -> PdfWords {
        PdfWords { left, right, baseline, size, text: text.to_owned(), ..PdfWords::default() }
    }

    #[test]
    fn words_on_one_baseline_are_a_line() {
        let page = PdfPage {
            words: vec![
                words(300.0, 340.0, 100.0, 12.0, "Mål nr"),
                words(72.0, 120.0, 100.0, 12.0, "FÅRETS DOM"),
                words(72.0, 90.0, 120.0, 12.0, "12."),
                words(120.0, 200.0, 120.0, 12.0, "Får"),
                words(200.0, 204.0, 115.0, 7.0, "3"),
                words(207.0, 230.0, 120.1, 12.0, "är"),
            ],
            ..PdfPage::default()
        };
        let found = lines(&page);
        let texts: Vec<Vec<&str>> =
            found.iter().map(|line| line.cells.iter().map(|cell| cell.text.as_str()).collect()).collect();
        assert_eq!(texts, [vec!["FÅRETS DOM", "Mål nr"], vec!["12. Får3 är"]]);
        assert_eq!(found[1].cells[0].marks.first(), Some(&(8..9)));
    }
}
