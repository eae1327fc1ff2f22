//! The list of all documents.

use jiff::civil::Date;
use lagrum_catalog::{CatalogDocument, DocumentFilter, DocumentOrder, RowRange};
use lagrum_snapshot::Snapshot;
use lagrum_sources::TextExtent;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::held_extent::{HeldExtent, held_extent};
use crate::json_field::begin_field;
use crate::lookup::{non_empty, query_catalog};
use crate::{AnswerError, SourceName};

/// How much of the document with this uri is held; None for one that is not held, or only named by others.
pub fn extent(snapshot: &Snapshot, uri: &str) -> Result<Option<TextExtent>, AnswerError> {
    let document = query_catalog(snapshot, |catalog| catalog.document(uri))?;
    Ok(document.and_then(|document| document.extent))
}

/// A page of the list of all documents.
#[derive(Debug)]
pub struct DocumentList {
    counts: ListCounts,
    /// The documents of the page as JSON objects with commas between them.
    rows: Vec<u8>,
}

#[derive(Debug, Serialize)]
struct ListCounts {
    total: u64,
    limit: u64,
    offset: u64,
}

/// A page of the list of all documents.
#[derive(Debug, ToSchema)]
#[schema(as = DocumentList)]
#[expect(dead_code, reason = "a schema only: `DocumentList::to_json` writes it")]
pub struct DocumentListShape {
    /// Documents matching the filter, before paging.
    total: u64,
    /// Documents on a page, as in the question.
    limit: u64,
    /// Documents skipped, as in the question.
    offset: u64,
    /// The page, in the order of the question.
    documents: Vec<DocumentSummary>,
}

/// A document in a list. (For a list the catalog has it as JSON.)
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DocumentSummary {
    /// Its canonical uri.
    pub uri: String,
    /// The source it belongs to.
    pub source: String,
    /// Its kind.
    #[schema(required = true)]
    pub kind: Option<String>,
    /// Its printed id.
    #[schema(required = true)]
    pub label: Option<String>,
    /// Its full title.
    #[schema(required = true)]
    pub title: Option<String>,
    /// The publisher's own page.
    #[schema(required = true)]
    pub source_url: Option<String>,
    /// How much of its text is held: `summary` and `headnote` are not the document. Null for a stub.
    pub extent: Option<HeldExtent>,
    /// What a reader is told of that, in Swedish; null where a text of its own is held, and for a stub.
    pub extent_note: Option<&'static str>,
    /// When its artifact was first served as it is, UTC; null for a stub.
    #[schema(required = true)]
    pub updated: Option<String>,
}

impl From<CatalogDocument> for DocumentSummary {
    fn from(document: CatalogDocument) -> Self {
        let time = |second| jiff::Timestamp::from_second(second).ok().map(|time| time.to_string());
        let (extent, extent_note) = held_extent(&document);
        Self {
            extent,
            extent_note,
            uri: document.uri,
            source: document.source,
            kind: document.kind,
            label: document.label,
            title: document.title,
            source_url: document.source_url,
            updated: document.updated.and_then(time),
        }
    }
}

impl DocumentList {
    /// How many documents match the filter, before paging.
    pub fn total(&self) -> u64 {
        self.counts.total
    }

    /// The page as JSON.
    pub fn to_json(&self) -> Result<Vec<u8>, AnswerError> {
        let mut json =
            begin_field(&self.counts, "documents").map_err(|error| AnswerError::internal(&error))?;
        json.reserve_exact(self.rows.len() + 3);
        json.push(b'[');
        json.extend_from_slice(&self.rows);
        json.extend_from_slice(b"]}");
        Ok(json)
    }
}

/// The order of a list of documents, as a question names it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ListOrder {
    /// By uri.
    #[default]
    Uri,
    /// The most cited first, among equals by uri.
    Citations,
    /// The last changed first, among equals by uri; stubs last.
    Updated,
}

impl From<ListOrder> for DocumentOrder {
    fn from(order: ListOrder) -> Self {
        match order {
            ListOrder::Uri => Self::Uri,
            ListOrder::Citations => Self::Citations,
            ListOrder::Updated => Self::Updated,
        }
    }
}

/// Which documents to list.
#[derive(Clone, Debug)]
pub struct DocumentsQuestion {
    /// Only of this source.
    pub source: Option<SourceName>,
    /// Only of this kind.
    pub kind: Option<String>,
    /// Also those that have expired by the day of the question.
    pub include_expired: bool,
    /// Only those whose artifact was first served as it is at this time or later, in seconds since 1970.
    pub changed_since: Option<i64>,
    /// Their order.
    pub order: ListOrder,
    /// Documents on a page.
    pub limit: u64,
    /// Documents to skip.
    pub offset: u64,
}

/// Which documents of a source to list.
#[derive(Clone, Debug)]
pub struct SourceListing {
    /// The source.
    pub source: SourceName,
    /// Only of this kind.
    pub kind: Option<&'static str>,
    /// Also those that have expired by the day of the question.
    pub include_expired: bool,
    /// Documents on a page.
    pub limit: u64,
    /// Documents to skip.
    pub offset: u64,
}

/// A page of the documents of a source by uri, with how many there are.
pub fn documents_of_source(
    snapshot: &Snapshot,
    day: Date,
    listing: &SourceListing,
) -> Result<(u64, Vec<DocumentSummary>), AnswerError> {
    let day = day.to_string();
    let filter = DocumentFilter {
        source: Some(listing.source.current()),
        kind: listing.kind,
        hidden_on: (!listing.include_expired).then_some(&*day),
    };
    let page = RowRange { limit: listing.limit, offset: listing.offset };
    let (total, documents) =
        query_catalog(snapshot, |catalog| catalog.document_list(filter, DocumentOrder::Uri, page))?;
    Ok((total, documents.into_iter().map(DocumentSummary::from).collect()))
}

/// A page of the documents that pass the filters.
pub fn documents(
    snapshot: &Snapshot,
    day: Date,
    question: DocumentsQuestion,
) -> Result<DocumentList, AnswerError> {
    let DocumentsQuestion { source, kind, include_expired, changed_since, order, limit, offset } = question;
    let (kind, day) = (non_empty(kind), day.to_string());
    let filter = DocumentFilter {
        source: source.as_ref().map(SourceName::current),
        kind: kind.as_deref(),
        hidden_on: (!include_expired).then_some(&*day),
    };
    let (order, page) = (order.into(), RowRange { limit, offset });
    let (total, rows) = query_catalog(snapshot, |catalog| match changed_since {
        None => catalog.document_rows(filter, order, page),
        Some(since) => catalog.changed_document_rows(filter, since, order, page),
    })?;
    Ok(DocumentList { counts: ListCounts { total, limit, offset }, rows })
}
