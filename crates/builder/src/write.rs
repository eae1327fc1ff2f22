//! Writes the catalog, and with the same reading of documents the rows that listings and the search index need.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use jiff::civil::Date;
use lagrum_artifact::Base;
use lagrum_catalog::{
    AnchorNumber, CatalogWriter, ComingBasis, ComingEvent, ComingKind, DocumentNumber, Edge, MAX_UNHELD,
    NewCitation, NewDocument, UnheldCount,
};
use lagrum_search::{DocumentToIndex, ProvisionToIndex};
use lagrum_snapshot::SnapshotCounts;
use lagrum_sources::{Description, FlowGroup, UNKNOWN_END, parse_date, source};

use crate::changes;
use crate::coming;
use crate::derivations::DerivationReader;
use crate::documents::{EndSource, FullDocument, for_each_batch};
use crate::error::BuildError;
use crate::inbound::{CitationCounts, ExplainingConcept, InboundLists, cited_provisions, edges};
use crate::input::BuildInput;
use crate::law_comments;
use crate::links::ResolvedLink;
use crate::listing::ListingRows;
use crate::margin::{self, Citer};
use crate::rail_order::RailOrder;
use crate::resolved::{ResolvedCorpus, ResolvedLinks};
use crate::search_rows::RowMaker;
use crate::spill::{RowWriter, SpilledRows, row_bytes};
use crate::vectors::DocumentPassages;

/// What the search index is written from, beside texts.
pub(crate) struct SearchRows {
    /// All documents, in the order of their numbers, without provisions.
    pub(crate) documents: SpilledRows<DocumentToIndex>,
    /// The provisions of documents, by number.
    pub(crate) provisions: SpilledRows<(DocumentNumber, Vec<ProvisionToIndex>)>,
}

/// What is written once the catalog is.
pub(crate) struct RowsLeft {
    pub(crate) search: SearchRows,
    /// The passages of documents in force.
    pub(crate) passages: SpilledRows<DocumentPassages>,
    pub(crate) catalog: CatalogRest,
}

/// What is left to be written of the catalog once the search index can be written.
pub(crate) struct CatalogRest {
    writer: CatalogWriter,
    listings: ListingRows,
    /// Documents that are not held, with how many documents cite each, those that most cite first.
    most_cited: Vec<UnheldCount>,
}

impl CatalogRest {
    /// The bytes that the rows of the largest source take on disk, which are read to write its listing.
    pub(crate) fn largest_listing(&self) -> u64 {
        self.listings.largest()
    }

    /// Writes listings, coverage, the change log and indexes, and syncs the catalog to disk.
    pub(crate) fn write(
        mut self,
        input: &BuildInput<'_>,
        resolved: &ResolvedCorpus<'_>,
    ) -> Result<(), BuildError> {
        self.listings.write(input, &mut self.writer)?;
        let year = input.day.year().into();
        self.writer.coverage(input.base, year, input.stated_years, &self.most_cited)?;
        changes::write(input, resolved, &mut self.writer)?;
        Ok(self.writer.finish()?)
    }
}

/// A document as it is written.
struct PreparedDocument {
    document: FullDocument,
    row: NewDocument,
    /// How often it cites others.
    edges: Vec<Edge>,
    search: Vec<u8>,
    listing: Option<Vec<u8>>,
}

