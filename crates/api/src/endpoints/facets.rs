//! `GET /api/v1/facets`

use lagrum_answers::{self as answers, FacetTree, SourceName};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::{ApiError, Caching, Current, Json, Query, Routes, Today, answer, routes};

#[derive(Debug, Deserialize, IntoParams)]
struct FacetsQuery {
    /// A source with facets.
    #[param(value_type = String)]
    source: SourceName,
}

pub(super) fn routes() -> Routes {
    Routes::new().get(routes!(facets), Caching::SnapshotAndDay)
}

/// How the documents of a source are filed, with counts.
#[utoipa::path(get, path = "/api/v1/facets", tag = "catalog", operation_id = "facets", params(FacetsQuery),
    responses((status = 200, description = "The buckets", body = FacetTree)))]
async fn facets(
    Current(snapshot): Current,
    Today(day): Today,
    query: Query<FacetsQuery>,
) -> Result<Json<FacetTree>, ApiError> {
    let FacetsQuery { source } = query.into_inner();
    answer(move || answers::facets(&snapshot, day, source)).await.map(Json)
}
