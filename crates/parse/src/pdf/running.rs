//! Takes out what is printed on pages and is no text: running heads, numbers of pages, the letterhead of the court.

use std::collections::HashMap;

use super::lines::Line;

/// The lines at an edge of a page among which running ones are.
const EDGE: usize = 5;

/// Takes the running lines out of the pages.
pub(super) fn take(pages: &mut [Vec<Line>]) {
    for lines in pages.iter_mut() {
        take_letterhead(lines);
    }
    let repeated = repeated(pages);
    for (index, lines) in pages.iter_mut().enumerate() {
        let is_running = |line: &Line| {
            is_number_of_page(&line.text(), index + 1)
                || line.cells.iter().any(|cell| is_named_number(&cell.text))
                || repeated.contains_key(&shape(line))
        };
        let heads = lines.iter().take(EDGE).take_while(|line| is_running(line)).count();
        lines.drain(..heads);
        let feet = lines.iter().rev().take(EDGE).take_while(|line| is_running(line)).count();
        lines.truncate(lines.len() - feet);
    }
}

/// Takes the letterhead: the line `Dok.Id 38099` in the lower part of a page and all below it.
fn take_letterhead(lines: &mut Vec<Line>) {
    const LONGEST: usize = 12;
    let below = lines.len().saturating_sub(LONGEST);
    let is_id = |line: &Line| line.cells.first().is_some_and(|cell| cell.text.starts_with("Dok.Id"));
    if let Some(at) = lines.iter().skip(below).position(is_id) {
        lines.truncate(below + at);
    }
}

/// The words of a line with its figures alike, since numbers of pages differ.
fn shape(line: &Line) -> String {
    let mut shape = String::new();
    for c in line.text().chars().filter(|c| !c.is_whitespace()) {
        let c = if c.is_ascii_digit() { '0' } else { c };
        if !(c == '0' && shape.ends_with('0')) {
            shape.push(c);
        }
    }
    shape
}

/// The lines that stand at the edges of most pages.
fn repeated(pages: &[Vec<Line>]) -> HashMap<String, usize> {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for lines in pages {
        let below = lines.len().saturating_sub(EDGE).max(EDGE.min(lines.len()));
        let mut shapes: Vec<String> = lines.iter().take(EDGE).chain(&lines[below..]).map(shape).collect();
        shapes.sort_unstable();
        shapes.dedup();
        for shape in shapes {
            *counts.entry(shape).or_default() += 1;
        }
    }
    // The first page has a head of its own.
    let least = (pages.len().saturating_sub(1) * 2).div_ceil(3).max(2);
    // Figures alone are numbers of pages or the last words of a sentence.
    counts.retain(|shape, count| *count >= least && shape.contains(char::is_alphabetic));
    counts
}

/// Whether a cell is the number of a page with its word: `Sid 2`. All of its line runs over the pages.
fn is_named_number(text: &str) -> bool {
    text.trim_start().to_lowercase().starts_with("sid") && is_number_of_page(text, 0)
}

/// Whether a line is the number of a page alone: `Sida 1 (18)`; without that word the number that the page has in the file.
fn is_number_of_page(text: &str, page: usize) -> bool {
    let text = text.trim().to_lowercase();
    let named = ["sida", "sid.", "sid"].iter().find_map(|word| text.strip_prefix(word));
    let rest = named.unwrap_or(&text).trim();
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (number, after) = rest.split_at(digits);
    let is_figure = |c: char| c.is_ascii_digit() || matches!(c, '(' | ')' | ' ' | '/');
    let is_this = number.parse().is_ok_and(|number: usize| number == page);
    digits > 0 && after.chars().all(is_figure) && (named.is_some() || is_this)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdf::lines::Cell;

    fn lines(texts: &[&str]) -> Vec<Line> {
        let line = |text: &&str| Line {
            cells: vec![Cell { text: (*text).to_owned(), ..Cell::default() }],
            ..Line::default()
        };
        texts.iter().map(line).collect()
    }

    #[test]
    fn what_runs_over_pages_is_taken() {
        let mut pages = [
            lines(&["Sida 1 (3)", "FÅRDOMSTOLENS DOM", "T 17-30", "Får", "Dok.Id 38", "FÅRDOMSTOLEN Box 7"]),
            lines(&["FÅRDOMSTOLEN T 17-30 Sid 2", "Ull", "1971"]),
            lines(&["FÅRDOMSTOLEN T 17-30 Sid 3", "Horn", "1971 klipptes fåren", "3"]),
        ];
        take(&mut pages);
        let texts: Vec<Vec<String>> =
            pages.iter().map(|page| page.iter().map(Line::text).collect()).collect();
        assert_eq!(
            texts,
            [
                vec!["FÅRDOMSTOLENS DOM", "T 17-30", "Får"],
                vec!["Ull", "1971"],
                vec!["Horn", "1971 klipptes fåren"]
            ]
        );
    }
}
