//! Documents: found by uri, listed in pages, counted.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use lagrum_artifact::StoredId;
use lagrum_sources::TextExtent;
use rusqlite::{OptionalExtension, Row};

use crate::pool::{Catalog, CatalogProblem, CatalogReader};
use crate::{CatalogError, DocumentNumber};

/// The catalog row of a document. A column is None where nothing could be derived.
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

/// Documents read at once when all are gone through.
const BATCH: u64 = 1000;

impl Catalog {
    /// All documents in the order of their uris, as they are stored. It ends after an error.
    pub fn all_documents(&self) -> impl Iterator<Item = Result<CatalogDocument, CatalogError>> {
        self.document_batches(BATCH).flat_map(|batch| match batch {
            Ok(documents) => documents.into_iter().map(Ok).collect(),
            Err(error) => vec![Err(error)],
        })
    }

    /// As [`Self::all_documents`], so many at a time.
    pub fn document_batches(
        &self,
        size: u64,
    ) -> impl Iterator<Item = Result<Vec<CatalogDocument>, CatalogError>> {
        let mut next = Some(DocumentNumber(0));
        std::iter::from_fn(move || {
            let first = next.take()?;
            let batch = self.with(|reader| reader.documents_from(first, size));
            next = batch.as_ref().ok().and_then(|batch| batch.last()).map(|last| last.id.next());
            (next.is_some() || batch.is_err()).then_some(batch)
        })
    }
}

