//! Running heads and folios, which are no text.
//!
//! The head of a page names the document, in an appendix also the appendix. It stands alone, as a cell of a row, or glued to the first
//! words of the page, where it ends the first line. A report prints its part there too, in capitals. The folio is a lone number.

use std::collections::HashMap;

use super::page::{Cell, Line, Pages, Span, usual_size};

/// The number of pages that a text must stand at the head or foot of, to be a running head.
const REPEATED: usize = 3;
/// The number of pages within which it must stand so often: each of them, or every second one.
const SPREAD: usize = 4;
/// The greatest length of a running head, in bytes.
const LONGEST: usize = 90;
/// The number of lines from either end of a page, or from the top of a column, among which its head stands.
const EDGE: usize = 4;

/// Takes running heads and folios out of the pages, and returns what was taken. `head` is how pages name the document.
pub(super) fn take(pages: &mut Pages, head: &str) -> String {
    let mut taken = String::new();
    let appendices = take_named(pages, head, &mut taken);
    let offset = folio_offset(pages);
    take_folios(pages, offset, &mut taken);
    take_repeated(pages, &mut taken);
    take_inner_folios(pages, &mut taken);
    mark_appendices(pages, appendices, &mut taken);
    for page in &mut pages.pages {
        page.lines.retain(|line| line.table.is_some() || !line.is_empty());
    }
    taken
}

/// An appendix that a page names at its head.
struct Appendix {
    page: usize,
    name: String,
}

/// Takes the heads that name the document. Returns the appendices named beside them.
fn take_named(pages: &mut Pages, head: &str, taken: &mut String) -> Vec<Appendix> {
    let mut appendices = Vec::new();
    for (at, page) in pages.pages.iter_mut().enumerate() {
        // The appendix stands on the next line of the same column.
        let mut after_head: Option<u32> = None;
        let mut column = None;
        let mut depth = 0;
        let last = page.lines.len().saturating_sub(EDGE);
        for index in 0..page.lines.len() {
            let Some(line) = page.lines.get_mut(index) else { continue };
            depth = if column == Some(line.column) { depth + 1 } else { 0 };
            column = Some(line.column);
            let is_edge = depth < EDGE || index >= last;
            if let Some(of_head) = after_head.take()
                && of_head == line.column
                && let Some(name) = take_appendix(line)
            {
                appendices.push(Appendix { page: at, name });
                continue;
            }
            let is_title = at == 0 && index < 2;
            if is_title {
                continue;
            }
            for cell in &mut line.cells {
                let first = is_edge.then_some(depth == 0);
                let Some(found) = take_from_cell(cell, head, first, taken) else { continue };
                match found {
                    Found::Alone => after_head = Some(line.column),
                    Found::Appendix(name) => appendices.push(Appendix { page: at, name }),
                    Found::Glued => {}
                }
            }
        }
    }
    appendices
}

/// How a head stood in a cell.
enum Found {
    /// Nothing else was in the cell.
    Alone,
    /// The name of an appendix was beside it.
    Appendix(String),
    /// Other words are left in the cell.
    Glued,
}

/// Takes a head from a cell. `first` tells whether the cell is the first of its column; None if it is not at an edge of the page, where
/// text boxes may stand before what is printed above them.
fn take_from_cell(cell: &mut Cell, head: &str, first: Option<bool>, taken: &mut String) -> Option<Found> {
    const FIRST_LINE: usize = 160;
    let is_first = first == Some(true);
    let text = cell.text();
    let at = text.find(head)?;
    let end = at + head.len();
    // `Prop. 2018/19:12` is not the head of 2018/19:127.
    if text[end..].starts_with(|c: char| c.is_alphanumeric()) {
        return None;
    }
    let before = text[..at].trim();
    let after = text[end..].trim();
    let is_edge = before.is_empty() || after.is_empty() || is_first && at < FIRST_LINE;
    if !is_edge || before.ends_with('(') || before.ends_with("proposition") || before.ends_with("skrivelse") {
        return None;
    }
    // A report names its part in capitals beside its number.
    let beside = format!("{before}{after}");
    let is_part = !beside.is_empty() && beside.len() <= LONGEST && !beside.chars().any(char::is_lowercase);
    let named = appendix_name(&text[end..]);
    let (until, found) = match named {
        _ if beside.is_empty() => (text.len(), Found::Alone),
        Some(len) => (end + len, Found::Appendix(text[end..end + len].trim().to_owned())),
        None if is_part && is_first && beside.chars().filter(|c| c.is_alphabetic()).count() > 3 => {
            note(taken, &text);
            cell.spans.clear();
            return Some(Found::Glued);
        }
        None => (end, Found::Glued),
    };
    note(taken, head);
    // Words on both sides were two lines.
    let is_inside = !before.is_empty() && !text[until..].trim().is_empty();
    cut(&mut cell.spans, at, until, is_inside);
    Some(found)
}

