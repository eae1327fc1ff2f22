//! Links: outbound lists in reading order, inbound lists filtered, ordered and cut, and the citation graph.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use lagrum_artifact::{Anchor, Location};
use lagrum_catalog::inbound::{CiterFilter, InboundQuery, InboundRecord, joined};
use lagrum_catalog::{DocumentNumber, RowRange};
use lagrum_graph::Side;

use crate::world::{HELD, Written, anchor, base, predicate, uri, written};

/// The documents that are asked about: one that is cited often, some that are cited seldom, and one that is not held.
const TARGETS: [u32; 5] = [HELD - 1, HELD - 2, 0, 30, HELD + 1];

const PAGES: [(u64, u64); 5] = [(0, 10), (3, 4), (0, u64::MAX), (1_000, 5), (0, 0)];

pub(crate) fn is_inside(record: &InboundRecord, outer: Option<&str>, exact: bool) -> bool {
    let inner = anchor(record.target_anchor.index());
    match (outer, inner) {
        (None, _) if !exact => true,
        (outer, inner) if exact => outer == inner,
        (Some(outer), Some(inner)) => Anchor::new(inner).unwrap().is_within(&Anchor::new(outer).unwrap()),
        _ => false,
    }
}

#[test]
fn outbound_lists_are_in_reading_order() {
    let written = written();
    for (links, number) in written.world.links.iter().zip(0..) {
        let found = written.catalog.with(|catalog| catalog.outbound(&uri(number))).unwrap();
        let shown: Vec<_> = found
            .iter()
            .map(|link| (link.uri.clone(), link.anchor.as_deref(), link.predicate.as_str()))
            .collect();
        let expected: Vec<_> = links
            .iter()
            .map(|link| {
                let target = joined(&uri(link.target), anchor(link.target_anchor));
                (target, anchor(link.anchor), predicate(link.predicate))
            })
            .collect();
        assert_eq!(shown, expected, "{number}");
        let is_held: Vec<bool> = found.iter().map(|link| link.target.is_some()).collect();
        assert_eq!(is_held, links.iter().map(|link| link.target < HELD).collect::<Vec<_>>());
    }
    assert!(written.catalog.with(|catalog| catalog.outbound(&uri(HELD))).unwrap().is_empty());
}

#[test]
fn inbound_lists_are_filtered_ordered_and_cut() {
    let written = written();
    let groups = ["Rattsfall", "Forfattningar"];
    let citers = [
        CiterFilter::default(),
        CiterFilter { groups: Some(&groups), year: None },
        CiterFilter { groups: None, year: Some(2_004) },
        CiterFilter { groups: Some(&groups[..1]), year: Some(2_003) },
        CiterFilter { groups: Some(&[]), year: None },
    ];
    let mut compared = 0;
    for target in TARGETS {
        for outer in [None, Some("K1P1"), Some("P3"), Some("K9")] {
            let location = Location::parse(&joined(&uri(target), outer)).unwrap();
            for (exact, by_citations) in [(false, false), (true, false), (false, true), (true, true)] {
                for source in [None, Some("sfs"), Some("unknown")] {
                    for citers in citers {
                        for (offset, limit) in PAGES {
                            let page = RowRange { limit, offset };
                            let query = InboundQuery {
                                location: &location,
                                exact,
                                source,
                                citers,
                                by_citations,
                                page,
                            };
                            compared += compare_inbound(&written, target, outer, &query);
                        }
                    }
                }
            }
        }
    }
    assert!(compared > 1_000, "{compared} rows were compared");
}

