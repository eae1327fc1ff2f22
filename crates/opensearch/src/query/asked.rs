//! The query of a plan to a cluster: which documents match, and how much of the query each covers.

use lagrum_search::{DayNumber, MatchPlan, QueryPlan, QueryWord, Tuning};

use super::language::{Bool, Query};
use super::language::{Combined, Function, FunctionScore};
use super::terms::{SearchedField, condition, levels, with_uris, with_word};
use crate::index::field;

/// The documents that a search lists, by their uris, since the cluster does not know document numbers.
#[derive(Debug, Default)]
pub(crate) struct ListedUris {
    /// Those that the query names.
    pub(crate) named: Vec<String>,
    /// Those that cite what it names and the corpus does not hold.
    pub(crate) citing: Vec<String>,
    /// Those that are shown apart from the hits.
    pub(crate) except: Vec<String>,
    /// What a support adds to the scores of documents.
    pub(crate) supported: Vec<(String, f32)>,
    /// Those that a support finds.
    pub(crate) found: Vec<String>,
}

/// A share that changes no coverage.
const NOTHING: f32 = 1e-9;

/// The cluster takes at most 1024 clauses in one query. Beyond so many, words are left out of the ranking.
pub(super) const MAX_CLAUSES: usize = 900;

/// A plan with what the cluster needs beside it to make a query.
pub(crate) struct ClusterQuery<'a> {
    /// The plan with the minimum match, prepared as for the embedded engine.
    pub(crate) matching: MatchPlan<'a>,
    pub(crate) tuning: &'a Tuning,
    pub(crate) listed: &'a ListedUris,
}

impl<'a> ClusterQuery<'a> {
    pub(crate) fn new(plan: &'a QueryPlan, tuning: &'a Tuning, listed: &'a ListedUris) -> Self {
        Self { matching: MatchPlan::new(plan, tuning), tuning, listed }
    }

    pub(super) fn plan(&self) -> &'a QueryPlan {
        self.matching.plan
    }

    /// The documents with every word; function words count only if there are no others.
    pub(crate) fn holds_all(&self) -> Query<'a> {
        let wanted = self.matching.words.iter().filter(|word| self.matching.is_content(word));
        Query::all(
            wanted
                .map(|word| with_word(word, SearchedField::TextsAndNames, 0.0).unwrap_or(Query::MatchNone {}))
                .collect(),
        )
    }

    pub(super) fn searched_field(&self, word: &QueryWord) -> SearchedField {
        if self.matching.is_content(word) { SearchedField::TextsAndNames } else { SearchedField::Texts }
    }

    /// The documents that cite what the query names and the corpus does not hold.
    pub(super) fn citing(&self) -> Option<Query<'a>> {
        (!self.listed.citing.is_empty()).then(|| with_uris(&self.listed.citing))
    }

    /// The documents that match by their words, by citing what is named or by a support, filtered by the day alone.
    pub(super) fn matching(&self, today: DayNumber) -> Query<'a> {
        let by_words = self.matching_by_words(today);
        let found = (!self.listed.found.is_empty()).then(|| with_uris(&self.listed.found));
        let Some(listed) = Query::any(self.citing().into_iter().chain(found).collect()) else {
            return by_words;
        };
        let filter = self.required().chain([listed]).collect();
        let by_list = Query::Bool(Bool { filter, must_not: self.exclusions(today), ..Bool::default() });
        Query::Bool(Bool { should: vec![by_words, by_list], ..Bool::default() })
    }

    pub(super) fn required(&self) -> impl Iterator<Item = Query<'a>> {
        let citing = &self.listed.citing;
        self.plan().required.iter().map(move |required| condition(required, citing))
    }

    pub(super) fn exclusions(&self, today: DayNumber) -> Vec<Query<'a>> {
        let excluded = self.plan().excluded.iter().map(|excluded| condition(excluded, &self.listed.citing));
        excluded.chain([Query::until(field::EXPIRED, today)]).collect()
    }

    pub(super) fn matching_by_words(&self, today: DayNumber) -> Query<'a> {
        let mut filter: Vec<Query<'a>> = self.required().collect();
        if filter.is_empty() {
            filter.push(self.found_by());
        }
        let found = Query::Bool(Bool { filter, must_not: self.exclusions(today), ..Bool::default() });
        if self.matching.minimum == 0.0 || self.any_finder_suffices() {
            return found;
        }
        Query::FunctionScore(Box::new(FunctionScore {
            query: found,
            functions: self.coverage(self.matching.words.len()),
            score_mode: Combined::Sum,
            boost_mode: Combined::Replace,
            max_boost: None,
            min_score: Some(self.matching.threshold() / self.matching.covered_weight),
        }))
    }

    /// The heaviest words: a document with none of them stays below the minimum match.
    pub(super) fn finders(&self) -> &[&'a QueryWord] {
        &self.matching.words[..self.matching.finders()]
    }

    pub(super) fn found_by(&self) -> Query<'a> {
        let ways = self.finders().iter().filter_map(|word| with_word(word, self.searched_field(word), 0.0));
        Query::any(ways.collect()).unwrap_or(Query::MatchNone {})
    }

    /// Whether each finder alone, in any of its forms, reaches the minimum match.
    pub(super) fn any_finder_suffices(&self) -> bool {
        self.plan().required.is_empty()
            && self.finders().iter().all(|word| {
                let least = word.forms.iter().map(|form| form.nearness).fold(1.0, f32::min);
                word.weight * least.sqrt() >= self.matching.minimum
            })
    }

    /// The functions whose sum is the coverage of the heaviest `words`.
    pub(super) fn coverage(&self, words: usize) -> Vec<Function<'a>> {
        // If no function applies, or all that do have the weight zero, the cluster takes the sum for one.
        let mut functions = vec![Function::weight(Query::MatchAll {}, NOTHING)];
        let counted = |word: &&&QueryWord| self.matching.counts_for_coverage(word);
        for word in self.matching.words.iter().take(words).filter(counted) {
            let levels = levels(word);
            for (level, next) in levels.iter().zip(levels.iter().skip(1).chain([&0.0])) {
                if let Some(filter) = with_word(word, self.searched_field(word), *level) {
                    let share = word.weight * (level.sqrt() - next.sqrt()) / self.matching.covered_weight;
                    functions.push(Function::weight(filter, share));
                }
            }
        }
        functions
    }
}
