//! The pass over the documents: each is written to the catalog, and its rows to the parts that are written after it.

use std::collections::HashMap;

use jiff::civil::Date;
use lagrum_artifact::Base;
use lagrum_catalog::{CatalogWriter, DocumentNumber, Edge, NewDocument};
use lagrum_search::DocumentToIndex;
use lagrum_snapshot::SnapshotCounts;
use lagrum_sources::source;

use super::rows::{citation, row};
use crate::coming::events_of;
use crate::documents::FullDocument;
use crate::error::BuildError;
use crate::inbound::{ExplainingConcept, InboundLists, edges};
use crate::input::BuildInput;
use crate::listing::ListingRows;
use crate::margin::Citer;
use crate::rail_order::RailOrder;
use crate::resolved::ResolvedCorpus;
use crate::search_rows::RowMaker;
use crate::spill::{RowWriter, row_bytes};
use crate::vectors::DocumentPassages;

/// A document as it is written.
pub(super) struct PreparedDocument {
    document: FullDocument,
    row: NewDocument,
    /// How often it cites others.
    edges: Vec<Edge>,
    search: Vec<u8>,
    listing: Option<Vec<u8>>,
}

/// Makes the rows of a document, in parallel with those of others.
pub(super) fn prepare(
    resolved: &ResolvedCorpus<'_>,
    inbound_counts: &[u32],
    base: &Base,
    maker: &RowMaker<'_>,
    document: FullDocument,
) -> Result<PreparedDocument, BuildError> {
    let inbound = inbound_counts[document.number.index()];
    let search = maker.row(resolved, &document, inbound);
    Ok(PreparedDocument {
        row: row(resolved, &document, inbound),
        edges: edges(resolved, document.number, &document.links),
        search: row_bytes(&search)?,
        listing: ListingRows::row(base, resolved, &document)?,
        document,
    })
}

/// The pass, and the parts that get a row of each document.
pub(super) struct DocumentPass<'a> {
    pub(super) writer: &'a mut CatalogWriter,
    pub(super) resolved: &'a ResolvedCorpus<'a>,
    /// The concepts that explain provisions, by number; see [`CitationCounts::explaining`](crate::inbound::CitationCounts).
    pub(super) explains: &'a HashMap<DocumentNumber, bool>,
    pub(super) day: Date,
    pub(super) parts: PassParts,
}

/// The parts that get a row of each document.
pub(super) struct PassParts {
    /// The concepts that explain provisions, by number.
    pub(super) explaining: HashMap<DocumentNumber, ExplainingConcept>,
    pub(super) search: RowWriter<DocumentToIndex>,
    pub(super) passages: RowWriter<DocumentPassages>,
    pub(super) inbound: InboundLists,
    pub(super) listings: ListingRows,
    /// The data of each document for margin notes, by number.
    pub(super) citers: Vec<Citer>,
    pub(super) totals: SnapshotCounts,
}

impl PassParts {
    pub(super) fn new(
        input: &BuildInput<'_>,
        resolved: &ResolvedCorpus<'_>,
        rail: RailOrder,
    ) -> Result<Self, BuildError> {
        Ok(Self {
            explaining: HashMap::new(),
            search: RowWriter::new(input.spill)?,
            passages: RowWriter::new(input.spill)?,
            inbound: InboundLists::new(input, rail, &resolved.predicates),
            listings: ListingRows::new(input, resolved)?,
            citers: Vec::with_capacity(resolved.documents.len()),
            totals: SnapshotCounts::default(),
        })
    }
}

impl DocumentPass<'_> {
    pub(super) fn write(&mut self, prepared: PreparedDocument) -> Result<(), BuildError> {
        let PreparedDocument { mut document, row, edges, search, listing } = prepared;
        let Self { writer, resolved, explains, day, parts } = self;
        let number = document.number;
        parts.totals.citations += document.links.len() as u64;
        parts.totals.edges += edges.len() as u64;
        writer.document(&row)?;
        let group = source(&row.source).group(row.kind.as_deref().unwrap_or_default());
        parts.citers.push(Citer::new(group, row.date.as_deref()));
        writer.coming(&row.uri, &events_of(&document, resolved.coming.get(&row.uri), group, *day))?;
        writer.held_names(number, &document.facts.names)?;
        let surfaces = &document.facts.surfaces;
        writer.citations(number, document.links.iter().map(|link| citation(resolved, surfaces, link)))?;
        writer.edges(&edges)?;
        parts.inbound.add(resolved, number, &document.links)?;
        parts.search.push_bytes(&search)?;
        let is_in_force = document.facts.description.expired.is_none_or(|end| end > *day);
        let passages = std::mem::take(&mut document.facts.passages);
        if is_in_force && !passages.is_empty() {
            let inbound = u32::try_from(row.inbound_count).unwrap_or(u32::MAX);
            parts.passages.push(&(number, inbound, passages))?;
        }
        if let Some(listing) = listing {
            parts.listings.push(resolved.source(number), &listing)?;
        }
        if let Some(is_name) = explains.get(&number) {
            let concept = ExplainingConcept { title: document.facts.description.title, is_name: *is_name };
            parts.explaining.insert(number, concept);
        }
        Ok(())
    }
}
