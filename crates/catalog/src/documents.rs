//! Documents: found by uri, listed in pages, counted.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use rusqlite::OptionalExtension;

use crate::DocumentNumber;
use crate::document::{COLUMNS, CatalogDocument, DocumentFilter, DocumentOrder, RowRange, clamped};
use crate::error::{CatalogError, CatalogProblem};
use crate::pool::Catalog;
use crate::reader::CatalogReader;

/// The number of documents read at a time by [`Catalog::all_documents`].
const BATCH: u64 = 1000;

impl Catalog {
    /// All documents in the order of their uris, as they are stored. It ends after an error.
    pub fn all_documents(&self) -> impl Iterator<Item = Result<CatalogDocument, CatalogError>> {
        self.document_batches(BATCH).flat_map(|batch| match batch {
            Ok(documents) => documents.into_iter().map(Ok).collect(),
            Err(error) => vec![Err(error)],
        })
    }

    /// All documents as by [`Self::all_documents`], in batches of `size`.
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

    /// Replaces the time of import of a document by the time at which its artifact was first served, where that is
    /// known.
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

    /// The uris of the documents that are cited and not held and that begin with `prefix`, in order.
    pub fn unheld_beginning(&self, prefix: &str) -> Result<Vec<String>, CatalogProblem> {
        let query = "SELECT uri FROM unheld WHERE substr(uri, 1, length(?1)) = ?1 ORDER BY uri";
        let mut query = self.connection.prepare_cached(query)?;
        let rows = query.query_map([prefix], |row| row.get(0))?;
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

    /// The newest documents of those that pass the filter, by their days and, among equals, by uri: at most `limit`. Stubs and
    /// documents whose year is not known are left out.
    pub fn newest_documents(
        &self,
        filter: DocumentFilter<'_>,
        limit: usize,
    ) -> Result<Vec<CatalogDocument>, CatalogProblem> {
        let columns = self.filter_columns()?;
        let Some(passes) = columns.filter(filter) else { return Ok(Vec::new()) };
        let years = self.document_columns()?;
        let mut by_year: BTreeMap<u16, Vec<DocumentNumber>> = BTreeMap::new();
        for number in (0..columns.len() as u32).map(DocumentNumber).filter(|number| passes(*number)) {
            if let Some(year) = years.year(number) {
                by_year.entry(year).or_default().push(number);
            }
        }
        let mut documents: Vec<CatalogDocument> = Vec::new();
        // Only the rows of the last years are read, and all of a year, since its last days are not known before.
        for numbers in by_year.values().rev() {
            if documents.len() >= limit {
                break;
            }
            lagrum_cancel::check()?;
            let mut of_year = Vec::with_capacity(numbers.len());
            self.rows_in_order("document", COLUMNS, numbers, |row| {
                of_year.push(CatalogDocument::read_from(row, 1)?);
                Ok(())
            })?;
            of_year.retain(|document| document.stored.is_some());
            of_year.sort_by(|a, b| b.date.cmp(&a.date).then_with(|| a.uri.cmp(&b.uri)));
            documents.append(&mut of_year);
        }
        documents.truncate(limit);
        documents.into_iter().map(|document| self.as_served(document)).collect()
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

    /// Up to `limit` documents from a number on, as they are stored. No other table is used, for the sake of the
    /// integrity check.
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

    /// The kinds of the documents of each source, expired ones and stubs included. It scans all documents.
    pub fn kinds_by_source(&self) -> Result<BTreeMap<String, BTreeSet<String>>, CatalogProblem> {
        Ok(self.filter_columns()?.kinds_by_source())
    }

    /// The numbers of the documents whose artifacts changed at a time or later, in an order.
    pub(crate) fn changed_since(
        &self,
        since: i64,
        order: DocumentOrder,
    ) -> Result<Vec<DocumentNumber>, CatalogProblem> {
        let updates = self.update_order()?;
        let changed = |number: &DocumentNumber| updates.changed_since(*number, since);
        Ok(match order {
            DocumentOrder::Uri => {
                (0..updates.numbers().len() as u32).map(DocumentNumber).filter(changed).collect()
            }
            DocumentOrder::Citations => {
                self.document_columns()?.by_citations().iter().copied().filter(changed).collect()
            }
            DocumentOrder::Updated => updates.numbers().iter().copied().filter(changed).collect(),
        })
    }
}
