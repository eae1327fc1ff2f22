//! The row of a document, and which rows are listed in which order.

use lagrum_artifact::StoredId;
use lagrum_sources::TextExtent;
use rusqlite::Row;

use crate::DocumentNumber;

/// The catalog row of a document. A column is None where no value could be derived.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "most fields are those of lagrum_sources::Description, documented there")]
pub struct CatalogDocument {
    pub id: DocumentNumber,
    pub uri: String,
    pub source: String,
    pub kind: Option<String>,
    /// The day it stopped or stops applying (`YYYY-MM-DD`).
    pub expired: Option<String>,
    /// How many other documents cite it.
    pub inbound_count: u64,
    /// The number of its stored artifact; None for a stub.
    pub stored: Option<StoredId>,
    /// When its artifact last changed, in seconds since 1970 (UTC); None for a stub.
    pub updated: Option<i64>,
    /// How much of the document its artifact has; None for a stub.
    pub extent: Option<TextExtent>,
    pub date: Option<String>,
    pub year: Option<u16>,
    pub flow_group: String,
    pub label: Option<String>,
    pub title: Option<String>,
    pub display: Option<String>,
    pub descriptive: Option<String>,
    pub short_id: Option<String>,
    pub short_title: Option<String>,
    pub abbr: Option<String>,
    pub publisher: Option<String>,
    pub source_url: Option<String>,
    pub description: Option<String>,
    pub snippet: Option<String>,
}

pub(crate) const COLUMNS: &str = "d.id, d.uri, d.source, d.kind, d.expired, d.inbound_count, d.stored, d.updated,
    d.date, d.year, d.flow_group, d.label, d.title, d.display, d.descriptive, d.short_id, d.short_title, d.abbr,
    d.publisher, d.source_url, d.description, d.snippet, d.extent";

impl CatalogDocument {
    pub(crate) fn read(row: &Row<'_>) -> rusqlite::Result<Self> {
        Self::read_from(row, 0)
    }

    /// Reads the columns of [`COLUMNS`] from index `at` on.
    pub(crate) fn read_from(row: &Row<'_>, at: usize) -> rusqlite::Result<Self> {
        Ok(Self {
            id: DocumentNumber(row.get(at)?),
            uri: row.get(at + 1)?,
            source: row.get(at + 2)?,
            kind: row.get(at + 3)?,
            expired: row.get(at + 4)?,
            inbound_count: row.get(at + 5)?,
            stored: row.get::<_, Option<i64>>(at + 6)?.map(StoredId),
            updated: row.get(at + 7)?,
            date: row.get(at + 8)?,
            year: row.get(at + 9)?,
            flow_group: row.get(at + 10)?,
            label: row.get(at + 11)?,
            title: row.get(at + 12)?,
            display: row.get(at + 13)?,
            descriptive: row.get(at + 14)?,
            short_id: row.get(at + 15)?,
            short_title: row.get(at + 16)?,
            abbr: row.get(at + 17)?,
            publisher: row.get(at + 18)?,
            source_url: row.get(at + 19)?,
            description: row.get(at + 20)?,
            snippet: row.get(at + 21)?,
            extent: extent(row.get::<_, Option<String>>(at + 22)?.as_deref()),
        })
    }
}

/// The extent that a name stands for.
fn extent(name: Option<&str>) -> Option<TextExtent> {
    TextExtent::NAMES.iter().find(|(_, other)| name == Some(*other)).map(|(extent, _)| *extent)
}

/// Which documents to list.
#[derive(Clone, Copy, Debug, Default)]
pub struct DocumentFilter<'a> {
    /// Only of this source.
    pub source: Option<&'a str>,
    /// Only of this kind.
    pub kind: Option<&'a str>,
    /// Leave out documents that expired on this day (`YYYY-MM-DD`) or before; None lists all.
    pub hidden_on: Option<&'a str>,
}

/// The order of a list of documents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DocumentOrder {
    /// By uri.
    #[default]
    Uri,
    /// The most cited first, among equals by uri.
    Citations,
    /// The last changed first, among equals by uri; stubs, which have no artifact, last.
    Updated,
}

/// A range of rows of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowRange {
    /// The maximum number of rows.
    pub limit: u64,
    /// How many rows to skip.
    pub offset: u64,
}

/// The number as SQLite takes it, which is signed. No list is that long.
pub(crate) fn clamped(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
