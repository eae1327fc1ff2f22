//! The documents that cite a location, each once with its citing spots.
//!
//! The rows of one citing document follow one another in rail order, so documents are counted, filtered and paged by
//! going through the list once.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use lagrum_artifact::Location;

use super::select::{SourceFilter, scope};
use super::{CiterFilter, InboundRecord, ListKind};
use crate::error::CatalogProblem;
use crate::name_cache::CitingDocument;
use crate::reader::CatalogReader;
use crate::row_names::RowNames;
use crate::{CitationMeaning, RowRange};

/// The maximum number of citing spots that are listed of one document.
const MAX_SPOTS: usize = 50;

/// Which citing documents to list.
#[derive(Clone, Debug)]
pub struct CitingQuery<'a> {
    /// The cited document, or the cited part of one with everything inside it.
    pub location: &'a Location,
    /// Only citing documents of this source.
    pub source: Option<&'a str>,
    /// Only citing documents of these groups and this year.
    pub citers: CiterFilter<'a>,
    /// The most cited citing document first, instead of rail order.
    pub by_citations: bool,
    /// The slice of the list.
    pub page: RowRange,
}

/// A page of citing documents.
#[derive(Clone, Debug, Default)]
pub struct CitingList {
    /// How many documents cite the location and pass the filters.
    pub total: u64,
    /// The number of documents that pass the filters of source and year, by flow group.
    pub by_group: HashMap<String, u64>,
    /// The number of documents that pass the filters of source and group, by year; documents without a year are under
    /// 0.
    pub by_year: BTreeMap<u16, u64>,
    /// The documents of the page.
    pub documents: Vec<CitingEntry>,
}

/// A citing document, and where in it the location is cited.
#[derive(Clone, Debug)]
pub struct CitingEntry {
    /// The citing document.
    pub citing: Arc<CitingDocument>,
    /// Its flow group.
    pub group: String,
    /// Its year.
    pub year: Option<u16>,
    /// How many links it has to the location.
    pub links: u64,
    /// How many citing spots it has; no more than 50 are listed.
    pub spots_total: u64,
    /// The first citing spots.
    pub spots: Vec<CitingSpot>,
}

/// A citing spot of a document.
#[derive(Clone, Debug)]
pub struct CitingSpot {
    /// The cited anchor; None for the document as a whole.
    pub target_anchor: Option<Arc<str>>,
    /// The anchor of the citing spot.
    pub anchor: Option<Arc<str>>,
    /// The printed page of the citing spot.
    pub page: Option<i32>,
    /// What the citing document means, where that is not what bears the name or number today.
    pub meaning: Option<Arc<CitationMeaning>>,
}

/// The records of one citing document: where they begin among those in scope, and how many they are.
struct RecordRun {
    first: usize,
    length: usize,
}

impl CatalogReader<'_> {
    /// The documents that cite a location, each once. The cited document need not be held.
    pub fn citing_list(&self, query: &CitingQuery<'_>) -> Result<CitingList, CatalogProblem> {
        self.citing_of(ListKind::Inbound, query)
    }

    /// The documents that have the name or number of a location and mean another one, each once.
    pub fn earlier_citing_list(&self, query: &CitingQuery<'_>) -> Result<CitingList, CatalogProblem> {
        self.citing_of(ListKind::Earlier, query)
    }

    fn citing_of(&self, list: ListKind, query: &CitingQuery<'_>) -> Result<CitingList, CatalogProblem> {
        let Some(head) = self.head(list, query.location.document().as_str())? else {
            return Ok(CitingList::default());
        };
        let columns = self.document_columns()?;
        let sources = SourceFilter::from_name(query.source, &self.source_names()?);
        let (scope, wanted) = (scope(&head, query.location, false), query.citers.numbers(columns));
        let counted_here = match list {
            ListKind::Inbound => HashSet::new(),
            ListKind::Earlier => self.counted_within(query.location)?,
        };
        let mut records: Vec<InboundRecord> = Vec::new();
        self.each_record(&head, &[head.all()], |record| {
            if scope.as_ref().is_none_or(|scope| scope.contains(record.target_anchor))
                && sources.include(record.source)
                && !counted_here.contains(&record.meaning)
            {
                records.push(record);
            }
        })?;
        let mut found = CitingList::default();
        let (mut runs, mut by_group, mut first) = (Vec::new(), HashMap::<u8, u64>::new(), 0);
        for run in records.chunk_by(|a, b| a.citing == b.citing) {
            let citing = run[0].citing;
            let (of_group, of_year) = (wanted.has_group(citing), wanted.has_year(citing));
            if of_year && let Some(group) = columns.group_number(citing) {
                *by_group.entry(group).or_default() += 1;
            }
            if of_group {
                *found.by_year.entry(columns.year(citing).unwrap_or(0)).or_default() += 1;
            }
            if of_group && of_year {
                runs.push(RecordRun { first, length: run.len() });
            }
            first += run.len();
        }
        let counted = |(group, count)| Some((columns.group_name(group)?.to_owned(), count));
        found.by_group = by_group.into_iter().filter_map(counted).collect();
        found.total = runs.len() as u64;
        if query.by_citations {
            // A stable sort keeps rail order among equal counts.
            runs.sort_by_key(|run| std::cmp::Reverse(records[run.first].inbound_count));
        }
        let index = |number: u64| usize::try_from(number).unwrap_or(usize::MAX).min(runs.len());
        let page = index(query.page.offset)..index(query.page.offset.saturating_add(query.page.limit));
        let mut names = RowNames::new(self)?;
        for run in &runs[page] {
            lagrum_cancel::check()?;
            let of_document = &records[run.first..run.first + run.length];
            let citing = of_document[0].citing;
            let spot = |record: &InboundRecord| {
                let [target_anchor, anchor] = names.anchors([record.target_anchor, record.anchor])?;
                Ok(CitingSpot {
                    target_anchor,
                    anchor,
                    page: (record.page >= 0).then_some(record.page),
                    meaning: self.meaning(&mut names, record.meaning)?,
                })
            };
            let spots: Vec<CitingSpot> =
                of_document.iter().take(MAX_SPOTS).map(spot).collect::<Result<_, CatalogProblem>>()?;
            found.documents.push(CitingEntry {
                citing: names.document(citing)?,
                group: columns.group(citing).unwrap_or_default().to_owned(),
                year: columns.year(citing),
                links: of_document.iter().map(|record| u64::from(record.links)).sum(),
                spots_total: run.length as u64,
                spots,
            });
        }
        Ok(found)
    }
}
