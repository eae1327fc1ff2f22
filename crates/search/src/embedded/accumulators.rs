//! The tables a search writes in: numbers of the documents of a batch, of the provisions of a batch, and of names.
//!
//! The tables are kept for later searches, as many as searches have run at once.

use std::sync::{Mutex, PoisonError};

use fixedbitset::FixedBitSet;
use tantivy::DocId;

/// The score, about, of a document whose text has the whole query. It does not depend on the length of the query.
pub(super) const SCALE: f32 = 10.0;

/// The tables of one search. Those of documents are by position in the batch.
#[derive(Debug, Default)]
pub(super) struct Accumulators {
    /// The documents that may match.
    pub(super) candidates: FixedBitSet,
    /// The scores of each candidate.
    pub(super) entries: Vec<DocumentEntry>,
    /// The scores of each document for the current word.
    pub(super) word: WordTable,
    /// How many parts of the current form each document has. Only used for a form of several parts.
    pub(super) form_progress: Vec<FormProgress>,
    /// By batch: the names that have words of the query, in the order of the words.
    pub(super) name_hits: Vec<Vec<NameHit>>,
    /// By name: the nearness of its best form of the current word.
    pub(super) name_nearness: SparseScores,
    /// By name: the weight of the query that it covers.
    pub(super) name_covered: SparseScores,
    /// The scores of provisions by their citation contexts.
    pub(super) contexts: ContextTable,
}

/// A name that has a form of a word.
#[derive(Clone, Copy, Debug)]
pub(super) struct NameHit {
    /// The position of the word among those of the query, the heaviest first.
    pub(super) word: u32,
    /// The row of the name.
    pub(super) row: DocId,
    /// The position of its document in the batch.
    pub(super) position: u32,
    pub(super) nearness: f32,
}

/// The scores of provisions by their citation contexts, by position in a batch of rows of the index of contexts.
/// All fields but `documents` are empty between batches.
#[derive(Debug, Default)]
pub(super) struct ContextTable {
    /// The score of each provision for the query.
    pub(super) entries: Vec<ContextEntry>,
    /// The occurrences of the current word in the contexts of each provision.
    pub(super) word: Vec<MatchedWord>,
    /// The positions of the provisions whose contexts have the current word.
    pub(super) having: Vec<u32>,
    /// By document number: the best scores of its provisions. Empty between searches.
    pub(super) documents: Vec<SupportEntry>,
}

/// The best scores of the provisions of a document.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SupportEntry {
    /// The score of the best context.
    pub(super) context: f32,
    /// The score of the best name.
    pub(super) name: f32,
    /// Whether the document is found by one of them.
    pub(super) finds: bool,
    /// Whether the document is already in the list of supported documents.
    pub(super) is_listed: bool,
}

/// The score of a provision for the query.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ContextEntry {
    /// The sum of the scores of the words.
    pub(super) value: f32,
    /// The weight of the words of the query that the contexts have.
    pub(super) covered: f32,
}

/// The occurrences of the current word in the contexts of a provision.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct MatchedWord {
    /// The nearness of the nearest form.
    pub(super) nearness: f32,
    /// How often that form occurs, weighted, in halves.
    pub(super) times: u32,
}

impl ContextTable {
    fn new(batch: usize, documents: usize) -> Self {
        Self {
            entries: vec![ContextEntry::default(); batch],
            word: vec![MatchedWord::default(); batch],
            having: Vec::new(),
            documents: vec![SupportEntry::default(); documents],
        }
    }

    /// Adds occurrences of a form of the current word to a provision. Forms come in the order of their nearness. Only the
    /// first form counts, with others of equal nearness.
    pub(super) fn raise(&mut self, position: usize, nearness: f32, times: u32) {
        let word = &mut self.word[position];
        if word.nearness == 0.0 {
            self.having.push(position as u32);
            word.nearness = nearness;
        }
        if word.nearness.to_bits() == nearness.to_bits() {
            word.times = word.times.saturating_add(times);
        }
    }
}

/// The scores of a document for the query.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct DocumentEntry {
    /// The score of its text.
    pub(super) text_score: f32,
    /// The weight of the query that it covers.
    pub(super) covered: f32,
    /// The weight of the query that it covers, with less weight for words that a long text has by chance.
    pub(super) meant: f32,
    /// The score of the best of its names.
    pub(super) name_score: f32,
    /// How many of the content words it has.
    pub(super) words_held: u16,
}

/// The scores of documents for the current word.
#[derive(Debug, Default)]
pub(super) struct WordTable {
    /// The documents that have the word.
    pub(super) having: FixedBitSet,
    /// The scores of the documents in `having`. Other entries are left over from earlier words.
    entries: Vec<WordEntry>,
}