/// Writes the catalog but for listings and indexes. Returns how much of everything is in it, and what is written next.
pub(crate) fn write(
    input: &BuildInput<'_>,
    resolved: &ResolvedCorpus<'_>,
    links: ResolvedLinks,
    rail: RailOrder,
    kept: &mut DerivationReader,
    mut writer: CatalogWriter,
) -> Result<(SnapshotCounts, RowsLeft), BuildError> {
    let BuildInput { state, progress, .. } = *input;
    let all = resolved.documents.len();
    progress.begin("write the catalog", Some(all as u64));
    let sources: BTreeSet<&str> = resolved.numbers().map(|number| resolved.source(number)).collect();
    if sources.len() > usize::from(u16::MAX) {
        return Err(BuildError::TooMany);
    }
    writer.names(
        resolved.end(),
        resolved.unheld.iter().map(|uri| &**uri),
        resolved.anchors.iter().map(|anchor| &**anchor),
        resolved.predicates.iter().map(|name| &**name),
        sources.iter().copied(),
    )?;

    let counted = CitationCounts::count(input, resolved, &links)?;
    let listings = ListingRows::new(input, resolved)?;
    let mut writing = Writing {
        writer: &mut writer,
        resolved,
        explaining: HashMap::new(),
        explains: &counted.explaining,
        search: RowWriter::new(input.spill)?,
        passages: RowWriter::new(input.spill)?,
        day: input.day,
        inbound: InboundLists::new(input, rail, &resolved.predicates),
        listings,
        citers: Vec::with_capacity(all),
        totals: SnapshotCounts::default(),
    };
    let maker = RowMaker::new(input.base);
    for_each_batch(
        input,
        resolved,
        &links,
        kept,
        |document| prepare(resolved, &counted.inbound, input.base, &maker, document),
        |batch| {
            let count = batch.len() as u64;
            batch.into_iter().try_for_each(|document| writing.write(document))?;
            progress.advance(count);
            Ok(())
        },
    )?;
    progress.end();
    drop(links);
    let Writing { explaining, search, passages, inbound, listings, citers, totals, .. } = writing;

    let number = |name: &str| sources.iter().position(|known| *known == name).unwrap_or_default() as u16;
    let source_numbers: Vec<u16> =
        resolved.numbers().map(|document| number(resolved.source(document))).collect();
    law_comments::write(resolved, &mut writer)?;
    progress.begin("write inbound lists", None);
    let mut provisions = RowWriter::new(input.spill)?;
    let mut most_cited: Vec<UnheldCount> = Vec::new();
    inbound.write(&source_numbers, &counted.inbound, |target, records| {
        writer.inbound(target, records, |anchor| resolved.anchor(anchor))?;
        if target >= resolved.end() {
            let citing: HashSet<DocumentNumber> = records.iter().map(|record| record.citing).collect();
            most_cited.push(UnheldCount { number: target, cited_by: citing.len() as u64 });
            // The list is cut when it has doubled, so it stays short and is seldom sorted.
            if most_cited.len() > 2 * MAX_UNHELD {
                keep_most_cited(&mut most_cited);
            }
            return Ok(());
        }
        let anchor = |anchor: AnchorNumber| resolved.anchor(anchor);
        let notes = margin::notes(records, resolved.source(target), &citers, anchor);
        if !notes.notes.is_empty() {
            writer.margin_notes(target, &notes)?;
        }
        let cited = cited_provisions(records, resolved.source(target), &explaining, anchor);
        if cited.is_empty() { Ok(()) } else { Ok(provisions.push(&(target, cited))?) }
    })?;
    progress.end();

    let mut per_source: BTreeMap<String, u64> = BTreeMap::new();
    for number in resolved.numbers() {
        match per_source.get_mut(resolved.source(number)) {
            Some(count) => *count += 1,
            None => {
                per_source.insert(resolved.source(number).to_owned(), 1);
            }
        }
    }
    let counts = SnapshotCounts {
        documents: all as u64,
        stubs: resolved.stubs.len() as u64,
        lydelser: state.lydelser.len() as u64,
        unreadable: resolved.unreadable,
        sources: per_source,
        ..totals
    };
    let rows = SearchRows { documents: search.finish()?, provisions: provisions.finish()? };
    keep_most_cited(&mut most_cited);
    let catalog = CatalogRest { writer, listings, most_cited };
    Ok((counts, RowsLeft { search: rows, passages: passages.finish()?, catalog }))
}

/// Sorts documents by how many cite them, and keeps the first.
fn keep_most_cited(documents: &mut Vec<UnheldCount>) {
    documents.sort_unstable_by_key(|document| (Reverse(document.cited_by), document.number));
    documents.truncate(MAX_UNHELD);
}

/// Makes the rows of a document, in parallel with those of others.
fn prepare(
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
        edges: edges(document.number, &document.links, inbound_counts.len()),
        search: row_bytes(&search)?,
        listing: ListingRows::row(base, resolved, &document)?,
        document,
    })
}

struct Writing<'a> {
    writer: &'a mut CatalogWriter,
    resolved: &'a ResolvedCorpus<'a>,
    /// The concepts that explain provisions, by number; see [`CitationCounts::explaining`].
    explains: &'a HashMap<DocumentNumber, bool>,
    /// What is indexed of them.
    explaining: HashMap<DocumentNumber, ExplainingConcept>,
    search: RowWriter<DocumentToIndex>,
    passages: RowWriter<DocumentPassages>,
    day: Date,
    inbound: InboundLists,
    listings: ListingRows,
    /// What margin notes say of each document, by number.
    citers: Vec<Citer>,
    totals: SnapshotCounts,
}

