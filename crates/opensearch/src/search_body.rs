//! The body of a search call to the cluster.

use lagrum_search::{Filters, FindRequest, HitOrder};
use serde::Serialize;
use serde_json::Value;

use crate::index::field;
use crate::query::{Between, Bool, ClusterQuery, In, Query};

/// The most values of a facet.
const MAX_BUCKETS: usize = 1000;

/// The most values of a facet of each shard. There are fewer, so the sums are exact.
const MAX_SHARD_BUCKETS: usize = 10_000;

/// The timeout of a search inside the cluster.
const CLUSTER_TIMEOUT: &str = "8s";

/// The body of a search.
#[derive(Debug, Serialize)]
pub(crate) struct SearchBody<'a> {
    query: Query<'a>,
    /// Filters the hits only, since each facet is counted under the filters of the others.
    post_filter: Query<'a>,
    aggs: SearchCounts<'a>,
    from: usize,
    size: usize,
    sort: [In<Order>; 2],
    #[serde(rename = "search_after", skip_serializing_if = "Option::is_none")]
    after: Option<(Value, String)>,
    timeout: &'static str,
    track_scores: bool,
    track_total_hits: bool,
    _source: bool,
    stored_fields: &'static str,
    docvalue_fields: [&'static str; 1],
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum Order {
    Asc,
    Desc,
}

/// The counts of the documents that match.
#[derive(Debug, Serialize)]
struct SearchCounts<'a> {
    found: FilterCount<'a>,
    source: FilterCount<'a>,
    kind: FilterCount<'a>,
    year: FilterCount<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    full: Option<FilterCount<'a>>,
}

/// The number of documents that pass a filter, and the values of a field among them.
#[derive(Debug, Serialize)]
struct FilterCount<'a> {
    filter: Query<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    aggs: Option<Each>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum Each {
    /// Each value of a field.
    Values { terms: Values },
}

#[derive(Debug, Serialize)]
struct Values {
    field: &'static str,
    size: usize,
    shard_size: usize,
}

impl<'a> SearchBody<'a> {
    /// The body for a window of hits. With `all`, only documents with all words match.
    pub(crate) fn new(
        asked: &ClusterQuery<'a>,
        request: &'a FindRequest,
        after: Option<SearchAfter>,
        all: bool,
    ) -> Self {
        let filters = &request.filters;
        let passing = || filter(filters, true, true, true);
        let facet = |field: &'static str, filter: Bool<'a>| FilterCount {
            filter: Query::Bool(filter),
            aggs: Some(Each::Values {
                terms: Values { field, size: MAX_BUCKETS, shard_size: MAX_SHARD_BUCKETS },
            }),
        };
        let aggs = SearchCounts {
            found: FilterCount { filter: Query::Bool(passing()), aggs: None },
            source: facet(field::SOURCE, filter(filters, false, true, true)),
            kind: facet(field::KIND, filter(filters, true, false, true)),
            year: facet(field::YEAR, filter(filters, true, true, false)),
            full: asked
                .matching
                .reports_all_words()
                .then(|| FilterCount { filter: asked.holds_all(), aggs: None }),
        };
        let mut shown = passing();
        let except = &asked.listed.except;
        if !except.is_empty() {
            shown.must_not.push(Query::terms(field::URI, except.iter().map(String::as_str).collect()));
        }
        let value = match request.sort {
            HitOrder::Relevance => "_score",
            HitOrder::Citations => field::INBOUND,
        };
        Self {
            query: asked.query(filters.today, all),
            post_filter: Query::Bool(shown),
            aggs,
            from: request.skip,
            // One more, to know whether there are more.
            size: request.limit.saturating_add(1),
            sort: [In(value, Order::Desc), In(field::URI, Order::Asc)],
            after: after.map(|SearchAfter { value, uri }| (value, uri)),
            timeout: CLUSTER_TIMEOUT,
            track_scores: true,
            track_total_hits: false,
            _source: false,
            stored_fields: "_none_",
            docvalue_fields: [field::INBOUND],
        }
    }
}

/// The position after which hits begin.
#[derive(Clone, Debug)]
pub(crate) struct SearchAfter {
    /// A score, or a number of citations.
    pub(crate) value: Value,
    pub(crate) uri: String,
}

fn filter(filters: &Filters, source: bool, kind: bool, year: bool) -> Bool<'_> {
    let mut filter = Vec::new();
    if let Some(wanted) = filters.source.as_ref().filter(|_| source) {
        filter.push(Query::term(field::SOURCE, wanted));
    }
    if let Some(wanted) = filters.kind.as_ref().filter(|_| kind) {
        filter.push(Query::term(field::KIND, wanted));
    }
    if let Some(wanted) = filters.year.filter(|_| year) {
        filter.push(match wanted.single() {
            Some(year) => Query::term_of(field::YEAR, year_term(year)),
            // Years have four digits, so the order of the terms is that of the years.
            None => Query::Between(In(
                field::YEAR,
                Between { gte: year_term(wanted.from), lte: year_term(wanted.to.min(LAST_YEAR)) },
            )),
        });
    }
    Bool { filter, ..Bool::default() }
}

/// The last year with four digits.
const LAST_YEAR: u16 = 9999;

/// A year as the index has it.
pub(crate) fn year_term(year: u16) -> String {
    format!("{year:04}")
}
