//! The support of documents by the citation contexts of their provisions.
//!
//! The contexts of each provision are scored as a text is, by the nearest form of each word. This score is `c`, about ten if the
//! contexts have the whole query. `v` is the share of the query that the contexts cover. A document has the support of its best
//! provision, `c · (0.3 + 0.7 v) · v²`: contexts that cover little of the query count for little, and contexts that cover less
//! than a minimum do not count. Names of concepts are scored separately.
//!
//! Where a brief text has the whole query ([`brief_texts`]), the scores of documents are reduced: they would otherwise put the act
//! that a case applies before the case whose headnote is typed. The scores of passages, and which documents are found, stay.

use super::index::ContextRows;
use super::scoring::{MatchedProvision, matched_provisions};
use crate::embedded::accumulators::SCALE;
use crate::embedded::accumulators::{Accumulators, SupportEntry};
use crate::embedded::brief_texts;
use crate::embedded::open::OpenIndex;
use crate::embedded::work::Work;
use crate::plan::{MatchPlan, QueryPlan, QueryWord};
use crate::support::{DocumentSupport, FoundBy, PassageSupport, Support};
use crate::{SearchError, Tuning};
use lagrum_numbers::DocumentNumber;

/// The most words of a query that are looked up; the heaviest are.
const MAX_WORDS: usize = 16;

/// The most documents that are supported.
const MAX_DOCUMENTS: usize = 200;

/// The most passages of a document that are supported.
const MAX_PASSAGES: usize = 8;

/// The part of `c` that does not depend on `v`.
const BASE: f32 = 0.3;

/// The score of a provision.
#[derive(Clone, Debug)]
struct ScoredProvision {
    row: u32,
    document: DocumentNumber,
    /// What it adds to the score of its document.
    score: f32,
    /// What it adds to the score of the passage.
    passage: f32,
    finds: bool,
}

/// Computes the support of documents by citation contexts, and its work in postings.
pub(in crate::embedded) fn support(
    index: &OpenIndex,
    tuning: &Tuning,
    plan: &QueryPlan,
    accumulators: &mut Accumulators,
) -> Result<(Support, u64), SearchError> {
    let matching = MatchPlan::new(plan, tuning);
    let mut work = Work::new(index.columns.len());
    let words = || matching.words.iter().filter(|word| !word.is_function);
    let weight: f32 = words().map(|word| word.weight).sum();
    if weight <= 0.0 || (tuning.context == 0.0 && tuning.concept_name == 0.0) {
        return Ok((Support::default(), 0));
    }
    let table = &mut accumulators.contexts;
    let heaviest: Vec<&QueryWord> = words().copied().take(MAX_WORDS).collect();
    let minimum = tuning.context_minimum * weight;
    let matched = matched_provisions(index, tuning, &heaviest, minimum, table, &mut work)?;
    let mut scored: Vec<ScoredProvision> =
        matched.iter().map(|matched| scored(index, tuning, matched, weight)).collect();
    if !scored.is_empty() && brief_texts::any_has_all(index, &matching, &mut work)? {
        for provision in &mut scored {
            provision.score *= tuning.context_beside_brief;
        }
    }
    Ok((of_documents(&index.contexts.rows, &scored, &mut table.documents), work.done()))
}

fn scored(index: &OpenIndex, tuning: &Tuning, matched: &MatchedProvision, weight: f32) -> ScoredProvision {
    let MatchedProvision { row, value, covered } = *matched;
    let rows = &index.contexts.rows;
    let document = rows.documents[row as usize];
    let (c, v) = (SCALE * value / weight, (covered / weight).min(1.0));
    if rows.lengths[row as usize] == 0 {
        // Names of concepts count for the passage together with its own words, so they add nothing here.
        return ScoredProvision { row, document, score: tuning.concept_name * c, passage: 0.0, finds: false };
    }
    let score = c * (BASE + (1.0 - BASE) * v);
    ScoredProvision {
        row,
        document,
        score: tuning.context * score * v * v,
        passage: tuning.context_passage * score,
        finds: v >= tuning.context_floor,
    }
}

