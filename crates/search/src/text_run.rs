//! The text that extracts are cut from: blocks of it as they are stored, and the runs that they hold.
//!
//! A run is text that may be in one extract: pieces of a place that follow each other with no heading between them. A piece that
//! does not apply on the day is in no run, and ends a run as a heading does.

use std::ops::Range;

use lagrum_artifact::PieceForm;
use lagrum_words::{is_conjunction, is_lone_mark, sentence_starts};

use crate::text_layout::line_form;
use crate::word_position::{WordPosition, words_at};

/// The most characters, about, of a text that is shown whole and of an extract. Marked words further apart are in two extracts.
pub(crate) const MAX_LENGTH: usize = 300;

/// A block of text with its words.
#[derive(Debug)]
pub(crate) struct TextBlock {
    text: String,
    words: Vec<PlacedWord>,
}

/// A word of a text: its position, and its bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlacedWord {
    pub(crate) position: WordPosition,
    start: u32,
    end: u32,
    /// Whether a mark on this word alone would show nothing, so that it is never marked alone ([`is_lone_mark`]).
    pub(crate) lone: bool,
}

impl PlacedWord {
    pub(crate) fn bytes(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

impl TextBlock {
    /// A block whose first word has the position `first`.
    pub(crate) fn new(text: String, first: WordPosition) -> Self {
        let mut words = Vec::with_capacity(text.len() / 6);
        words.extend(words_at(&text, first).map(|(position, token)| {
            let (start, end) = (token.bytes.start as u32, token.bytes.end as u32);
            PlacedWord { position, start, end, lone: is_lone_mark(&token.word) }
        }));
        Self { text, words }
    }

    /// How many bytes of the block come before the word at a position and after its beginning.
    pub(crate) fn bytes_around(&self, position: WordPosition) -> (usize, usize) {
        let at = self.words.partition_point(|word| word.position < position);
        let before = self.words.get(at).map_or(self.text.len(), |word| word.start as usize);
        (before, self.text.len() - before)
    }
}

/// Pieces that may stand in one extract, as one text.
#[derive(Debug, Default)]
pub(crate) struct Run {
    pub(crate) text: String,
    pub(crate) words: Vec<PlacedWord>,
    /// Whether it is a heading.
    pub(crate) is_heading: bool,
    /// Whether the place has more text before it, or after it, that was not read.
    pub(crate) goes_back: bool,
    pub(crate) goes_on: bool,
    /// The characters up to which it is shown whole.
    pub(crate) longest: usize,
    /// Where its pieces begin that begin a sentence too: not the items of a list that a sentence runs through.
    pieces: Vec<usize>,
    /// The form of the last piece.
    last: PieceForm,
}

impl Run {
    /// A text of one piece.
    pub(crate) fn of_text(text: &str) -> Self {
        let mut run = Self { longest: MAX_LENGTH, ..Self::default() };
        let block = TextBlock::new(text.replace('\n', " "), WordPosition(0));
        let part = LinePart { text: &block.text, start: 0 };
        run.push(&Line { form: PieceForm::Plain, is_cut: false, parts: vec![(part, &block.words)] });
        run
    }

    /// The positions of its words.
    pub(crate) fn positions(&self) -> Range<WordPosition> {
        let first = self.words.first().map_or(WordPosition(0), |word| word.position);
        first..self.words.last().map_or(first, |word| word.position.next())
    }

    /// The word at a position.
    pub(crate) fn word_at(&self, position: WordPosition) -> Option<&PlacedWord> {
        let at = self.words.binary_search_by_key(&position, |word| word.position).ok()?;
        self.words.get(at)
    }

    /// The bytes at which sentences begin, in order, the beginning among them unless the text goes back before it.
    pub(crate) fn sentences(&self) -> Vec<usize> {
        let mut starts = sentence_starts(&self.text);
        starts.extend(&self.pieces);
        starts.sort_unstable();
        starts.dedup();
        if self.goes_back {
            starts.retain(|start| *start > 0);
        }
        starts
    }

    fn push(&mut self, line: &Line<'_>) {
        if !self.text.is_empty() {
            let both_items = self.last == PieceForm::Item && line.form == PieceForm::Item;
            let ends_sentence = self.text.ends_with(['.', '!', '?']);
            let last_word = self.text.rsplit(' ').next().unwrap_or_default();
            let is_parted = self.text.ends_with([',', ';', ':', '.', '!', '?']) || is_conjunction(last_word);
            self.text.push_str(if both_items && !is_parted { "; " } else { " " });
            if line.form != PieceForm::Item || ends_sentence {
                self.pieces.push(self.text.len());
            }
        }
        self.is_heading = line.form == PieceForm::Heading;
        self.last = line.form;
        for (text, words) in &line.parts {
            let (to, from) = (self.text.len() as u32, text.start as u32);
            self.text.push_str(text.text);
            self.words.extend(words.iter().map(|word| PlacedWord {
                start: word.start - from + to,
                end: word.end - from + to,
                ..*word
            }));
        }
    }
}

/// A part of a line in a block, without its mark.
struct LinePart<'a> {
    text: &'a str,
    /// Where it begins in the block.
    start: usize,
}

/// A piece of the text, in the blocks that it runs through.
struct Line<'a> {
    form: PieceForm,
    /// Whether its beginning is in an earlier block.
    is_cut: bool,
    parts: Vec<(LinePart<'a>, &'a [PlacedWord])>,
}

