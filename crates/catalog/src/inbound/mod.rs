//! The citations of a document, or of a part of it, by other documents.
//!
//! A page of the whole list in rail order is a slice of it. Any other request (a provision, a source, the order by
//! citations) filters and sorts the records of that one document in memory. A record has 32 bytes, and the most cited
//! law of a corpus with twelve million citations has some hundred and sixty thousand records.

mod citing;
mod head;
mod record;
mod select;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use lagrum_artifact::Location;
use rusqlite::{OptionalExtension, params};

pub use crate::row_names::joined;
pub use citing::{CitingEntry, CitingList, CitingQuery, CitingSpot};
pub(crate) use head::{CitedAnchor, InboundHead, ListKind, SourceRun};
pub use record::InboundRecord;
pub(crate) use record::{CHUNK, chunk_id, pack};
pub use select::CiterFilter;
use select::{RailSlices, SourceFilter, counted, scope};

use crate::error::CatalogProblem;
use crate::name_cache::CitingDocument;
use crate::reader::CatalogReader;
use crate::row_names::RowNames;
use crate::{AnchorNumber, CitationMeaning, DocumentNumber, RowRange};

/// Which citations to list.
#[derive(Clone, Debug)]
pub struct InboundQuery<'a> {
    /// The cited document, or the cited part of one.
    pub location: &'a Location,
    /// Only citations of the location itself, not of the parts inside it.
    pub exact: bool,
    /// Only citing documents of this source.
    pub source: Option<&'a str>,
    /// Only citing documents of these groups and this year.
    pub citers: CiterFilter<'a>,
    /// Order by the citations of the citing document, most cited first, instead of rail order.
    pub by_citations: bool,
    /// The slice of the list.
    pub page: RowRange,
}

/// A page of citations.
#[derive(Clone, Debug, Default)]
pub struct Inbound {
    /// How many rows are in scope and of the source, over all pages.
    pub total: u64,
    /// How many rows are in scope and of the groups and the year, for each citing source.
    pub by_source: BTreeMap<String, u64>,
    /// The rows of the page.
    pub rows: Vec<InboundRow>,
}

/// A row of an inbound list: one citing spot.
#[derive(Clone, Debug)]
pub struct InboundRow {
    /// The citing document.
    pub citing: Arc<CitingDocument>,
    /// The cited anchor; None for the document as a whole.
    pub target_anchor: Option<Arc<str>>,
    /// The anchor of the citing spot.
    pub anchor: Option<Arc<str>>,
    /// The printed page of the citing spot.
    pub page: Option<i32>,
    /// The relation.
    pub predicate: Arc<str>,
    /// What the citing document means, where that is not what bears the name or number today.
    pub meaning: Option<Arc<CitationMeaning>>,
}

/// The records that a query selects, before their names are looked up.
struct FilteredRecords {
    counts: HashMap<u16, u64>,
    total: u64,
    page: Vec<InboundRecord>,
}

/// The records of an inbound list, and the numbers and texts of the cited anchors.
pub type RecordsOfList = (Vec<InboundRecord>, Vec<(AnchorNumber, String)>);

