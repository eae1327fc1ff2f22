//! How the documents of a source are filed: its buckets, and the documents of one leaf.

use std::borrow::Cow;

use jiff::civil::Date;
use lagrum_artifact::Base;
use lagrum_catalog::{
    CatalogDocument, DocumentFilter, DocumentOrder, FacetTreeBucket, ListedDocument, RowRange,
    StoredFacetTree,
};
use lagrum_snapshot::Snapshot;
use lagrum_sources::{BrowseExtras, known};
use serde::Serialize;
use utoipa::ToSchema;

use crate::lookup::{local_id, non_empty, query_catalog};
use crate::{AnswerError, SourceName};

/// The buckets of a source, and in an answer of `/browse` the documents of one of them.
#[derive(Debug, Serialize, ToSchema)]
pub struct FacetTree {
    /// The source, as in the question.
    pub source: String,
    /// Names of the levels, outer first.
    pub levels: Vec<String>,
    /// Keys of the bucket to land in, outer first.
    pub default: Vec<String>,
    /// The outer buckets, in order.
    pub buckets: Vec<FacetBucket>,
    /// /browse only: slugs of the leaf whose documents are listed.
    #[schema(required = true)]
    pub bucket: Option<Vec<String>>,
    /// /browse only: documents skipped.
    #[schema(required = true)]
    pub offset: Option<u64>,
    /// /browse only: documents on a page.
    #[schema(required = true)]
    pub limit: Option<u64>,
    /// /browse only: documents in the leaf.
    #[schema(required = true)]
    pub total: Option<u64>,
}

/// A bucket of a facet tree.
#[derive(Debug, Serialize, ToSchema)]
pub struct FacetBucket {
    /// The raw key.
    pub key: String,
    /// What readers see.
    pub label: String,
    /// Its part of a bucket path.
    pub slug: String,
    /// Documents in it, those of its children included.
    pub count: u64,
    /// The buckets inside it; null in a leaf.
    #[schema(required = true, no_recursion)]
    pub children: Option<Vec<FacetBucket>>,
    /// /browse only: the documents of the leaf in the question.
    #[schema(required = true)]
    pub documents: Option<Vec<BrowseDoc>>,
}

