//! The first step of a search: which documents match, and in which order.
//!
//! A plain query is matched by coverage: a document matches if the words it has reach the minimum match. So the heaviest
//! words find every match, since a document that has only lighter words stays below it ([`MatchPlan::finders`]). The
//! postings of these few words are read whole. In those of the others, which are the long ones, only the candidates are
//! looked up; the postings of function words are thereby never read whole.
//!
//! Two kinds of documents need not have any word: those that the query names, which match in any case, and those that cite
//! what it names and the corpus does not hold, which match unless they are excluded. So do documents that a support finds
//! ([`crate::Support`]); they are ranked by what words they have and what speaks for them beside these.

use super::accumulators::Accumulators;
use super::conditions::{ConditionReader, DocumentSet, set_of};
use super::found::FoundCounter;
use super::open::{NONE, OpenIndex};
use super::scoring::Scorer;
use crate::plan::{MatchPlan, QueryPlan};
use crate::{FindRequest, FoundBy, FoundDocuments, HitOrder, RankedDocument, SearchError, Tuning};

/// The documents that match, in the order and within the window of the request.
pub(super) fn find(
    index: &OpenIndex,
    tuning: &Tuning,
    plan: &QueryPlan,
    request: &FindRequest,
    accumulators: &mut Accumulators,
) -> Result<FoundDocuments, SearchError> {
    let documents = index.columns.len();
    let matching = MatchPlan::new(plan, tuning);
    let mut search = Matching {
        scorer: Scorer::new(index, tuning, &matching, accumulators),
        citing: set_of(&plan.citing, documents),
        named: set_of(&request.named, documents),
        supported: set_of(&supported(plan), documents),
        required: None,
        excluded: None,
    };
    search.find(request)
}

/// Whether each of some documents has enough words of a plain query to match by them.
pub(super) fn match_by_words(
    index: &OpenIndex,
    tuning: &Tuning,
    plan: &QueryPlan,
    documents: &[u32],
    accumulators: &mut Accumulators,
) -> Result<Vec<bool>, SearchError> {
    let matching = MatchPlan::new(plan, tuning);
    let mut scorer = Scorer::new(index, tuning, &matching, accumulators);
    for document in documents {
        scorer.accumulators.add_candidate(*document);
    }
    for word in &matching.words {
        scorer.add_word(word, false)?;
    }
    let entries = &scorer.accumulators.entries;
    let covers_enough = |document: &u32| entries[*document as usize].covered >= matching.threshold();
    Ok(documents.iter().map(covers_enough).collect())
}

/// The numbers of the supported documents.
fn supported(plan: &QueryPlan) -> Vec<u32> {
    plan.support.documents().iter().map(|support| support.document).collect()
}

struct Matching<'a> {
    scorer: Scorer<'a>,
    /// The documents that cite what the query names and is not held.
    citing: DocumentSet,
    /// The documents that the query names.
    named: DocumentSet,
    /// The documents that something speaks for beside their words.
    supported: DocumentSet,
    /// The documents that meet all required conditions; None when there is no such condition.
    required: Option<DocumentSet>,
    /// The documents that meet an excluded condition.
    excluded: Option<DocumentSet>,
}

