//! `GET /api/v1/facets`

use lagrum_snapshot::Snapshot;
use serde::Deserialize;
use utoipa::IntoParams;

use super::ask;
use super::listing::{FacetTree, faceted};
use crate::source_name::SourceName;
use crate::{ApiError, Caching, Held, Json, Query, Resources, Today, routes};

#[derive(Debug, Deserialize, IntoParams)]
struct FacetsQuery {
    /// A faceted source.
    #[param(value_type = String)]
    source: SourceName,
}

pub(super) fn routes() -> Resources {
    Resources::new().get(routes!(facets), Caching::SnapshotAndDay)
}

/// How the documents of a source are filed, with counts.
#[utoipa::path(get, path = "/api/v1/facets", tag = "catalog", operation_id = "facets", params(FacetsQuery),
    responses((status = 200, description = "The buckets", body = FacetTree)))]
async fn facets(
    Held(snapshot): Held<Snapshot>,
    Today(day): Today,
    query: Query<FacetsQuery>,
) -> Result<Json<FacetTree>, ApiError> {
    let FacetsQuery { source } = query.into_inner();
    faceted(&source)?;
    ask(snapshot, move |catalog| {
        let tree = catalog.facet_tree(source.current(), &day.to_string())?;
        Ok(Json(FacetTree::new(source, tree)))
    })
    .await
}
