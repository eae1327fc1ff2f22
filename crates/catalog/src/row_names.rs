//! Looks up the names of numbers in the rows of inbound and outbound lists.

use std::sync::Arc;

use rusqlite::{CachedStatement, OptionalExtension};

use crate::error::CatalogProblem;
use crate::name_cache::{CitingDocument, NameCache};
use crate::reader::CatalogReader;
use crate::{AnchorNumber, DocumentNumber};

/// Looks up names for the rows of one page.
pub(crate) struct RowNames<'a> {
    cache: &'a NameCache,
    predicates: Vec<Arc<str>>,
    documents: CachedStatement<'a>,
    anchors: CachedStatement<'a>,
    unheld: CachedStatement<'a>,
    /// The document and the anchors looked up last, since rows of one document or of one provision follow each other.
    last_document: Option<(DocumentNumber, Arc<CitingDocument>)>,
    last_anchors: [Option<(AnchorNumber, Arc<str>)>; 2],
}

/// A cited document.
#[derive(Clone, Debug)]
pub enum CitedDocument {
    /// One that the corpus has.
    Held(Arc<CitingDocument>),
    /// The uri of one that it does not have.
    Unheld(Arc<str>),
}

impl CitedDocument {
    /// Its uri.
    pub fn uri(&self) -> &str {
        match self {
            Self::Held(document) => &document.uri,
            Self::Unheld(uri) => uri,
        }
    }

    /// Its names, when the corpus has it.
    pub fn held(&self) -> Option<&Arc<CitingDocument>> {
        match self {
            Self::Held(document) => Some(document),
            Self::Unheld(_) => None,
        }
    }
}

/// The uri of a document with an anchor added.
pub fn joined(root: &str, anchor: Option<&str>) -> String {
    anchor.map_or_else(|| root.to_owned(), |anchor| format!("{root}#{anchor}"))
}

impl<'a> RowNames<'a> {
    pub(crate) fn new(connected: &CatalogReader<'a>) -> Result<Self, CatalogProblem> {
        let connection = connected.connection;
        let mut query = connection.prepare_cached("SELECT name FROM predicate ORDER BY id")?;
        let predicates =
            query.query_map([], |row| row.get::<_, Arc<str>>(0))?.collect::<rusqlite::Result<_>>()?;
        let documents = connection.prepare_cached(
            "SELECT uri, label, title, source, kind, date, inbound_count FROM document WHERE id = ?1",
        )?;
        let anchors = connection.prepare_cached("SELECT text FROM anchor WHERE id = ?1")?;
        let unheld = connection.prepare_cached("SELECT uri FROM unheld WHERE id = ?1")?;
        Ok(Self {
            cache: connected.names(),
            predicates,
            documents,
            anchors,
            unheld,
            last_document: None,
            last_anchors: [None, None],
        })
    }

    /// The citing document of a record.
    pub(crate) fn document(&mut self, id: DocumentNumber) -> Result<Arc<CitingDocument>, CatalogProblem> {
        if let Some((last, document)) = &self.last_document
            && *last == id
        {
            return Ok(document.clone());
        }
        let found = self.held(id)?;
        let found = found.ok_or_else(|| CatalogProblem::Damaged(format!("no document {id} that cites")))?;
        self.last_document = Some((id, found.clone()));
        Ok(found)
    }

    /// The cited document of a link.
    pub(crate) fn cited(&mut self, id: DocumentNumber) -> Result<CitedDocument, CatalogProblem> {
        if let Some(known) = self.cache.unheld.get(&id) {
            return Ok(CitedDocument::Unheld(known));
        }
        if let Some(held) = self.held(id)? {
            return Ok(CitedDocument::Held(held));
        }
        let read: Option<Arc<str>> = self.unheld.query_row([id.0], |row| row.get(0)).optional()?;
        let uri = read.ok_or_else(|| CatalogProblem::Damaged(format!("no document {id} that is cited")))?;
        self.cache.unheld.insert(id, uri.clone());
        Ok(CitedDocument::Unheld(uri))
    }

    /// The document with a number; None for one that the corpus does not have.
    fn held(&mut self, id: DocumentNumber) -> Result<Option<Arc<CitingDocument>>, CatalogProblem> {
        if let Some(known) = self.cache.documents.get(&id) {
            return Ok(Some(known));
        }
        let read = self.documents.query_row([id.0], |row| {
            Ok(CitingDocument {
                uri: row.get(0)?,
                label: row.get(1)?,
                title: row.get(2)?,
                source: row.get(3)?,
                kind: row.get(4)?,
                date: row.get(5)?,
                inbound_count: row.get(6)?,
            })
        });
        let Some(found) = read.optional()?.map(Arc::new) else { return Ok(None) };
        self.cache.documents.insert(id, found.clone());
        Ok(Some(found))
    }

    /// The texts of two anchors of a row, each None for 0.
    pub(crate) fn anchors(
        &mut self,
        ids: [AnchorNumber; 2],
    ) -> Result<[Option<Arc<str>>; 2], CatalogProblem> {
        let mut texts = [None, None];
        for (place, id) in ids.into_iter().enumerate().filter(|(_, id)| *id != AnchorNumber::NONE) {
            let text = match &self.last_anchors[place] {
                Some((last, text)) if *last == id => text.clone(),
                _ => {
                    let text = self.anchor(id)?;
                    self.last_anchors[place] = Some((id, text.clone()));
                    text
                }
            };
            texts[place] = Some(text);
        }
        Ok(texts)
    }

    fn anchor(&mut self, id: AnchorNumber) -> Result<Arc<str>, CatalogProblem> {
        if let Some(known) = self.cache.anchors.get(&id) {
            return Ok(known);
        }
        let read: Option<Arc<str>> = self.anchors.query_row([id.0], |row| row.get(0)).optional()?;
        let found = read.ok_or_else(|| CatalogProblem::Damaged(format!("no anchor {id}")))?;
        self.cache.anchors.insert(id, found.clone());
        Ok(found)
    }

    /// The names of relations, in the order of their numbers from 1 on.
    pub(crate) fn predicates(&self) -> &[Arc<str>] {
        &self.predicates
    }

    /// The name of a relation.
    pub(crate) fn predicate(&self, id: u16) -> Result<Arc<str>, CatalogProblem> {
        let found = usize::from(id).checked_sub(1).and_then(|place| self.predicates.get(place));
        found.cloned().ok_or_else(|| CatalogProblem::Damaged(format!("no predicate {id}")))
    }
}
