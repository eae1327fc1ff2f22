//! What others say of provisions, as a support for the documents that have them.
//!
//! For each provision the terms said of it are scored as a text is, with the word's nearest form counting: `c`, about ten
//! for a whole query. `v` is the share of the query that is said of it. A document has the support of its best provision,
//! `c · (0.3 + 0.7 v) · v²`: what says little of the query counts for little. Names of concepts are scored apart.
//!
//! Where a brief text has the whole query ([`brief_texts`]), the support of documents is lessened: it would otherwise put the act
//! that a case applies before the case whose headnote is typed. Which passages are shown, and what is found, stays.

use super::accumulators::{Accumulators, ContextEntry};
use super::brief_texts;
use super::open::OpenIndex;
use super::scoring::SCALE;
use super::work::Work;
use crate::plan::{MatchPlan, QueryForm, QueryPlan, QueryWord};
use crate::support::{DocumentSupport, FoundBy, PassageSupport, Support};
use crate::{SearchError, Tuning};

/// The most words of a query that are looked for, the heaviest, and the most forms of each, the nearest.
const MAX_WORDS: usize = 16;
const MAX_FORMS: usize = 40;

/// The most documents that are supported.
const MAX_DOCUMENTS: usize = 200;

/// The most passages of a document that are supported.
const MAX_PASSAGES: usize = 8;

/// The part of `c` that does not depend on `v`.
const BASE: f32 = 0.3;

/// What a provision counts for.
struct ScoredProvision {
    row: u32,
    document: u32,
    /// For its document.
    score: f32,
    /// For the passage.
    passage: f32,
    finds: bool,
}

/// What speaks for documents by what others say of their provisions, and the work of finding it.
pub(super) fn contexts(
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
    for word in words().take(MAX_WORDS) {
        add_word(index, tuning, word, (accumulators, &mut work))?;
    }
    let table = &accumulators.contexts;
    let scored =
        table.rows.iter().map(|row| scored(index, tuning, (*row, table.entries[*row as usize]), weight));
    let mut scored: Vec<ScoredProvision> = scored.collect();
    if !scored.is_empty() && brief_texts::any_has_all(index, &matching, &mut work)? {
        for provision in &mut scored {
            provision.score *= tuning.context_beside_brief;
        }
    }
    Ok((support(index, scored), work.done()))
}

/// Adds what provisions have of a word: the nearest of its forms counts.
fn add_word(
    index: &OpenIndex,
    tuning: &Tuning,
    word: &QueryWord,
    (accumulators, done): (&mut Accumulators, &mut Work),
) -> Result<(), SearchError> {
    let table = &mut accumulators.contexts;
    let mut having: Vec<u32> = Vec::new();
    for form in word.forms.iter().take(MAX_FORMS) {
        for (row, times) in rows_with_form(index, form, done)? {
            let entry = &mut table.entries[row as usize];
            if entry.nearness == 0.0 {
                having.push(row);
                entry.nearness = form.nearness;
            }
            if entry.nearness.to_bits() == form.nearness.to_bits() {
                entry.times += times;
            }
        }
    }
    let contexts = &index.contexts;
    for row in having {
        let entry = &mut table.entries[row as usize];
        let length = contexts.rows.lengths[row as usize];
        let value = if length == 0 {
            // A name has a word or has it not.
            entry.nearness
        } else {
            let relative = length as f32 / contexts.average_length;
            let damping = 1.0 - tuning.context_length + tuning.context_length * relative;
            // Terms are counted in halves.
            let often = entry.times as f32 / 2.0 / damping;
            entry.nearness * 2.0 * often / (often + 1.0)
        };
        if entry.covered == 0.0 {
            table.rows.push(row);
        }
        entry.value += word.weight * value;
        entry.covered += word.weight * entry.nearness;
        (entry.nearness, entry.times) = (0.0, 0);
    }
    Ok(())
}

/// The rows that have a form, in order, and how often it is said there. Of a form of several parts a row must have each, and
/// has it as often as the rarest.
fn rows_with_form(
    index: &OpenIndex,
    form: &QueryForm,
    work: &mut Work,
) -> Result<Vec<(u32, u32)>, SearchError> {
    let mut all: Option<Vec<(u32, u32)>> = None;
    for part in &form.parts {
        let mut found: Vec<(u32, u32)> = Vec::new();
        for term in &part.any_of {
            index.contexts.rows_with(term.as_str(), work, |row, times| found.push((row, times)))?;
        }
        if part.any_of.len() > 1 {
            found.sort_unstable();
            found.dedup_by(|(row, times), (kept, sum)| {
                let same = row == kept;
                *sum += if same { *times } else { 0 };
                same
            });
        }
        all = Some(match all {
            None => found,
            Some(all) => in_both(&all, &found),
        });
    }
    Ok(all.unwrap_or_default())
}

/// The rows that two lists have, in order, with the smaller number.
fn in_both(a: &[(u32, u32)], b: &[(u32, u32)]) -> Vec<(u32, u32)> {
    let find = |row: u32| b.binary_search_by_key(&row, |(row, _)| *row).ok().map(|at| b[at].1);
    a.iter().filter_map(|(row, times)| Some((*row, (*times).min(find(*row)?)))).collect()
}

fn scored(
    index: &OpenIndex,
    tuning: &Tuning,
    (row, entry): (u32, ContextEntry),
    weight: f32,
) -> ScoredProvision {
    let rows = &index.contexts.rows;
    let document = rows.documents[row as usize];
    let (c, v) = (SCALE * entry.value / weight, (entry.covered / weight).min(1.0));
    if rows.lengths[row as usize] == 0 {
        // The names of concepts count for the passage with its own words.
        return ScoredProvision { row, document, score: tuning.concept_name * c, passage: 0.0, finds: false };
    }
    let said = c * (BASE + (1.0 - BASE) * v);
    ScoredProvision {
        row,
        document,
        score: tuning.context * said * v * v,
        passage: tuning.context_passage * said,
        finds: v >= tuning.context_floor,
    }
}

/// The support of documents by their provisions: the best context and the best name count for the document.
fn support(index: &OpenIndex, mut provisions: Vec<ScoredProvision>) -> Support {
    let rows = &index.contexts.rows;
    provisions.sort_by(|a, b| {
        a.document.cmp(&b.document).then(b.passage.total_cmp(&a.passage)).then(a.row.cmp(&b.row))
    });
    let of_document = |provisions: &[ScoredProvision]| {
        let is_name = |provision: &&ScoredProvision| rows.lengths[provision.row as usize] == 0;
        let best = |names: bool| {
            let scores = provisions.iter().filter(|provision| is_name(provision) == names);
            scores.map(|provision| provision.score).fold(0.0, f32::max)
        };
        let passages = provisions.iter().filter(|provision| provision.passage > 0.0).take(MAX_PASSAGES);
        DocumentSupport {
            document: provisions[0].document,
            score: best(true) + best(false),
            finds: provisions.iter().any(|provision| provision.finds).then_some(FoundBy::Contexts),
            passages: passages
                .map(|provision| PassageSupport {
                    anchor: rows.anchor(provision.row).to_owned(),
                    score: provision.passage,
                })
                .collect(),
        }
    };
    let by_document = provisions.chunk_by(|a, b| a.document == b.document);
    let mut supported: Vec<DocumentSupport> = by_document.map(of_document).collect();
    supported.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.document.cmp(&b.document)));
    supported.truncate(MAX_DOCUMENTS);
    Support::new(supported)
}
