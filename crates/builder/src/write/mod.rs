//! Writes the catalog, and in the same pass over the documents the rows that listings and the search index need.
//!
//! One pass goes over the documents ([`pass`]); the lists that follow from the citations of each document are written
//! after it ([`citing_lists`]).

mod citing_lists;
mod pass;
mod rows;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use lagrum_catalog::{CatalogWriter, DocumentNumber, UnheldCount};
use lagrum_search::{DocumentToIndex, ProvisionToIndex};
use lagrum_snapshot::SnapshotCounts;

use self::citing_lists::{CitingLists, MostCited};
use self::pass::{DocumentPass, PassParts, prepare};
use crate::changes;
use crate::derivations::DerivationReader;
use crate::documents::for_each_batch;
use crate::error::BuildError;
use crate::inbound::CitationCounts;
use crate::input::BuildInput;
use crate::law_comments;
use crate::listing::ListingRows;
use crate::rail_order::RailOrder;
use crate::resolved::{ResolvedCorpus, ResolvedLinks};
use crate::search_rows::RowMaker;
use crate::spill::{RowWriter, SpilledRows};
use crate::vectors::DocumentPassages;

/// The input of the search index, beside texts.
pub(crate) struct SearchRows {
    /// All documents, in the order of their numbers, without provisions.
    pub(crate) documents: SpilledRows<DocumentToIndex>,
    /// The provisions of documents, by number.
    pub(crate) provisions: SpilledRows<(DocumentNumber, Vec<ProvisionToIndex>)>,
}

/// The rows and the catalog as [`write()`] leaves them, for the steps after it.
pub(crate) struct RowsLeft {
    pub(crate) search: SearchRows,
    /// The passages of documents in force.
    pub(crate) passages: SpilledRows<DocumentPassages>,
    pub(crate) catalog: CatalogRest,
}

/// The unfinished catalog. Its rest can be written at the same time as the search index.
pub(crate) struct CatalogRest {
    writer: CatalogWriter,
    /// None once they are written.
    listings: Option<ListingRows>,
    /// Documents that are not held, with the number of documents that cite each, the most cited first.
    most_cited: Vec<UnheldCount>,
}

impl CatalogRest {
    /// Writes the listings now if that takes much memory: each source is read into memory, so nothing else should run
    /// at the same time.
    pub(crate) fn write_large_listings(&mut self, input: &BuildInput<'_>) -> Result<(), BuildError> {
        let Some(listings) = self.listings.take_if(|rows| rows.largest() > input.memory.listing()) else {
            return Ok(());
        };
        input.progress.begin("write listings", None);
        listings.write(input, &mut self.writer)?;
        input.progress.end();
        Ok(())
    }

    /// Writes the listings that are not written yet, coverage, the change log and indexes, and syncs the catalog to disk.
    pub(crate) fn write(
        mut self,
        input: &BuildInput<'_>,
        resolved: &ResolvedCorpus<'_>,
    ) -> Result<(), BuildError> {
        if let Some(listings) = self.listings {
            listings.write(input, &mut self.writer)?;
        }
        let year = input.day.year().into();
        self.writer.coverage(input.base, year, input.stated_years, &self.most_cited)?;
        changes::write(input, resolved, &mut self.writer)?;
        Ok(self.writer.finish()?)
    }
}

