//! Outbound lists: the links of a document, in reading order.
//!
//! The list of a document is one packed value ([`packed`]), from which a whole list is read without a look-up for each
//! link. Names of cited documents are looked up once for each.

pub(crate) mod packed;

use std::sync::Arc;

use rusqlite::OptionalExtension;

use crate::error::CatalogProblem;
use crate::inbound::joined;
use crate::reader::CatalogReader;
use crate::row_names::{CitedDocument, RowNames};
use crate::{CitingDocument, DocumentNumber};
pub use packed::NewCitation;
use packed::PackedList;

/// The links of a document.
#[derive(Debug, Default)]
pub struct OutboundList {
    list: PackedList,
    /// In the order of the targets of the list.
    targets: Vec<CitedDocument>,
    predicates: Vec<Arc<str>>,
}

/// One link of an outbound list.
#[derive(Clone, Copy, Debug)]
pub struct ListedLink<'l> {
    /// The index of the cited document in [`OutboundList::targets`].
    pub target: usize,
    /// The cited anchor; None for the document as a whole.
    pub target_anchor: Option<&'l str>,
    /// The anchor of the citing spot.
    pub anchor: Option<&'l str>,
    /// The relation; `dcterms:references` is the plain reference.
    pub predicate: &'l str,
    /// The words that carry the link.
    pub text: Option<&'l str>,
}

impl OutboundList {
    /// The cited documents, each once.
    pub fn targets(&self) -> &[CitedDocument] {
        &self.targets
    }

    /// The links, in reading order.
    pub fn links(&self) -> impl ExactSizeIterator<Item = ListedLink<'_>> {
        self.list.links.iter().map(|link| ListedLink {
            target: link.target as usize,
            target_anchor: self.list.target_anchor(link),
            anchor: self.list.anchor(link),
            predicate: predicate(&self.predicates, link.predicate).map_or("", |name| name),
            text: self.list.text(link),
        })
    }
}

/// One link of a document, with texts of its own.
#[derive(Clone, Debug)]
pub struct OutboundCitation {
    /// The target as written: a document uri, a fragment uri or a web address.
    pub uri: String,
    /// The anchor of the citing spot.
    pub anchor: Option<String>,
    /// The relation; `dcterms:references` is the plain reference.
    pub predicate: String,
    /// The words that carry the link.
    pub text: Option<String>,
    /// The cited document, when it is held.
    pub target: Option<Arc<CitingDocument>>,
}

impl CatalogReader<'_> {
    /// The outbound list of a document; an empty one for a document that is not held.
    pub fn outbound_list(&self, uri: &str) -> Result<OutboundList, CatalogProblem> {
        let Some(number) = self.number_of_held(uri)? else { return Ok(OutboundList::default()) };
        let list = self.packed_list(number)?;
        let mut names = RowNames::new(self)?;
        let targets = list.targets.iter().map(|target| {
            lagrum_cancel::check()?;
            names.cited(*target)
        });
        let targets = targets.collect::<Result<_, _>>()?;
        let predicates = names.predicates().to_vec();
        match list.links.iter().find(|link| predicate(&predicates, link.predicate).is_none()) {
            Some(link) => Err(CatalogProblem::Damaged(format!("no predicate {}", link.predicate))),
            None => Ok(OutboundList { list, targets, predicates }),
        }
    }

    /// Every link of a document, in reading order, each with texts of its own; none for a document that is not held.
    pub fn outbound(&self, uri: &str) -> Result<Vec<OutboundCitation>, CatalogProblem> {
        let list = self.outbound_list(uri)?;
        let citation = |link: ListedLink<'_>| {
            let target = &list.targets[link.target];
            OutboundCitation {
                uri: joined(target.uri(), link.target_anchor),
                anchor: link.anchor.map(str::to_owned),
                predicate: link.predicate.to_owned(),
                text: link.text.map(str::to_owned),
                target: target.held().cloned(),
            }
        };
        Ok(list.links().map(citation).collect())
    }

    /// The packed list of a document.
    pub(crate) fn packed_list(&self, citing: DocumentNumber) -> Result<PackedList, CatalogProblem> {
        let mut query = self.connection.prepare_cached("SELECT list FROM outbound WHERE citing = ?1")?;
        let mut rows = query.query([citing.0])?;
        let Some(row) = rows.next()? else { return Ok(PackedList::default()) };
        let bytes = row.get_ref(0)?.as_blob().map_err(|error| CatalogProblem::Damaged(error.to_string()))?;
        PackedList::from_bytes(bytes)
    }

    fn number_of_held(&self, uri: &str) -> Result<Option<DocumentNumber>, CatalogProblem> {
        let mut query = self.connection.prepare_cached("SELECT id FROM document WHERE uri = ?1")?;
        Ok(query.query_row([uri], |row| row.get(0).map(DocumentNumber)).optional()?)
    }

    /// How many links and how many edges there are.
    pub fn links_and_edges(&self) -> Result<(u64, u64), CatalogProblem> {
        let count = |sql| self.connection.query_row(sql, [], |row| row.get(0));
        Ok((count("SELECT coalesce(sum(links), 0) FROM outbound")?, count("SELECT count(*) FROM edge")?))
    }
}

/// The name of a relation, by its number from 1 on.
fn predicate(names: &[Arc<str>], number: u16) -> Option<&str> {
    names.get(usize::from(number).checked_sub(1)?).map(|name| &**name)
}
