//! Where quotes stand in a text: in quotation marks, and in blocks of lines that begin with `>`.
//!
//! A quote over several paragraphs has an opening mark before each, and a closing one after the last.
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
    /// The paragraphs of a quote in quotation marks, without the marks.
    pub(crate) paragraphs: Vec<Range<usize>>,
    pub(crate) is_block: bool,
}

/// The most paragraphs of a quote in quotation marks.
const MAX_PARAGRAPHS: usize = 20;

/// The quotes of a text, in reading order.
pub(crate) fn spans(text: &str, steps: &StepBudget) -> Result<Vec<Span>, Stopped> {
    let blocks = blocks(text, steps)?;
    let mut spans = marked(text, &blocks, steps)?;
    let block = |block: Range<usize>| Span {
        outer: block.clone(),
        inner: block,
        paragraphs: Vec::new(),
        is_block: true,
    };
    spans.extend(blocks.into_iter().map(block));
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

/// A mark that opens a quote or goes on with one.
#[derive(Clone, Copy)]
struct Opening {
    place: Place,
    begins_line: bool,
    /// The end of the last word before it.
    words_end: usize,
}

/// How a quote that a mark opens ends.
enum Ending {
    /// By the mark here.
    Closed(usize),
    /// With its paragraph; the next paragraph begins with this mark.
    Continued(Opening),
}

/// The places of a text by which a quote ends or does not.
#[derive(Default)]
struct Ends {
    /// For each mark of [`MARKS`] where a quote that it opened may close.
    closing: [Vec<Place>; MARKS.len()],
    /// Where another quote begins with the mark, so that the one before had no end.
    opening: [Vec<Opening>; MARKS.len()],
    /// The ends of empty lines, which no quote goes over.
    empty: Vec<Place>,
}

impl Ends {
    fn of(text: &str, steps: &StepBudget) -> Result<Self, Stopped> {
        let mut ends = Self::default();
        let mut before: Option<char> = None;
        let mut line_is_empty = false;
        let mut words_end = 0;
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
            }
            let begins_line = line_is_empty && !c.is_whitespace();
            line_is_empty &= c.is_whitespace();
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
                        ends.opening[mark].push(Opening { place, begins_line, words_end });
                    }
                }
            }
            if !c.is_whitespace() {
                words_end = at + c.len_utf8();
            }
            before = Some(c);
        }
        Ok(ends)
    }

    /// How the quote ends that a mark opens; None where it does not end.
    fn ending(&self, mark: usize, open: Place) -> Option<Ending> {
        let next =
            |places: &[Place]| places.get(places.partition_point(|place| place.at <= open.at)).copied();
        let opening = &self.opening[mark];
        let opening = opening.get(opening.partition_point(|other| other.place.at <= open.at));
        let close = next(&self.closing[mark]).map_or(usize::MAX, |close| close.at);
        let empty = next(&self.empty).map_or(usize::MAX, |empty| empty.at);
        if let Some(opening) = opening.filter(|opening| opening.place.at < close) {
            // An empty line may stand between two paragraphs, and not within one.
            let is_next = opening.begins_line && opening.words_end <= empty;
            return is_next.then_some(Ending::Continued(*opening));
        }
        let close = next(&self.closing[mark]).filter(|close| close.at <= empty)?;
        let is_long = close.chars - open.chars - 1 > MAX_QUOTE_CHARS;
        (!is_long).then_some(Ending::Closed(close.at))
    }

    /// The paragraphs of the quote that a mark opens, without the marks; None where it does not end.
    fn paragraphs(&self, mark: usize, open: Place) -> Option<Vec<Range<usize>>> {
        let length = MARKS[mark].0.len_utf8();
        let mut paragraphs = Vec::new();
        let mut from = open;
        while paragraphs.len() < MAX_PARAGRAPHS {
            match self.ending(mark, from)? {
                Ending::Closed(close) => {
                    paragraphs.push(from.at + length..close);
                    return Some(paragraphs);
                }
                Ending::Continued(next) => {
                    paragraphs.push(from.at + length..next.words_end);
                    from = next.place;
                }
            }
        }
        None
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
            && let Some(paragraphs) = ends.paragraphs(mark, Place { at, chars: number })
            && let Some(close) = paragraphs.last().map(|last| last.end)
        {
            let inner = at + c.len_utf8()..close;
            let end = close + text[close..].chars().next().map_or(1, char::len_utf8);
            spans.push(Span { outer: at..end, inner, paragraphs, is_block: false });
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
