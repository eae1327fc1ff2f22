//! Support: what adds to the score of a document or a passage beside its own words: citation contexts, names of concepts, nearness
//! in meaning, known answers to everyday expressions.
//!
//! The score of a support is added to the score of the words, after that was multiplied by the coverage. It never counts as
//! coverage: a document whose citation contexts have the words of the query need not have these words itself. A support may also
//! let a document match that has too few words of the query, and let a passage answer that has none.
//!
//! Supports of several kinds are merged before an engine gets them, so every engine is given one bounded list.

use lagrum_numbers::DocumentNumber;
use std::collections::BTreeMap;

/// The most documents that a support lists; those with the highest scores are kept.
pub const MAX_SUPPORTED: usize = 1000;

/// The most passages of one document that a support lists.
pub const MAX_SUPPORTED_PASSAGES: usize = 16;

/// The supported documents, in the order of document numbers, each document once.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Support {
    documents: Vec<DocumentSupport>,
}

/// The support of a document.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DocumentSupport {
    /// The number of the document.
    pub document: DocumentNumber,
    /// What is added to its score; not negative. A document that has the whole query in its text scores about ten.
    pub score: f32,
    /// What the document is found by, without enough words of the query; None if it must match by its words.
    pub finds: Option<FoundBy>,
    /// The support of its passages.
    pub passages: Vec<PassageSupport>,
}

/// The support of a passage.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PassageSupport {
    /// Its anchor. A document without a passage of this anchor is not affected.
    pub anchor: String,
    /// What is added to its score, on the scale of [`DocumentSupport::score`]; not negative.
    pub score: f32,
}

/// What a document is found by that has too few words of the query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FoundBy {
    /// The citation contexts of its provisions.
    Contexts,
    /// Nearness in meaning.
    Meaning,
    /// An everyday expression of the query, whose answer is known to stand there.
    Everyday,
}

/// A place where the answer to some words of a query is known to stand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AnsweringPlace {
    /// The words, as tokens.
    pub words: Vec<String>,
    /// The uri of the document.
    pub document: String,
    /// The anchor of the provision; None for the document as a whole.
    pub anchor: Option<String>,
    /// Whether the words are the whole query and a page of their own explains them. That page then stays before the document.
    pub is_explained: bool,
}

impl Support {
    /// A support of these documents. Scores of documents that are listed more than once are added up; a score that is
    /// negative or no number counts as zero.
    pub fn new(documents: impl IntoIterator<Item = DocumentSupport>) -> Self {
        let mut merged: BTreeMap<DocumentNumber, DocumentSupport> = BTreeMap::new();
        for added in documents {
            let known = merged.entry(added.document).or_insert_with(|| DocumentSupport {
                document: added.document,
                ..DocumentSupport::default()
            });
            known.add(added);
        }
        let mut documents: Vec<_> = merged.into_values().collect();
        if documents.len() > MAX_SUPPORTED {
            documents.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.document.cmp(&b.document)));
            documents.truncate(MAX_SUPPORTED);
            documents.sort_by_key(|document| document.document);
        }
        for document in &mut documents {
            keep_best_passages(&mut document.passages);
        }
        Self { documents }
    }

    /// This support and another one. Scores are added up. If both find a document, the `finds` of this one is kept.
    #[must_use]
    pub fn merged(self, other: Self) -> Self {
        if other.is_empty() {
            return self;
        }
        if self.is_empty() {
            return other;
        }
        Self::new(self.documents.into_iter().chain(other.documents))
    }

    /// The supported documents, in the order of their numbers.
    pub fn documents(&self) -> &[DocumentSupport] {
        &self.documents
    }

    /// The support of a document; None if it has none.
    pub fn of(&self, document: DocumentNumber) -> Option<&DocumentSupport> {
        let at = self.documents.binary_search_by_key(&document, |support| support.document).ok()?;
        self.documents.get(at)
    }

    /// What is added to the score of a document.
    pub fn score(&self, document: DocumentNumber) -> f32 {
        self.of(document).map_or(0.0, |support| support.score)
    }

    /// Whether nothing is supported.
    pub fn is_empty(&self) -> bool {
        self.documents.is_empty()
    }
}

