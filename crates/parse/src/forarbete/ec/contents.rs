//! The list of contents: what it says of sections, and its lines, which are no text.

use super::page::{Cell, Heading, Line, Pages, Span};

/// A line of the list of contents.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Entry {
    /// The number (`4.2`), if it has one.
    pub(super) num: Option<String>,
    pub(super) title: String,
    /// The page that the line leads to.
    pub(super) target: Option<u32>,
}

/// The headings of a list of contents.
const TITLES: [&str; 2] = ["Innehållsförteckning", "Innehåll"];

/// Takes the list of contents out of the pages: its entries, and its words.
pub(super) fn take(pages: &mut Pages) -> (Vec<Entry>, String) {
    let mut entries: Vec<Entry> = Vec::new();
    let mut taken = String::new();
    let mut inside = false;
    for page in &mut pages.pages {
        let first = match page.lines.iter().position(is_title) {
            Some(at) => Some(at),
            None => inside.then_some(0),
        };
        let Some(first) = first else { continue };
        let is_of_list = |line: &Line| is_entry(line);
        let Some(last) = page.lines.iter().rposition(is_of_list).filter(|last| *last >= first) else {
            if inside {
                inside = false;
            }
            continue;
        };
        inside = true;
        for line in page.lines.drain(first..=last) {
            let text = line.text();
            taken.push_str(&text);
            taken.push('\n');
            if !is_title(&line) {
                add(&mut entries, &line, &text);
            }
        }
    }
    entries.retain(|entry| !entry.title.is_empty());
    (entries, taken)
}

fn is_title(line: &Line) -> bool {
    TITLES.contains(&line.text().trim())
}

/// Whether a line has the dots of a list of contents, or leads to a page.
fn is_entry(line: &Line) -> bool {
    let text = line.text();
    text.contains(".....")
        || line.cells.iter().any(|cell| cell.target.is_some() && cell.text().trim().len() > 3)
}

/// Adds a line to the entries: it begins one, or goes on with the last.
fn add(entries: &mut Vec<Entry>, line: &Line, text: &str) {
    let target = line.cells.iter().filter_map(|cell| cell.target).next_back();
    let (title, page) = without_dots(text);
    let (num, rest) = number(&title);
    let is_appendix = title.starts_with("Bilaga");
    let is_whole = entries.last().is_none_or(|entry: &Entry| entry.target.is_some());
    if num.is_some() || is_appendix || is_whole {
        entries.push(Entry { num, title: rest.to_owned(), target: page });
    } else if let Some(last) = entries.last_mut() {
        let hyphen = last.title.ends_with('-');
        if !hyphen && !last.title.is_empty() {
            last.title.push(' ');
        }
        last.title.push_str(rest);
        last.target = page;
    }
    // Dots without a number: the page that the line leads to.
    let has_dots = text.contains("....");
    if let Some(last) = entries.last_mut().filter(|last| last.target.is_none() && has_dots) {
        last.target = target;
    }
}

/// A line without its dots, and the page after them.
fn without_dots(text: &str) -> (String, Option<u32>) {
    let text = text.trim();
    let page_at = text.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let before = text[..page_at].trim_end();
    let page = text[page_at..].parse().ok().filter(|_| before.ends_with('.') || page_at < text.len());
    let has_dots = before.contains("...") || before.contains(" ..");
    if has_dots || before.ends_with('.') && page.is_some() {
        return (before.trim_end_matches(['.', ' ']).to_owned(), page);
    }
    // The dots may have no place after a long title.
    match page.filter(|_| !before.is_empty() && page_at < text.len() && before.len() < text.len() - 1) {
        Some(page) if text[..page_at].ends_with(' ') => (before.to_owned(), Some(page)),
        _ => (text.to_owned(), None),
    }
}

/// The number of a section that a text begins with, and the rest.
pub(super) fn number(text: &str) -> (Option<String>, &str) {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let num = text[..end].trim_end_matches('.');
    let parts: Vec<&str> = num.split('.').collect();
    let is_number =
        !num.is_empty() && parts.len() <= 6 && parts.iter().all(|part| (1..=2).contains(&part.len()));
    let follows = text[end..].chars().next();
    let is_free = follows.is_none_or(|c| c.is_whitespace() || c.is_alphabetic());
    let is_dated = text[end..].trim_start().starts_with('§') || text[end..].trim_start().starts_with("kap.");
    if is_number && is_free && !is_dated && !parts.iter().any(|part| part.starts_with('0')) {
        (Some(num.to_owned()), text[end..].trim_start())
    } else {
        (None, text)
    }
}

/// The greatest number of lines of a heading.
const MOST_LINES: usize = 5;

