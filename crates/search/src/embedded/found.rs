//! Counting the documents that match by source, kind and year, and choosing those of a window.

use super::columns::DocumentFacts;
use super::open::OpenIndex;
use crate::{FacetCount, Facets, Filters, FindRequest, FoundDocuments, RankedDocument};

/// The most buckets of a facet.
const MAX_BUCKETS: usize = 1000;

/// Years are counted below this one.
const YEARS: usize = 4096;

/// Counts documents under filters. Each facet is counted under the filters of the others.
pub(super) struct FoundCounter<'a> {
    index: &'a OpenIndex,
    /// The position of the source filtered by, and of the kind, as the columns have them.
    source: Option<u16>,
    kind: Option<u16>,
    year: Option<u16>,
    total: u64,
    by_source: Vec<u64>,
    by_kind: Vec<u64>,
    by_year: Vec<u64>,
}

impl<'a> FoundCounter<'a> {
    pub(super) fn new(index: &'a OpenIndex, filters: &Filters) -> Self {
        let contents = &index.contents;
        let position = |names: &[String], name: &String| {
            names.iter().position(|known| known == name).map(|at| at as u16)
        };
        // A filter for a value that no document has gets a position that none has.
        let source =
            filters.source.as_ref().map(|name| position(&contents.sources, name).unwrap_or(u16::MAX));
        let kind = filters.kind.as_ref();
        let kind = kind.map(|name| position(&contents.kinds, name).map_or(u16::MAX, |at| at + 1));
        Self {
            index,
            source,
            kind,
            year: filters.year,
            total: 0,
            by_source: vec![0; contents.sources.len()],
            by_kind: vec![0; contents.kinds.len() + 1],
            by_year: vec![0; YEARS],
        }
    }

    /// Counts a document that matches. Returns whether it passes all filters.
    pub(super) fn count(&mut self, document: u32) -> bool {
        let DocumentFacts { source, kind, year, .. } = self.index.columns.facts[document as usize];
        let in_source = self.source.is_none_or(|wanted| wanted == source);
        let in_kind = self.kind.is_none_or(|wanted| wanted == kind);
        // A document without a year passes no filter of years.
        let in_year = self.year.is_none_or(|wanted| wanted == year && wanted > 0);
        add(&mut self.by_source, source, in_kind && in_year);
        add(&mut self.by_kind, kind, in_source && in_year);
        add(&mut self.by_year, year, in_source && in_kind);
        let passes = in_source && in_kind && in_year;
        self.total += u64::from(passes);
        passes
    }

    /// What was found: the counts, and the ranked documents of the window of the request.
    pub(super) fn finish(self, ranked: Vec<RankedDocument>, request: &FindRequest) -> FoundDocuments {
        let contents = &self.index.contents;
        let named = |names: &[String], counts: &[u64]| {
            buckets(names.iter().zip(counts).map(|(name, count)| (name.clone(), *count)))
        };
        let years = (0_usize..).zip(&self.by_year).filter(|(year, count)| *year > 0 && **count > 0);
        let facets = Facets {
            source: named(&contents.sources, &self.by_source),
            kind: named(&contents.kinds, self.by_kind.get(1..).unwrap_or_default()),
            year: buckets(years.map(|(year, count)| (format!("{year:04}"), *count))),
        };
        let (candidates, more) = window(ranked, request);
        FoundDocuments { total: self.total, facets, candidates, more, ..FoundDocuments::default() }
    }
}

fn add(counts: &mut [u64], at: u16, counts_here: bool) {
    if counts_here && let Some(count) = counts.get_mut(usize::from(at)) {
        *count += 1;
    }
}

/// The documents of the window in order, and whether there are more after them.
fn window(mut ranked: Vec<RankedDocument>, request: &FindRequest) -> (Vec<RankedDocument>, bool) {
    if let Some(after) = request.after {
        ranked.retain(|document| after.is_before(document.value(request.sort), document.document));
    }
    let wanted = request.skip.saturating_add(request.limit);
    let order = |a: &RankedDocument, b: &RankedDocument| {
        let value = |document: &RankedDocument| document.value(request.sort);
        value(b).total_cmp(&value(a)).then(a.document.cmp(&b.document))
    };
    let more = ranked.len() > wanted;
    if more && wanted > 0 {
        ranked.select_nth_unstable_by(wanted - 1, order);
    }
    ranked.truncate(wanted);
    ranked.sort_unstable_by(order);
    ranked.drain(..request.skip.min(ranked.len()));
    (ranked, more)
}

/// The values that some document has, the most frequent first.
fn buckets(counts: impl Iterator<Item = (String, u64)>) -> Vec<FacetCount> {
    let mut buckets: Vec<_> =
        counts.filter(|(_, count)| *count > 0).map(|(value, count)| FacetCount { value, count }).collect();
    buckets.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.value.cmp(&b.value)));
    buckets.truncate(MAX_BUCKETS);
    buckets
}
