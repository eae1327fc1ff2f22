//! Flow group and year of every document, and the documents in the order of their citations, in memory.
//!
//! Inbound lists are filtered by group and year of the citing document, and a list of documents may begin with the most
//! cited. Each column has one value per document, in the order of document numbers; together they take seven bytes per
//! document. They are loaded at their first use.

use rusqlite::{Connection, OptionalExtension};

use crate::error::CatalogProblem;
use crate::{CatalogDocument, DocumentNumber};

/// The columns of a catalog.
#[derive(Debug, Default)]
pub(crate) struct DocumentColumns {
    /// The names of flow groups, in the order of their numbers from 0 on.
    group_names: Vec<String>,
    groups: Vec<u8>,
    /// 0 for a document without a year.
    years: Vec<u16>,
    /// The numbers of all documents, the most cited first, among equals in their order.
    by_citations: Vec<DocumentNumber>,
}

impl DocumentColumns {
    /// Loads the columns of a catalog.
    pub(crate) fn load(connection: &Connection) -> Result<Self, CatalogProblem> {
        let column = |name: &str| -> Result<Vec<u8>, CatalogProblem> {
            let mut query = connection.prepare("SELECT numbers FROM document_column WHERE name = ?1")?;
            let numbers = query.query_row([name], |row| row.get(0)).optional()?;
            numbers.ok_or_else(|| CatalogProblem::Damaged(format!("the columns of documents have no {name}")))
        };
        let mut query = connection.prepare("SELECT name FROM flow_group ORDER BY id")?;
        let group_names: Vec<String> =
            query.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
        let groups = column("group")?;
        let (years, rest) = (column("year")?, column("by_citations")?);
        let ((years, odd), (order, of_order)) = (years.as_chunks::<2>(), rest.as_chunks::<4>());
        let columns = Self {
            years: years.iter().map(|bytes| u16::from_le_bytes(*bytes)).collect(),
            by_citations: order.iter().map(|bytes| DocumentNumber(u32::from_le_bytes(*bytes))).collect(),
            group_names,
            groups,
        };
        let documents = columns.groups.len();
        let is_whole = odd.is_empty()
            && of_order.is_empty()
            && columns.years.len() == documents
            && columns.by_citations.len() == documents
            && columns.groups.iter().all(|group| usize::from(*group) < columns.group_names.len())
            && columns.by_citations.iter().all(|number| number.index() < documents);
        is_whole
            .then_some(columns)
            .ok_or_else(|| CatalogProblem::Damaged("the columns of documents cannot be read".to_owned()))
    }

    /// The flow group of a document.
    pub(crate) fn group(&self, document: DocumentNumber) -> Option<&str> {
        let group = *self.groups.get(document.index())?;
        self.group_names.get(usize::from(group)).map(String::as_str)
    }

    /// The number of the flow group of a document; None for a document that is not held.
    pub(crate) fn group_number(&self, document: DocumentNumber) -> Option<u8> {
        self.groups.get(document.index()).copied()
    }

    /// The name of a flow group by its number.
    pub(crate) fn group_name(&self, number: u8) -> Option<&str> {
        self.group_names.get(usize::from(number)).map(String::as_str)
    }

    /// The year of a document.
    pub(crate) fn year(&self, document: DocumentNumber) -> Option<u16> {
        self.years.get(document.index()).copied().filter(|year| *year > 0)
    }

    /// The numbers of all documents, the most cited first.
    pub(crate) fn by_citations(&self) -> &[DocumentNumber] {
        &self.by_citations
    }

    /// Whether the columns agree with the row of a document.
    pub(crate) fn agrees(&self, document: &CatalogDocument) -> bool {
        self.group(document.id) == Some(&*document.flow_group)
            && self.year(document.id) == document.year.filter(|year| *year > 0)
    }

    /// How many documents the columns have.
    pub(crate) fn len(&self) -> usize {
        self.groups.len()
    }
}

/// Writes the columns.
#[derive(Debug, Default)]
pub(crate) struct DocumentColumnsWriter {
    group_names: Vec<String>,
    groups: Vec<u8>,
    years: Vec<u16>,
    counts: Vec<u32>,
}

impl DocumentColumnsWriter {
    /// Adds the next document.
    pub(crate) fn push(&mut self, document: &CatalogDocument) -> Result<(), CatalogProblem> {
        let known = self.group_names.iter().position(|name| *name == document.flow_group);
        let group = known.unwrap_or_else(|| {
            self.group_names.push(document.flow_group.clone());
            self.group_names.len() - 1
        });
        let group =
            u8::try_from(group).map_err(|_| CatalogProblem::Damaged("too many flow groups".to_owned()))?;
        self.groups.push(group);
        self.years.push(document.year.unwrap_or_default());
        self.counts.push(u32::try_from(document.inbound_count).unwrap_or(u32::MAX));
        Ok(())
    }

    /// Writes what was added.
    pub(crate) fn finish(&self, connection: &Connection) -> Result<(), CatalogProblem> {
        let mut insert = connection.prepare("INSERT INTO flow_group VALUES (?1, ?2)")?;
        for (number, name) in self.group_names.iter().enumerate() {
            insert.execute(rusqlite::params![number, name])?;
        }
        let mut order: Vec<u32> = (0..self.counts.len() as u32).collect();
        order.sort_by_key(|number| std::cmp::Reverse(self.counts[*number as usize]));
        let years: Vec<u8> = self.years.iter().flat_map(|year| year.to_le_bytes()).collect();
        let order: Vec<u8> = order.iter().flat_map(|number| number.to_le_bytes()).collect();
        let mut insert = connection.prepare("INSERT INTO document_column VALUES (?1, ?2)")?;
        for (name, numbers) in [("group", &self.groups), ("year", &years), ("by_citations", &order)] {
            insert.execute(rusqlite::params![name, numbers])?;
        }
        Ok(())
    }
}