impl From<FacetTreeBucket> for FacetBucket {
    fn from(bucket: FacetTreeBucket) -> Self {
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
    fn new(source: SourceName, tree: Option<StoredFacetTree>) -> Self {
        let tree = tree.unwrap_or_default();
        let mut default = Vec::new();
        let mut level = Some(tree.buckets.as_slice());
        while let Some(first) = level.and_then(<[FacetTreeBucket]>::first) {
            default.push(first.key.clone());
            level = first.children.as_deref();
        }
        let levels =
            known(source.current()).and_then(|source| source.scheme).map_or(&[][..], |scheme| scheme.levels);
        Self {
            source: source.into_given(),
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
    fn leaf(&mut self, path: &[&str]) -> Option<&mut FacetBucket> {
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
pub struct BrowseDoc {
    /// Its canonical uri.
    pub uri: String,
    /// Its page path.
    pub url: String,
    /// What to call it in a list.
    pub display: String,
    /// The bare id.
    #[schema(required = true)]
    pub short_id: Option<String>,
    /// A short human name.
    #[schema(required = true)]
    pub short_title: Option<String>,
    /// A case's summary.
    #[schema(required = true)]
    pub description: Option<String>,
    /// The form of case law, the issuer of an EU act, the court of an EU ruling, the family of an EU treaty.
    #[schema(required = true)]
    pub variant: Option<String>,
    /// Case law: the day of decision.
    #[schema(required = true)]
    pub date: Option<String>,
    /// Statutes and EU treaties: the part of the title in front of what it sorts under.
    #[schema(required = true)]
    pub pre: Option<String>,
    /// Statutes and EU treaties: what it sorts under.
    #[schema(required = true)]
    pub key: Option<String>,
    /// Statutes: false for acts of parliament, true for the rest.
    #[schema(required = true)]
    pub subdued: Option<bool>,
    /// Statutes: the year of the number.
    #[schema(required = true)]
    pub year: Option<String>,
    /// Agency regulations: those that amend it.
    #[schema(required = true, no_recursion)]
    pub amendments: Option<Vec<BrowseDoc>>,
    /// Agency regulations: true when the text shown is the consolidated one.
    #[schema(required = true)]
    pub consolidated: Option<bool>,
    /// Whether others name it and there is nothing to read of it: a concept without a page. Not part of the answers of the API.
    #[serde(skip)]
    pub is_only_named: bool,
}

impl BrowseDoc {
    /// A listed document, and those nested under it.
    fn new(base: &Base, listed: ListedDocument) -> Self {
        let ListedDocument { document, extras, amendments } = listed;
        let local_id = local_id(base, &document.uri).to_owned();
        let short_id = document.short_id.clone().or_else(|| document.label.clone());
        Self {
            is_only_named: document.stored.is_none(),
            url: format!("/{local_id}"),
            display: document.display.or(document.label).unwrap_or(local_id),
            short_id,
            short_title: document.short_title,
            description: document.description,
            uri: document.uri,
            variant: extras.variant.map(Cow::into_owned),
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

/// Which documents of a source to list.
#[derive(Clone, Debug)]
pub struct BrowseQuestion {
    /// A source with facets.
    pub source: SourceName,
    /// Slugs of a leaf, joined by `/`. None for the buckets alone.
    pub bucket: Option<String>,
    /// Documents of the leaf to skip.
    pub offset: u64,
    /// Documents of the leaf on a page.
    pub limit: u64,
}

/// How the documents of a source are filed on a day, with counts.
pub fn facets(snapshot: &Snapshot, day: Date, source: SourceName) -> Result<FacetTree, AnswerError> {
    check_faceted(&source)?;
    query_catalog(snapshot, |catalog| {
        let tree = catalog.facet_tree(source.current(), &day.to_string())?;
        Ok(FacetTree::new(source, tree))
    })
}

/// What a source begins with for a reader who has chosen none of its buckets.
#[derive(Debug)]
pub enum FirstDocuments {
    /// Its newest documents, by their days.
    Newest(Vec<BrowseDoc>),
    /// The documents that others cite most, of a source whose documents have no days.
    MostCited(Vec<BrowseDoc>),
}

/// What a source begins with: at most `limit` documents.
pub fn first_documents(
    snapshot: &Snapshot,
    day: Date,
    source: &SourceName,
    limit: usize,
) -> Result<FirstDocuments, AnswerError> {
    let day = day.to_string();
    let filter = DocumentFilter { source: Some(source.current()), kind: None, hidden_on: Some(&day) };
    let base = &snapshot.manifest().base;
    let listed = |document: CatalogDocument| {
        let extras = BrowseExtras { date: document.date.clone(), ..BrowseExtras::default() };
        BrowseDoc::new(base, ListedDocument { document, extras, amendments: Vec::new() })
    };
    query_catalog(snapshot, |catalog| {
        let newest = catalog.newest_documents(filter, limit)?;
        if !newest.is_empty() {
            return Ok(FirstDocuments::Newest(newest.into_iter().map(listed).collect()));
        }
        let page = RowRange { limit: limit as u64, offset: 0 };
        let cited = catalog.documents(filter, DocumentOrder::Citations, page)?;
        Ok(FirstDocuments::MostCited(cited.into_iter().map(listed).collect()))
    })
}

/// How the documents of a source are filed on a day, with a page of the documents of one leaf.
pub fn browse(snapshot: &Snapshot, day: Date, question: BrowseQuestion) -> Result<FacetTree, AnswerError> {
    let BrowseQuestion { source, bucket, offset, limit } = question;
    check_faceted(&source)?;
    let base = &snapshot.manifest().base;
    let bucket = non_empty(bucket);
    let path: Option<Vec<&str>> =
        bucket.as_deref().map(|path| path.split('/').filter(|slug| !slug.is_empty()).collect());
    let found = query_catalog(snapshot, |catalog| {
        let day = day.to_string();
        let mut tree = FacetTree::new(source.clone(), catalog.facet_tree(source.current(), &day)?);
        let Some(path) = path else { return Ok(Some(tree)) };
        let Some(leaf) = tree.leaf(&path) else { return Ok(None) };
        let page = catalog.leaf(source.current(), &path.join("/"), &day, RowRange { limit, offset })?;
        leaf.documents =
            Some(page.documents.into_iter().map(|listed| BrowseDoc::new(base, listed)).collect());
        tree.bucket = Some(path.into_iter().map(str::to_owned).collect());
        (tree.offset, tree.limit, tree.total) = (Some(offset), Some(limit), Some(page.total));
        Ok(Some(tree))
    })?;
    found.ok_or_else(|| {
        AnswerError::not_found(format!("no leaf {} among the buckets", bucket.unwrap_or_default()))
    })
}

/// Fails for a source without facets.
fn check_faceted(source: &SourceName) -> Result<(), AnswerError> {
    if known(source.current()).is_some_and(|source| source.scheme.is_some()) {
        return Ok(());
    }
    Err(AnswerError::not_found(format!("source {} has no facets", source.given())))
}
