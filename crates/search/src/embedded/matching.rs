//! The first step of a search: which documents match, and in which order.
//!
//! A plain query is matched by coverage: a document matches if the words it has reach the minimum match. So the heaviest
//! words find every match, since a document that has only lighter words stays below the minimum ([`MatchPlan::finders`]). The
//! postings of these few words are read whole. In the longer postings of the other words, only candidates that can still reach
//! the minimum match are looked up, so the postings of function words are never read whole. All of this is done for one batch
//! of slots, then for the next one ([`super::batches`]).
//!
//! Three kinds of documents need not have any word. Documents that the query names always match. Documents that cite the place
//! that the query names ([`QueryPlan::citing`]) and documents that a support finds ([`crate::Support`]) match if they meet the
//! conditions of the query and have not expired. Documents found by a support are ranked by their words and by the support.

use super::accumulators::Accumulators;
use super::conditions::{ConditionReader, DocumentSet, set_of};
use super::found::FoundCounter;
use super::open::{NONE, OpenIndex};
use super::scoring::{Candidate, Scorer};
use super::work::Work;
use crate::plan::{MatchPlan, QueryPlan};
use crate::{FindRequest, FoundBy, FoundDocuments, HitOrder, RankedDocument, SearchError, Tuning};
use lagrum_numbers::DocumentNumber;

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
    let mut work = Work::new(documents);
    let citing = set_of(&plan.citing, documents);
    let named = set_of(&request.named, documents);
    let supported = plan.support.documents().iter().map(|support| support.document).collect::<Vec<_>>();
    let supported = set_of(&supported, documents);
    let mut conditions = ConditionReader { index, citing: &citing, work: &mut work };
    let required = conditions.meeting_all(&plan.required)?;
    let excluded = conditions.meeting_any(&plan.excluded)?;
    let finders = if required.is_some() { 0 } else { matching.finders() };
    let first = first_candidates(plan, required.as_ref(), &citing, &named, &supported);
    let scorer = Scorer::open(index, tuning, &matching, accumulators, &first, finders, work)?;
    let dated = request.filters.days.as_ref().map(|days| set_of(&days.documents, documents));
    Matching { scorer, citing, named, supported, required, excluded, dated }.find(request)
}

/// For each of some documents: whether its words reach the minimum match of a plain query.
pub(super) fn match_by_words(
    index: &OpenIndex,
    tuning: &Tuning,
    plan: &QueryPlan,
    documents: &[DocumentNumber],
    accumulators: &mut Accumulators,
) -> Result<Vec<bool>, SearchError> {
    let matching = MatchPlan::new(plan, tuning);
    let first = set_of(documents, index.columns.len());
    let work = Work::new(index.columns.len());
    let mut scorer = Scorer::open(index, tuning, &matching, accumulators, &first, 0, work)?;
    let mut matched = DocumentSet::with_capacity(index.columns.len());
    for batch in 0..index.batches.len() {
        if scorer.enter(batch) {
            scorer.add_words()?;
            let covers_enough = |candidate: &Candidate<'_>| candidate.entry.covered >= matching.threshold();
            let enough = scorer.candidates().filter(covers_enough);
            matched.extend(enough.map(|candidate| candidate.document.index()));
        }
    }
    Ok(documents.iter().map(|document| matched.contains(document.index())).collect())
}

/// The documents that need no word to become candidates.
fn first_candidates(
    plan: &QueryPlan,
    required: Option<&DocumentSet>,
    citing: &DocumentSet,
    named: &DocumentSet,
    supported: &DocumentSet,
) -> DocumentSet {
    let mut first = named.clone();
    if let Some(required) = required {
        first.union_with(required);
        return first;
    }
    first.union_with(citing);
    let found = plan.support.documents().iter().filter(|support| support.finds.is_some());
    let found =
        found.map(|support| support.document.index()).filter(|document| supported.contains(*document));
    // Most searches have none of these documents, and an empty set has no capacity.
    found.for_each(|document| {
        first.grow_and_insert(document);
    });
    first
}

