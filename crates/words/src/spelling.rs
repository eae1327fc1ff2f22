//! Ways to go through a vocabulary for the words that are spelt nearly as a given one, as automata over their bytes.
//!
//! A transducer shares beginnings, so an automaton leaves a branch at the first byte that cannot match any more; the
//! work depends on the word asked for, and hardly on how many words there are.

use std::sync::LazyLock;

use fst::Automaton;
use levenshtein_automata::{DFA, Distance, LevenshteinAutomatonBuilder, SINK_STATE};

/// The longest word that neighbours are sought for, in characters: tables grow with it.
const LONGEST: usize = 40;

/// Accepts words within one or two mistakes of a word. Of a word typed without å, ä and ö the vocabulary is read so
/// too: who leaves out the dots makes other mistakes besides.
pub(crate) struct Near {
    table: DFA,
    folds: bool,
    /// What the words begin with, one of these.
    beginnings: Vec<String>,
}

/// How far [`Near`] has come.
#[derive(Clone, Copy)]
pub(crate) struct Read {
    state: u32,
    /// The first byte of å, ä or ö was read and is held back, since the letter may count as a or o.
    within_letter: bool,
}

impl Near {
    /// The automata of the words near this one, nearest first: one mistake for words of four letters or more, two for
    /// words of eight or more whose first letter is right: it seldom is one of two mistakes, and to doubt it too
    /// costs many times as much. None for words that are too short or long to be mistaken for another, and for words
    /// with digits, where any other number is another thing. Each is made when it is asked for, since the second costs
    /// many times the first.
    pub(crate) fn to(word: &str) -> impl Iterator<Item = Self> {
        static BY_MISTAKES: [LazyLock<LevenshteinAutomatonBuilder>; 2] = [
            LazyLock::new(|| LevenshteinAutomatonBuilder::new(1, true)),
            LazyLock::new(|| LevenshteinAutomatonBuilder::new(2, true)),
        ];
        let most = match word.chars().count() {
            _ if word.bytes().any(|byte| byte.is_ascii_digit()) => 0,
            4..8 => 1,
            8..=LONGEST => 2,
            _ => 0,
        };
        let folds = !word.contains(['å', 'ä', 'ö']);
        let same: Vec<String> = word.chars().next().map(|first| letters(first, folds)).unwrap_or_default();
        let beginnings = [vec![String::new()], same];
        BY_MISTAKES[..most].iter().zip(beginnings).map(move |(mistakes, beginnings)| Self {
            table: mistakes.build_dfa(word),
            folds,
            beginnings,
        })
    }

    /// What the words accepted here may begin with.
    pub(crate) fn beginnings(&self) -> &[String] {
        &self.beginnings
    }

    /// How many mistakes a word accepted here has; none when only diacritics are missing.
    pub(crate) fn distance(&self, read: Read) -> u8 {
        match self.table.distance(read.state) {
            Distance::Exact(mistakes) | Distance::AtLeast(mistakes) => mistakes,
        }
    }
}

/// A letter, and where diacritics are left out those that read as it.
fn letters(letter: char, folds: bool) -> Vec<String> {
    let dotted: &[char] = match letter {
        'a' if folds => &['å', 'ä'],
        'o' if folds => &['ö'],
        _ => &[],
    };
    [letter].iter().chain(dotted).map(char::to_string).collect()
}

impl Automaton for &Near {
    type State = Read;

    fn start(&self) -> Read {
        Read { state: self.table.initial_state(), within_letter: false }
    }

    fn is_match(&self, read: &Read) -> bool {
        !read.within_letter && matches!(self.table.distance(read.state), Distance::Exact(_))
    }

    fn can_match(&self, read: &Read) -> bool {
        read.state != SINK_STATE
    }

    fn accept(&self, read: &Read, byte: u8) -> Read {
        let after = |state, byte| Read { state: self.table.transition(state, byte), within_letter: false };
        match (read.within_letter, byte) {
            (true, 0xa5 | 0xa4) => after(read.state, b'a'),
            (true, 0xb6) => after(read.state, b'o'),
            (true, _) => after(after(read.state, FIRST_OF_LETTER).state, byte),
            (false, FIRST_OF_LETTER) if self.folds => Read { within_letter: true, ..*read },
            (false, _) => after(read.state, byte),
        }
    }
}

/// Accepts the words that read as a word without diacritics when their own are taken off.
pub(crate) struct Folding<'a> {
    word: &'a [u8],
}

/// The byte that å, ä and ö begin with in UTF-8.
const FIRST_OF_LETTER: u8 = 0xc3;

/// How far [`Folding`] has come.
#[derive(Clone, Copy)]
pub(crate) struct Folded {
    at: usize,
    /// The first byte of å, ä or ö was read, not yet the second.
    within_letter: bool,
}

impl<'a> Folding<'a> {
    pub(crate) fn new(folded: &'a str) -> Self {
        Self { word: folded.as_bytes() }
    }
}

impl Automaton for Folding<'_> {
    type State = Option<Folded>;

    fn start(&self) -> Self::State {
        Some(Folded { at: 0, within_letter: false })
    }

    fn is_match(&self, state: &Self::State) -> bool {
        state.is_some_and(|folded| folded.at == self.word.len() && !folded.within_letter)
    }

    fn can_match(&self, state: &Self::State) -> bool {
        state.is_some()
    }

    fn accept(&self, state: &Self::State, byte: u8) -> Self::State {
        let Folded { at, within_letter } = (*state)?;
        let expected = *self.word.get(at)?;
        let next = Some(Folded { at: at + 1, within_letter: false });
        match (within_letter, expected, byte) {
            (true, b'a', 0xa5 | 0xa4) | (true, b'o', 0xb6) => next,
            (true, ..) => None,
            (false, b'a' | b'o', FIRST_OF_LETTER) => Some(Folded { at, within_letter: true }),
            (false, ..) => (byte == expected).then_some(next)?,
        }
    }
}
