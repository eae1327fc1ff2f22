//! Reading the catalog: a connection, and the columns in memory that all connections share.

use std::sync::OnceLock;

use rusqlite::Connection;

use crate::DocumentNumber;
use crate::change_log::ChangeLogColumns;
use crate::document_columns::DocumentColumns;
use crate::document_days::DocumentDays;
use crate::error::CatalogProblem;
use crate::filter_columns::FilterColumns;
use crate::name_cache::NameCache;
use crate::publications::{Publication, Publications};
use crate::update_order::UpdateOrder;

/// The data in memory that all connections of a catalog share. Columns are loaded at their first use.
#[derive(Debug, Default)]
pub(crate) struct SharedColumns {
    names: NameCache,
    filter_columns: OnceLock<FilterColumns>,
    document_columns: OnceLock<DocumentColumns>,
    document_days: OnceLock<DocumentDays>,
    change_log: OnceLock<ChangeLogColumns>,
    update_order: OnceLock<UpdateOrder>,
    /// The generation of the catalog and when it was published; None for a catalog that is not served.
    pub(crate) served: Option<Publication>,
    publications: OnceLock<Publications>,
}

/// A catalog with a connection: the methods that read are on this type.
#[derive(Debug)]
pub struct CatalogReader<'a> {
    pub(crate) connection: &'a Connection,
    shared: &'a SharedColumns,
}

/// The value of a cell, which is loaded first if the cell is empty.
fn loaded<T>(
    cell: &OnceLock<T>,
    load: impl FnOnce() -> Result<T, CatalogProblem>,
) -> Result<&T, CatalogProblem> {
    if let Some(value) = cell.get() {
        return Ok(value);
    }
    let value = load()?;
    Ok(cell.get_or_init(|| value))
}

impl<'a> CatalogReader<'a> {
    pub(crate) fn new(connection: &'a Connection, shared: &'a SharedColumns) -> Self {
        Self { connection, shared }
    }

    /// The names that were read last.
    pub(crate) fn names(&self) -> &'a NameCache {
        &self.shared.names
    }

    pub(crate) fn filter_columns(&self) -> Result<&FilterColumns, CatalogProblem> {
        loaded(&self.shared.filter_columns, || FilterColumns::load(self.connection))
    }

    /// Flow groups, years and orders of documents.
    pub(crate) fn document_columns(&self) -> Result<&DocumentColumns, CatalogProblem> {
        loaded(&self.shared.document_columns, || DocumentColumns::load(self.connection))
    }

    /// The documents of days from one (`YYYY-MM-DD`) to another, both included, in the order of their numbers. None is no limit. A
    /// document of which no whole day is known is not among them.
    pub fn documents_of_days(
        &self,
        from: Option<&str>,
        to: Option<&str>,
    ) -> Result<Vec<DocumentNumber>, CatalogProblem> {
        let days = loaded(&self.shared.document_days, || DocumentDays::load(self.connection))?;
        Ok(days.within(from, to))
    }

    /// The flow group of the document with a number; None for one that the catalog lacks.
    pub fn flow_group(&self, document: DocumentNumber) -> Result<Option<&str>, CatalogProblem> {
        Ok(self.document_columns()?.group(document))
    }

    /// The change log.
    pub fn change_log(&self) -> Result<&ChangeLogColumns, CatalogProblem> {
        loaded(&self.shared.change_log, || ChangeLogColumns::load(self.connection))
    }

    /// When generations were first served; None for a catalog that is not served.
    pub fn publications(&self) -> Result<Option<&Publications>, CatalogProblem> {
        let Some(served) = self.shared.served else { return Ok(None) };
        let load = || Ok(Publications::new(self.change_log()?.published(), served));
        loaded(&self.shared.publications, load).map(Some)
    }

    /// When documents changed.
    pub(crate) fn update_order(&self) -> Result<&UpdateOrder, CatalogProblem> {
        loaded(&self.shared.update_order, || {
            let documents = self.filter_columns()?.len();
            UpdateOrder::load(self.connection, documents, |document| self.first_served(document))
        })
    }

    /// When the current artifact of a document was first served, in seconds since 1970. None if the change log does not
    /// reach back so far or is damaged, and for a catalog that is not served.
    pub(crate) fn first_served(&self, document: DocumentNumber) -> Result<Option<i64>, CatalogProblem> {
        match self.served_by_log(document) {
            // Lists of changes and `check` report the damage. Documents are answered without the change log.
            Err(CatalogProblem::Damaged(_)) => Ok(None),
            found => found,
        }
    }

    fn served_by_log(&self, document: DocumentNumber) -> Result<Option<i64>, CatalogProblem> {
        let Some(publications) = self.publications()? else { return Ok(None) };
        let generation = self.change_log()?.artifact_changed(document);
        Ok(generation.map(|generation| publications.at(generation)))
    }
}
