//! The rows of documents in lists, as the build made them.
//!
//! A row is stored as JSON in a table of its own, so a page of a list is copied from neighbouring rows.

use std::collections::HashMap;

use rusqlite::Row;
use serde::Serialize;

use crate::error::CatalogProblem;
use crate::reader::CatalogReader;
use lagrum_sources::TextExtent;

use crate::{CatalogDocument, DocumentFilter, DocumentNumber, DocumentOrder, RowRange};

/// Rows are read as one range of numbers if the range has at most `DENSE` times as many numbers as are wanted.
const DENSE: usize = 4;

/// How the last field of a row begins.
const UPDATED: &[u8] = b",\"updated\":";

/// A document in a list.
#[derive(Clone, Debug, Serialize)]
pub struct DocumentRow<'a> {
    /// Its uri.
    pub uri: &'a str,
    /// Its source.
    pub source: &'a str,
    /// Its kind.
    pub kind: Option<&'a str>,
    /// Its printed id.
    pub label: Option<&'a str>,
    /// Its title.
    pub title: Option<&'a str>,
    /// The publisher's own page.
    pub source_url: Option<&'a str>,
    /// How much of it is held; None for a stub.
    pub extent: Option<TextExtent>,
    /// What a reader is told of that.
    pub extent_note: Option<&'static str>,
    /// When its artifact was imported, in UTC; None for a stub. It is the last field: a reader replaces it with the
    /// time at which the artifact was first served.
    pub updated: Option<String>,
}

impl<'a> From<&'a CatalogDocument> for DocumentRow<'a> {
    fn from(document: &'a CatalogDocument) -> Self {
        Self {
            uri: &document.uri,
            source: &document.source,
            kind: document.kind.as_deref(),
            label: document.label.as_deref(),
            title: document.title.as_deref(),
            source_url: document.source_url.as_deref(),
            extent: document.extent,
            extent_note: document.extent.and_then(TextExtent::note),
            updated: document.updated.and_then(time),
        }
    }
}

/// A time as text, from seconds since 1970.
fn time(second: i64) -> Option<String> {
    jiff::Timestamp::from_second(second).ok().map(|time| time.to_string())
}

impl CatalogReader<'_> {
    /// The documents that pass the filter, in an order: how many there are, and those of the page as JSON objects
    /// ([`DocumentRow`]) with commas between them.
    pub fn document_rows(
        &self,
        filter: DocumentFilter<'_>,
        order: DocumentOrder,
        page: RowRange,
    ) -> Result<(u64, Vec<u8>), CatalogProblem> {
        let (total, numbers) = self.document_page(filter, order, page)?;
        Ok((total, self.json_rows(&numbers)?))
    }

    /// As [`Self::document_rows`], of documents whose artifacts changed at a time or later, in seconds since 1970.
    pub fn changed_document_rows(
        &self,
        filter: DocumentFilter<'_>,
        changed_since: i64,
        order: DocumentOrder,
        page: RowRange,
    ) -> Result<(u64, Vec<u8>), CatalogProblem> {
        let changed = self.changed_since(changed_since, order)?;
        let (total, numbers) = self.filter_columns()?.page_in_order(filter, &changed, page)?;
        Ok((total, self.json_rows(&numbers)?))
    }

    fn json_rows(&self, numbers: &[DocumentNumber]) -> Result<Vec<u8>, CatalogProblem> {
        let mut rows = Vec::with_capacity(numbers.len() * 400);
        let mut served = HashMap::new();
        for number in numbers {
            if let Some(at) = self.first_served(*number)? {
                served.insert(*number, at);
            }
        }
        self.rows_in_order("document_row", "d.json", numbers, |row| {
            if !rows.is_empty() {
                rows.push(b',');
            }
            let stored = row.get_ref(1)?.as_bytes()?;
            let number = DocumentNumber(row.get(0)?);
            let served = served.get(&number).copied().and_then(time);
            match (served, stored.windows(UPDATED.len()).rposition(|part| part == UPDATED)) {
                // The last field of a row, and null for a stub.
                (Some(served), Some(at)) if !stored.ends_with(b"null}") => {
                    rows.extend_from_slice(&stored[..at + UPDATED.len()]);
                    rows.extend_from_slice(format!("\"{served}\"}}").as_bytes());
                }
                _ => rows.extend_from_slice(stored),
            }
            Ok(())
        })?;
        Ok(rows)
    }

    /// Reads columns of rows as [`Self::rows_of`] does, but of numbers in any order, in that order.
    pub(crate) fn rows_in_order(
        &self,
        table: &str,
        columns: &str,
        numbers: &[DocumentNumber],
        mut read: impl FnMut(&Row<'_>) -> rusqlite::Result<()>,
    ) -> Result<(), CatalogProblem> {
        if numbers.is_sorted() {
            return self.rows_of(table, columns, numbers, read);
        }
        numbers.iter().try_for_each(|number| self.rows_of(table, columns, &[*number], &mut read))
    }

    /// Reads columns of the rows with these numbers, which must ascend. `table` has the key `id`, and `columns` refer
    /// to it as `d`; they begin at index 1 of a row. Fails when a row is missing.
    pub(crate) fn rows_of(
        &self,
        table: &str,
        columns: &str,
        numbers: &[DocumentNumber],
        mut read: impl FnMut(&Row<'_>) -> rusqlite::Result<()>,
    ) -> Result<(), CatalogProblem> {
        let (Some(first), Some(last)) = (numbers.first(), numbers.last()) else { return Ok(()) };
        let is_dense = (last.0 - first.0) as usize / DENSE < numbers.len();
        let ranges =
            if is_dense { vec![(*first, *last)] } else { numbers.iter().map(|n| (*n, *n)).collect() };
        let mut query = self.connection.prepare_cached(&format!(
            "SELECT d.id, {columns} FROM {table} d WHERE d.id BETWEEN ?1 AND ?2 ORDER BY d.id"
        ))?;
        let mut wanted = numbers.iter().peekable();
        for (first, last) in ranges {
            lagrum_cancel::check()?;
            let mut rows = query.query([first.0, last.0])?;
            while let Some(row) = rows.next()? {
                let number = DocumentNumber(row.get(0)?);
                if wanted.next_if(|next| **next == number).is_some() {
                    read(row)?;
                }
            }
        }
        match wanted.next() {
            Some(number) => {
                Err(CatalogProblem::Damaged(format!("the table {table} lacks document {number}")))
            }
            None => Ok(()),
        }
    }
}