/// The scores of a document for the current word.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct WordEntry {
    /// The nearness of the best form that it has.
    pub(super) nearness: f32,
    /// The score of its text.
    pub(super) score: f32,
    /// The nearness of the best form that one of its names has.
    pub(super) named: f32,
}

impl WordTable {
    fn new(documents: usize) -> Self {
        Self { having: FixedBitSet::with_capacity(documents), entries: vec![WordEntry::default(); documents] }
    }

    /// Raises the scores of a document to those of a form in its text.
    pub(super) fn raise(&mut self, position: usize, nearness: f32, score: f32) {
        self.raise_to(position, WordEntry { nearness, score, named: 0.0 });
    }

    /// Raises the scores of a document to those of a form in one of its names.
    pub(super) fn raise_named(&mut self, position: usize, nearness: f32) {
        self.raise_to(position, WordEntry { nearness, score: 0.0, named: nearness });
    }

    fn raise_to(&mut self, position: usize, to: WordEntry) {
        let entry = &mut self.entries[position];
        if self.having.put(position) {
            entry.nearness = entry.nearness.max(to.nearness);
            entry.score = entry.score.max(to.score);
            entry.named = entry.named.max(to.named);
        } else {
            *entry = to;
        }
    }

    /// The positions of the documents that have the word, in order, with their scores for it.
    pub(super) fn each(&self) -> impl Iterator<Item = (usize, WordEntry)> {
        self.having.ones().map(|position| (position, self.entries[position]))
    }
}

/// How many parts of a form of several parts a document has. The parts are gone through one after the other.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FormProgress {
    /// How many of the parts, from the first, the document has.
    pub(super) parts: u8,
    /// How often it has a term of the last of these parts.
    pub(super) times: u32,
    /// How often it has the rarest of the earlier parts.
    pub(super) least_before: u32,
}

/// Scores of names by their rows, most of them zero, with a list of the others.
#[derive(Debug, Default)]
pub(super) struct SparseScores {
    pub(super) scores: Vec<f32>,
    /// The entries that are not zero.
    pub(super) nonzero: Vec<DocId>,
}

impl SparseScores {
    fn new(length: usize) -> Self {
        Self { scores: vec![0.0; length], nonzero: Vec::new() }
    }

    /// Raises an entry to a score, which must be more than zero.
    pub(super) fn raise(&mut self, row: DocId, score: f32) {
        let entry = &mut self.scores[row as usize];
        if *entry == 0.0 {
            self.nonzero.push(row);
        }
        if score > *entry {
            *entry = score;
        }
    }

    /// Adds a score, which must be more than zero, to an entry.
    pub(super) fn add(&mut self, row: DocId, score: f32) {
        let entry = &mut self.scores[row as usize];
        if *entry == 0.0 {
            self.nonzero.push(row);
        }
        *entry += score;
    }

    /// Sets all entries to zero.
    pub(super) fn clear(&mut self) {
        for row in self.nonzero.drain(..) {
            self.scores[row as usize] = 0.0;
        }
    }
}

impl Accumulators {
    fn new(Rows { documents, batches, batch, names, provisions }: Rows) -> Self {
        Self {
            candidates: FixedBitSet::with_capacity(batch),
            entries: vec![DocumentEntry::default(); batch],
            word: WordTable::new(batch),
            form_progress: vec![FormProgress::default(); batch],
            name_hits: vec![Vec::new(); batches],
            name_nearness: SparseScores::new(names),
            name_covered: SparseScores::new(names),
            contexts: ContextTable::new(provisions, documents),
        }
    }

    fn clear(&mut self) {
        self.name_hits.iter_mut().for_each(Vec::clear);
        self.name_nearness.clear();
        self.name_covered.clear();
    }
}

/// How many entries the tables of an index have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rows {
    pub(super) documents: usize,
    pub(super) batches: usize,
    /// The documents of a batch.
    pub(super) batch: usize,
    pub(super) names: usize,
    /// The provisions of a batch.
    pub(super) provisions: usize,
}

/// The accumulators that no search uses at the moment.
#[derive(Debug)]
pub(super) struct AccumulatorPool {
    rows: Rows,
    free: Mutex<Vec<Accumulators>>,
}

impl AccumulatorPool {
    pub(super) fn new(rows: Rows) -> Self {
        Self { rows, free: Mutex::new(Vec::new()) }
    }

    pub(super) fn take(&self) -> Accumulators {
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner).pop();
        free.unwrap_or_else(|| Accumulators::new(self.rows))
    }

    /// Takes accumulators back. Accumulators of a failed search must not be given back: they have entries that `clear` does
    /// not reach.
    pub(super) fn give_back(&self, mut accumulators: Accumulators) {
        accumulators.clear();
        self.free.lock().unwrap_or_else(PoisonError::into_inner).push(accumulators);
    }
}
