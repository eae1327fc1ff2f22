//! Ways to go through a vocabulary for the words that are spelt nearly as a given one, as automata over their bytes.
//!
//! A transducer shares beginnings, so an automaton leaves a branch at the first byte that cannot match any more; the
//! work depends on the word asked for, and hardly on how many words there are.

use std::sync::LazyLock;

use fst::Automaton;
use levenshtein_automata::{DFA, Distance, LevenshteinAutomatonBuilder, SINK_STATE};

/// The longest word that neighbours are sought for, in characters: tables grow with it.
const LONGEST: usize = 40;

/// Accepts words within one or two mistakes of a word.
pub(crate) struct Near {
    table: DFA,
}

impl Near {
    /// The automaton of the words near this one; none for words that are too short or long to be mistaken for
    /// another, and for words with digits, where any other number is another thing.
    pub(crate) fn to(word: &str) -> Option<Self> {
        static ONE: LazyLock<LevenshteinAutomatonBuilder> =
            LazyLock::new(|| LevenshteinAutomatonBuilder::new(1, true));
        static TWO: LazyLock<LevenshteinAutomatonBuilder> =
            LazyLock::new(|| LevenshteinAutomatonBuilder::new(2, true));
        if word.bytes().any(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let mistakes = match word.chars().count() {
            4..8 => &ONE,
            8..=LONGEST => &TWO,
            _ => return None,
        };
        Some(Self { table: mistakes.build_dfa(word) })
    }

    /// How many mistakes a word accepted in this state has.
    pub(crate) fn distance(&self, state: u32) -> u8 {
        match self.table.distance(state) {
            Distance::Exact(mistakes) | Distance::AtLeast(mistakes) => mistakes,
        }
    }
}

impl Automaton for &Near {
    type State = u32;

    fn start(&self) -> u32 {
        self.table.initial_state()
    }

    fn is_match(&self, state: &u32) -> bool {
        matches!(self.table.distance(*state), Distance::Exact(_))
    }

    fn can_match(&self, state: &u32) -> bool {
        *state != SINK_STATE
    }

    fn accept(&self, state: &u32, byte: u8) -> u32 {
        self.table.transition(*state, byte)
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
