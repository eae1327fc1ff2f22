//! Extracts: stretches of a text that are shown, with the words of the query marked.
//!
//! A short text is shown whole, and so is a rule that answers a question, up to a greater length. Of other texts the extract
//! begins with a sentence if one begins a little before the first
//! marked word, and otherwise at a word, after `… `. It ends in the same way, with ` …`.

use std::ops::Range;

use lagrum_words::tokens;

use crate::marks::{Mark, marks_within};
use crate::text_run::{MAX_LENGTH, PlacedWord, Run};
use crate::word_position::WordPosition;

/// The characters of an extract, about.
const LENGTH: usize = 190;

/// The part of an extract within which it may end with a sentence instead.
const SLACK: usize = LENGTH / 3;

/// The part of the longest extract within which it may begin with a sentence instead.
const SLACK_BEFORE: usize = MAX_LENGTH / 3;

/// The sign that text is left out.
const CUT: char = '…';

/// A part of a text with the words of the query marked.
#[derive(Debug)]
pub(crate) struct Extract {
    html: String,
    is_marked: bool,
    is_heading: bool,
    /// The positions of its words.
    positions: Range<WordPosition>,
    words: Vec<String>,
}

/// Two extracts that share this many words in a row repeat each other.
const REPEATED: usize = 6;

impl Extract {
    /// The extract of a run around some of the marks in it, the focus. None when the focus has no word of it.
    pub(crate) fn around(run: &Run, focus: &[Mark], marks: &[Mark]) -> Option<Self> {
        let first = focus.iter().find_map(|mark| run.word_at(mark.position))?.bytes();
        // A word far from the first one, across dots or blanks, is not in the same extract.
        let mut words = focus.iter().filter_map(|mark| run.word_at(mark.position)).map(PlacedWord::bytes);
        let last = words.rfind(|word| word.end <= first.start + MAX_LENGTH).unwrap_or(first.clone());
        Some(Self::new(run, first.start..last.end, marks))
    }

    /// The beginning of a run.
    pub(crate) fn beginning(run: &Run, marks: &[Mark]) -> Option<Self> {
        Some(Self::new(run, run.words.first()?.bytes(), marks))
    }

    /// The extract of a run that has these bytes, with the words around them.
    fn new(run: &Run, shown: Range<usize>, marks: &[Mark]) -> Self {
        let text = &run.text;
        let sentences = if is_shown_whole(run) { vec![0] } else { run.sentences() };
        let bytes = cut(run, &sentences, shown);
        let from = run.words.partition_point(|word| word.bytes().start < bytes.start);
        let to = run.words.partition_point(|word| word.bytes().end <= bytes.end);
        let words = run.words.get(from..to).unwrap_or_default();
        let mut html = String::with_capacity(bytes.len() + 64);
        if bytes.start > 0 || run.goes_back {
            let begins = sentences.binary_search(&bytes.start).is_ok();
            html.push_str(if begins { "" } else { "… " });
        }
        let (mut copied, mut is_marked) = (bytes.start, false);
        for word in words.iter().filter(|word| !word.lone) {
            let position = word.position;
            if !marks_within(marks, &position.alone()).iter().any(|mark| mark.is_shown) {
                continue;
            }
            lagrum_escape::push_html(&mut html, &text[copied..word.bytes().start]);
            html.push_str("<em>");
            lagrum_escape::push_html(&mut html, &text[word.bytes()]);
            html.push_str("</em>");
            (copied, is_marked) = (word.bytes().end, true);
        }
        lagrum_escape::push_html(&mut html, text[copied..bytes.end].trim_end());
        if !ends_sentence(run, &sentences, bytes.end) {
            html.push(' ');
            html.push(CUT);
        }
        let first = words.first().map_or(WordPosition(0), |word| word.position);
        Self {
            html,
            is_marked,
            is_heading: run.is_heading,
            positions: first..words.last().map_or(first, |word| word.position.next()),
            words: tokens(&text[bytes]).map(|token| token.word.into_owned()).collect(),
        }
    }

    /// Whether it has a mark.
    pub(crate) fn is_marked(&self) -> bool {
        self.is_marked
    }

