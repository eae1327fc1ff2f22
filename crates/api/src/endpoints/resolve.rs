//! `GET /api/v1/resolve`, and `POST /api/v1/resolve` for many citations at once.

use axum::response::Response;
use jiff::civil::Date;
use lagrum_answers::{self as answers, ResolveQuestion, ResolveResponse, SourceName};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::coverage::linked_to_coverage;
use crate::error::LocPart;
use crate::extract::body::{Fields, JsonBody, field, item, string};
use crate::response::json::json;
use crate::{ApiError, Caching, Current, Query, Routes, Today, answer, routes};

/// Maximum number of citations in one request.
const MAX_QUERIES: usize = 200;

/// Citations beyond which a request waits with those that take long ([`crate::comparing`]).
const LONG_LIST: usize = 20;

#[derive(Debug, Deserialize, IntoParams)]
struct ResolveQuery {
    /// A citation as it is typed or pasted: `BrB 3 kap 1 §`, `GDPR art 6.1 c`, `NJA 2015 s. 702`, a uri.
    q: String,
    /// Only documents of this source.
    #[param(value_type = Option<String>)]
    source: Option<SourceName>,
    /// Only held documents of this kind.
    kind: Option<String>,
}

pub(super) fn routes() -> Routes {
    Routes::new().get(routes!(resolve), Caching::SnapshotAndDay).post(routes!(resolve_many))
}

/// The document and the provision that a citation names.
#[utoipa::path(get, path = "/api/v1/resolve", tag = "search", operation_id = "resolve", params(ResolveQuery),
    responses((status = 200, description = "What is named; nothing for a text that is no citation",
        body = ResolveResponse)))]
async fn resolve(
    Current(snapshot): Current,
    Today(today): Today,
    query: Query<ResolveQuery>,
) -> Result<Response, ApiError> {
    let ResolveQuery { q, source, kind } = query.into_inner();
    let question = ResolveQuestion { text: q, source, kind };
    let answer = answer(move || answers::resolve(&snapshot, today, question)).await?;
    let is_provisional = answer.is_provisional;
    let lacks_some = answer.results.is_empty() || !answer.recognized.is_empty();
    let response = json(answer, is_provisional);
    Ok(if lacks_some { linked_to_coverage(response) } else { response })
}

/// Citations to resolve.
#[derive(Debug, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ResolveManyRequest {
    /// 1 to 200 citations, each as `q` of the GET request.
    #[schema(min_items = 1, max_items = 200)]
    queries: Vec<String>,
    /// The day for which the state of each place is reported, and by which a year is judged to be in the future; today by
    /// default.
    #[schema(value_type = Option<String>, format = Date)]
    as_of: Option<String>,
}

/// What the citations name, in order.
#[derive(Debug, Serialize, ToSchema)]
struct ResolveManyResponse {
    /// One answer for each citation.
    answers: Vec<ResolvedQuery>,
}

/// What one citation names.
#[derive(Debug, Serialize, ToSchema)]
struct ResolvedQuery {
    /// The citation.
    q: String,
    /// As in the answer to a single citation.
    results: Vec<lagrum_answers::SearchResult>,
    /// As in the answer to a single citation.
    recognized: Vec<lagrum_answers::RecognizedCitation>,
}

/// What each of many citations names.
#[utoipa::path(post, path = "/api/v1/resolve", tag = "search", operation_id = "resolve_many",
    request_body = ResolveManyRequest,
    responses((status = 200, description = "One answer for each citation, in order", body = ResolveManyResponse)))]
async fn resolve_many(
    Current(snapshot): Current,
    Today(today): Today,
    body: JsonBody,
) -> Result<Response, ApiError> {
    let is_long = |(_, queries): &(Option<Date>, Vec<String>)| queries.len() > LONG_LIST;
    let answers = body.answer(read_queries, is_long, move |(as_of, queries)| {
        let resolved = |answer| {
            let answers::ResolveResponse { query, results, recognized, .. } = answer;
            ResolvedQuery { q: query, results, recognized }
        };
        Ok(answers::resolve_many(&snapshot, today, as_of, queries)?.into_iter().map(resolved).collect())
    });
    let answers: Vec<ResolvedQuery> = answers.await?;
    let lacks_some = answers.iter().any(|answer| answer.results.is_empty() || !answer.recognized.is_empty());
    let response = json(ResolveManyResponse { answers }, false);
    Ok(if lacks_some { linked_to_coverage(response) } else { response })
}

/// The day and the citations of a body.
fn read_queries(mut fields: Fields<'_>) -> Result<(Option<Date>, Vec<String>), ApiError> {
    fields.find(&["queries", "as_of"]);
    let as_of = fields.date("as_of");
    let listed = fields.list("queries", MAX_QUERIES).unwrap_or_default();
    let mut mistakes = std::mem::take(&mut fields.mistakes);
    if mistakes.is_empty() && !(1..=MAX_QUERIES).contains(&listed.len()) {
        let message = format!("a request has 1 to {MAX_QUERIES} queries");
        mistakes.push(item("too_long", &[field("queries")], message));
    }
    let mut queries = Vec::new();
    for (index, query) in (0_i64..).zip(listed).take(MAX_QUERIES) {
        if let Some(text) = string(query) {
            queries.push(text.into_owned());
        } else {
            let place = [field("queries"), LocPart::Index(index)];
            mistakes.push(item("string_type", &place, "Input should be a valid string"));
        }
    }
    mistakes.none_for((as_of, queries))
}
