//! `GET /api/v1/provision/history`

use lagrum_answers::{HistoryQuestion, ProvisionHistory, provision_history};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::{ApiError, Caching, Current, Json, Query, Routes, Today, comparing, routes};

#[derive(Debug, Deserialize, IntoParams)]
struct HistoryQuery {
    /// The uri of a provision of a statute or an EU act: that of the act, `#` (as `%23`) and an anchor. A stycke answers as its paragraf.
    #[param(pattern = "#.")]
    uri: String,
    /// Whether to add the text of each entry.
    #[param(default = false)]
    text: bool,
    /// Whether to add what differs from the text before.
    #[param(default = false)]
    diff: bool,
}

pub(super) fn routes() -> Routes {
    Routes::new().get(routes!(history), Caching::SnapshotAndDay)
}

/// The distinct texts of one provision over time, with the acts that made them.
#[utoipa::path(get, path = "/api/v1/provision/history", tag = "document", operation_id = "provision_history",
    params(HistoryQuery), responses((status = 200, description = "The history", body = ProvisionHistory)))]
async fn history(
    Current(snapshot): Current,
    Today(today): Today,
    query: Query<HistoryQuery>,
) -> Result<Json<ProvisionHistory>, ApiError> {
    let HistoryQuery { uri, text, diff } = query.into_inner();
    let question = HistoryQuestion { uri, text, diff };
    Ok(Json(comparing(move || Ok(provision_history(&snapshot, today, &question)?)).await?))
}