impl Line<'_> {
    /// The positions of its first and its last word.
    fn positions(&self) -> Option<(WordPosition, WordPosition)> {
        let mut words = self.parts.iter().flat_map(|(_, words)| words.iter());
        let first = words.next()?.position;
        let last = self.parts.iter().rev().find_map(|(_, words)| words.last())?.position;
        Some((first, last))
    }
}

/// How the pieces of some blocks make runs.
pub(crate) struct RunReader<'a> {
    /// The words of which a piece must have some to be in a run.
    pub(crate) range: Range<WordPosition>,
    /// Whether pieces are joined; if not, each is a run of its own.
    pub(crate) joins: bool,
    /// Whether the word at a position applies.
    pub(crate) applies: &'a dyn Fn(WordPosition) -> bool,
    /// The characters up to which a run is shown whole.
    pub(crate) longest: usize,
}

impl RunReader<'_> {
    /// The runs of blocks that follow each other, in order. `goes_back` and `goes_on` say whether the range has text before
    /// and after the blocks.
    pub(crate) fn runs(&self, blocks: &[&TextBlock], goes_back: bool, goes_on: bool) -> Vec<Run> {
        let lines = lines(blocks);
        let mut runs: Vec<Run> = Vec::new();
        let mut is_open = false;
        for line in &lines {
            // A piece without words is in no run.
            let Some((position, last)) = line.positions() else { continue };
            if position >= self.range.end || last < self.range.start {
                continue;
            }
            if !(self.applies)(position) {
                is_open = false;
                continue;
            }
            let is_heading = line.form == PieceForm::Heading;
            if !is_open || is_heading || !self.joins {
                runs.push(Run { goes_back: line.is_cut, longest: self.longest, ..Run::default() });
            }
            if let Some(run) = runs.last_mut() {
                run.push(line);
            }
            is_open = !is_heading;
        }
        if goes_back && let Some(first) = runs.first_mut() {
            first.goes_back |= self.joins;
        }
        // The last piece may continue in the next block, which was not read.
        let ends_with_run = lines.last().and_then(Line::positions);
        if goes_on && let Some(last) = runs.last_mut() {
            last.goes_on = ends_with_run.is_some_and(|(first, _)| last.positions().contains(&first));
        }
        runs
    }
}

