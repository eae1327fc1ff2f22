//! A search as the cluster is asked it, and its answer as what was found.

use std::collections::BTreeMap;

use lagrum_search::{Bucket, Facets, Filters, Request, Sort};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::ClusterError;
use crate::index::field;
use crate::query::{Asking, Bool, In, Query};

/// Values of a facet that are told.
const BUCKETS: usize = 1000;

/// Values of a facet that each shard tells: more than there are, so that sums are exact.
const SHARD_BUCKETS: usize = 10_000;

/// How long the cluster itself may work on a search.
const INSIDE: &str = "8s";

/// What of an answer is sent.
pub(crate) const PARTS: &str = "filter_path=responses.error.type,responses.error.reason,responses.error.root_cause,\
    responses.status,responses.timed_out,responses._shards.failed,responses.hits.hits.sort,responses.hits.hits._score,\
    responses.hits.hits.fields,responses.aggregations";

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
    aggs: Option<Each<'a>>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum Each<'a> {
    /// Each value of a field.
    Values { terms: Values },
    /// What passes each of several filters.
    Except { filters: Named<'a> },
}

#[derive(Debug, Serialize)]
struct Values {
    field: &'static str,
    size: usize,
    shard_size: usize,
}

#[derive(Debug, Serialize)]
struct Named<'a> {
    filters: BTreeMap<String, Query<'a>>,
}