/// Marks the lines that are the headings of the entries. Returns how many entries with a number have no heading.
pub(super) fn mark_headings(pages: &mut Pages, entries: &[Entry]) -> Vec<String> {
    /// The greatest number of lines that are compared, over all entries. Real documents take a twentieth.
    const MOST_COMPARED: usize = 2_000_000;
    let mut lost = Vec::new();
    let mut from = (0, 0);
    let mut compared = 0;
    for entry in entries {
        if compared > MOST_COMPARED {
            lost.extend(entry.num.clone());
            continue;
        }
        let Some(target) = entry.target else { continue };
        let first = pages.pages.iter().position(|page| page.number == target);
        let found = first.and_then(|first| {
            // The list is sometimes a page off.
            let near = [first, first + 1, first.wrapping_sub(1)];
            let mut places = near.iter().filter_map(|at| pages.pages.get(*at).map(|page| (*at, &page.lines)));
            places.find_map(|(at, lines)| {
                let start = if at == from.0 { from.1 } else { 0 };
                compared += lines.len() * MOST_LINES;
                (at >= from.0).then(|| heading_at(lines, start, entry)).flatten().map(|range| (at, range))
            })
        });
        match found {
            Some((at, range)) => {
                from = (at, range.start + 1);
                if let Some(page) = pages.pages.get_mut(at) {
                    merge(&mut page.lines, range, entry);
                }
            }
            None => lost.extend(entry.num.as_ref().map(|num| format!("{num} {}", entry.title))),
        }
    }
    lost
}

/// The letters and digits of a text, in lower case.
fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The lines that are the heading of an entry.
fn heading_at(lines: &[Line], start: usize, entry: &Entry) -> Option<std::ops::Range<usize>> {
    let num = entry.num.as_deref().unwrap_or_default();
    let wanted = letters(&format!("{num}{}", entry.title));
    let bare = letters(&entry.title);
    let exact = (start..lines.len()).find_map(|at| {
        let mut text = String::new();
        for (count, line) in lines.get(at..)?.iter().take(MOST_LINES).enumerate() {
            if line.heading.is_some() {
                return None;
            }
            text.push_str(&letters(&line.text()));
            if text == wanted
                || num.is_empty() && !bare.is_empty() && text.ends_with(&bare) && is_appendix(&text, &bare)
            {
                return Some(at..at + count + 1);
            }
            if text.len() > wanted.len() + 12 || count == 0 && text.is_empty() {
                return None;
            }
        }
        None
    });
    exact.or_else(|| {
        // The title is not quite the same: the number alone, in larger type.
        let is_like = |line: &Line| {
            let text = line.text();
            let (found, rest) = number(&text);
            let size = line.spans().map(|span| span.font.size).max().unwrap_or_default();
            let begins = letters(rest);
            let same = begins.chars().zip(bare.chars()).take_while(|(a, b)| a == b).count();
            found.as_deref() == Some(num) && line.heading.is_none() && (same >= 8 || size >= 13 && same >= 1)
        };
        let at = (start..lines.len()).find(|at| !num.is_empty() && lines.get(*at).is_some_and(is_like))?;
        // Lines of the same type belong to it.
        let size = |line: &Line| line.spans().map(|span| span.font.size).min();
        let more = lines[at + 1..].iter().take(MOST_LINES - 1).take_while(|line| {
            size(line).is_some_and(|own| own >= 13 && Some(own) == size(&lines[at]))
                && number(&line.text()).0.is_none()
        });
        Some(at..at + 1 + more.count())
    })
}

/// Whether only the name of an appendix stands before a title.
fn is_appendix(text: &str, title: &str) -> bool {
    let before = &text[..text.len() - title.len()];
    before.is_empty()
        || before
            .strip_prefix("bilaga")
            .is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Makes one line of the lines of a heading.
fn merge(lines: &mut Vec<Line>, range: std::ops::Range<usize>, entry: &Entry) {
    let mut merged: Option<Line> = None;
    for line in lines.drain(range.clone()) {
        let target = merged.get_or_insert_with(|| Line {
            column: line.column,
            cells: vec![Cell::default()],
            heading: Some(Heading { num: entry.num.clone() }),
            ..Line::default()
        });
        let Some(cell) = target.cells.first_mut() else { continue };
        for of_line in line.filled() {
            if !cell.spans.is_empty() {
                cell.spans.push(Span { text: "\n".to_owned(), ..Span::default() });
            }
            cell.spans.extend(of_line.spans.iter().cloned());
        }
    }
    if let Some(line) = merged {
        lines.insert(range.start, line);
    }
}