/// The pieces of blocks that follow each other.
fn lines<'a>(blocks: &[&'a TextBlock]) -> Vec<Line<'a>> {
    let mut lines: Vec<Line<'a>> = Vec::new();
    for block in blocks {
        let (mut start, mut words) = (0, block.words.as_slice());
        for line in block.text.split('\n') {
            let end = start + line.len();
            let (own, others) = words.split_at(words.partition_point(|word| (word.start as usize) < end));
            words = others;
            let form = line_form(line);
            let text = line.trim_start_matches(|c: char| form.is_some() && c.is_control());
            let part = LinePart { text, start: end - text.len() };
            match (form, lines.last_mut()) {
                (None, Some(last)) => last.parts.push((part, own)),
                (form, _) => lines.push(Line {
                    form: form.unwrap_or_default(),
                    is_cut: form.is_none(),
                    parts: vec![(part, own)],
                }),
            }
            start = end + 1;
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text_layout::line_mark;

    /// A block of pieces: `#` begins a heading and `-` an item.
    fn block(pieces: &[&str], first: u32) -> TextBlock {
        let line = |piece: &&str| {
            let (form, text) = match piece.chars().next() {
                Some('#') => (PieceForm::Heading, &piece[1..]),
                Some('-') => (PieceForm::Item, &piece[1..]),
                _ => (PieceForm::Plain, *piece),
            };
            format!("{}{text}", line_mark(form))
        };
        TextBlock::new(pieces.iter().map(line).collect::<Vec<_>>().join("\n"), WordPosition(first))
    }

    fn between(words: &Range<u32>) -> Range<WordPosition> {
        WordPosition(words.start)..WordPosition(words.end)
    }

    fn runs(pieces: &[&str], range: Range<u32>, joins: bool) -> Vec<String> {
        let applies = |position: WordPosition| position != WordPosition(9);
        let reader = RunReader { range: between(&range), joins, applies: &applies, longest: MAX_LENGTH };
        reader.runs(&[&block(pieces, 0)], false, false).into_iter().map(|run| run.text).collect()
    }

    #[test]
    fn a_run_has_the_pieces_of_a_place_and_no_heading() {
        // Positions:  0,1         3     5       7      9      11
        let pieces = ["#Om får", "Ett", "-tu", "-tre", "-fyr", "fem"];
        for (range, joins, expected) in [
            (0..12, true, &["Om får", "Ett tu; tre", "fem"][..]),
            (0..12, false, &["Om får", "Ett", "tu", "tre", "fem"]),
            (3..8, true, &["Ett tu; tre"]),
            (5..8, true, &["tu; tre"]),
            (9..10, true, &[]),
        ] {
            assert_eq!(runs(&pieces, range.clone(), joins), expected, "{range:?}");
        }
        assert_eq!(runs(&["-om,", "-eller.", "-Slut", "—", "-a"], 0..20, true), ["om, eller. Slut; a"]);
    }

    #[test]
    fn a_piece_goes_on_in_the_next_block() {
        let first = block(&["Ett tu"], 0);
        let second =
            TextBlock::new(format!(" tre. Fyra\n{}fem", line_mark(PieceForm::Plain)), WordPosition(2));
        let reader =
            RunReader { range: between(&(0..6)), joins: true, applies: &|_| true, longest: MAX_LENGTH };
        let both = reader.runs(&[&first, &second], false, false);
        assert_eq!((both.len(), both[0].text.as_str()), (1, "Ett tu tre. Fyra fem"));
        assert_eq!(both[0].sentences(), [0, 12, 17]);
        let word = both[0].word_at(WordPosition(5)).unwrap();
        assert_eq!(&both[0].text[word.bytes()], "fem");
        let late = reader.runs(&[&second], true, true);
        assert!(late[0].goes_back && late[0].goes_on);
        assert_eq!(late[0].sentences(), [6, 11]);
    }

    #[test]
    fn items_that_a_sentence_runs_through_begin_none() {
        let reader =
            RunReader { range: between(&(0..30)), joins: true, applies: &|_| true, longest: MAX_LENGTH };
        let run = &reader.runs(&[&block(&["Får om", "-ett", "-två.", "-tre", "fyra"], 0)], false, false)[0];
        let starts: Vec<&str> = run.sentences().into_iter().map(|start| &run.text[start..]).collect();
        assert_eq!(starts, ["Får om ett; två. tre fyra", "tre fyra", "fyra"]);
    }
}
