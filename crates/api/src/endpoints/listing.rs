//! The shapes that `/facets` and `/browse` share: the buckets of a source, and the documents in them.

use lagrum_artifact::Base;
use lagrum_catalog::{Bucket, FacetTree as CatalogTree, ListedDocument};
use lagrum_sources::known;
use serde::Serialize;
use utoipa::ToSchema;

use crate::ApiError;
use crate::source_name::SourceName;

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
    pub(super) fn new(source: SourceName, tree: Option<CatalogTree>) -> Self {
        let tree = tree.unwrap_or_default();
        let mut default = Vec::new();
        let mut level = Some(tree.buckets.as_slice());
        while let Some(first) = level.and_then(<[Bucket]>::first) {
            default.push(first.key.clone());
            level = first.children.as_deref();
        }
        let levels =
            known(source.current()).and_then(|source| source.scheme).map_or(&[][..], |scheme| scheme.levels);
        Self {
            source: source.into_asked(),
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
    pub(super) fn new(base: &Base, listed: ListedDocument) -> Self {
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

/// Fails for a source that cannot be browsed.
pub(super) fn faceted(source: &SourceName) -> Result<(), ApiError> {
    if known(source.current()).is_some_and(|source| source.scheme.is_some()) {
        return Ok(());
    }
    Err(ApiError::not_found(format!("source {} has no facets", source.asked())))
}