struct Matching<'a> {
    scorer: Scorer<'a>,
    /// The documents that cite the place that the query names ([`QueryPlan::citing`]).
    citing: DocumentSet,
    /// The documents that the query names.
    named: DocumentSet,
    /// The documents that have a support.
    supported: DocumentSet,
    /// The documents that meet all required conditions; None when there is no such condition.
    required: Option<DocumentSet>,
    /// The documents that meet an excluded condition.
    excluded: Option<DocumentSet>,
    /// The documents of the days that are asked for; None for all days.
    dated: Option<DocumentSet>,
}

impl Matching<'_> {
    fn find(&mut self, request: &FindRequest) -> Result<FoundDocuments, SearchError> {
        let (index, matching) = (self.scorer.index, self.scorer.matching);
        let content = matching.words.iter().filter(|word| matching.is_content(word)).count();
        // With the most cited first, if any document has all words, only documents with all words and those that need no word
        // are found.
        let prefers_all = request.sort == HitOrder::Citations && matching.plan.is_plain;
        let mut found = FoundCounter::new(index, request);
        let mut without_all = FoundCounter::new(index, request);
        let mut any_has_all = false;
        for batch in 0..index.batches.len() {
            if !self.scorer.enter(batch) {
                continue;
            }
            self.scorer.add_words()?;
            self.scorer.score_names();
            for candidate in self.scorer.candidates() {
                let document = candidate.document;
                let has_all = usize::from(candidate.entry.words_held) >= content;
                let is_named = self.is_named(document);
                if !is_named && !self.is_match(&candidate, has_all, request) {
                    continue;
                }
                any_has_all |= has_all;
                if self.dated.as_ref().is_some_and(|dated| !dated.contains(document.index())) {
                    continue;
                }
                let is_preferred = !prefers_all || has_all || is_named || self.is_citing(document);
                let counter = if is_preferred { &mut found } else { &mut without_all };
                if counter.count(candidate.facts) && !request.except.contains(&document) {
                    counter.rank(self.ranked(&candidate));
                }
            }
        }
        if !any_has_all {
            found.add(without_all);
        }
        let mut found = found.finish();
        found.none_holds_all = matching.reports_all_words() && !any_has_all;
        found.work = self.scorer.work.done();
        Ok(found)
    }

    fn is_named(&self, document: DocumentNumber) -> bool {
        self.named.contains(document.index())
    }

    fn is_citing(&self, document: DocumentNumber) -> bool {
        self.citing.contains(document.index())
    }

    /// Whether a candidate that the query does not name matches.
    fn is_match(&self, candidate: &Candidate<'_>, has_all: bool, request: &FindRequest) -> bool {
        let (document, at) = (candidate.document, candidate.document.index());
        if self.excluded.as_ref().is_some_and(|set| set.contains(at)) || has_expired(candidate, request) {
            return false;
        }
        // A document may have become a candidate without meeting the conditions.
        if self.required.as_ref().is_some_and(|set| !set.contains(at)) {
            return false;
        }
        let covers_enough =
            if self.scorer.matching.plan.all_words { has_all } else { self.covers_enough(candidate) };
        covers_enough || self.is_citing(document) || self.found_by(document).is_some()
    }

    fn covers_enough(&self, candidate: &Candidate<'_>) -> bool {
        candidate.entry.covered >= self.scorer.matching.threshold()
    }

    /// What kind of support finds a document; None if no support does.
    fn found_by(&self, document: DocumentNumber) -> Option<FoundBy> {
        if !self.supported.contains(document.index()) {
            return None;
        }
        self.scorer.matching.plan.support.of(document)?.finds
    }

    /// What the support adds to the score of a document.
    fn support(&self, document: DocumentNumber) -> f32 {
        if self.supported.contains(document.index()) {
            self.scorer.matching.plan.support.score(document)
        } else {
            0.0
        }
    }

    /// A document that matches, with its score.
    fn ranked(&self, candidate: &Candidate<'_>) -> RankedDocument {
        let document = candidate.document;
        let is_citing = self.is_citing(document);
        let score = self.scorer.score(candidate, is_citing, self.support(document));
        let needs_no_support = is_citing || self.is_named(document) || self.covers_enough(candidate);
        let found_by = if needs_no_support { None } else { self.found_by(document) };
        RankedDocument { document, score, inbound: candidate.facts.inbound, found_by }
    }
}

fn has_expired(candidate: &Candidate<'_>, request: &FindRequest) -> bool {
    let expired = candidate.facts.expired;
    expired != NONE && expired <= request.filters.today.get()
}