    /// Whether it is a heading.
    pub(crate) fn is_heading(&self) -> bool {
        self.is_heading
    }

    /// The position of its first word.
    pub(crate) fn position(&self) -> WordPosition {
        self.positions.start
    }

    /// The extract as HTML.
    pub(crate) fn into_html(self) -> String {
        self.html
    }

    /// Whether it overlaps another extract or repeats words of it.
    pub(crate) fn repeats(&self, other: &Self) -> bool {
        let overlap =
            self.positions.start < other.positions.end && other.positions.start < self.positions.end;
        let length = REPEATED.min(self.words.len()).min(other.words.len());
        overlap
            || length == 0
            || self.words.windows(length).any(|run| other.words.windows(length).any(|same| same == run))
    }
}

/// Whether a sentence, or the text, ends at a byte.
fn ends_sentence(run: &Run, sentences: &[usize], end: usize) -> bool {
    let rest = &run.text[end..];
    let next = end + rest.len() - rest.trim_start().len();
    if next == run.text.len() { !run.goes_on } else { sentences.binary_search(&next).is_ok() }
}

/// Whether a run is shown whole: all of it was read, and it is short.
fn is_shown_whole(run: &Run) -> bool {
    let text = &run.text;
    let is_short = text.len() <= run.longest || text.chars().nth(run.longest).is_none();
    is_short && !run.goes_back && !run.goes_on
}

/// The bytes of a run to show, which include the given range.
fn cut(run: &Run, sentences: &[usize], Range { start: begin, end }: Range<usize>) -> Range<usize> {
    let text = &run.text;
    if is_shown_whole(run) {
        return 0..text.len();
    }
    let before = sentences.partition_point(|start| *start <= begin);
    let sentence = before.checked_sub(1).and_then(|at| sentences.get(at)).copied();
    let start = sentence
        .filter(|start| begin - start <= SLACK_BEFORE)
        .unwrap_or_else(|| word_start(text, begin, LENGTH.saturating_sub(end - begin) / 3));
    let wanted = end.max(start + LENGTH);
    if wanted + SLACK >= text.len() && !run.goes_on {
        return start..text.len();
    }
    // The last end of a sentence near the wanted end.
    let mut ends = sentences.iter().filter(|next| **next > start && **next >= end).map(|next| {
        let sentence = text[..*next].trim_end();
        sentence.len()
    });
    let near = ends.rfind(|at| *at >= end && *at + SLACK >= wanted && *at <= wanted + SLACK);
    start..near.unwrap_or_else(|| word_end(text, end, wanted))
}

/// The beginning of a word up to `room` bytes before `begin`, which begins one.
fn word_start(text: &str, begin: usize, room: usize) -> usize {
    let from = text.floor_char_boundary(begin.saturating_sub(room));
    if from == 0 {
        return 0;
    }
    text[from..begin].find(' ').map_or(begin, |blank| from + blank + 1)
}