impl<'a> Search<'a> {
    /// A search for a page of a request. With `all`, only for what holds all words.
    pub(crate) fn new(
        asking: &Asking<'a>,
        request: &'a Request,
        except: &'a [String],
        after: Option<After>,
        all: bool,
    ) -> Self {
        let filters = &request.filters;
        let passing = || filter(filters, true, true, true);
        let each = except.iter().enumerate();
        let each = each.map(|(at, uri)| (at.to_string(), Query::term(field::URI, uri)));
        let facet = |field: &'static str, filter: Bool<'a>| Counted {
            filter: Query::Bool(filter),
            aggs: Some(Each::Values { terms: Values { field, size: BUCKETS, shard_size: SHARD_BUCKETS } }),
        };
        let aggs = Counts {
            found: Counted {
                filter: Query::Bool(passing()),
                aggs: (!except.is_empty())
                    .then(|| Each::Except { filters: Named { filters: each.collect() } }),
            },
            source: facet(field::SOURCE, filter(filters, false, true, true)),
            kind: facet(field::KIND, filter(filters, true, false, true)),
            year: facet(field::YEAR, filter(filters, true, true, false)),
            full: asking.asks_for_all().then(|| Counted { filter: asking.holds_all(), aggs: None }),
        };
        let mut shown = passing();
        if !except.is_empty() {
            shown.must_not.push(Query::terms(field::URI, except.iter().map(String::as_str).collect()));
        }
        let value = match request.sort {
            Sort::Relevance => "_score",
            Sort::Citations => field::INBOUND,
        };
        Self {
            query: asking.query(filters.today, all),
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

/// The answers to the searches of one call.
#[derive(Debug, Deserialize)]
pub(crate) struct Answers {
    pub(crate) responses: Vec<Response>,
}

/// The answer to one search.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct Response {
    #[serde(default)]
    status: u16,
    #[serde(default)]
    timed_out: bool,
    #[serde(rename = "_shards", default)]
    shards: Shards,
    error: Option<Value>,
    #[serde(default)]
    hits: Hits,
    aggregations: Option<Aggregations>,
}

#[derive(Debug, Default, Deserialize)]
struct Shards {
    failed: u32,
}

#[derive(Debug, Default, Deserialize)]
struct Hits {
    #[serde(default)]
    hits: Vec<Hit>,
}

#[derive(Debug, Deserialize)]
struct Hit {
    #[serde(rename = "_score")]
    score: Option<f64>,
    sort: (Value, String),
    #[serde(default)]
    fields: Fields,
}

#[derive(Debug, Default, Deserialize)]
struct Fields {
    #[serde(default)]
    inbound: Vec<u32>,
}

#[derive(Debug, Deserialize)]
struct Aggregations {
    found: Count,
    full: Option<Count>,
    source: Facet,
    kind: Facet,
    year: Facet,
}

#[derive(Debug, Deserialize)]
struct Count {
    doc_count: u64,
    except: Option<Except>,
}

#[derive(Debug, Deserialize)]
struct Except {
    buckets: BTreeMap<String, Count>,
}

#[derive(Debug, Deserialize)]
struct Facet {
    values: Buckets,
}

#[derive(Debug, Deserialize)]
struct Buckets {
    buckets: Vec<Value>,
}

/// What a search of the cluster found.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) total: u64,
    /// How many documents hold all words, under no filter.
    pub(crate) full: u64,
    pub(crate) facets: Facets,
    /// Uri, score and citations.
    pub(crate) hits: Vec<(String, f32, u32)>,
    /// Which of the excepted match, by their places.
    pub(crate) matching: Vec<usize>,
}

impl Response {
    /// What was found; a failure if not all of the index answered.
    pub(crate) fn outcome(self, index: &str) -> Result<Outcome, ClusterError> {
        if let Some(error) = self.error {
            return Err(failure(self.status, &error, index));
        }
        if self.timed_out {
            return Err(ClusterError::TooSlow("it gave up a search".to_owned()));
        }
        if self.shards.failed > 0 {
            return Err(ClusterError::Partial);
        }
        let Some(counted) = self.aggregations else {
            return Err(ClusterError::Unreadable("it has no counts".to_owned()));
        };
        let hit = |hit: Hit| {
            (
                hit.sort.1,
                hit.score.unwrap_or_default() as f32,
                hit.fields.inbound.first().copied().unwrap_or_default(),
            )
        };
        let matching = counted.found.except.iter().flat_map(|except| &except.buckets);
        Ok(Outcome {
            total: counted.found.doc_count,
            full: counted.full.map_or(0, |full| full.doc_count),
            matching: matching
                .filter(|(_, count)| count.doc_count > 0)
                .filter_map(|(at, _)| at.parse().ok())
                .collect(),
            facets: Facets {
                source: buckets(counted.source),
                kind: buckets(counted.kind),
                year: buckets(counted.year),
            },
            hits: self.hits.hits.into_iter().map(hit).collect(),
        })
    }
}

/// The values that something has, the most frequent first.
fn buckets(facet: Facet) -> Vec<Bucket> {
    let bucket = |value: Value| {
        Some(Bucket { value: value["key"].as_str()?.to_owned(), count: value["doc_count"].as_u64()? })
    };
    let mut buckets: Vec<Bucket> = facet.values.buckets.into_iter().filter_map(bucket).collect();
    buckets.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.value.cmp(&b.value)));
    buckets
}

/// What a search failed by.
fn failure(status: u16, error: &Value, index: &str) -> ClusterError {
    let kind = error["type"].as_str().unwrap_or_default();
    let told = error.to_string();
    // What the cluster finds too large is told by several names, the inner of which says so.
    let too_large = told.contains("too_many_clauses")
        || told.contains("too_many_nested")
        || told.contains("max_clause_count")
        || told.contains("nested depth");
    match status {
        404 if kind == "index_not_found_exception" => ClusterError::NoIndex(index.to_owned()),
        401 => ClusterError::Unknown,
        403 => {
            ClusterError::Forbidden(error["reason"].as_str().unwrap_or("nothing").chars().take(300).collect())
        }
        429 => ClusterError::Busy,
        _ if too_large => ClusterError::TooMuchWork,
        _ if kind == "search_phase_execution_exception" && status == 503 => ClusterError::Partial,
        _ => ClusterError::Failed { status, reason: told.chars().take(300).collect() },
    }
}