impl CatalogReader<'_> {
    /// The document with this uri.
    pub fn document(&self, uri: &str) -> Result<Option<CatalogDocument>, CatalogProblem> {
        let sql = format!("SELECT {COLUMNS} FROM document d WHERE d.uri = ?1");
        let found =
            self.connection.prepare_cached(&sql)?.query_row([uri], CatalogDocument::read).optional()?;
        found.map(|document| self.as_served(document)).transpose()
    }

    /// A document with the time at which its artifact was first served, where that is known.
    fn as_served(&self, document: CatalogDocument) -> Result<CatalogDocument, CatalogProblem> {
        let Some(imported) = document.updated else { return Ok(document) };
        let updated = Some(self.first_served(document.id)?.unwrap_or(imported));
        Ok(CatalogDocument { updated, ..document })
    }

    /// The numbers of the documents of a source, or of all, that pass a test of their uri and publisher.
    pub fn numbers_of(
        &self,
        source: Option<&str>,
        is_one: impl Fn(&str, Option<&str>) -> bool,
    ) -> Result<HashSet<DocumentNumber>, CatalogProblem> {
        let mut query = self
            .connection
            .prepare_cached("SELECT id, uri, publisher FROM document WHERE ?1 IS NULL OR source = ?1")?;
        let mut rows = query.query([source])?;
        let mut numbers = HashSet::new();
        while let Some(row) = rows.next()? {
            let (uri, publisher) = (row.get_ref(1)?.as_str(), row.get_ref(2)?.as_str_or_null());
            if is_one(uri.unwrap_or_default(), publisher.unwrap_or_default()) {
                numbers.insert(DocumentNumber(row.get(0)?));
            }
        }
        Ok(numbers)
    }

    /// Up to `most` uris of documents that begin with `prefix`, in order. The prefix must end with an ASCII character.
    pub(crate) fn uris_beginning(&self, prefix: &str, most: usize) -> Result<Vec<String>, CatalogProblem> {
        let mut after = prefix.to_owned();
        let Some(last) = after.pop().filter(char::is_ascii) else { return Ok(Vec::new()) };
        after.push(char::from(last as u8 + 1));
        let mut query = self
            .connection
            .prepare_cached("SELECT uri FROM document WHERE uri >= ?1 AND uri < ?2 ORDER BY uri LIMIT ?3")?;
        let rows = query.query_map(rusqlite::params![prefix, after, most], |row| row.get(0))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// The number of a document, held or only cited.
    pub(crate) fn root(&self, uri: &str) -> Result<Option<DocumentNumber>, CatalogProblem> {
        for table in ["document", "unheld"] {
            let found = self
                .connection
                .prepare_cached(&format!("SELECT id FROM {table} WHERE uri = ?1"))?
                .query_row([uri], |row| row.get(0))
                .optional()?;
            if let Some(id) = found {
                return Ok(Some(DocumentNumber(id)));
            }
        }
        Ok(None)
    }

    /// The documents that pass the filter, in an order: how many there are, and those of the page.
    pub fn document_list(
        &self,
        filter: DocumentFilter<'_>,
        order: DocumentOrder,
        page: RowRange,
    ) -> Result<(u64, Vec<CatalogDocument>), CatalogProblem> {
        let (total, numbers) = self.document_page(filter, order, page)?;
        let mut documents = Vec::with_capacity(numbers.len());
        self.rows_in_order("document", COLUMNS, &numbers, |row| {
            documents.push(CatalogDocument::read_from(row, 1)?);
            Ok(())
        })?;
        let documents = documents.into_iter().map(|document| self.as_served(document));
        Ok((total, documents.collect::<Result<_, _>>()?))
    }

    /// The documents of a page of those that pass the filter, in an order.
    pub fn documents(
        &self,
        filter: DocumentFilter<'_>,
        order: DocumentOrder,
        page: RowRange,
    ) -> Result<Vec<CatalogDocument>, CatalogProblem> {
        Ok(self.document_list(filter, order, page)?.1)
    }

    /// The documents of a source that have expired by a day (`YYYY-MM-DD`), by uri: how many there are, and those of the page.
    pub fn expired_documents(
        &self,
        source: &str,
        day: &str,
        page: RowRange,
    ) -> Result<(u64, Vec<CatalogDocument>), CatalogProblem> {
        let (total, numbers) = self.filter_columns()?.page_of_expired(source, day, page)?;
        let mut documents = Vec::with_capacity(numbers.len());
        self.rows_in_order("document", COLUMNS, &numbers, |row| {
            documents.push(CatalogDocument::read_from(row, 1)?);
            Ok(())
        })?;
        Ok((total, documents))
    }

    /// How many documents pass the filter, and the numbers of those on a page, in an order.
    pub(crate) fn document_page(
        &self,
        filter: DocumentFilter<'_>,
        order: DocumentOrder,
        page: RowRange,
    ) -> Result<(u64, Vec<DocumentNumber>), CatalogProblem> {
        let columns = self.filter_columns()?;
        match order {
            DocumentOrder::Uri => columns.page(filter, page),
            DocumentOrder::Citations => {
                columns.page_in_order(filter, self.document_columns()?.by_citations(), page)
            }
            DocumentOrder::Updated => columns.page_in_order(filter, self.update_order()?.numbers(), page),
        }
    }

    /// Up to `limit` documents from a number on, as they are stored: the integrity check trusts no other table.
    fn documents_from(
        &self,
        first: DocumentNumber,
        limit: u64,
    ) -> Result<Vec<CatalogDocument>, CatalogProblem> {
        let sql = format!("SELECT {COLUMNS} FROM document d WHERE d.id >= ?1 ORDER BY d.id LIMIT ?2");
        let mut query = self.connection.prepare_cached(&sql)?;
        let rows = query.query_map(rusqlite::params![first.0, clamped(limit)], CatalogDocument::read)?;
        rows.map(|document| self.as_served(document?)).collect()
    }

    /// The number of documents per source, expired ones and stubs included.
    pub fn sources(&self) -> Result<BTreeMap<String, u64>, CatalogProblem> {
        Ok(self.filter_columns()?.per_source())
    }

    /// The kinds of documents that each source has, expired ones and stubs included. It takes a scan of all documents.
    pub fn kinds_by_source(&self) -> Result<BTreeMap<String, BTreeSet<String>>, CatalogProblem> {
        Ok(self.filter_columns()?.kinds_by_source())
    }
}

/// The number as SQLite takes it, which is signed. No list is that long.
pub(crate) fn clamped(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
