//! A plan as a query of the cluster.
//!
//! Filters say what matches. The score is a sum of parts that are the same on every shard: the weights of words come with
//! the plan, and no statistics of the index are used (`index.rs` says how). So a document has the same score on any shard.
//!
//! **Coverage** is a sum over words, of which each counts by its nearest form. The maximum over forms is also a sum, over the
//! levels of nearness n1 > n2 > …: a document with a form of level k or nearer gets √nk − √nk+1 for that level. So coverage
//! is a `function_score` with one filter for each level, and the minimum match is its `min_score`. It is computed only for
//! documents with one of the heaviest words, since all others stay below the minimum. So the postings of function words are
//! never read whole.
//!
//! **Three kinds of documents need not have any word**: documents that the query names, which always match, documents that
//! cite the place that the query names (`QueryPlan::citing`), and documents that a support finds. All are lists of uris.
//!
//! **The score** is (text + names + citations) · coverage · factors, as in `embedded/scoring.rs` of `lagrum-search`. The
//! nearest forms of a word count by how often they occur, the others as if they occurred once in a text of average
//! length. Names are nested documents, each a unit of its own, of which the best counts. What a support adds comes after
//! everything else; a script looks it up by the uri.

mod asked;
mod language;
mod ranking;
mod terms;

use lagrum_search::DayNumber;

use terms::with_uris;

pub(crate) use asked::{ClusterQuery, ListedUris};
pub(crate) use language::{Between, Bool, In, Query};

impl<'a> ClusterQuery<'a> {
    /// The query: what matches, and its score. With `all`, only documents with all words match.
    pub(crate) fn query(&self, today: DayNumber, all: bool) -> Query<'a> {
        let mut filters = vec![self.matching(today)];
        if all || self.plan().all_words {
            let mut ways = vec![self.holds_all()];
            ways.extend(self.citing());
            filters.extend(Query::any(ways));
        }
        if !self.listed.named.is_empty() {
            let ways = vec![Query::all(filters), with_uris(&self.listed.named)];
            filters = Query::any(ways).into_iter().collect();
        }
        ranking::scored(self, filters)
    }
}

#[cfg(test)]
mod tests;
