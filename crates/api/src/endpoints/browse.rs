//! `GET /api/v1/browse`

use lagrum_catalog::Page;
use lagrum_snapshot::Snapshot;
use serde::Deserialize;
use utoipa::IntoParams;

use super::listing::{BrowseDoc, FacetTree, faceted};
use super::{ask, named};
use crate::source_name::SourceName;
use crate::{ApiError, Caching, Held, Json, Query, Resources, Today, routes};

#[derive(Debug, Deserialize, IntoParams)]
struct BrowseQuery {
    /// A faceted source.
    #[param(value_type = String)]
    source: SourceName,
    /// Slugs of a leaf, joined by `/`. Without it, the buckets alone.
    bucket: Option<String>,
    /// Documents of the leaf to pass over.
    #[param(default = 0, minimum = 0)]
    offset: u64,
    /// Documents of the leaf to list.
    #[param(default = 500, minimum = 1, maximum = 2000)]
    limit: u64,
}

pub(super) fn routes() -> Resources {
    Resources::new().get(routes!(browse), Caching::SnapshotAndDay)
}

/// How the documents of a source are filed, with the documents of one leaf.
#[utoipa::path(get, path = "/api/v1/browse", tag = "catalog", operation_id = "browse", params(BrowseQuery),
    responses((status = 200, description = "The buckets, and the documents of one", body = FacetTree)))]
async fn browse(
    Held(snapshot): Held<Snapshot>,
    Today(day): Today,
    query: Query<BrowseQuery>,
) -> Result<Json<FacetTree>, ApiError> {
    let BrowseQuery { source, bucket, offset, limit } = query.into_inner();
    faceted(&source)?;
    let base = snapshot.manifest().base.clone();
    let wanted = named(bucket);
    let asked = wanted.clone();
    let found = ask(snapshot, move |catalog| {
        let day = day.to_string();
        let mut tree = FacetTree::new(source.clone(), catalog.facet_tree(source.current(), &day)?);
        let Some(wanted) = wanted else { return Ok(Some(tree)) };
        let path: Vec<&str> = wanted.split('/').filter(|slug| !slug.is_empty()).collect();
        let Some(leaf) = tree.leaf(&path) else { return Ok(None) };
        let page = catalog.leaf(source.current(), &path.join("/"), &day, Page { limit, offset })?;
        leaf.documents =
            Some(page.documents.into_iter().map(|listed| BrowseDoc::new(&base, listed)).collect());
        tree.bucket = Some(path.into_iter().map(str::to_owned).collect());
        (tree.offset, tree.limit, tree.total) = (Some(offset), Some(limit), Some(page.total));
        Ok(Some(tree))
    });
    match found.await? {
        Some(tree) => Ok(Json(tree)),
        None => Err(ApiError::not_found(format!("no leaf {} among the buckets", asked.unwrap_or_default()))),
    }
}
