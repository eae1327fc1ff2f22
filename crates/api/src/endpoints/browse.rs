//! `GET /api/v1/browse`

use lagrum_answers::{self as answers, BrowseQuestion, FacetTree, SourceName};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::{ApiError, Caching, Current, Json, Query, Routes, Today, answer, routes};

#[derive(Debug, Deserialize, IntoParams)]
struct BrowseQuery {
    /// A source with facets.
    #[param(value_type = String)]
    source: SourceName,
    /// Slugs of a leaf, joined by `/`. Without it, the buckets alone.
    bucket: Option<String>,
    /// Documents of the leaf to skip.
    #[param(default = 0, minimum = 0)]
    offset: u64,
    /// Documents of the leaf on a page.
    #[param(default = 500, minimum = 1, maximum = 2000)]
    limit: u64,
}

pub(super) fn routes() -> Routes {
    Routes::new().get(routes!(browse), Caching::SnapshotAndDay)
}

/// How the documents of a source are filed, with the documents of one leaf.
#[utoipa::path(get, path = "/api/v1/browse", tag = "catalog", operation_id = "browse", params(BrowseQuery),
    responses((status = 200, description = "The buckets, and the documents of one", body = FacetTree)))]
async fn browse(
    Current(snapshot): Current,
    Today(day): Today,
    query: Query<BrowseQuery>,
) -> Result<Json<FacetTree>, ApiError> {
    let BrowseQuery { source, bucket, offset, limit } = query.into_inner();
    let question = BrowseQuestion { source, bucket, offset, limit };
    answer(move || answers::browse(&snapshot, day, question)).await.map(Json)
}