/// The support of documents by their provisions: the best context and the best name count for the document. In a large corpus
/// most provisions are cited, so passages are gathered for the best documents only.
fn of_documents(rows: &ContextRows, provisions: &[ScoredProvision], table: &mut [SupportEntry]) -> Support {
    let mut documents = Vec::new();
    for provision in provisions {
        let entry = &mut table[provision.document.index()];
        if !entry.is_listed {
            entry.is_listed = true;
            documents.push(provision.document);
        }
        let is_name = rows.lengths[provision.row as usize] == 0;
        let best = if is_name { &mut entry.name } else { &mut entry.context };
        *best = best.max(provision.score);
        entry.finds |= provision.finds;
    }
    let score = |document: &DocumentNumber| {
        let SupportEntry { name, context, .. } = table[document.index()];
        name + context
    };
    let mut best: Vec<(f32, DocumentNumber)> =
        documents.iter().map(|document| (score(document), *document)).collect();
    if best.len() > MAX_DOCUMENTS {
        best.select_nth_unstable_by(MAX_DOCUMENTS, |a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        best.truncate(MAX_DOCUMENTS);
    }
    let of_document = |(score, document): (f32, DocumentNumber)| {
        let finds = table[document.index()].finds.then_some(FoundBy::Contexts);
        DocumentSupport { document, score, finds, passages: Vec::new() }
    };
    let mut supported: Vec<DocumentSupport> = best.into_iter().map(of_document).collect();
    for document in documents {
        table[document.index()] = SupportEntry::default();
    }
    supported.sort_unstable_by_key(|support| support.document);
    add_passages(rows, provisions, &mut supported, table);
    Support::new(supported)
}

/// Adds the support of passages to the supported documents, which are in order.
fn add_passages(
    rows: &ContextRows,
    provisions: &[ScoredProvision],
    supported: &mut [DocumentSupport],
    table: &mut [SupportEntry],
) {
    for support in supported.iter() {
        table[support.document.index()].is_listed = true;
    }
    let is_of_one =
        |provision: &&ScoredProvision| provision.passage > 0.0 && table[provision.document.index()].is_listed;
    let mut passages: Vec<&ScoredProvision> = provisions.iter().filter(is_of_one).collect();
    for support in supported.iter() {
        table[support.document.index()].is_listed = false;
    }
    passages.sort_unstable_by(|a, b| {
        a.document.cmp(&b.document).then(b.passage.total_cmp(&a.passage)).then(a.row.cmp(&b.row))
    });
    let mut by_document = passages.chunk_by(|a, b| a.document == b.document).peekable();
    for support in supported {
        let Some(passages) = by_document.next_if(|of| of[0].document == support.document) else { continue };
        let passage = |provision: &&ScoredProvision| PassageSupport {
            anchor: rows.anchor(provision.row).to_owned(),
            score: provision.passage,
        };
        support.passages = passages.iter().take(MAX_PASSAGES).map(passage).collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The support by sorting all provisions.
    fn naive_support(rows: &ContextRows, mut provisions: Vec<ScoredProvision>) -> Support {
        provisions.sort_by(|a, b| {
            a.document.cmp(&b.document).then(b.passage.total_cmp(&a.passage)).then(a.row.cmp(&b.row))
        });
        let of_document = |provisions: &[ScoredProvision]| {
            let best = |names: bool| {
                let is_name = |row: u32| rows.lengths[row as usize] == 0;
                let of_kind = provisions.iter().filter(|provision| is_name(provision.row) == names);
                of_kind.map(|provision| provision.score).fold(0.0, f32::max)
            };
            let passages = provisions.iter().filter(|provision| provision.passage > 0.0).take(MAX_PASSAGES);
            let passage = |provision: &ScoredProvision| PassageSupport {
                anchor: rows.anchor(provision.row).to_owned(),
                score: provision.passage,
            };
            DocumentSupport {
                document: provisions[0].document,
                score: best(true) + best(false),
                finds: provisions.iter().any(|provision| provision.finds).then_some(FoundBy::Contexts),
                passages: passages.map(passage).collect(),
            }
        };
        let mut supported: Vec<_> =
            provisions.chunk_by(|a, b| a.document == b.document).map(of_document).collect();
        supported.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.document.cmp(&b.document)));
        supported.truncate(MAX_DOCUMENTS);
        Support::new(supported)
    }

    proptest! {
        #[test]
        fn support_is_that_of_all_provisions_sorted(
            drawn in prop::collection::vec((0_u32..600, 0_u8..4, 0_u8..5, any::<bool>()), 0..3000),
            order in any::<prop::sample::Index>(),
        ) {
            let anchors = (0..7).map(|number| format!("P{number}").into()).collect();
            let mut rows = ContextRows { anchors, ..ContextRows::default() };
            let mut provisions = Vec::new();
            for ((document, score, passage, is_name), row) in drawn.into_iter().zip(0..) {
                let document = DocumentNumber(document);
                rows.documents.push(document);
                rows.anchor_numbers.push(row % 7);
                rows.lengths.push(u32::from(!is_name));
                let passage = if is_name { 0.0 } else { f32::from(passage) };
                let finds = passage > 3.0;
                provisions.push(ScoredProvision { row, document, score: f32::from(score), passage, finds });
            }
            // Provisions come in the order in which the words found them.
            if !provisions.is_empty() {
                let middle = order.index(provisions.len());
                provisions.rotate_left(middle);
            }
            let mut table = vec![SupportEntry::default(); 600];
            for _ in 0..2 {
                let found = of_documents(&rows, &provisions, &mut table);
                prop_assert_eq!(&found, &naive_support(&rows, provisions.clone()));
            }
        }
    }
}
