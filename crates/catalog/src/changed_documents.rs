//! Changed documents: which records of the change log pass a filter, what a list shows of each, and which provisions
//! changed.

use lagrum_artifact::{Generation, StoredId};
use rusqlite::params;

use crate::DocumentNumber;
use crate::change_log::{ChangeRecord, FIRST_OTHER};
use crate::document::{CatalogDocument, DocumentFilter};
use crate::error::CatalogProblem;
use crate::reader::CatalogReader;

/// What a list of changes shows of the subject of a record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChangedDocument {
    /// Its uri.
    pub uri: String,
    /// Its source.
    pub source: String,
    /// Its kind.
    pub kind: Option<String>,
    /// Its printed id.
    pub label: Option<String>,
    /// Its title.
    pub title: Option<String>,
    /// Its day, as its source states it.
    pub date: Option<String>,
    /// The number of its stored artifact; None for what is no longer held.
    pub stored: Option<StoredId>,
}

impl From<CatalogDocument> for ChangedDocument {
    fn from(document: CatalogDocument) -> Self {
        let CatalogDocument { uri, source, kind, label, title, date, stored, .. } = document;
        Self { uri, source, kind, label, title, date, stored }
    }
}

impl CatalogReader<'_> {
    /// Whether records pass a filter of source and kind. An archived lydelse has no kind.
    pub fn change_filter<'a>(
        &'a self,
        source: Option<&'a str>,
        kind: Option<&'a str>,
    ) -> Result<impl Fn(&ChangeRecord) -> bool + 'a, CatalogProblem> {
        let log = self.change_log()?;
        let documents = self.filter_columns()?.filter(DocumentFilter { source, kind, hidden_on: None });
        // Number 0 stands for no kind, and no filter asks for it.
        let (source, kind) = (source.map(|name| log.number(name)), kind.map(|name| log.number(name)));
        Ok(move |record: &ChangeRecord| match (record.document(), log.other(record)) {
            (Some(document), _) => documents.as_ref().is_some_and(|passes| passes(document)),
            (None, Some(other)) => {
                source.is_none_or(|source| other.source == source)
                    && kind.is_none_or(|kind| other.kind == kind)
            }
            (None, None) => false,
        })
    }

    /// The documents that expired after the first day, up to the second: their numbers and days, by day and number. Days
    /// are `YYYY-MM-DD`.
    pub fn expired_between(
        &self,
        after: &str,
        until: &str,
    ) -> Result<Vec<(DocumentNumber, String)>, CatalogProblem> {
        Ok(self.filter_columns()?.expired_between(after, until))
    }

    /// The uri of the subject of a record.
    pub fn changed_uri(&self, record: &ChangeRecord) -> Result<String, CatalogProblem> {
        let (table, id) = match record.document() {
            Some(document) => ("document", document.0),
            None => ("change_subject", record.subject - FIRST_OTHER),
        };
        let mut query = self.connection.prepare_cached(&format!("SELECT uri FROM {table} WHERE id = ?1"))?;
        Ok(query.query_row([id], |row| row.get(0))?)
    }

    /// What a list shows of the subject of a record. An archived lydelse has the names of its document.
    pub fn changed_document(&self, record: &ChangeRecord) -> Result<ChangedDocument, CatalogProblem> {
        if let Some(number) = record.document() {
            let mut query = self.connection.prepare_cached(
                "SELECT uri, source, kind, label, title, stored, date FROM document WHERE id = ?1",
            )?;
            return Ok(query.query_row([number.0], |row| {
                Ok(ChangedDocument {
                    uri: row.get(0)?,
                    source: row.get(1)?,
                    kind: row.get(2)?,
                    label: row.get(3)?,
                    title: row.get(4)?,
                    stored: row.get::<_, Option<i64>>(5)?.map(StoredId),
                    date: row.get(6)?,
                })
            })?);
        }
        let mut query = self.connection.prepare_cached(
            "SELECT uri, source, lydelse_of, stored, kind, label, title FROM change_subject WHERE id = ?1",
        )?;
        let (other, lydelse_of) = query.query_row([record.subject - FIRST_OTHER], |row| {
            let other = ChangedDocument {
                uri: row.get(0)?,
                source: row.get(1)?,
                kind: row.get(4)?,
                label: row.get(5)?,
                title: row.get(6)?,
                date: None,
                stored: row.get::<_, Option<i64>>(3)?.map(StoredId),
            };
            Ok((other, row.get::<_, Option<String>>(2)?))
        })?;
        let document = match lydelse_of {
            Some(document) => self.document(&document)?,
            None => None,
        };
        Ok(match document {
            Some(CatalogDocument { label, title, .. }) => ChangedDocument { label, title, ..other },
            None => other,
        })
    }

    /// The provisions of a document that changed after a generation, as JSON, with the generation of each change. The
    /// JSON is None where too many changed.
    pub fn changed_provisions(
        &self,
        uri: &str,
        after: Generation,
    ) -> Result<Vec<(Generation, Option<String>)>, CatalogProblem> {
        let mut query = self.connection.prepare_cached(
            "SELECT generation, provisions FROM changed_provisions WHERE uri = ?1 AND generation > ?2 ORDER BY generation",
        )?;
        let rows =
            query.query_map(params![uri, after.0], |row| Ok((row.get(0).map(Generation)?, row.get(1)?)))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }
}