/// The end of a word at `wanted` or a little before, not before `end`, which ends one.
fn word_end(text: &str, end: usize, wanted: usize) -> usize {
    let wanted = text.floor_char_boundary(wanted.min(text.len()));
    if wanted == text.len() {
        return wanted;
    }
    text[end..wanted].rfind(' ').map_or(end, |blank| end + blank)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::snippet::{Extracts, stretches};

    fn marks(positions: &[(u32, u16)]) -> Vec<Mark> {
        let mark = |(position, word): &(u32, u16)| Mark {
            position: WordPosition(*position),
            word: *word,
            nearness: 1.0,
            is_shown: true,
        };
        positions.iter().map(mark).collect()
    }

    fn around(text: &str, positions: &[(u32, u16)]) -> Option<String> {
        let marks = marks(positions);
        Extract::around(&Run::of_text(text), &marks, &marks).map(Extract::into_html)
    }

    /// The words `ord{from}` to `ord{to - 1}`.
    fn words(from: usize, to: usize) -> String {
        (from..to).map(|number| format!("ord{number}")).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_short_text_is_shown_whole_marked_and_escaped() {
        type Row = (&'static str, &'static [(u32, u16)], Option<&'static str>);
        let table: [Row; 5] = [
            ("Tillsyn av <får> & getter", &[(2, 0)], Some("Tillsyn av &lt;<em>får</em>&gt; &amp; getter")),
            ("ett två tre", &[(1, 0), (2, 1)], Some("ett <em>två</em> <em>tre</em>")),
            ("om får", &[(0, 0), (1, 1)], Some("om <em>får</em>")),
            ("om av", &[(0, 0)], Some("om av")),
            ("ett två", &[(9, 0)], None),
        ];
        for (text, positions, expected) in table {
            assert_eq!(around(text, positions).as_deref(), expected, "{text}");
        }
        let whole = words(0, 45);
        assert!((250..=MAX_LENGTH).contains(&whole.len()));
        assert_eq!(around(&whole, &[(44, 0)]).unwrap().replace("<em>", "").replace("</em>", ""), whole);
    }

    #[test]
    fn a_long_text_is_cut_at_sentences_near_and_at_words_otherwise() {
        // The sentence begins a few words before the marked one, and ends a few words before the wanted end.
        let text = format!("{}. Nu kommer {}. Sedan {}.", words(0, 60), words(60, 85), words(85, 200));
        let extract = around(&text, &[(63, 0)]).unwrap();
        assert!(extract.starts_with("Nu kommer ord60 <em>ord61</em>"), "{extract}");
        assert!(extract.ends_with(" ord84."), "{extract}");
        // No sentence begins or ends near.
        let extract = around(&text, &[(130, 0)]).unwrap();
        assert!(extract.starts_with("… ord") && extract.ends_with(" …"), "{extract}");
        assert!((150..300).contains(&extract.len()), "{extract}");
        // The beginning and the end of the text need no sign.
        assert!(around(&text, &[(1, 0)]).unwrap().starts_with("ord0 <em>ord1</em>"));
        assert!(around(&text, &[(200, 0)]).unwrap().ends_with(" ord199."));
    }

    #[test]
    fn what_was_not_read_is_left_out_with_a_sign() {
        let mut run = Run::of_text("ett två");
        (run.goes_back, run.goes_on) = (true, true);
        let marks = marks(&[(1, 0)]);
        let extract = Extract::around(&run, &marks, &marks).unwrap();
        assert_eq!(extract.into_html(), "… ett <em>två</em> …");
    }

    #[test]
    fn words_far_apart_make_no_long_extract() {
        let text = format!("får {} får", ". ".repeat(100_000));
        let html = around(&text, &[(0, 0), (1, 0)]).unwrap();
        assert!(html.len() < 400, "{}", html.len());
    }

    #[test]
    fn no_extract_repeats_another() {
        let shown = |text: &str, positions: &[(u32, u16)]| {
            let (run, marks) = (Run::of_text(text), marks(positions));
            let mut extracts = Extracts::default();
            for stretch in stretches(&marks, &[1.0]) {
                extracts.add(Extract::around(&run, stretch, &marks).unwrap());
            }
            extracts.into_html()
        };
        // Two marks too far apart for one stretch, and so near that the words around them meet.
        assert_eq!(shown(&words(0, 100), &[(30, 0), (52, 0)]).len(), 1);
        assert_eq!(shown(&words(0, 200), &[(30, 0), (152, 0)]).len(), 2);
        // A text that repeats itself, and says something else at last.
        let refrain = [words(0, 60), words(0, 60), words(0, 60), words(500, 560)].join(" ");
        let found = shown(&refrain, &[(30, 0), (90, 0), (150, 0), (210, 0)]);
        assert_eq!(found.len(), 2);
        assert!(found[0].contains("<em>ord30</em>") && found[1].contains("<em>ord530</em>"), "{found:?}");
        // An extract without a mark is shown only if there is no other.
        let text = format!("vid {} får {}", words(0, 80), words(100, 180));
        assert_eq!(shown(&text, &[(0, 0)]).len(), 1);
        let found = shown(&text, &[(0, 0), (81, 0)]);
        assert_eq!(found.len(), 1);
        assert!(found[0].contains("<em>får</em>"), "{found:?}");
    }
}