/// The length of `Bilaga 3` at the beginning of a text, with blanks before it; nothing but a blank may follow.
fn appendix_name(text: &str) -> Option<usize> {
    let blanks = text.len() - text.trim_start().len();
    let rest = text.trim_start().strip_prefix("Bilaga")?;
    let number = rest.trim_start();
    let digits = number.find(|c: char| !c.is_ascii_digit()).unwrap_or(number.len());
    if digits == 0 || digits > 2 {
        return rest.trim().is_empty().then_some(text.len());
    }
    let after = &number[digits..];
    let is_whole = after.is_empty() || after.starts_with(char::is_whitespace);
    is_whole.then(|| blanks + "Bilaga".len() + (rest.len() - number.len()) + digits)
}

/// Takes the name of an appendix that is a cell by itself.
fn take_appendix(line: &mut Line) -> Option<String> {
    for cell in &mut line.cells {
        let text = cell.text();
        let text = text.trim();
        if !text.is_empty() && appendix_name(text) == Some(text.len()) {
            let name = text.to_owned();
            cell.spans.clear();
            return Some(name);
        }
        if let Some(len) = appendix_name(text).filter(|_| cell.indent == 0) {
            let name = text[..len].to_owned();
            let start = cell.text().len() - cell.text().trim_start().len();
            cut(&mut cell.spans, start, start + len, false);
            return Some(name);
        }
    }
    None
}

/// The first page of an appendix keeps its name, before its first line; the others lose it.
fn mark_appendices(pages: &mut Pages, appendices: Vec<Appendix>, taken: &mut String) {
    let mut last = String::new();
    for appendix in appendices {
        if appendix.name == last {
            note(taken, &appendix.name);
            continue;
        }
        let Some(page) = pages.pages.get_mut(appendix.page) else { continue };
        let first =
            page.lines.iter_mut().flat_map(|line| line.cells.iter_mut()).find(|cell| !cell.is_empty());
        match first.and_then(|cell| cell.spans.iter_mut().find(|span| !span.text.trim().is_empty())) {
            Some(span) => span.text = format!("{} {}", appendix.name, span.text.trim_start()),
            None => note(taken, &appendix.name),
        }
        last = appendix.name;
    }
}

/// Removes bytes from spans. A line end takes their place if words stand on both sides.
fn cut(spans: &mut [Span], from: usize, until: usize, leaves_line_end: bool) {
    let mut at = 0;
    let mut marked = !leaves_line_end;
    for span in spans {
        let len = span.text.len();
        let (start, end) = (from.clamp(at, at + len) - at, until.clamp(at, at + len) - at);
        at += len;
        if start >= end {
            continue;
        }
        let mark = if std::mem::replace(&mut marked, true) { "" } else { "\n" };
        span.text.replace_range(start..end, mark);
    }
}

fn note(taken: &mut String, text: &str) {
    taken.push_str(text);
    taken.push('\n');
}

/// The number that a text is, if it is nothing else.
fn lone_number(text: &str) -> Option<i64> {
    let text = text.trim();
    let is_number = !text.is_empty() && text.len() <= 4 && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().ok()).flatten()
}

/// How much greater printed folios are than the numbers of pages, by most of the pages.
fn folio_offset(pages: &Pages) -> i64 {
    let mut counts: HashMap<i64, usize> = HashMap::new();
    for page in &pages.pages {
        let cells = page.lines.iter().flat_map(|line| line.cells.iter());
        let mut numbers: Vec<i64> = cells
            .filter_map(|cell| lone_number(&cell.text()))
            .map(|number| number - i64::from(page.number))
            .collect();
        numbers.sort_unstable();
        numbers.dedup();
        for offset in numbers {
            *counts.entry(offset).or_default() += 1;
        }
    }
    let best =
        counts.into_iter().max_by_key(|(offset, count)| (*count, std::cmp::Reverse(offset.abs()), *offset));
    best.filter(|(_, count)| *count >= 2).map_or(0, |(offset, _)| offset)
}