/// Writes the catalog except for its rest ([`CatalogRest`]). Returns the counts for the manifest, and the rows for the
/// next steps.
pub(crate) fn write(
    input: &BuildInput<'_>,
    resolved: &ResolvedCorpus<'_>,
    links: ResolvedLinks,
    rail: RailOrder,
    kept: &mut DerivationReader,
    mut writer: CatalogWriter,
) -> Result<(SnapshotCounts, RowsLeft), BuildError> {
    input.progress.begin("write the catalog", Some(resolved.documents.len() as u64));
    let sources = NumberedSources::of(resolved)?;
    write_names(resolved, &sources, &mut writer)?;
    let counted = CitationCounts::count(input, resolved, &links)?;
    let parts = PassParts::new(input, resolved, rail)?;
    let mut pass =
        DocumentPass { writer: &mut writer, resolved, explains: &counted.explaining, day: input.day, parts };
    let maker = RowMaker::new(input.base);
    for_each_batch(
        input,
        resolved,
        &links,
        kept,
        |document| prepare(resolved, &counted.inbound, input.base, &maker, document),
        |batch| {
            let count = batch.len() as u64;
            batch.into_iter().try_for_each(|document| pass.write(document))?;
            input.progress.advance(count);
            Ok(())
        },
    )?;
    input.progress.end();
    drop(links);
    let PassParts { explaining, search, passages, inbound, listings, citers, totals } = pass.parts;

    law_comments::write(resolved, &mut writer)?;
    writer.statements(&resolved.statements)?;
    writer.meanings(resolved.meanings.iter().map(rows::meaning))?;
    input.progress.begin("write inbound lists", None);
    let mut lists = CitingLists {
        writer: &mut writer,
        resolved,
        citers: &citers,
        explaining: &explaining,
        provisions: RowWriter::new(input.spill)?,
        most_cited: MostCited::default(),
    };
    inbound.write(resolved, &sources.numbers, &counted.inbound, |target, records| {
        lists.write(target, records)
    })?;
    let CitingLists { provisions, most_cited, .. } = lists;
    input.progress.end();

    let search = SearchRows { documents: search.finish()?, provisions: provisions.finish()? };
    let catalog = CatalogRest { writer, listings: Some(listings), most_cited: most_cited.finish() };
    let left = RowsLeft { search, passages: passages.finish()?, catalog };
    Ok((counts(input, resolved, &totals), left))
}

/// The sources of documents.
struct NumberedSources<'a> {
    /// In the order of their numbers.
    names: BTreeSet<&'a str>,
    /// The number of the source of each document.
    numbers: Vec<u16>,
}

impl<'a> NumberedSources<'a> {
    fn of(resolved: &'a ResolvedCorpus<'_>) -> Result<Self, BuildError> {
        let names: BTreeSet<&str> = resolved.numbers().map(|number| resolved.source(number)).collect();
        let numbers: HashMap<&str, u16> = names.iter().copied().zip(0..=u16::MAX).collect();
        if numbers.len() < names.len() {
            return Err(BuildError::TooMany);
        }
        let number = |document| numbers[resolved.source(document)];
        let numbers = resolved.numbers().map(number).collect();
        Ok(Self { names, numbers })
    }
}

/// Writes the texts that rows refer to by number.
fn write_names(
    resolved: &ResolvedCorpus<'_>,
    sources: &NumberedSources<'_>,
    writer: &mut CatalogWriter,
) -> Result<(), BuildError> {
    Ok(writer.names(
        resolved.end(),
        resolved.unheld.iter().map(|uri| &**uri),
        resolved.anchors.iter().map(|anchor| &**anchor),
        resolved.predicates.iter().map(|name| &**name),
        sources.names.iter().copied(),
    )?)
}

/// The counts of a snapshot for its manifest. `counted` has the counts of the pass.
fn counts(input: &BuildInput<'_>, resolved: &ResolvedCorpus<'_>, counted: &SnapshotCounts) -> SnapshotCounts {
    let mut sources: BTreeMap<String, u64> = BTreeMap::new();
    for number in resolved.numbers() {
        match sources.get_mut(resolved.source(number)) {
            Some(count) => *count += 1,
            None => {
                sources.insert(resolved.source(number).to_owned(), 1);
            }
        }
    }
    SnapshotCounts {
        documents: resolved.documents.len() as u64,
        stubs: resolved.stubs.len() as u64,
        lydelser: input.state.lydelser.len() as u64,
        unreadable: resolved.unreadable,
        sources,
        citations: counted.citations,
        edges: counted.edges,
        ..SnapshotCounts::default()
    }
}
