//! Selects the records of an inbound list that a query asks for.

use std::collections::HashMap;

use lagrum_artifact::{Anchor, Location};

use super::head::{InboundHead, SourceRun};
use super::record::InboundRecord;
use crate::document_columns::DocumentColumns;
use crate::{AnchorNumber, DocumentNumber, RowRange};

/// Which citing sources are wanted.
#[derive(Clone, Copy, Debug)]
pub(super) enum SourceFilter {
    All,
    Only(u16),
    /// A source that the corpus does not have.
    None,
}

impl SourceFilter {
    pub(super) fn from_name(source: Option<&str>, sources: &[String]) -> Self {
        let Some(name) = source else { return Self::All };
        let index = sources.iter().position(|known| known == name);
        index.and_then(|index| u16::try_from(index).ok()).map_or(Self::None, Self::Only)
    }

    pub(super) fn include(self, source: u16) -> bool {
        match self {
            Self::All => true,
            Self::Only(wanted) => source == wanted,
            Self::None => false,
        }
    }
}

/// Which citing documents are wanted, beside their source.
#[derive(Clone, Copy, Debug, Default)]
pub struct CiterFilter<'a> {
    /// Only those of these flow groups.
    pub groups: Option<&'a [&'a str]>,
    /// Only those of this year.
    pub year: Option<u16>,
}

impl CiterFilter<'_> {
    /// Whether all citing documents are wanted.
    pub(super) fn is_all(&self) -> bool {
        self.groups.is_none() && self.year.is_none()
    }

    /// The filter with groups as numbers.
    pub(super) fn numbers(self, columns: &DocumentColumns) -> CiterNumbers<'_> {
        let wanted = |number: u8| {
            let name = columns.group_name(number);
            self.groups.is_none_or(|groups| name.is_some_and(|name| groups.contains(&name)))
        };
        CiterNumbers { columns, groups: (0..=u8::MAX).map(wanted).collect(), year: self.year }
    }
}

/// A [`CiterFilter`] over the columns of documents.
pub(super) struct CiterNumbers<'c> {
    columns: &'c DocumentColumns,
    /// Whether a flow group is wanted, by its number.
    groups: Vec<bool>,
    year: Option<u16>,
}

impl CiterNumbers<'_> {
    /// Whether a document is of a wanted group.
    pub(super) fn has_group(&self, document: DocumentNumber) -> bool {
        self.columns.group_number(document).is_some_and(|group| self.groups[usize::from(group)])
    }

    /// Whether a document is of the wanted year.
    pub(super) fn has_year(&self, document: DocumentNumber) -> bool {
        self.year.is_none_or(|year| self.columns.year(document) == Some(year))
    }

    /// Whether the citing document of a record is wanted.
    pub(super) fn include(&self, record: &InboundRecord) -> bool {
        self.has_year(record.citing) && self.has_group(record.citing)
    }
}

/// The numbers of cited anchors that are in scope, ascending.
pub(super) struct AnchorScope(Vec<AnchorNumber>);

impl AnchorScope {
    pub(super) fn contains(&self, number: AnchorNumber) -> bool {
        match self.0.as_slice() {
            [only] => number == *only,
            numbers => numbers.binary_search(&number).is_ok(),
        }
    }
}

/// The cited anchors that are in scope; None when all are.
pub(super) fn scope(head: &InboundHead, location: &Location, exact: bool) -> Option<AnchorScope> {
    let numbers = |inside: &dyn Fn(&Anchor) -> bool| {
        let named =
            head.anchors.iter().filter(|cited| Anchor::new(&cited.1).is_some_and(|cited| inside(&cited)));
        let mut numbers: Vec<AnchorNumber> = named.map(|cited| cited.0).collect();
        numbers.sort_unstable();
        Some(AnchorScope(numbers))
    };
    match (location.anchor(), exact) {
        (None, false) => None,
        (None, true) => Some(AnchorScope(vec![AnchorNumber::NONE])),
        (Some(anchor), true) => numbers(&|cited| cited == anchor),
        (Some(anchor), false) => numbers(&|cited| cited.is_within(anchor)),
    }
}

pub(super) fn counted(rows: impl Iterator<Item = (u16, u64)>) -> HashMap<u16, u64> {
    let mut counts = HashMap::new();
    for (source, count) in rows {
        *counts.entry(source).or_default() += count;
    }
    counts
}

/// The ranges of positions in rail order that a page of one source, or of all sources, covers.
pub(super) struct RailSlices {
    pub(super) total: u64,
    pub(super) parts: Vec<std::ops::Range<u64>>,
}

impl RailSlices {
    pub(super) fn new(runs: &[SourceRun], citers: SourceFilter, page: RowRange) -> Self {
        let (mut total, mut parts, mut at) = (0, Vec::new(), 0);
        let page_end = page.offset.saturating_add(page.limit);
        for SourceRun(source, length) in runs {
            if citers.include(*source) {
                // The part of this run that falls on the page, in positions of the whole list.
                let start = page.offset.max(total).min(total + length) - total + at;
                let end = page_end.max(total).min(total + length) - total + at;
                if start < end {
                    parts.push(start..end);
                }
                total += length;
            }
            at += length;
        }
        Self { total, parts }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn slices_are_the_rows_a_filter_would_give(
            runs in prop::collection::vec((0u16..3, 1u64..6), 0..8),
            citers in prop_oneof![Just(SourceFilter::All), (0u16..4).prop_map(SourceFilter::Only), Just(SourceFilter::None)],
            offset in 0u64..20,
            limit in 1u64..20,
        ) {
            let all: Vec<u16> = runs.iter().flat_map(|(source, n)| vec![*source; *n as usize]).collect();
            let kept: Vec<u64> = (0..all.len() as u64)
                .filter(|&at| citers.include(all[at as usize]))
                .collect();
            let runs: Vec<SourceRun> = runs.into_iter().map(|(source, n)| SourceRun(source, n)).collect();
            let slices = RailSlices::new(&runs, citers, RowRange { limit, offset });
            prop_assert_eq!(slices.total, kept.len() as u64);
            let page: Vec<u64> = kept.into_iter().skip(offset as usize).take(limit as usize).collect();
            let sliced: Vec<u64> = slices.parts.iter().cloned().flatten().collect();
            prop_assert_eq!(sliced, page);
        }
    }
}
