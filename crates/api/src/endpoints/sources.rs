//! `GET /api/v1/sources`

use lagrum_snapshot::Snapshot;
use serde::Serialize;
use utoipa::ToSchema;

use super::ask;
use crate::{ApiError, Caching, Held, Json, Resources, routes};

/// A source and how much it holds.
#[derive(Debug, Serialize, ToSchema)]
struct SourceInfo {
    /// Its name, usable as every `source` parameter.
    source: String,
    /// Catalogued documents, expired ones and stubs included.
    documents: u64,
}

pub(super) fn routes() -> Resources {
    Resources::new().get(routes!(sources), Caching::Snapshot)
}

/// The sources the corpus holds, by name.
#[utoipa::path(get, path = "/api/v1/sources", tag = "catalog", operation_id = "sources",
    responses((status = 200, description = "The sources", body = Vec<SourceInfo>)))]
async fn sources(Held(snapshot): Held<Snapshot>) -> Result<Json<Vec<SourceInfo>>, ApiError> {
    let sources = ask(snapshot, |catalog| catalog.sources()).await?;
    Ok(Json(sources.into_iter().map(|(source, documents)| SourceInfo { source, documents }).collect()))
}