impl Writing<'_> {
    fn write(&mut self, prepared: PreparedDocument) -> Result<(), BuildError> {
        let PreparedDocument { mut document, row, edges, search, listing } = prepared;
        let number = document.number;
        self.totals.citations += document.links.len() as u64;
        self.totals.edges += edges.len() as u64;
        self.writer.document(&row)?;
        let group = source(&row.source).group(row.kind.as_deref().unwrap_or_default());
        self.citers.push(Citer::new(group, row.date.as_deref()));
        self.write_coming(&row.uri, &document, group)?;
        self.writer.held_names(number, &document.facts.names)?;
        let surfaces = &document.facts.surfaces;
        self.writer
            .citations(number, document.links.iter().map(|link| citation(self.resolved, surfaces, link)))?;
        self.writer.edges(&edges)?;
        self.inbound.add(number, &document.links)?;
        self.search.push_bytes(&search)?;
        let is_in_force = document.facts.description.expired.is_none_or(|day| day > self.day);
        let passages = std::mem::take(&mut document.facts.passages);
        if is_in_force && !passages.is_empty() {
            let inbound = u32::try_from(row.inbound_count).unwrap_or(u32::MAX);
            self.passages.push(&(number, inbound, passages))?;
        }
        if let Some(listing) = listing {
            self.listings.push(self.resolved.source(number), &listing)?;
        }
        if let Some(is_name) = self.explains.get(&number) {
            let concept = ExplainingConcept { title: document.facts.description.title, is_name: *is_name };
            self.explaining.insert(number, concept);
        }
        Ok(())
    }
}

impl Writing<'_> {
    /// Writes what is to come of a document.
    fn write_coming(
        &mut self,
        uri: &str,
        document: &FullDocument,
        group: FlowGroup,
    ) -> Result<(), BuildError> {
        let told = self.resolved.coming.get(uri);
        let end = document.facts.description.expired;
        let end = end.filter(|end| *end > coming::last_past_day(self.day) && *end != UNKNOWN_END);
        let date = document.facts.description.date.as_deref().and_then(parse_date);
        let is_new = |date: &Date| *date > coming::last_past_day(self.day) && *date <= self.day;
        let decided = date.filter(|date| group.decides() && is_new(date));
        if told.is_none() && end.is_none() && decided.is_none() {
            return Ok(());
        }
        let mut events = told.cloned().unwrap_or_default();
        if let Some(day) = end {
            let of_day = |event: &ComingEvent| {
                event.kind == ComingKind::Repealed && event.day.as_deref() == Some(&*day.to_string())
            };
            let by = match &document.end {
                EndSource::OtherAct(act) => Some(act.as_str()),
                EndSource::Own | EndSource::StatusList => None,
            };
            match events.iter_mut().find(|event| of_day(event)) {
                Some(event) if by.is_some() => event.basis = ComingBasis::Both,
                Some(_) => {}
                None => events.push(coming::end(day, document.end != EndSource::StatusList, by)),
            }
        }
        events.extend(decided.map(coming::decided));
        Ok(self.writer.coming(uri, &events)?)
    }
}

fn row(resolved: &ResolvedCorpus<'_>, document: &FullDocument, inbound_count: u32) -> NewDocument {
    let Description { kind, .. } = &document.facts.description;
    let description = document.facts.description.clone();
    let (entry, source_name) = (resolved.entry(document.number), resolved.source(document.number));
    let present = |text: String| Some(text).filter(|text| !text.is_empty());
    NewDocument {
        id: document.number,
        uri: resolved.uri(document.number),
        source: source_name.to_owned(),
        expired: description.expired.as_ref().map(ToString::to_string),
        inbound_count: u64::from(inbound_count),
        stored: entry.as_ref().map(|entry| entry.stored),
        extent: entry.as_ref().map(|_| description.extent),
        updated: entry.map(|entry| entry.changed),
        date: description.date,
        year: description.year,
        flow_group: source(source_name).group(kind.as_deref().unwrap_or_default()).name().to_owned(),
        kind: description.kind,
        label: present(description.label),
        title: present(description.title),
        display: present(description.display),
        descriptive: present(description.descriptive),
        short_id: description.short_id,
        short_title: description.short_title,
        abbr: description.abbr,
        publisher: description.publisher,
        source_url: description.source_url,
        description: description.description,
        snippet: description.snippet,
    }
}

fn citation<'a>(
    resolved: &'a ResolvedCorpus<'_>,
    surfaces: &'a [Box<str>],
    link: &ResolvedLink,
) -> NewCitation<'a> {
    let anchor = |number: AnchorNumber| (number != AnchorNumber::NONE).then(|| resolved.anchor(number));
    NewCitation {
        target: link.target,
        target_anchor: anchor(link.target_anchor),
        anchor: anchor(link.anchor),
        page: u32::try_from(link.page).ok(),
        // Relations over the limit have become plain references, so the number fits.
        predicate: u16::try_from(link.predicate + 1).unwrap_or_default(),
        text: (link.text as usize).checked_sub(1).and_then(|index| surfaces.get(index)).map(|text| &**text),
    }
}