impl DocumentSupport {
    fn add(&mut self, added: Self) {
        self.score += not_negative(added.score);
        self.finds = self.finds.or(added.finds);
        for passage in added.passages {
            let score = not_negative(passage.score);
            match self.passages.iter_mut().find(|known| known.anchor == passage.anchor) {
                Some(known) => known.score += score,
                None => self.passages.push(PassageSupport { score, ..passage }),
            }
        }
    }
}

fn not_negative(score: f32) -> f32 {
    if score.is_finite() { score.max(0.0) } else { 0.0 }
}

fn keep_best_passages(passages: &mut Vec<PassageSupport>) {
    passages.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.anchor.cmp(&b.anchor)));
    passages.truncate(MAX_SUPPORTED_PASSAGES);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn supported(document: u32, score: f32, finds: Option<FoundBy>, anchors: &[&str]) -> DocumentSupport {
        let passage = |anchor: &&str| PassageSupport { anchor: (*anchor).to_owned(), score };
        DocumentSupport {
            document: DocumentNumber(document),
            score,
            finds,
            passages: anchors.iter().map(passage).collect(),
        }
    }

    #[test]
    fn two_supports_become_one_in_the_order_of_documents() {
        let contexts = Support::new([
            supported(7, 1.5, Some(FoundBy::Contexts), &["P1", "P2"]),
            supported(2, 0.5, None, &[]),
        ]);
        let meaning = Support::new([
            supported(7, 1.0, Some(FoundBy::Meaning), &["P2"]),
            supported(9, 2.0, Some(FoundBy::Meaning), &[]),
        ]);
        let merged = contexts.clone().merged(meaning);
        let numbers: Vec<u32> = merged.documents().iter().map(|support| support.document.0).collect();
        assert_eq!(numbers, [2, 7, 9]);
        let both = merged.of(DocumentNumber(7)).unwrap();
        assert_eq!((both.score, both.finds), (2.5, Some(FoundBy::Contexts)));
        let passages: Vec<_> = both.passages.iter().map(|of| (of.anchor.as_str(), of.score)).collect();
        assert_eq!(passages, [("P2", 2.5), ("P1", 1.5)]);
        assert!(merged.of(DocumentNumber(3)).is_none());
        assert_eq!(contexts.clone().merged(Support::default()), contexts);
    }

    #[test]
    fn a_support_has_limits_and_no_score_below_zero() {
        let many = (0..3000_u32).map(|document| supported(document, (document % 1500) as f32, None, &[]));
        let support = Support::new(many);
        assert_eq!(support.documents().len(), MAX_SUPPORTED);
        assert!(support.documents().is_sorted_by_key(|of| of.document));
        assert!(support.documents().iter().all(|of| of.score >= 1000.0), "the best are kept");
        let anchors: Vec<String> = (0..100).map(|number| format!("P{number:03}")).collect();
        let passages = anchors
            .iter()
            .zip(0_u16..)
            .map(|(anchor, score)| PassageSupport { anchor: anchor.clone(), score: f32::from(score) });
        let one = DocumentSupport { passages: passages.collect(), ..supported(1, f32::NAN, None, &[]) };
        let support =
            Support::new([one, supported(2, -3.0, None, &[]), supported(3, f32::INFINITY, None, &[])]);
        assert_eq!(support.of(DocumentNumber(1)).unwrap().passages.len(), MAX_SUPPORTED_PASSAGES);
        assert_eq!(support.of(DocumentNumber(1)).unwrap().passages[0].anchor, "P099");
        assert!(support.documents().iter().all(|of| of.score == 0.0));
    }
}
