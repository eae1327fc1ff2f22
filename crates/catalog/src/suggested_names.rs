//! Loads the names by which documents are suggested while a text is being typed.

use lagrum_artifact::Base;
use lagrum_suggest::{NameIndex, NameIndexBuilder, NamedDocument};

use crate::document::COLUMNS;
use crate::error::CatalogProblem;
use crate::reader::CatalogReader;
use crate::{CatalogDocument, DocumentNumber};

/// A name that citations use for a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CitedName<'a> {
    /// The local id of the document.
    pub document: &'a str,
    /// The name.
    pub name: &'a str,
}

impl CatalogReader<'_> {
    /// The index of all names of documents: those of their rows, their stored names, and `cited_names`, sorted.
    /// A document that expired on `day` (`YYYY-MM-DD`) or before is not in force.
    pub fn name_index(
        &self,
        base: &Base,
        day: &str,
        cited_names: &[CitedName<'_>],
    ) -> Result<NameIndex, CatalogProblem> {
        let sql = "SELECT document, name FROM held_name ORDER BY document, seq";
        let mut held_query = self.connection.prepare(sql)?;
        let mut held = held_query.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let mut next: Option<(u32, String)> = held.next().transpose()?;
        let mut query =
            self.connection.prepare(&format!("SELECT {COLUMNS} FROM document d ORDER BY d.id"))?;
        let mut rows = query.query([])?;
        let mut builder = NameIndexBuilder::default();
        while let Some(row) = rows.next()? {
            let document = CatalogDocument::read(row)?;
            let mut own = Vec::new();
            while let Some((_, name)) = next.take_if(|(number, _)| *number <= document.id.0) {
                own.push(name);
                next = held.next().transpose()?;
            }
            let local_id = base.strip(&document.uri).unwrap_or(&document.uri);
            let columns = [
                &document.label,
                &document.title,
                &document.display,
                &document.descriptive,
                &document.short_id,
                &document.short_title,
                &document.abbr,
            ];
            let columns = columns.into_iter().filter_map(|name| name.as_deref());
            let first = cited_names.partition_point(|cited| cited.document < local_id);
            let cited = cited_names[first..].iter().take_while(|cited| cited.document == local_id);
            let named = NamedDocument {
                number: document.id,
                inbound_count: document.inbound_count,
                in_force: document.expired.as_deref().is_none_or(|expired| expired > day),
            };
            builder.add(
                named,
                columns.chain(own.iter().map(String::as_str)).chain(cited.map(|cited| cited.name)),
            );
        }
        Ok(builder.finish())
    }

    /// Documents by number, in the order asked for; those that the catalog lacks are left out.
    pub fn documents_numbered(
        &self,
        numbers: &[DocumentNumber],
    ) -> Result<Vec<CatalogDocument>, CatalogProblem> {
        let mut query =
            self.connection.prepare_cached(&format!("SELECT {COLUMNS} FROM document d WHERE d.id = ?1"))?;
        let mut documents = Vec::with_capacity(numbers.len());
        for number in numbers {
            let mut rows = query.query([number.0])?;
            if let Some(row) = rows.next()? {
                documents.push(CatalogDocument::read(row)?);
            }
        }
        Ok(documents)
    }
}