impl Matching<'_> {
    fn find(&mut self, request: &FindRequest) -> Result<FoundDocuments, SearchError> {
        let matching = self.scorer.matching;
        self.required = self.conditions().meeting_all(&matching.plan.required)?;
        self.add_first_candidates();
        let finders = if self.required.is_some() { 0 } else { matching.finders() };
        for (word, at) in matching.words.iter().zip(0..) {
            self.scorer.add_word(word, at < finders)?;
        }
        self.scorer.score_names();
        self.excluded = self.conditions().meeting_any(&matching.plan.excluded)?;

        let mut matches = self.matches(request);
        let any_has_all = matches.iter().any(|(_, has_all)| *has_all);
        if request.sort == HitOrder::Citations && any_has_all && matching.plan.is_plain {
            matches.retain(|(document, has_all)| {
                *has_all || self.is_named(*document) || self.is_citing(*document)
            });
        }
        let mut found = self.count(&matches, request);
        found.none_holds_all = matching.reports_all_words() && !any_has_all;
        found.work = self.scorer.work.done();
        Ok(found)
    }

    fn conditions(&mut self) -> ConditionReader<'_> {
        ConditionReader { index: self.scorer.index, citing: &self.citing, work: &mut self.scorer.work }
    }

    fn is_named(&self, document: u32) -> bool {
        self.named.contains(document as usize)
    }

    fn is_citing(&self, document: u32) -> bool {
        self.citing.contains(document as usize)
    }

    /// The candidates that need no word to become candidates.
    fn add_first_candidates(&mut self) {
        let accumulators = &mut *self.scorer.accumulators;
        if let Some(required) = &self.required {
            for document in required.ones() {
                accumulators.add_candidate(document as u32);
            }
        } else {
            let citing = self.scorer.matching.plan.citing.iter();
            for document in citing.filter(|document| self.citing.contains(**document as usize)) {
                accumulators.add_candidate(*document);
            }
            let found = self.scorer.matching.plan.support.documents().iter();
            for support in found.filter(|support| support.finds.is_some()) {
                if self.supported.contains(support.document as usize) {
                    accumulators.add_candidate(support.document);
                }
            }
        }
        for document in self.named.ones() {
            accumulators.add_candidate(document as u32);
        }
    }

    /// The candidates that match, and whether each has all content words of the query.
    fn matches(&self, request: &FindRequest) -> Vec<(u32, bool)> {
        let matching = self.scorer.matching;
        let content = matching.words.iter().filter(|word| matching.is_content(word)).count();
        let candidates = &self.scorer.accumulators.candidates;
        let mut matches = Vec::with_capacity(candidates.len());
        for document in candidates {
            let words_held = self.scorer.accumulators.entries[*document as usize].words_held;
            let has_all = usize::from(words_held) >= content;
            if self.is_named(*document) || self.is_match(*document, has_all, request) {
                matches.push((*document, has_all));
            }
        }
        matches
    }

    /// Whether a candidate that the query does not name matches.
    fn is_match(&self, document: u32, has_all: bool, request: &FindRequest) -> bool {
        let at = document as usize;
        if self.excluded.as_ref().is_some_and(|set| set.contains(at)) || self.has_expired(at, request) {
            return false;
        }
        // A document may be a candidate only because it is cited.
        if self.required.as_ref().is_some_and(|set| !set.contains(at)) {
            return false;
        }
        let covers_enough =
            if self.scorer.matching.plan.all_words { has_all } else { self.covers_enough(document) };
        covers_enough || self.is_citing(document) || self.found_by(document).is_some()
    }

    fn covers_enough(&self, document: u32) -> bool {
        self.scorer.accumulators.entries[document as usize].covered >= self.scorer.matching.threshold()
    }

    /// By what a support finds a document.
    fn found_by(&self, document: u32) -> Option<FoundBy> {
        if !self.supported.contains(document as usize) {
            return None;
        }
        self.scorer.matching.plan.support.of(document)?.finds
    }

    /// What a support adds to the score of a document.
    fn support(&self, document: u32) -> f32 {
        if self.supported.contains(document as usize) {
            self.scorer.matching.plan.support.score(document)
        } else {
            0.0
        }
    }

    fn has_expired(&self, document: usize, request: &FindRequest) -> bool {
        let expired = self.scorer.index.columns.facts[document].expired;
        expired != NONE && expired <= request.filters.today.get()
    }

    /// Counts what matches and ranks what passes the filters.
    fn count(&self, matches: &[(u32, bool)], request: &FindRequest) -> FoundDocuments {
        let index = self.scorer.index;
        let mut counter = FoundCounter::new(index, &request.filters);
        let mut ranked = Vec::with_capacity(matches.len());
        for (document, _) in matches {
            if counter.count(*document) && !request.except.contains(document) {
                let is_citing = self.is_citing(*document);
                let score = self.scorer.score(*document, is_citing, self.support(*document));
                let inbound = index.columns.facts[*document as usize].inbound;
                let needs_no_support = is_citing || self.is_named(*document) || self.covers_enough(*document);
                let found_by = if needs_no_support { None } else { self.found_by(*document) };
                ranked.push(RankedDocument { document: *document, score, inbound, found_by });
            }
        }
        counter.finish(ranked, request)
    }
}
