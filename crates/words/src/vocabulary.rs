//! The words of a corpus, and in how many documents each occurs.
//!
//! It has two lists, each a finite state transducer of a few bytes a word: the *words* as they are written, by which a
//! misspelling is known from a rare word and corrected, and the *forms* of the index: stems as they are, function words
//! with [`FUNCTION`] before them, and parts of compounds with [`PART`]. Every look-up visits a limited number of entries.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use fst::{IntoStreamer, Map, MapBuilder, Streamer};
use lagrum_files::sections::{self, PackedError};
use thiserror::Error;

use crate::spelling::{FoldingAutomaton, NearAutomaton};
use crate::{FUNCTION, folded};

/// The mark before a form that is a part of a compound: `~lag`. No token has it.
pub const PART: char = '~';

/// The most words or forms returned that are near a word or fold to it.
const MAX_ALIKE: usize = 32;

const KIND: [u8; 8] = *b"lagVoc01";

/// How many documents have each word and each form.
#[derive(Debug, Clone)]
pub struct Vocabulary {
    documents: u64,
    words: Map<Section>,
    forms: Map<Section>,
}

/// A part of bytes that are shared: those of a vocabulary may be a file that is mapped into memory.
#[derive(Clone)]
struct Section {
    bytes: Arc<dyn AsRef<[u8]> + Send + Sync>,
    place: Range<usize>,
}

impl AsRef<[u8]> for Section {
    fn as_ref(&self) -> &[u8] {
        (*self.bytes).as_ref().get(self.place.clone()).unwrap_or_default()
    }
}

impl fmt::Debug for Section {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Section({:?})", self.place)
    }
}

/// A word spelt nearly like another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpellingNeighbour {
    /// The word as documents have it.
    pub word: String,
    /// Letters changed, dropped, added or swapped; 0 when only å, ä or ö were typed as a or o.
    pub distance: u8,
    /// How many documents have it.
    pub documents: u64,
}

/// The stems with a prefix.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PrefixedForms {
    /// Stems with the number of documents that have each.
    pub forms: Vec<(String, u64)>,
    /// How many stems were looked at.
    pub visited: usize,
    /// Whether there are more than those returned.
    pub left_out: bool,
}

/// Why a vocabulary cannot be made or read.
#[derive(Debug, Error)]
pub enum VocabularyError {
    /// A word does not come after the word before it, by bytes.
    #[error("words are not sorted, or come twice, at `{0}`")]
    Unsorted(String),
    /// The bytes are not those of a vocabulary.
    #[error("the vocabulary cannot be read: {0}")]
    Packed(#[from] PackedError),
}

impl Vocabulary {
    /// A vocabulary of a number of documents. Words and forms come with the number of documents that have them,
    /// sorted by their bytes, each once. The two lists are made at once, in two threads.
    pub fn build(
        documents: u64,
        words: impl IntoIterator<Item = (String, u64)>,
        forms: impl IntoIterator<Item = (String, u64)> + Send,
    ) -> Result<Self, VocabularyError> {
        std::thread::scope(|scope| {
            let forms = scope.spawn(|| map(forms));
            let words = map(words)?;
            // A panic of the other thread goes on in this one.
            let forms = forms.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
            Ok(Self { documents, words, forms })
        })
    }

    /// The vocabulary as bytes for [`Self::from_bytes`].
    pub fn to_bytes(&self) -> Vec<u8> {
        let [words, forms] = [&self.words, &self.forms].map(|map| map.as_fst().as_bytes());
        sections::pack(KIND, &[&self.documents.to_le_bytes(), words, forms])
    }

    /// The vocabulary of these bytes, which may be a file mapped into memory: they are not copied. A checksum is
    /// verified.
    pub fn from_bytes(bytes: impl AsRef<[u8]> + Send + Sync + 'static) -> Result<Self, VocabularyError> {
        let [documents, words, forms] = sections::places(KIND, bytes.as_ref())?;
        let documents = bytes.as_ref().get(documents).and_then(|bytes| bytes.try_into().ok());
        let documents = u64::from_le_bytes(documents.ok_or(PackedError::Damaged)?);
        let bytes: Arc<dyn AsRef<[u8]> + Send + Sync> = Arc::new(bytes);
        let read =
            |place| Map::new(Section { bytes: Arc::clone(&bytes), place }).map_err(|_| PackedError::Damaged);
        Ok(Self { documents, words: read(words)?, forms: read(forms)? })
    }

    /// How many documents there are.
    pub fn documents(&self) -> u64 {
        self.documents
    }

    /// How many documents have a word as it is written; 0 when none has.
    pub fn word(&self, word: &str) -> u64 {
        self.words.get(word).unwrap_or(0)
    }

    /// How many documents have a form: a stem, or a part of a compound with [`PART`] before it.
    pub fn form(&self, form: &str) -> u64 {
        self.forms.get(form).unwrap_or(0)
    }

