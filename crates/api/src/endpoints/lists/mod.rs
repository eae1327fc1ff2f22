//! `GET` and `POST /api/v1/lists/changes`: what changed in the laws of a list, and `/feeds/lista.atom` and `/feeds/lista.ics`.
//!
//! A list is in the request and nowhere else: nothing of it is stored or logged, and no error repeats it.

mod feeds;
mod question;

use axum::extract::{RawQuery, Request};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use jiff::civil::Date;
use lagrum_answers::{ListChanges, ListQuestion, list_changes};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use self::question::{NAMES, NO_INDEX, of_body, uris};
use crate::error::LocPart;
use crate::extract::body::JsonBody;
use crate::extract::day::day;
use crate::response::json::json;
use crate::{ApiError, Caching, Current, Query, Routes, Today, comparing, routes};

/// Maximum number of bytes of a body.
const MAX_BYTES: usize = 64 << 10;

pub(super) fn routes() -> Routes {
    Routes::new()
        .get(routes!(changes), Caching::SnapshotAndDay)
        .post(routes!(changes_of_body))
        .undescribed_with("/feeds/lista.atom", get(feeds::atom_feed), Caching::SnapshotAndDay, &NAMES)
        .undescribed_with("/feeds/lista.ics", get(feeds::calendar), Caching::SnapshotAndDay, &NAMES)
}

#[derive(Debug, Deserialize, IntoParams)]
struct ListQuery {
    /// An act or a part of one, by its uri or local id, or a query: `search:` and `q=…&source=…`, percent-encoded. The parameter is
    /// sent once for each, 1 to 500 times, at most 10 of them for queries.
    uri: String,
    /// The first day on which the law changed, as YYYY-MM-DD.
    since: String,
    /// The day after the last. All that is to come by default.
    #[param(pattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]
    until: Option<String>,
    /// Whether changes are told by which nothing of substance differs.
    #[param(default = true)]
    formal: bool,
    /// Whether the differences are told.
    #[param(default = false)]
    diff: bool,
    /// Whether new decisions of courts of last instance that cite an act are told, and new regulations that are issued under it.
    #[param(default = false)]
    cited: bool,
    /// The most changes of the answer.
    #[param(default = 50, minimum = 1, maximum = 200)]
    limit: usize,
    /// `next_cursor` of the answer before, with the other parameters as they were.
    cursor: Option<String>,
}

/// What changed in the laws of a list, from what to what and why; what is to come stands first.
#[utoipa::path(get, path = "/api/v1/lists/changes", tag = "catalog", operation_id = "list_changes",
    params(ListQuery), responses((status = 200, description = "The changes", body = ListChanges)))]
async fn changes(
    Current(snapshot): Current,
    Today(today): Today,
    RawQuery(sent): RawQuery,
    query: Query<ListQuery>,
) -> Result<Response, ApiError> {
    let since = day(&query, "since", Some(query.since.as_str()))?.unwrap_or(Date::MIN);
    let until = day(&query, "until", query.until.as_deref())?;
    let ListQuery { uri, formal, diff, cited, limit, cursor, .. } = query.into_inner();
    let mut uris = uris(sent.as_deref().unwrap_or_default());
    if uris.is_empty() {
        uris.push(uri);
    }
    let texts = true;
    let question = ListQuestion { uris, since, until, formal, diff, cited, texts, limit, cursor };
    let found = comparing(move || Ok(list_changes(&snapshot, today, &question)?)).await?;
    Ok(([NO_INDEX], json(found, false)).into_response())
}

/// A list of laws, for more of them than an address has room for.
#[derive(Debug, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ListRequest {
    /// Acts and parts of acts, by uris or local ids, and queries (`search:q=…`), at most 10.
    #[schema(min_items = 1, max_items = 500)]
    uri: Vec<String>,
    /// The first day on which the law changed.
    #[schema(value_type = String, format = Date)]
    since: String,
    /// The day after the last.
    #[schema(value_type = Option<String>, format = Date)]
    until: Option<String>,
    /// Whether changes are told by which nothing of substance differs.
    #[schema(default = true)]
    formal: Option<bool>,
    /// Whether the differences are told.
    #[schema(default = false)]
    diff: Option<bool>,
    /// Whether new decisions that cite an act, and new regulations under it, are told.
    #[schema(default = false)]
    cited: Option<bool>,
    /// The most changes of the answer.
    #[schema(minimum = 1, maximum = 200, default = 50)]
    limit: Option<u32>,
    /// `next_cursor` of the answer before.
    cursor: Option<String>,
}

/// What changed in the laws of a list that is sent as a body of at most 64 kB.
#[utoipa::path(post, path = "/api/v1/lists/changes", tag = "catalog", operation_id = "list_changes_of_body",
    request_body = ListRequest, responses((status = 200, description = "The changes", body = ListChanges)))]
async fn changes_of_body(
    Current(snapshot): Current,
    Today(today): Today,
    request: Request,
) -> Result<Response, ApiError> {
    let body = JsonBody::receive(request, MAX_BYTES).await?;
    let found = body
        .answer(of_body, |_| true, move |question| list_changes(&snapshot, today, &question))
        .await
        .map_err(in_body)?;
    Ok(([NO_INDEX], json(found, false)).into_response())
}

/// A failure of a field of the body, which the answer names as a parameter.
fn in_body(error: ApiError) -> ApiError {
    match error {
        ApiError::Invalid(mut items) => {
            for item in &mut items {
                if let Some(first) = item.loc.first_mut() {
                    *first = LocPart::Name("body".into());
                }
                item.input = None;
            }
            ApiError::Invalid(items)
        }
        other => other,
    }
}
