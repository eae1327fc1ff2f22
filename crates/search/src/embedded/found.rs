//! Counting the documents that match by source, kind and year, and choosing those of a window.

use std::cmp::Ordering;

use super::columns::DocumentFacts;
use super::open::OpenIndex;
use crate::{FacetCount, Facets, FindRequest, FoundDocuments, HitOrder, RankedDocument};
use lagrum_words::YearRange;

/// The most buckets of a facet.
const MAX_BUCKETS: usize = 1000;

/// How many documents are kept, beyond twice the window, before those after the window are dropped.
const SPARE: usize = 1000;

/// Years are counted below this one.
const YEARS: usize = 4096;

/// Counts documents under filters. Each facet is counted under the filters of the others.
pub(super) struct FoundCounter<'a> {
    index: &'a OpenIndex,
    /// The position of the source filtered by, and of the kind, as the columns have them.
    source: Option<u16>,
    kind: Option<u16>,
    year: Option<YearRange>,
    total: u64,
    by_source: Vec<u64>,
    by_kind: Vec<u64>,
    by_year: Vec<u64>,
    best: BestDocuments<'a>,
}

impl<'a> FoundCounter<'a> {
    pub(super) fn new(index: &'a OpenIndex, request: &'a FindRequest) -> Self {
        let filters = &request.filters;
        let contents = &index.contents;
        let position = |names: &[String], name: &String| {
            names.iter().position(|known| known == name).map(|at| at as u16)
        };
        // A filter for a value that no document has gets a position that no document has.
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
            best: BestDocuments::new(request),
        }
    }

    /// Counts a document that matches. Returns whether it passes all filters.
    pub(super) fn count(&mut self, facts: &DocumentFacts) -> bool {
        let DocumentFacts { source, kind, year, .. } = *facts;
        let in_source = self.source.is_none_or(|wanted| wanted == source);
        let in_kind = self.kind.is_none_or(|wanted| wanted == kind);
        // A document without a year passes no filter of years.
        let in_year = self.year.is_none_or(|wanted| year > 0 && wanted.contains(year));
        add(&mut self.by_source, source, in_kind && in_year);
        add(&mut self.by_kind, kind, in_source && in_year);
        add(&mut self.by_year, year, in_source && in_kind);
        let passes = in_source && in_kind && in_year;
        self.total += u64::from(passes);
        passes
    }

    /// Ranks a document that passes all filters.
    pub(super) fn rank(&mut self, document: RankedDocument) {
        self.best.add(document);
    }

    /// Adds what another counter of the same request has counted and ranked.
    pub(super) fn add(&mut self, other: Self) {
        self.total += other.total;
        let counts = [
            (&mut self.by_source, other.by_source),
            (&mut self.by_kind, other.by_kind),
            (&mut self.by_year, other.by_year),
        ];
        for (counts, others) in counts {
            counts.iter_mut().zip(others).for_each(|(count, other)| *count += other);
        }
        self.best.merge(other.best);
    }

    /// What was found: the counts, and the ranked documents of the window of the request.
    pub(super) fn finish(self) -> FoundDocuments {
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
        let (candidates, more) = self.best.window();
        FoundDocuments { total: self.total, facets, candidates, more, ..FoundDocuments::default() }
    }
}

fn add(counts: &mut [u64], at: u16, counts_here: bool) {
    if counts_here && let Some(count) = counts.get_mut(usize::from(at)) {
        *count += 1;
    }
}

/// The documents that come first among many. It keeps at most a few times as many documents as the window needs.
struct BestDocuments<'a> {
    request: &'a FindRequest,
    /// How many come before the end of the window.
    wanted: usize,
    kept: Vec<RankedDocument>,
    /// How many documents were added.
    seen: usize,
    /// The last document to keep, once some were dropped. No document that comes after it is kept.
    last: Option<RankedDocument>,
}

impl<'a> BestDocuments<'a> {
    fn new(request: &'a FindRequest) -> Self {
        let wanted = request.skip.saturating_add(request.limit);
        Self { request, wanted, kept: Vec::new(), seen: 0, last: None }
    }

