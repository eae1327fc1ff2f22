//! The list of all documents.

use jiff::civil::Date;
use lagrum_catalog::{CatalogDocument, DocumentFilter, RowRange};
use lagrum_snapshot::Snapshot;
use serde::Serialize;
use utoipa::ToSchema;

use crate::lookup::{non_empty, query_catalog};
use crate::{AnswerError, SourceName};

/// A page of the list of all documents.
#[derive(Debug, Serialize, ToSchema)]
pub struct DocumentList {
    /// Documents matching the filter, before paging.
    pub total: u64,
    /// Documents on a page, as in the question.
    pub limit: u64,
    /// Documents skipped, as in the question.
    pub offset: u64,
    /// The page, by uri.
    pub documents: Vec<DocumentSummary>,
}

/// A document in a list.
#[derive(Debug, Serialize, ToSchema)]
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
    /// When its artifact last changed, UTC; null for a stub.
    #[schema(required = true)]
    pub updated: Option<String>,
}

impl From<CatalogDocument> for DocumentSummary {
    fn from(document: CatalogDocument) -> Self {
        let time = |second| jiff::Timestamp::from_second(second).ok().map(|time| time.to_string());
        Self {
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

/// Which documents to list.
#[derive(Clone, Debug)]
pub struct DocumentsQuestion {
    /// Only of this source.
    pub source: Option<SourceName>,
    /// Only of this kind.
    pub kind: Option<String>,
    /// Also those that have expired by the day of the question.
    pub include_expired: bool,
    /// Documents on a page.
    pub limit: u64,
    /// Documents to skip.
    pub offset: u64,
}

/// A page of the documents that pass the filters, by uri.
pub fn documents(
    snapshot: &Snapshot,
    day: Date,
    question: DocumentsQuestion,
) -> Result<DocumentList, AnswerError> {
    let DocumentsQuestion { source, kind, include_expired, limit, offset } = question;
    let (kind, day) = (non_empty(kind), day.to_string());
    let filter = DocumentFilter {
        source: source.as_ref().map(SourceName::current),
        kind: kind.as_deref(),
        hidden_on: (!include_expired).then_some(&*day),
    };
    query_catalog(snapshot, |catalog| {
        let documents = catalog.documents(filter, RowRange { limit, offset })?;
        Ok(DocumentList {
            total: catalog.total(filter)?,
            limit,
            offset,
            documents: documents.into_iter().map(DocumentSummary::from).collect(),
        })
    })
}
