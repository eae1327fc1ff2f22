//! The order of the first hits by what the provisions of acts say.
//!
//! An engine ranks documents by the words that they have anywhere. Of the first [`HEAD`] documents in that order, the head, acts
//! are ordered anew among the places that acts have, by their score and what their best provisions add; documents of other kinds
//! keep their places. Then, if the first is a text about acts (an agency's regulation, a concept, a commentary) that no
//! word asks for, the first act of the next three takes its place.
//!
//! Each place keeps its score, so scores still fall from hit to hit. The head depends on the query and the filters alone, not on
//! the page, so pages and cursors follow one order. Documents behind the head are as the engine has them.

use lagrum_numbers::DocumentNumber;

use crate::{Engine, QueryPlan, RankedDocument, SearchError, SourceRoles};

/// How many documents are ordered anew, the best of the engine's order.
pub(crate) const HEAD: usize = 100;

/// How many places behind the first an act may stand that takes its place.
const NEXT: usize = 3;

/// The order of the head for one query.
pub(crate) struct ProvisionOrder<'a> {
    pub(crate) engine: &'a dyn Engine,
    pub(crate) plan: &'a QueryPlan,
    pub(crate) roles: &'a SourceRoles,
    /// The documents that the query names. They keep their places.
    pub(crate) named: &'a [DocumentNumber],
}

impl ProvisionOrder<'_> {
    /// Orders the head anew. Returns the work in postings.
    pub(crate) fn order(&self, head: &mut [RankedDocument]) -> Result<u64, SearchError> {
        let places: Vec<usize> = (0..head.len()).filter(|at| self.is_act(&head[*at])).collect();
        let documents: Vec<DocumentNumber> = places.iter().map(|at| head[*at].document).collect();
        let (scores, work) = self.engine.provision_scores(self.plan, &documents)?;
        let factor = self.engine.tuning().provision.document;
        let mut acts: Vec<(f32, RankedDocument)> = places
            .iter()
            .zip(scores)
            .map(|(at, by_provisions)| (head[*at].score + factor * by_provisions, head[*at]))
            .collect();
        acts.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.document.cmp(&b.1.document)));
        for (at, (_, act)) in places.into_iter().zip(acts) {
            head[at] = RankedDocument { score: head[at].score, ..act };
        }
        self.put_act_first(head);
        Ok(work)
    }

    fn put_act_first(&self, head: &mut [RankedDocument]) {
        let Some(first) = head.first().filter(|first| self.is_about_acts(first)).copied() else { return };
        let least = first.score * self.engine.tuning().provision.before_kinds;
        let next = head.iter().take(NEXT + 1);
        let Some(at) = next.clone().position(|hit| self.is_act(hit) && hit.score >= least) else { return };
        let scores: Vec<f32> = next.map(|hit| hit.score).collect();
        head[..=at].rotate_right(1);
        for (hit, score) in head.iter_mut().zip(scores) {
            hit.score = score;
        }
    }

    fn is_act(&self, hit: &RankedDocument) -> bool {
        self.roles.acts.contains(&self.engine.source(hit.document)) && !self.named.contains(&hit.document)
    }

    fn is_about_acts(&self, hit: &RankedDocument) -> bool {
        self.roles.about_acts.contains(&self.engine.source(hit.document))
            && !self.named.contains(&hit.document)
    }
}