impl CatalogReader<'_> {
    /// The citations of a location.
    pub fn inbound(&self, query: &InboundQuery<'_>) -> Result<Inbound, CatalogProblem> {
        self.inbound_of(ListKind::Inbound, query)
    }

    /// The citations that have the name or number of a location and mean another one.
    pub fn earlier_inbound(&self, query: &InboundQuery<'_>) -> Result<Inbound, CatalogProblem> {
        self.inbound_of(ListKind::Earlier, query)
    }

    fn inbound_of(&self, list: ListKind, query: &InboundQuery<'_>) -> Result<Inbound, CatalogProblem> {
        let Some(head) = self.head(list, query.location.document().as_str())? else {
            return Ok(Inbound::default());
        };
        let sources = self.source_names()?;
        let citers = SourceFilter::from_name(query.source, &sources);
        let whole = query.location.anchor().is_none() && !query.exact;
        let found = if list == ListKind::Inbound && whole && !query.by_citations && query.citers.is_all() {
            let slices = RailSlices::new(&head.runs, citers, query.page);
            FilteredRecords {
                counts: counted(head.runs.iter().map(|run| (run.0, run.1))),
                total: slices.total,
                page: self.read_slices(&head, &slices.parts)?,
            }
        } else {
            self.filtered(&head, query, citers)?
        };
        let named = |(id, count)| Some((sources.get(usize::from(id))?.clone(), count));
        let by_source = found.counts.into_iter().filter_map(named).collect();
        Ok(Inbound { total: found.total, by_source, rows: self.rows(&found.page)? })
    }

    /// The numbers of the documents that cite a location or something inside it, in order, each once. The cited document
    /// need not be held.
    pub fn citing_documents(&self, location: &Location) -> Result<Vec<DocumentNumber>, CatalogProblem> {
        let mut citing: Vec<DocumentNumber> =
            self.records_to(location)?.into_iter().map(|record| record.citing).collect();
        citing.sort_unstable();
        citing.dedup();
        Ok(citing)
    }

    /// Where documents cite a location or something inside it, in rail order: the number of the document, and the anchor of
    /// the citing spot. At most `limit` spots.
    pub fn citing_spots(
        &self,
        location: &Location,
        limit: usize,
    ) -> Result<Vec<(DocumentNumber, Arc<str>)>, CatalogProblem> {
        let mut names = RowNames::new(self)?;
        let mut spots = Vec::new();
        let spots_with_anchors =
            self.records_to(location)?.into_iter().filter(|record| record.anchor != AnchorNumber::NONE);
        for record in spots_with_anchors.take(limit) {
            let [anchor, _] = names.anchors([record.anchor, AnchorNumber::NONE])?;
            spots.extend(anchor.map(|anchor| (record.citing, anchor)));
        }
        Ok(spots)
    }

    /// The whole inbound list of a document in rail order, with the numbers and texts of the cited anchors.
    pub fn inbound_records(&self, uri: &str) -> Result<RecordsOfList, CatalogProblem> {
        self.records_of(ListKind::Inbound, uri)
    }

    /// The citations that have the name of a document or a number in it and mean another place, in the same form.
    pub fn earlier_records(&self, uri: &str) -> Result<RecordsOfList, CatalogProblem> {
        self.records_of(ListKind::Earlier, uri)
    }

    fn records_of(&self, list: ListKind, uri: &str) -> Result<RecordsOfList, CatalogProblem> {
        let Some(head) = self.head(list, uri)? else { return Ok(RecordsOfList::default()) };
        let records = self.read_slices(&head, &[head.all()])?;
        Ok((records, head.anchors.into_iter().map(|CitedAnchor(id, text)| (id, text)).collect()))
    }

    /// How often documents cite a location and everything inside it: the number of a citing document and its links,
    /// once for each citing spot. Citations of a document by itself are left out.
    pub(crate) fn citing_links(
        &self,
        location: &Location,
    ) -> Result<Vec<(DocumentNumber, u32)>, CatalogProblem> {
        Ok(self.records_to(location)?.into_iter().map(|record| (record.citing, record.links)).collect())
    }

    /// The records of a location and of everything inside it, in rail order.
    fn records_to(&self, location: &Location) -> Result<Vec<InboundRecord>, CatalogProblem> {
        let Some(head) = self.head(ListKind::Inbound, location.document().as_str())? else {
            return Ok(Vec::new());
        };
        let scope = scope(&head, location, false);
        let mut records = self.read_slices(&head, &[head.all()])?;
        records.retain(|record| scope.as_ref().is_none_or(|scope| scope.contains(record.target_anchor)));
        Ok(records)
    }

    /// Reads the whole list, filters and sorts it, and cuts the requested slice.
    fn filtered(
        &self,
        head: &InboundHead,
        query: &InboundQuery<'_>,
        citers: SourceFilter,
    ) -> Result<FilteredRecords, CatalogProblem> {
        let scope = scope(head, query.location, query.exact);
        let wanted =
            if query.citers.is_all() { None } else { Some(query.citers.numbers(self.document_columns()?)) };
        let counted_here = match head.list {
            ListKind::Inbound => HashSet::new(),
            ListKind::Earlier => self.counted_within(query.location)?,
        };
        let mut records = Vec::new();
        // Sources come in runs, so a run is counted and not each record.
        let mut runs: Vec<(u16, u64)> = Vec::new();
        self.each_record(head, &[head.all()], |record| {
            if scope.as_ref().is_some_and(|scope| !scope.contains(record.target_anchor))
                || query.exact && record.is_gone
                || counted_here.contains(&record.meaning)
                || wanted.as_ref().is_some_and(|wanted| !wanted.include(&record))
            {
                return;
            }
            match runs.last_mut() {
                Some((source, length)) if *source == record.source => *length += 1,
                _ => runs.push((record.source, 1)),
            }
            if citers.include(record.source) {
                records.push(record);
            }
        })?;
        let counts = counted(runs.into_iter());
        let total = records.len() as u64;
        let start = usize::try_from(query.page.offset).unwrap_or(usize::MAX).min(records.len());
        let end =
            start.saturating_add(usize::try_from(query.page.limit).unwrap_or(usize::MAX)).min(records.len());
        if query.by_citations {
            // Records are read in rail order, so a stable sort keeps it among equal counts.
            records.sort_by_key(|record| std::cmp::Reverse(record.inbound_count));
        }
        Ok(FilteredRecords { counts, total, page: records[start..end].to_vec() })
    }

    fn head(&self, list: ListKind, uri: &str) -> Result<Option<InboundHead>, CatalogProblem> {
        match self.root(uri)? {
            Some(target) => self.head_of(list, target),
            None => Ok(None),
        }
    }

    pub(crate) fn head_of(
        &self,
        list: ListKind,
        target: DocumentNumber,
    ) -> Result<Option<InboundHead>, CatalogProblem> {
        let query = format!("SELECT total, runs, anchors FROM {} WHERE target = ?1", list.table());
        let row: Option<(u64, String, String)> = self
            .connection
            .prepare_cached(&query)?
            .query_row([target.0], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
            .optional()?;
        let Some((total, runs, anchors)) = row else { return Ok(None) };
        Ok(Some(InboundHead {
            list,
            target,
            total,
            runs: serde_json::from_str(&runs)?,
            anchors: serde_json::from_str(&anchors)?,
        }))
    }

    /// The records in these ranges of positions, in order.
    pub(crate) fn read_slices(
        &self,
        head: &InboundHead,
        parts: &[Range<u64>],
    ) -> Result<Vec<InboundRecord>, CatalogProblem> {
        let mut records = Vec::with_capacity(parts.iter().map(|part| (part.end - part.start) as usize).sum());
        self.each_record(head, parts, |record| records.push(record))?;
        Ok(records)
    }

    /// Calls `take` with the records in these ranges of positions, in order.
    fn each_record(
        &self,
        head: &InboundHead,
        parts: &[Range<u64>],
        mut take: impl FnMut(InboundRecord),
    ) -> Result<(), CatalogProblem> {
        let mut chunks = self.connection.prepare_cached(&format!(
            "SELECT id - ?1, rows FROM {}_chunk WHERE id >= ?1 + ?2 AND id < ?1 + ?3 ORDER BY id",
            head.list.table()
        ))?;
        let mut read = 0;
        for &Range { start, end } in parts.iter().filter(|part| !part.is_empty()) {
            let first = start / CHUNK as u64;
            let after = end.div_ceil(CHUNK as u64);
            let mut rows = chunks.query(params![chunk_id(head.target, 0), first, after])?;
            while let Some(row) = rows.next()? {
                lagrum_cancel::check()?;
                let chunk: u64 = row.get(0)?;
                let bytes =
                    row.get_ref(1)?.as_blob().map_err(|error| CatalogProblem::Damaged(error.to_string()))?;
                let unpacked = record::unpack(bytes).ok_or_else(|| {
                    CatalogProblem::Damaged(format!("inbound list {} is cut short", head.target))
                })?;
                let at = chunk * CHUNK as u64;
                let (skip, stop) = (start.saturating_sub(at) as usize, (end - at) as usize);
                read += unpacked.len().min(stop).saturating_sub(skip) as u64;
                unpacked.take(stop).skip(skip).for_each(&mut take);
            }
        }
        let promised: u64 = parts.iter().map(|part| part.end.saturating_sub(part.start)).sum();
        if read != promised {
            return Err(CatalogProblem::Damaged(format!("inbound list {} lacks rows", head.target)));
        }
        Ok(())
    }

    /// Looks up the names that the numbers in records stand for.
    fn rows(&self, records: &[InboundRecord]) -> Result<Vec<InboundRow>, CatalogProblem> {
        let mut names = RowNames::new(self)?;
        records
            .iter()
            .map(|record| {
                lagrum_cancel::check()?;
                let [target_anchor, anchor] = names.anchors([record.target_anchor, record.anchor])?;
                Ok(InboundRow {
                    citing: names.document(record.citing)?,
                    target_anchor,
                    anchor,
                    page: (record.page >= 0).then_some(record.page),
                    predicate: names.predicate(record.predicate)?,
                    meaning: self.meaning(&mut names, record.meaning)?,
                })
            })
            .collect()
    }

    /// The names of sources in the order of their numbers.
    fn source_names(&self) -> Result<Vec<String>, CatalogProblem> {
        let mut query = self.connection.prepare_cached("SELECT name FROM source ORDER BY id")?;
        let rows = query.query_map([], |row| row.get(0))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }
}
