//! `GET /api/v1/browse`

use lagrum_artifact::Base;
use lagrum_catalog::{ListedDocument, Page};
use lagrum_snapshot::Snapshot;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::facets::{FacetTree, faceted};
use super::{ask, named};
use crate::{ApiError, Caching, Held, Json, Query, Resources, Today, routes};

/// A document in the listing of a leaf.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct BrowseDoc {
    /// Its canonical uri.
    uri: String,
    /// Its page path.
    url: String,
    /// What to call it in a list.
    display: String,
    /// The bare id.
    #[schema(required = true)]
    short_id: Option<String>,
    /// A short human name.
    #[schema(required = true)]
    short_title: Option<String>,
    /// A case's summary.
    #[schema(required = true)]
    description: Option<String>,
    /// The form of case law, the issuer of an EU act, the court of an EU ruling, the family of an EU treaty.
    #[schema(required = true)]
    variant: Option<String>,
    /// Case law: the day of decision.
    #[schema(required = true)]
    date: Option<String>,
    /// Statutes and EU treaties: the part of the title in front of what it sorts under.
    #[schema(required = true)]
    pre: Option<String>,
    /// Statutes and EU treaties: what it sorts under.
    #[schema(required = true)]
    key: Option<String>,
    /// Statutes: false for acts of parliament, true for the rest.
    #[schema(required = true)]
    subdued: Option<bool>,
    /// Statutes: the year of the number.
    #[schema(required = true)]
    year: Option<String>,
    /// Agency regulations: those that amend it.
    #[schema(required = true, no_recursion)]
    amendments: Option<Vec<BrowseDoc>>,
    /// Agency regulations: true when the text shown is the consolidated one.
    #[schema(required = true)]
    consolidated: Option<bool>,
}

impl BrowseDoc {
    /// A listed document, and those nested under it.
    fn new(base: &Base, listed: ListedDocument) -> Self {
        let ListedDocument { document, extras, amendments } = listed;
        let local_id = base.strip(&document.uri).unwrap_or(&document.uri).to_owned();
        let short_id = document.short_id.clone().or_else(|| document.label.clone());
        Self {
            url: format!("/{local_id}"),
            display: document.display.or(document.label).unwrap_or(local_id),
            short_id,
            short_title: document.short_title,
            description: document.description,
            uri: document.uri,
            variant: extras.variant,
            date: extras.date,
            pre: extras.pre,
            key: extras.key,
            subdued: extras.subdued,
            year: extras.year,
            amendments: (!amendments.is_empty())
                .then(|| amendments.into_iter().map(|nested| Self::new(base, nested)).collect()),
            consolidated: extras.consolidated,
        }
    }
}

#[derive(Debug, Deserialize, IntoParams)]
struct BrowseQuery {
    /// A faceted source.
    source: String,
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
        let mut tree = FacetTree::new(source.clone(), catalog.facet_tree(&source, &day)?);
        let Some(wanted) = wanted else { return Ok(Some(tree)) };
        let path: Vec<&str> = wanted.split('/').filter(|slug| !slug.is_empty()).collect();
        let Some(leaf) = tree.leaf(&path) else { return Ok(None) };
        let page = catalog.leaf(&source, &path.join("/"), &day, Page { limit, offset })?;
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
