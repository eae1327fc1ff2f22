//! `GET /api/v1/search`

use std::sync::Arc;

use axum::response::Response;
use lagrum_answers::{self as answers, SearchQuestion, SearchResponse, SourceName};
use lagrum_search::{DayRange, HitOrder, YearRange};
use serde::Deserialize;
use utoipa::IntoParams;

use super::coverage::linked_to_coverage;
use crate::response::json::json;
use crate::{ApiError, Caching, Current, Query, Routes, Today, routes, searching};

/// Hits on a page by default.
const DEFAULT_LIMIT: u64 = 10;

#[derive(Debug, Deserialize, IntoParams)]
struct SearchQuery {
    /// Words, `"phrases"`, citations. `-word` excludes, `|` is or, parentheses group, `*` ends a prefix. `"a b"~3` has words near
    /// each other, `rubrik:`, `namn:` and `text:` (`heading:`, `name:`) words in a heading, a name, the text outside headings.
    q: String,
    /// Only documents of this source.
    #[param(value_type = Option<String>)]
    source: Option<SourceName>,
    /// Only documents of this kind.
    kind: Option<String>,
    /// Only documents of this year, or of these years: `2010..2015`, `2010..`, `..2015`.
    #[param(pattern = "^([0-9]{4}|[0-9]{4}[.][.]([0-9]{4})?|[.][.][0-9]{4})$")]
    year: Option<String>,
    /// Only documents of this day, or of these days: `2010-01-01..2015-06-30`, `2010-01-01..`, `..2015-06-30`.
    #[param(
        pattern = "^([0-9]{4}-[0-9]{2}-[0-9]{2}([.][.]([0-9]{4}-[0-9]{2}-[0-9]{2})?)?|[.][.][0-9]{4}-[0-9]{2}-[0-9]{2})$"
    )]
    date: Option<String>,
    /// How many hits to give.
    #[param(default = 10, minimum = 1, maximum = 100)]
    limit: Option<u64>,
    /// How many hits to skip. Then nothing is put in front, and similar titles are not set aside.
    #[param(minimum = 0, maximum = 9900)]
    offset: Option<u64>,
    /// `next_cursor` of the page before.
    #[param(max_length = 2048)]
    cursor: Option<String>,
    /// The order of hits.
    #[param(value_type = String, pattern = "^(relevance|citations)$", default = "relevance")]
    sort: Option<SearchOrder>,
    /// Also say why each hit has its score: the words and fields that match, and the numbers that give the score.
    #[param(default = false)]
    explain: bool,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum SearchOrder {
    #[default]
    Relevance,
    Citations,
}

impl From<SearchOrder> for HitOrder {
    fn from(order: SearchOrder) -> Self {
        match order {
            SearchOrder::Relevance => Self::Relevance,
            SearchOrder::Citations => Self::Citations,
        }
    }
}

pub(super) fn routes() -> Routes {
    Routes::new().get(routes!(search), Caching::SnapshotAndDay)
}

/// Documents that match a query, with the passages that answer.
#[utoipa::path(get, path = "/api/v1/search", tag = "search", operation_id = "search", params(SearchQuery),
    responses((status = 200, description = "What is found; nothing for an empty query", body = SearchResponse)))]
async fn search(
    Current(snapshot): Current,
    Today(today): Today,
    query: Query<SearchQuery>,
) -> Result<Response, ApiError> {
    if query.offset.is_some() && query.cursor.is_some() {
        return Err(
            query.reject(["offset", "cursor"].map(|name| (name, "offset and cursor exclude each other")))
        );
    }
    let year = years(&query, query.year.as_deref())?;
    let days = query.date.as_deref().map(DayRange::parse).transpose();
    let days = days.map_err(|error| query.reject([("date", error.to_string())]))?;
    let SearchQuery { q, source, kind, limit, offset, cursor, sort, explain, .. } = query.into_inner();
    let question = SearchQuestion {
        query: q,
        source,
        kind,
        year,
        days,
        limit: limit.unwrap_or(DEFAULT_LIMIT) as usize,
        offset: offset.map(|offset| offset as usize),
        cursor,
        sort: sort.unwrap_or_default().into(),
        explain,
    };
    let engine = Arc::clone(&snapshot);
    let answer = searching(&engine, move || Ok(answers::search(&snapshot, today, question)?)).await?;
    let is_provisional = answer.is_provisional;
    let found_nothing = answer.results.is_empty();
    let response = json(answer, is_provisional);
    Ok(if found_nothing { linked_to_coverage(response) } else { response })
}

/// The years of the parameter `year`, whose form the declaration has checked.
pub(super) fn years<T>(query: &Query<T>, year: Option<&str>) -> Result<Option<YearRange>, ApiError> {
    let range = year.map(YearRange::parse).transpose();
    range.map_err(|error| query.reject([("year", error.to_string())]))
}