/// Compares the answer to a query with the records that it should select; returns how many rows the page has.
pub(crate) fn compare_inbound(
    written: &Written,
    target: u32,
    outer: Option<&str>,
    query: &InboundQuery<'_>,
) -> usize {
    let document = |record: &InboundRecord| &written.world.documents[record.citing.index()];
    let mut records = written.world.records(DocumentNumber(target));
    records.retain(|record| {
        let citing = document(record);
        is_inside(record, outer, query.exact)
            && query.citers.groups.is_none_or(|groups| groups.contains(&citing.flow_group.as_str()))
            && query.citers.year.is_none_or(|year| citing.year == Some(year))
    });
    let mut by_source: BTreeMap<String, u64> = BTreeMap::new();
    for record in &records {
        *by_source.entry(document(record).source.clone()).or_default() += 1;
    }
    records.retain(|record| query.source.is_none_or(|source| document(record).source == source));
    if query.by_citations {
        records.sort_by_key(|record| Reverse(record.inbound_count));
    }
    let found = written.catalog.with(|catalog| catalog.inbound(query)).unwrap();
    assert_eq!((found.total, &found.by_source), (records.len() as u64, &by_source), "{query:?}");
    let rows: Vec<_> = found
        .rows
        .iter()
        .map(|row| {
            let (target_anchor, anchor) = (row.target_anchor.as_deref(), row.anchor.as_deref());
            (row.citing.uri.clone(), target_anchor, anchor, row.page, &*row.predicate)
        })
        .collect();
    let page = records.iter().skip(query.page.offset as usize).take(query.page.limit as usize);
    let expected: Vec<_> = page
        .map(|record| {
            let [target_anchor, spot] = [record.target_anchor, record.anchor].map(|id| anchor(id.index()));
            let page = (record.page >= 0).then_some(record.page);
            let relation = predicate(usize::from(record.predicate) - 1);
            (uri(record.citing.0), target_anchor, spot, page, relation)
        })
        .collect();
    assert_eq!(rows, expected, "{query:?}");
    rows.len()
}

#[test]
fn citing_documents_and_spots_are_those_of_the_inbound_list() {
    let written = written();
    for target in TARGETS {
        let records = written.world.records(DocumentNumber(target));
        let found = written.catalog.with(|catalog| catalog.inbound_records(&uri(target))).unwrap();
        assert_eq!(found.0, records);
        let named = records.iter().map(|record| record.target_anchor.index()).filter(|number| *number > 0);
        let texts: BTreeSet<&str> = named.filter_map(anchor).collect();
        assert_eq!(found.1.iter().map(|(_, text)| text.as_str()).collect::<BTreeSet<_>>(), texts);
        for outer in [None, Some("K1P1"), Some("K9")] {
            let location = Location::parse(&joined(&uri(target), outer)).unwrap();
            let inside: Vec<&InboundRecord> =
                records.iter().filter(|record| is_inside(record, outer, false)).collect();
            let citing: BTreeSet<DocumentNumber> = inside.iter().map(|record| record.citing).collect();
            let found = written.catalog.with(|catalog| catalog.citing_documents(&location)).unwrap();
            assert_eq!(found, citing.into_iter().collect::<Vec<_>>());
            for limit in [0, 3, usize::MAX] {
                let found = written.catalog.with(|catalog| catalog.citing_spots(&location, limit)).unwrap();
                let found: Vec<_> = found.iter().map(|(citing, anchor)| (*citing, &**anchor)).collect();
                let spots =
                    inside.iter().filter_map(|record| Some((record.citing, anchor(record.anchor.index())?)));
                assert_eq!(found, spots.take(limit).collect::<Vec<_>>());
            }
        }
    }
}

#[test]
fn the_graph_has_the_links_between_held_documents() {
    let written = written();
    let loaded = written.catalog.with(|catalog| catalog.citation_graph()).unwrap();
    let graph = loaded.graph();
    for (links, number) in written.world.links.iter().zip((0..).map(DocumentNumber)) {
        let mut counts: BTreeMap<DocumentNumber, u32> = BTreeMap::new();
        for link in links.iter().filter(|link| link.target < HELD && link.target != number.0) {
            *counts.entry(DocumentNumber(link.target)).or_default() += 1;
        }
        let row = graph.row(number, Side::Out);
        assert_eq!(row.documents, counts.keys().copied().collect::<Vec<_>>());
        assert_eq!(row.links, counts.values().copied().collect::<Vec<_>>());
        let document = &written.world.documents[number.index()];
        assert_eq!(u64::from(graph.in_degree(number)), document.inbound_count);
        let cited = written.catalog.with(|catalog| catalog.graph_cited(number, None, &base())).unwrap();
        assert_eq!(cited.held.len(), links.iter().filter(|link| link.target < HELD).count());
        assert_eq!(cited.unresolved as usize, links.iter().filter(|link| link.target >= HELD).count());
    }
}

#[test]
fn the_tables_of_a_written_catalog_agree() {
    let written = written();
    let mut reported = Vec::new();
    let rows =
        written.catalog.with(|catalog| catalog.contradictions(&mut |what| reported.push(what))).unwrap();
    assert_eq!(reported, [""; 0]);
    let targets = (0..HELD + 3).map(DocumentNumber);
    assert_eq!(rows, targets.map(|target| written.world.records(target).len() as u64).sum::<u64>());
}
