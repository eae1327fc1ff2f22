//! A search as the cluster is asked it.

use lagrum_search::{Filters, FindRequest, HitOrder};
use serde::Serialize;
use serde_json::Value;

use crate::index::field;
use crate::query::{Bool, ClusterQuery, In, Query};

/// Values of a facet that are told.
const BUCKETS: usize = 1000;

/// Values of a facet that each shard tells: more than there are, so that sums are exact.
const SHARD_BUCKETS: usize = 10_000;

/// How long the cluster itself may work on a search.
const INSIDE: &str = "8s";

/// A search of the cluster.
#[derive(Debug, Serialize)]
pub(crate) struct Search<'a> {
    query: Query<'a>,
    /// What is shown of what matches; facets count what passes other filters.
    post_filter: Query<'a>,
    aggs: Counts<'a>,
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

/// What is counted of what matches.
#[derive(Debug, Serialize)]
struct Counts<'a> {
    found: Counted<'a>,
    source: Counted<'a>,
    kind: Counted<'a>,
    year: Counted<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    full: Option<Counted<'a>>,
}

/// What passes a filter, counted, and what is counted of that.
#[derive(Debug, Serialize)]
struct Counted<'a> {
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

impl<'a> Search<'a> {
    /// A search for a page of a request. With `all`, only for what holds all words.
    pub(crate) fn new(
        asked: &ClusterQuery<'a>,
        request: &'a FindRequest,
        after: Option<After>,
        all: bool,
    ) -> Self {
        let filters = &request.filters;
        let passing = || filter(filters, true, true, true);
        let facet = |field: &'static str, filter: Bool<'a>| Counted {
            filter: Query::Bool(filter),
            aggs: Some(Each::Values { terms: Values { field, size: BUCKETS, shard_size: SHARD_BUCKETS } }),
        };
        let aggs = Counts {
            found: Counted { filter: Query::Bool(passing()), aggs: None },
            source: facet(field::SOURCE, filter(filters, false, true, true)),
            kind: facet(field::KIND, filter(filters, true, false, true)),
            year: facet(field::YEAR, filter(filters, true, true, false)),
            full: asked
                .matching
                .reports_all_words()
                .then(|| Counted { filter: asked.holds_all(), aggs: None }),
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
            query: asked.query(filters.today.get(), all),
            post_filter: Query::Bool(shown),
            aggs,
            from: request.skip,
            // One more tells whether there are more.
            size: request.limit.saturating_add(1),
            sort: [In(value, Order::Desc), In(field::URI, Order::Asc)],
            after: after.map(|After { value, uri }| (value, uri)),
            timeout: INSIDE,
            track_scores: true,
            track_total_hits: false,
            _source: false,
            stored_fields: "_none_",
            docvalue_fields: [field::INBOUND],
        }
    }
}

/// The place in an order after which hits begin.
#[derive(Clone, Debug)]
pub(crate) struct After {
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
        filter.push(Query::term_of(field::YEAR, year_term(wanted)));
    }
    Bool { filter, ..Bool::default() }
}

/// A year as the index has it.
pub(crate) fn year_term(year: u16) -> String {
    format!("{year:04}")
}