    fn add(&mut self, document: RankedDocument) {
        let value = document.value(self.request.sort);
        if self.request.after.is_some_and(|after| !after.is_before(value, document.document)) {
            return;
        }
        self.seen += 1;
        self.keep(document);
    }

    fn merge(&mut self, other: Self) {
        self.seen += other.seen;
        other.kept.into_iter().for_each(|document| self.keep(document));
    }

    fn keep(&mut self, document: RankedDocument) {
        if self.last.is_some_and(|last| order(self.request.sort, &document, &last).is_gt()) {
            return;
        }
        self.kept.push(document);
        if self.kept.len() >= self.wanted.saturating_mul(2).saturating_add(SPARE) {
            self.leave_out();
        }
    }

    /// Drops the documents after the window.
    fn leave_out(&mut self) {
        let (sort, wanted) = (self.request.sort, self.wanted);
        if self.kept.len() <= wanted {
            return;
        }
        if let Some(last) = wanted.checked_sub(1) {
            self.kept.select_nth_unstable_by(last, |a, b| order(sort, a, b));
            self.last = self.kept.get(last).copied();
        }
        self.kept.truncate(wanted);
    }

    /// The documents of the window in order, and whether there are more after them.
    fn window(mut self) -> (Vec<RankedDocument>, bool) {
        self.leave_out();
        let Self { request, mut kept, .. } = self;
        kept.sort_unstable_by(|a, b| order(request.sort, a, b));
        kept.drain(..request.skip.min(kept.len()));
        (kept, self.seen > self.wanted)
    }
}

/// The order of documents: by their sort values, then by their numbers.
fn order(sort: HitOrder, a: &RankedDocument, b: &RankedDocument) -> Ordering {
    b.value(sort).total_cmp(&a.value(sort)).then(a.document.cmp(&b.document))
}

/// The values that some document has, the most frequent first.
fn buckets(counts: impl Iterator<Item = (String, u64)>) -> Vec<FacetCount> {
    let mut buckets: Vec<_> =
        counts.filter(|(_, count)| *count > 0).map(|(value, count)| FacetCount { value, count }).collect();
    buckets.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.value.cmp(&b.value)));
    buckets.truncate(MAX_BUCKETS);
    buckets
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SortPosition;
    use lagrum_numbers::DocumentNumber;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_window_is_that_of_all_documents_sorted(
            values in prop::collection::vec((0_u8..20, 0_u32..5), 0..6000),
            split in 0_u32..6000,
            (skip, limit) in (0_usize..40, 0_usize..40),
            after in prop::option::of((0_u8..20, 0_u32..6000)),
            sort in prop::sample::select(&[HitOrder::Relevance, HitOrder::Citations][..]),
        ) {
            let after = after.map(|(value, document)| SortPosition {
                value: f32::from(value),
                document: DocumentNumber(document),
            });
            let request = FindRequest { sort, after, skip, limit, ..FindRequest::default() };
            let document = |((score, inbound), document): (&(u8, u32), u32)| {
                RankedDocument { document: DocumentNumber(document), score: f32::from(*score), inbound: *inbound, found_by: None }
            };
            let documents: Vec<RankedDocument> = values.iter().zip(0..).map(document).collect();
            let (mut best, mut others) = (BestDocuments::new(&request), BestDocuments::new(&request));
            for document in &documents {
                let of_both = if document.document.0 < split { &mut best } else { &mut others };
                of_both.add(*document);
            }
            best.merge(others);

            let comes_after = |document: &RankedDocument| {
                after.is_none_or(|after| after.is_before(document.value(sort), document.document))
            };
            let mut expected: Vec<_> = documents.into_iter().filter(comes_after).collect();
            expected.sort_by(|a, b| order(sort, a, b));
            let more = expected.len() > skip + limit;
            let expected: Vec<_> = expected.into_iter().skip(skip).take(limit).collect();
            prop_assert_eq!(best.window(), (expected, more));
        }
    }
}
