//! Columns of numbers for all documents, held in memory by an open index.
//!
//! A document has a number, its position in the order of uris, and a *slot*, its position in the order in which the index has
//! the texts. Documents without a text come last. A search goes through postings in the order of slots.

use lagrum_numbers::DocumentNumber;
use tantivy::DocAddress;

/// The position of a document in the order in which the index has the texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(transparent)]
pub(super) struct Slot(pub(super) u32);

impl Slot {
    /// No slot.
    pub(super) const NONE: Self = Self(u32::MAX);

    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The numbers of each document that a search reads.
#[derive(Debug, Default)]
pub(super) struct Columns {
    /// By slot, once the texts are known.
    pub(super) facts: Vec<DocumentFacts>,
    /// By document number: the segment and the row of its text; [`Columns::NO_TEXT`] for none.
    pub(super) addresses: Vec<DocAddress>,
    /// The slot of each document, by its number.
    pub(super) slots: Vec<Slot>,
    /// The number of the document in each slot.
    pub(super) documents: Vec<DocumentNumber>,
    /// The segment and the row of the text in each slot that has one.
    pub(super) texts: Vec<DocAddress>,
    /// By slot: the number of words in the text, as a share of the average.
    pub(super) relative_lengths: Vec<f32>,
    /// The average number of words in a text.
    pub(super) average_length: f32,
}

/// The numbers of a document that a search reads when it counts and ranks the document. They lie side by side, so that they
/// share a line of the processor's cache.
#[derive(Clone, Copy, Debug)]
pub(super) struct DocumentFacts {
    pub(super) source: u16,
    /// 0 for none, else one more than its position among the kinds.
    pub(super) kind: u16,
    pub(super) year: u16,
    pub(super) preparatory: bool,
    pub(super) amending: bool,
    pub(super) has_text: bool,
    /// The day it expires as `20310131`; [`NONE`](super::open::NONE) for no end.
    pub(super) expired: u32,
    pub(super) inbound: u32,
    /// The logarithm of one more than its citations.
    pub(super) cited: f32,
    /// The number of words in its text, as a share of the average.
    pub(super) relative_length: f32,
}

impl Columns {
    /// The address of a document without a text. It sorts after all texts.
    pub(super) const NO_TEXT: DocAddress = DocAddress { segment_ord: u32::MAX, doc_id: u32::MAX };

    pub(super) fn len(&self) -> usize {
        self.facts.len()
    }

    /// Sets what follows from the rows of the texts, and from the number of words in the text of each document.
    pub(super) fn set_texts(&mut self, lengths: &[u32]) {
        let all: u64 = lengths.iter().map(|length| u64::from(*length)).sum();
        let with_text = self.addresses.iter().filter(|address| **address != Self::NO_TEXT).count();
        self.average_length = all as f32 / with_text.max(1) as f32;
        for ((facts, length), address) in self.facts.iter_mut().zip(lengths).zip(&self.addresses) {
            facts.relative_length = *length as f32 / self.average_length.max(1.0);
            facts.has_text = *address != Self::NO_TEXT;
        }
        self.documents = (0..self.addresses.len() as u32).map(DocumentNumber).collect();
        self.documents.sort_unstable_by_key(|document| (self.addresses[document.index()], *document));
        self.slots = vec![Slot(0); self.documents.len()];
        for (document, slot) in self.documents.iter().zip((0..).map(Slot)) {
            self.slots[document.index()] = slot;
        }
        let addresses = self.documents.iter().map(|document| self.addresses[document.index()]);
        self.texts = addresses.take_while(|address| *address != Self::NO_TEXT).collect();
        self.facts = self.documents.iter().map(|document| self.facts[document.index()]).collect();
        self.relative_lengths = self.facts.iter().map(|facts| facts.relative_length).collect();
    }

    pub(super) fn facts(&self, document: DocumentNumber) -> &DocumentFacts {
        &self.facts[self.slots[document.index()].index()]
    }

    /// Where the text of a document begins; None for a document without one.
    pub(super) fn address(&self, document: DocumentNumber) -> Option<DocAddress> {
        Some(self.addresses[document.index()]).filter(|address| *address != Self::NO_TEXT)
    }
}
