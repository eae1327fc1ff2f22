//! `GET /api/v1/changes`

use lagrum_answers::{self as answers, ChangeKind, ChangeList, ChangesQuestion, SourceName};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::error::{RefusalBody, ValidationError};
use crate::{ApiError, Caching, Current, Json, Query, Routes, Today, answer, routes};

#[derive(Debug, Deserialize, IntoParams)]
struct ChangesQuery {
    /// The id of a snapshot that this service has served (`snapshot` of an earlier answer), or a time (`2031-02-03T04:05:06Z`;
    /// UTC without an offset) or date. Changes that were not yet served then are listed. Required unless `cursor` is sent.
    #[param(pattern = "^[0-9A-Za-z][0-9A-Za-z:+. -]{0,63}$")]
    since: Option<String>,
    /// Only of this source.
    #[param(value_type = Option<String>)]
    source: Option<SourceName>,
    /// Only of this kind.
    kind: Option<String>,
    /// Only these changes, with commas between: `added`, `text`, `metadata`, `status`, `withdrawn`. Empty for all.
    #[param(default = "")]
    change: String,
    /// Changes on a page.
    #[param(default = 100, minimum = 1, maximum = 1000)]
    limit: u64,
    /// `next_cursor` of the page before.
    #[param(max_length = 2048)]
    cursor: Option<String>,
    /// Also list archived lydelser, by their own uris; a mirror needs them.
    #[param(default = false)]
    versions: bool,
}

pub(super) fn routes() -> Routes {
    Routes::new().get(routes!(changes), Caching::SnapshotAndDay)
}

/// What was added, changed and withdrawn since a snapshot or a time.
///
/// Changes are listed in the order in which they were first served, and a document once, with its last state. What was imported
/// and not published yet is not listed. A `since` that the log does not reach back to is answered with 410: then use the dumps.
#[utoipa::path(get, path = "/api/v1/changes", tag = "catalog", operation_id = "changes", params(ChangesQuery),
    responses((status = 200, description = "A page of changes", body = ChangeList),
        (status = 410, description = "The log does not reach back so far", body = RefusalBody)))]
async fn changes(
    Current(snapshot): Current,
    Today(day): Today,
    query: Query<ChangesQuery>,
) -> Result<Json<ChangeList>, ApiError> {
    let kinds = query.change.split(',').filter(|name| !name.is_empty() || query.change.contains(','));
    let Some(changes) = kinds.map(ChangeKind::from_name).collect() else {
        let names = ChangeKind::ALL.map(ChangeKind::name).join(", ");
        return Err(query.reject([("change", format!("expected some of {names}, with commas between"))]));
    };
    let ChangesQuery { since, source, kind, limit, cursor, versions, .. } = query.into_inner();
    if since.is_none() && cursor.is_none() {
        return Err(ApiError::Invalid(vec![ValidationError::query(
            "missing",
            "since",
            None,
            "Field required",
        )]));
    }
    let kind = kind.filter(|kind| !kind.is_empty());
    let question = ChangesQuestion { since, cursor, source, kind, changes, versions, limit };
    answer(move || answers::changes(&snapshot, day, &question)).await.map(Json)
}