/// Takes the folios, and gives each page its printed number.
fn take_folios(pages: &mut Pages, offset: i64, taken: &mut String) {
    for page in &mut pages.pages {
        let folio = i64::from(page.number) + offset;
        page.number = u32::try_from(folio).unwrap_or(page.number);
        let is_folio = |cell: &Cell| lone_number(&cell.text()) == Some(folio);
        let count = page.lines.len();
        // The last such number, unless the first line of a column is one.
        let mut found: Option<(usize, usize)> = None;
        let mut edge = usize::MAX;
        for (row, line) in page.lines.iter().enumerate() {
            for (at, _) in line.cells.iter().enumerate().filter(|(_, cell)| is_folio(cell)) {
                let is_alone = line.filled().count() == 1;
                let depth = row.min(count - 1 - row) * 2 + usize::from(!is_alone);
                if depth <= edge {
                    (edge, found) = (depth, Some((row, at)));
                }
            }
        }
        let is_near = |row: usize, line: &Line| line.table.is_none() || row < EDGE || count - row <= EDGE + 2;
        if let Some((row, at)) = found
            && let Some(line) = page.lines.get_mut(row)
            && is_near(row, line)
            && let Some(cell) = line.cells.get_mut(at)
        {
            note(taken, &cell.text());
            cell.spans.clear();
        }
    }
}

/// Takes lines that stand at the head or foot of several pages near each other, such as the name of a part.
fn take_repeated(pages: &mut Pages, taken: &mut String) {
    let mut seen: HashMap<String, Vec<usize>> = HashMap::new();
    for (at, page) in pages.pages.iter().enumerate() {
        let size = usual_size(&page.lines);
        for line in edges(&page.lines) {
            if let Some(key) = page.lines.get(line).and_then(|line| repeated_key(line, size)) {
                seen.entry(key).or_default().push(at);
            }
        }
    }
    seen.retain(|_, on| {
        on.dedup();
        on.windows(REPEATED).any(|near| near[REPEATED - 1] - near[0] <= SPREAD)
    });
    for page in &mut pages.pages {
        let size = usual_size(&page.lines);
        let count = page.lines.len();
        for (at, line) in page.lines.iter_mut().enumerate() {
            let is_edge = at < EDGE || count - at <= EDGE;
            if is_edge && repeated_key(line, size).is_some_and(|key| seen.contains_key(&key)) {
                note(taken, &line.text());
                for cell in &mut line.cells {
                    cell.spans.clear();
                }
            }
        }
    }
}

/// Takes the folios of a document within the document: lone numbers at the edges of several pages that grow with the pages.
fn take_inner_folios(pages: &mut Pages, taken: &mut String) {
    let lone_in = |line: &Line| line.filled().count().eq(&1).then(|| lone_number(&line.text())).flatten();
    let mut counts: HashMap<i64, usize> = HashMap::new();
    for page in &pages.pages {
        let numbers = edges(&page.lines).into_iter().filter_map(|at| page.lines.get(at).and_then(lone_in));
        for number in numbers {
            *counts.entry(number - i64::from(page.number)).or_default() += 1;
        }
    }
    for page in &mut pages.pages {
        for at in edges(&page.lines) {
            let Some(line) = page.lines.get_mut(at) else { continue };
            let offset = lone_in(line).map(|number| number - i64::from(page.number));
            if offset.is_some_and(|offset| counts.get(&offset).is_some_and(|count| *count >= REPEATED)) {
                note(taken, &line.text());
                for cell in &mut line.cells {
                    cell.spans.clear();
                }
            }
        }
    }
}

/// The first and the last line with words.
fn edges(lines: &[Line]) -> Vec<usize> {
    let first = lines.iter().position(|line| !line.is_empty());
    let last = lines.iter().rposition(|line| !line.is_empty());
    let mut edges: Vec<usize> = first.into_iter().chain(last).collect();
    edges.dedup();
    edges
}

/// A line as it is compared with those of other pages, without its numbers; None if it is too long for a head, in larger type than the
/// text, or a sentence.
fn repeated_key(line: &Line, size: i32) -> Option<String> {
    let text = line.text();
    if line.spans().any(|span| span.font.size > size) {
        return None;
    }
    let is_sentence = text.ends_with(['.', ',', ';', ':', '-', '?']);
    let letters: String = text.chars().filter(|c| c.is_alphabetic()).collect();
    let is_capital = letters.chars().next().is_some_and(char::is_uppercase);
    (text.len() <= LONGEST && !is_sentence && is_capital && letters.len() > 2).then_some(letters)
}