    /// The stems with a prefix: the `limit` most frequent, the most frequent first. Of more than `visit` such stems only
    /// the first by bytes are looked at. An empty prefix has none.
    pub fn forms_with_prefix(&self, prefix: &str, limit: usize, visit: usize) -> PrefixedForms {
        if prefix.is_empty() || limit == 0 || prefix.starts_with([PART, FUNCTION]) {
            return PrefixedForms::default();
        }
        let mut best: BinaryHeap<Reverse<(u64, Reverse<String>)>> = BinaryHeap::new();
        let mut stems = self.forms.range().ge(prefix).into_stream();
        let (mut visited, mut left_out) = (0, false);
        while let Some((stem, documents)) = stems.next() {
            if !stem.starts_with(prefix.as_bytes()) {
                break;
            }
            if visited == visit {
                left_out = true;
                break;
            }
            visited += 1;
            // Stems come in order, so of two with the same frequency the first is kept.
            let full = best.len() == limit;
            left_out |= full;
            if full && best.peek().is_some_and(|Reverse((fewest, _))| *fewest >= documents) {
                continue;
            }
            let Ok(stem) = std::str::from_utf8(stem) else { continue };
            if full {
                best.pop();
            }
            best.push(Reverse((documents, Reverse(stem.to_owned()))));
        }
        let best = best.into_sorted_vec().into_iter();
        let forms = best.map(|Reverse((documents, Reverse(stem)))| (stem, documents)).collect();
        PrefixedForms { forms, visited, left_out }
    }

    /// The stems that are equal to a word once diacritics are removed, the most frequent first; at most thirty-two. The
    /// word itself is among them if it is a stem.
    pub fn forms_folding_to(&self, word: &str) -> Vec<(String, u64)> {
        if word.starts_with(PART) { Vec::new() } else { folding_to(&self.forms, word) }
    }

    /// The words that are equal to a word once diacritics are removed, as [`Self::forms_folding_to`].
    pub fn words_folding_to(&self, word: &str) -> Vec<(String, u64)> {
        folding_to(&self.words, word)
    }

    /// The words spelt nearly so: one letter changed, dropped, added or swapped with its neighbour for a word of four
    /// letters or more; two, and the first letter right, for one of eight or more that no word is nearer to. For a word
    /// without å, ä and ö those of the others count as a and o. Nearest first, then most frequent; at most thirty-two, the word itself and
    /// words with digits not among them. A word with digits, or of more than forty letters, has none.
    pub fn nearest(&self, word: &str) -> Vec<SpellingNeighbour> {
        NearAutomaton::to(word)
            .map(|near| self.near(word, &near))
            .find(|found| !found.is_empty())
            .unwrap_or_default()
    }

    fn near(&self, word: &str, near: &NearAutomaton) -> Vec<SpellingNeighbour> {
        let mut found = Vec::new();
        for beginning in near.beginnings() {
            let words = self.words.search_with_state(near).ge(beginning);
            let mut words = match after(beginning) {
                Some(end) => words.lt(end),
                None => words,
            }
            .into_stream();
            while let Some((other, documents, state)) = words.next() {
                let Ok(other) = std::str::from_utf8(other) else { continue };
                let distance = near.distance(state);
                if other == word || other.bytes().any(|byte| byte.is_ascii_digit()) {
                    continue;
                }
                found.push(SpellingNeighbour { word: other.to_owned(), distance, documents });
            }
        }
        found.sort_by(|a, b| {
            a.distance.cmp(&b.distance).then(b.documents.cmp(&a.documents)).then_with(|| a.word.cmp(&b.word))
        });
        found.truncate(MAX_ALIKE);
        found
    }
}

/// The end of the range of keys with a prefix. None for an empty prefix, which has no end.
fn after(beginning: &str) -> Option<Vec<u8>> {
    let mut end = beginning.as_bytes().to_vec();
    // No byte of UTF-8 is the highest byte.
    *end.last_mut()? += 1;
    Some(end)
}

fn folding_to(map: &Map<Section>, word: &str) -> Vec<(String, u64)> {
    let word = folded(word);
    let mut found = Vec::new();
    let mut entries = map.search(FoldingAutomaton::new(&word)).into_stream();
    while let Some((entry, documents)) = entries.next() {
        if let Ok(entry) = std::str::from_utf8(entry) {
            found.push((entry.to_owned(), documents));
        }
    }
    found.sort_by(|(a, few), (b, many)| many.cmp(few).then_with(|| a.cmp(b)));
    found.truncate(MAX_ALIKE);
    found
}

fn map(entries: impl IntoIterator<Item = (String, u64)>) -> Result<Map<Section>, VocabularyError> {
    // In memory nothing else fails than the order.
    let mut builder = MapBuilder::memory();
    for (word, documents) in entries {
        builder.insert(&word, documents).map_err(|_| VocabularyError::Unsorted(word))?;
    }
    let bytes = builder.into_inner().map_err(|_| PackedError::Damaged)?;
    let place = 0..bytes.len();
    Ok(Map::new(Section { bytes: Arc::new(bytes), place }).map_err(|_| PackedError::Damaged)?)
}
