//! The response of the cluster to a search.

use lagrum_search::{FacetCount, Facets};
use serde::Deserialize;
use serde_json::Value;

use crate::ClusterError;
use crate::error::MAX_REASON;

/// The parts of a response that the cluster sends.
pub(crate) const PARTS: &str = "filter_path=responses.error.type,responses.error.reason,responses.error.root_cause,\
    responses.status,responses.timed_out,responses._shards.failed,responses.hits.hits.sort,responses.hits.hits._score,\
    responses.hits.hits.fields,responses.aggregations";

/// The responses to the searches of one call.
#[derive(Debug, Deserialize)]
pub(crate) struct SearchResponses {
    pub(crate) responses: Vec<Response>,
}

/// The response to one search.
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
}

#[derive(Debug, Deserialize)]
struct Facet {
    values: Buckets,
}

#[derive(Debug, Deserialize)]
struct Buckets {
    buckets: Vec<Value>,
}

/// The documents that a search found.
#[derive(Debug)]
pub(crate) struct SearchOutcome {
    pub(crate) total: u64,
    /// How many documents have all words, without filters.
    pub(crate) full: u64,
    pub(crate) facets: Facets,
    /// Uri, score and citations.
    pub(crate) hits: Vec<(String, f32, u32)>,
}

impl Response {
    /// The documents found. Fails if a part of the index did not answer.
    pub(crate) fn outcome(self, index: &str) -> Result<SearchOutcome, ClusterError> {
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
        Ok(SearchOutcome {
            total: counted.found.doc_count,
            full: counted.full.map_or(0, |full| full.doc_count),
            facets: Facets {
                source: buckets(counted.source),
                kind: buckets(counted.kind),
                year: buckets(counted.year),
            },
            hits: self.hits.hits.into_iter().map(hit).collect(),
        })
    }
}

/// The buckets of a facet, the most frequent first.
fn buckets(facet: Facet) -> Vec<FacetCount> {
    let bucket = |value: Value| {
        Some(FacetCount { value: value["key"].as_str()?.to_owned(), count: value["doc_count"].as_u64()? })
    };
    let mut buckets: Vec<FacetCount> = facet.values.buckets.into_iter().filter_map(bucket).collect();
    buckets.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.value.cmp(&b.value)));
    buckets
}

/// The failure of a search.
fn failure(status: u16, error: &Value, index: &str) -> ClusterError {
    let kind = error["type"].as_str().unwrap_or_default();
    let text = error.to_string();
    // The cluster has several names for a query that is too large. They are in an inner error.
    let too_large = text.contains("too_many_clauses")
        || text.contains("too_many_nested")
        || text.contains("max_clause_count")
        || text.contains("nested depth");
    if let Some(failure) = ClusterError::from_status(status, error) {
        return failure;
    }
    match status {
        404 if kind == "index_not_found_exception" => ClusterError::NoIndex(index.to_owned()),
        _ if too_large => ClusterError::TooMuchWork,
        _ if kind == "search_phase_execution_exception" && status == 503 => ClusterError::Partial,
        _ => ClusterError::Failed { status, reason: text.chars().take(MAX_REASON).collect() },
    }
}
