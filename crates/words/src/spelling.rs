//! Automata over the bytes of a vocabulary, for words that are spelt nearly alike.
//!
//! A transducer shares prefixes, so an automaton leaves a branch at the first byte that cannot match. The work depends on
//! the word searched for, and hardly on the number of words in the vocabulary.

use std::sync::LazyLock;

use fst::Automaton;
use levenshtein_automata::{DFA, Distance, LevenshteinAutomatonBuilder, SINK_STATE};

/// The most characters of a word that neighbours are looked for. The tables grow with it.
const MAX_CHARACTERS: usize = 40;

/// Accepts words within one or two mistakes of a word. For a word typed without å, ä and ö, these letters of the
/// vocabulary count as a and o.
pub(crate) struct NearAutomaton {
    table: DFA,
    folds: bool,
    /// The words accepted have one of these prefixes.
    beginnings: Vec<String>,
}

/// The state of a [`NearAutomaton`].
#[derive(Clone, Copy)]
pub(crate) struct NearState {
    state: u32,
    /// The first byte of å, ä or ö was read and not yet followed, since the letter may count as a or o.
    within_letter: bool,
}

impl NearAutomaton {
    /// The automata of the words near this one, nearest first: one mistake for words of four letters or more, two for
    /// words of eight or more whose first letter is right. The first letter is seldom wrong, and looking for words with
    /// another takes many times the work. None for words that are too short or long to be mistaken for another, and for words
    /// with digits, where any other number is another thing. Each is made when the iterator reaches it, since the
    /// second takes many times the work of the first.
    pub(crate) fn to(word: &str) -> impl Iterator<Item = Self> {
        static BY_MISTAKES: [LazyLock<LevenshteinAutomatonBuilder>; 2] = [
            LazyLock::new(|| LevenshteinAutomatonBuilder::new(1, true)),
            LazyLock::new(|| LevenshteinAutomatonBuilder::new(2, true)),
        ];
        let most = match word.chars().count() {
            _ if word.bytes().any(|byte| byte.is_ascii_digit()) => 0,
            4..8 => 1,
            8..=MAX_CHARACTERS => 2,
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

    /// The prefixes of the words accepted.
    pub(crate) fn beginnings(&self) -> &[String] {
        &self.beginnings
    }

    /// How many mistakes a word accepted here has; none when only diacritics are missing.
    pub(crate) fn distance(&self, read: NearState) -> u8 {
        match self.table.distance(read.state) {
            Distance::Exact(mistakes) | Distance::AtLeast(mistakes) => mistakes,
        }
    }
}

/// A letter, and the letters with diacritics that count as it.
fn letters(letter: char, folds: bool) -> Vec<String> {
    let dotted: &[char] = match letter {
        'a' if folds => &['å', 'ä'],
        'o' if folds => &['ö'],
        _ => &[],
    };
    [letter].iter().chain(dotted).map(char::to_string).collect()
}

impl Automaton for &NearAutomaton {
    type State = NearState;

    fn start(&self) -> NearState {
        NearState { state: self.table.initial_state(), within_letter: false }
    }

    fn is_match(&self, read: &NearState) -> bool {
        !read.within_letter && matches!(self.table.distance(read.state), Distance::Exact(_))
    }

    fn can_match(&self, read: &NearState) -> bool {
        read.state != SINK_STATE
    }

    fn accept(&self, read: &NearState, byte: u8) -> NearState {
        let after =
            |state, byte| NearState { state: self.table.transition(state, byte), within_letter: false };
        match (read.within_letter, byte) {
            (true, 0xa5 | 0xa4) => after(read.state, b'a'),
            (true, 0xb6) => after(read.state, b'o'),
            (true, _) => after(after(read.state, FIRST_OF_LETTER).state, byte),
            (false, FIRST_OF_LETTER) if self.folds => NearState { within_letter: true, ..*read },
            (false, _) => after(read.state, byte),
        }
    }
}

/// Accepts the words that are equal to a word once their diacritics are removed.
pub(crate) struct FoldingAutomaton<'a> {
    word: &'a [u8],
}

/// The byte that å, ä and ö begin with in UTF-8.
const FIRST_OF_LETTER: u8 = 0xc3;

/// The state of a [`FoldingAutomaton`].
#[derive(Clone, Copy)]
pub(crate) struct FoldingState {
    at: usize,
    /// The first byte of å, ä or ö was read, not yet the second.
    within_letter: bool,
}

impl<'a> FoldingAutomaton<'a> {
    pub(crate) fn new(folded: &'a str) -> Self {
        Self { word: folded.as_bytes() }
    }
}

impl Automaton for FoldingAutomaton<'_> {
    type State = Option<FoldingState>;

    fn start(&self) -> Self::State {
        Some(FoldingState { at: 0, within_letter: false })
    }

    fn is_match(&self, state: &Self::State) -> bool {
        state.is_some_and(|folded| folded.at == self.word.len() && !folded.within_letter)
    }

    fn can_match(&self, state: &Self::State) -> bool {
        state.is_some()
    }

    fn accept(&self, state: &Self::State, byte: u8) -> Self::State {
        let FoldingState { at, within_letter } = (*state)?;
        let expected = *self.word.get(at)?;
        let next = Some(FoldingState { at: at + 1, within_letter: false });
        match (within_letter, expected, byte) {
            (true, b'a', 0xa5 | 0xa4) | (true, b'o', 0xb6) => next,
            (true, ..) => None,
            (false, b'a' | b'o', FIRST_OF_LETTER) => Some(FoldingState { at, within_letter: true }),
            (false, ..) => (byte == expected).then_some(next)?,
        }
    }
}
