//! `GET /api/v1/facets`
//!
//! The tree is also the navigator of `/browse`, so its shapes live here and are used there.

use lagrum_catalog::{Bucket, FacetTree as CatalogTree};
use lagrum_snapshot::Snapshot;
use lagrum_sources::known;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::ask;
use super::browse::BrowseDoc;
use crate::{ApiError, Caching, Held, Json, Query, Resources, Today, routes};

/// The buckets of a source, and in an answer of `/browse` the documents of one of them.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct FacetTree {
    /// As asked.
    pub(super) source: String,
    /// Names of the levels, outer first.
    pub(super) levels: Vec<String>,
    /// Keys of the bucket to land in, outer first.
    pub(super) default: Vec<String>,
    /// The outer buckets, in order.
    pub(super) buckets: Vec<FacetBucket>,
    /// /browse only: slugs of the leaf whose documents are listed.
    #[schema(required = true)]
    pub(super) bucket: Option<Vec<String>>,
    /// /browse only: documents passed over.
    #[schema(required = true)]
    pub(super) offset: Option<u64>,
    /// /browse only: documents asked for.
    #[schema(required = true)]
    pub(super) limit: Option<u64>,
    /// /browse only: documents in the leaf.
    #[schema(required = true)]
    pub(super) total: Option<u64>,
}

/// A bucket of a facet tree.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct FacetBucket {
    /// The raw key.
    pub(super) key: String,
    /// What readers see.
    pub(super) label: String,
    /// Its part of a bucket path.
    pub(super) slug: String,
    /// Documents in it, those of its children included.
    pub(super) count: u64,
    /// The buckets inside it; null in a leaf.
    #[schema(required = true, no_recursion)]
    pub(super) children: Option<Vec<FacetBucket>>,
    /// /browse only: the documents of the leaf asked for.
    #[schema(required = true)]
    pub(super) documents: Option<Vec<BrowseDoc>>,
}

impl From<Bucket> for FacetBucket {
    fn from(bucket: Bucket) -> Self {
        Self {
            key: bucket.key,
            label: bucket.label,
            slug: bucket.slug,
            count: bucket.count,
            children: bucket.children.map(|children| children.into_iter().map(Self::from).collect()),
            documents: None,
        }
    }
}

impl FacetTree {
    /// The tree of a faceted source; one that holds nothing has no buckets.
    pub(super) fn new(source: String, tree: Option<CatalogTree>) -> Self {
        let tree = tree.unwrap_or_default();
        let mut default = Vec::new();
        let mut level = Some(tree.buckets.as_slice());
        while let Some(first) = level.and_then(<[Bucket]>::first) {
            default.push(first.key.clone());
            level = first.children.as_deref();
        }
        let levels = known(&source).and_then(|source| source.scheme).map_or(&[][..], |scheme| scheme.levels);
        Self {
            source,
            levels: levels.iter().map(|level| level.name.to_owned()).collect(),
            default,
            buckets: tree.buckets.into_iter().map(FacetBucket::from).collect(),
            bucket: None,
            offset: None,
            limit: None,
            total: None,
        }
    }

    /// The leaf with this slug path; None for an unknown path and for one that stops at an inner bucket.
    pub(super) fn leaf(&mut self, path: &[&str]) -> Option<&mut FacetBucket> {
        let (last, outer) = path.split_last()?;
        let mut buckets = &mut self.buckets;
        for slug in outer {
            buckets = buckets.iter_mut().find(|bucket| bucket.slug == *slug)?.children.as_mut()?;
        }
        buckets.iter_mut().find(|bucket| bucket.slug == *last && bucket.children.is_none())
    }
}

/// Fails for a source that cannot be browsed.
pub(super) fn faceted(source: &str) -> Result<(), ApiError> {
    if known(source).is_some_and(|source| source.scheme.is_some()) {
        return Ok(());
    }
    Err(ApiError::not_found(format!("source {source} has no facets")))
}

#[derive(Debug, Deserialize, IntoParams)]
struct FacetsQuery {
    /// A faceted source.
    source: String,
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
        let tree = catalog.facet_tree(&source, &day.to_string())?;
        Ok(Json(FacetTree::new(source, tree)))
    })
    .await
}
