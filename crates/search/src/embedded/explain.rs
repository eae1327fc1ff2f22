//! Why documents have their scores: they are scored once more, and what each word adds is written down.

use std::collections::HashMap;

use tantivy::DocId;

use super::accumulators::{Accumulators, DocumentEntry};
use super::conditions::set_of;
use super::open::OpenIndex;
use super::scoring::Scorer;
use super::work::Work;
use crate::plan::{MatchPlan, QueryPlan, QueryWord};
use crate::{ExplainedWord, ScoreExplanation, SearchError, Tuning};
use lagrum_numbers::DocumentNumber;

/// Why some documents have their scores, in their order.
pub(super) fn explain(
    index: &OpenIndex,
    tuning: &Tuning,
    plan: &QueryPlan,
    documents: &[DocumentNumber],
    accumulators: &mut Accumulators,
) -> Result<Vec<ScoreExplanation>, SearchError> {
    let matching = MatchPlan::new(plan, tuning);
    let first = set_of(documents, index.columns.len());
    let work = Work::new(index.columns.len());
    let mut scorer = Scorer::open(index, tuning, &matching, accumulators, &first, 0, work)?;
    let mut explained = HashMap::with_capacity(documents.len());
    for batch in 0..index.batches.len() {
        if scorer.enter(batch) {
            explain_candidates(&mut scorer, &mut explained)?;
        }
    }
    Ok(documents.iter().filter_map(|document| explained.get(document).cloned()).collect())
}

/// Why the candidates of a batch have their scores.
fn explain_candidates(
    scorer: &mut Scorer<'_>,
    explained: &mut HashMap<DocumentNumber, ScoreExplanation>,
) -> Result<(), SearchError> {
    let matching = scorer.matching;
    let documents: Vec<DocumentNumber> = scorer.candidates().map(|candidate| candidate.document).collect();
    let entries_of = |scorer: &Scorer<'_>| -> Vec<DocumentEntry> {
        scorer.candidates().map(|candidate| *candidate.entry).collect()
    };
    let mut words: Vec<Vec<ExplainedWord>> = vec![Vec::new(); documents.len()];
    let mut before = entries_of(scorer);
    for (word, at) in matching.words.iter().zip(0..) {
        scorer.add_word(at)?;
        let after = entries_of(scorer);
        for ((of_document, before), after) in words.iter_mut().zip(&before).zip(&after) {
            of_document.push(ExplainedWord {
                word: word.text.clone(),
                weight: word.weight,
                text: scorer.text_value(after.text_score - before.text_score),
                name: 0.0,
                coverage: share(after.meant - before.meant, matching.covered_weight),
            });
        }
        before = after;
    }
    let best_names = scorer.best_names();
    for (position, word) in matching.words.iter().enumerate().filter(|(_, word)| matching.is_content(word)) {
        let has = nearness_in_names(scorer, word, &best_names)?;
        for (document, of_document) in documents.iter().zip(&mut words) {
            of_document[position].name = has.get(document).copied().unwrap_or_default() * word.weight;
        }
    }
    scorer.score_names();
    for (candidate, words) in scorer.candidates().zip(words) {
        let is_citing = matching.plan.citing.binary_search(&candidate.document).is_ok();
        let explanation = ScoreExplanation { words, ..scorer.explanation(&candidate, is_citing) };
        explained.insert(candidate.document, explanation);
    }
    Ok(())
}

fn share(part: f32, whole: f32) -> f32 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

/// How near the best name of each document comes to a word. `best_names` are the rows of the names, with their documents.
fn nearness_in_names(
    scorer: &mut Scorer<'_>,
    word: &QueryWord,
    best_names: &HashMap<DocId, DocumentNumber>,
) -> Result<HashMap<DocumentNumber, f32>, SearchError> {
    let mut nearness: HashMap<DocumentNumber, f32> = HashMap::new();
    for form in &word.forms {
        for term in form.as_single_choice().into_iter().flatten() {
            scorer.index.names_with(term.as_str(), &mut scorer.work, |row, document| {
                if best_names.contains_key(&row) {
                    let known = nearness.entry(document).or_default();
                    *known = known.max(form.nearness);
                }
            })?;
        }
    }
    Ok(nearness)
}
