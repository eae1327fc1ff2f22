//! Where quotes stand in a text: in quotation marks, and in blocks of lines that begin with `>`.
//!
//! Each list of places is made once for a text, so a mark that nothing closes costs one search in a list.

use std::ops::Range;

use crate::steps::{StepBudget, Stopped};

/// Characters of the longest quote that is compared. What stands in quotation marks and is longer is no quote; a block is one.
pub const MAX_QUOTE_CHARS: usize = 10_000;

/// A quote with what marks it.
#[derive(Clone, Debug)]
pub(crate) struct Span {
    pub(crate) outer: Range<usize>,
    pub(crate) inner: Range<usize>,
    pub(crate) is_block: bool,
}

/// The quotes of a text, in reading order.
pub(crate) fn spans(text: &str, steps: &StepBudget) -> Result<Vec<Span>, Stopped> {
    let blocks = blocks(text, steps)?;
    let mut spans = marked(text, &blocks, steps)?;
    spans.extend(blocks.into_iter().map(|block| Span { outer: block.clone(), inner: block, is_block: true }));
    spans.sort_by_key(|span| span.outer.start);
    Ok(spans)
}

/// The lines of a range, without their ends.
pub(crate) fn lines<'t>(text: &'t str, range: &Range<usize>) -> impl Iterator<Item = Range<usize>> + use<'t> {
    let start = range.start;
    let mut at = start;
    text[range.clone()].split('\n').map(move |line| {
        let place = at..at + line.len();
        at = place.end + 1;
        place
    })
}

/// A line of a block without `>`.
pub(crate) fn without_mark(text: &str, line: Range<usize>) -> Range<usize> {
    let words = &text[line.clone()];
    let rest = words.trim_start_matches([' ', '>']);
    line.start + (words.len() - rest.len())..line.end
}

fn is_block_line(line: &str) -> bool {
    let rest = line.trim_start_matches(' ');
    line.len() - rest.len() <= 3 && rest.starts_with('>')
}

/// The blocks of a text.
fn blocks(text: &str, steps: &StepBudget) -> Result<Vec<Range<usize>>, Stopped> {
    let mut blocks: Vec<Range<usize>> = Vec::new();
    for line in lines(text, &(0..text.len())) {
        steps.spend(line.len() / 8 + 1)?;
        if !is_block_line(&text[line.clone()]) {
            continue;
        }
        match blocks.last_mut() {
            Some(block) if block.end + 1 == line.start => block.end = line.end,
            _ => blocks.push(line),
        }
    }
    Ok(blocks)
}

/// The marks that open a quote, each with those that close it.
const MARKS: [(char, &[char]); 7] = [
    ('”', &['”']),
    ('"', &['"']),
    ('“', &['”', '“']),
    ('„', &['”', '“']),
    ('»', &['»', '«']),
    ('«', &['»']),
    ('‘', &['’']),
];

/// A place in a text: its offset, and how many characters stand before it.
#[derive(Clone, Copy)]
struct Place {
    at: usize,
    chars: usize,
}

/// The places of a text by which a quote ends or does not.
#[derive(Default)]
struct Ends {
    /// For each mark of [`MARKS`] where a quote that it opened may close.
    closing: [Vec<Place>; MARKS.len()],
    /// Where another quote begins with the mark, so that the one before had no end.
    opening: [Vec<Place>; MARKS.len()],
    /// The ends of empty lines, which no quote goes over.
    empty: Vec<Place>,
}

impl Ends {
    fn of(text: &str, steps: &StepBudget) -> Result<Self, Stopped> {
        let mut ends = Self::default();
        let mut before: Option<char> = None;
        let mut line_is_empty = false;
        let mut rest = text.char_indices().enumerate().peekable();
        while let Some((chars, (at, c))) = rest.next() {
            steps.spend(1)?;
            let after = rest.peek().map(|(_, (_, after))| *after);
            let place = Place { at, chars };
            if c == '\n' {
                if line_is_empty {
                    ends.empty.push(place);
                }
                line_is_empty = true;
            } else if !c.is_whitespace() {
                line_is_empty = false;
            }
            let follows_word = before.is_some_and(|before| !before.is_whitespace());
            let may_close = follows_word && !after.is_some_and(char::is_alphanumeric);
            let may_open =
                before.is_some_and(char::is_whitespace) && after.is_some_and(|after| !after.is_whitespace());
            if !c.is_ascii() || c == '"' {
                for (mark, (open, close)) in MARKS.iter().enumerate() {
                    if may_close && close.contains(&c) {
                        ends.closing[mark].push(place);
                    }
                    if may_open && *open == c {
                        ends.opening[mark].push(place);
                    }
                }
            }
            before = Some(c);
        }
        Ok(ends)
    }

    /// Where the quote ends that a mark opens.
    fn close(&self, mark: usize, open: Place) -> Option<usize> {
        let next =
            |places: &[Place]| places.get(places.partition_point(|place| place.at <= open.at)).copied();
        let close = next(&self.closing[mark])?;
        let is_before = |other: Option<Place>| other.is_some_and(|other| other.at < close.at);
        let is_long = close.chars - open.chars - 1 > MAX_QUOTE_CHARS;
        let is_open = !is_long && !is_before(next(&self.opening[mark])) && !is_before(next(&self.empty));
        is_open.then_some(close.at)
    }
}

/// The quotes in quotation marks outside blocks.
fn marked(text: &str, blocks: &[Range<usize>], steps: &StepBudget) -> Result<Vec<Span>, Stopped> {
    let ends = Ends::of(text, steps)?;
    let mut spans = Vec::new();
    let mut chars = text.char_indices().enumerate().peekable();
    let mut before = None;
    let mut blocks = blocks.iter().peekable();
    while let Some((number, (at, c))) = chars.next() {
        steps.spend(1)?;
        while blocks.next_if(|block| block.end <= at).is_some() {}
        let is_in_block = blocks.peek().is_some_and(|block| block.start <= at);
        let mark = MARKS.iter().position(|(open, _)| *open == c);
        if let Some(mark) = mark.filter(|_| !is_in_block && is_opening(text, at + c.len_utf8(), before))
            && let Some(close) = ends.close(mark, Place { at, chars: number })
        {
            let inner = at + c.len_utf8()..close;
            let end = close + text[close..].chars().next().map_or(1, char::len_utf8);
            spans.push(Span { outer: at..end, inner, is_block: false });
            while chars.next_if(|(_, (at, _))| *at < end).is_some() {
                steps.spend(1)?;
            }
            before = text[..end].chars().next_back();
            continue;
        }
        before = Some(c);
    }
    Ok(spans)
}

fn is_opening(text: &str, after: usize, before: Option<char>) -> bool {
    let is_apart = before.is_none_or(|c| !c.is_alphanumeric() && !matches!(c, '.' | ',' | '!' | '?' | ')'));
    is_apart && text[after..].chars().next().is_some_and(|c| !c.is_whitespace())
}
