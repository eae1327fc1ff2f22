//! Catalogs of random links: answers from lists are compared with answers computed from the links.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use lagrum_artifact::Location;
use lagrum_catalog::inbound::{CiterFilter, CitingQuery, InboundQuery, InboundRecord, joined};
use lagrum_catalog::{DocumentNumber, RowRange};
use proptest::prelude::*;

use crate::links::{compare_inbound, is_inside};
use crate::world::{HELD, Link, UNHELD, World, Written, anchor, predicate, uri, written_of};

/// The maximum number of citing spots that are listed of a document.
const MAX_SPOTS: usize = 50;

const GROUPS: [&str; 4] = ["Rattsfall", "Forarbeten", "Forfattningar", "Okända"];

/// A random query for a list.
#[derive(Clone, Debug)]
struct Question {
    target: u32,
    outer: Option<&'static str>,
    exact: bool,
    source: Option<&'static str>,
    groups: Option<Vec<&'static str>>,
    year: Option<u16>,
    by_citations: bool,
    page: RowRange,
}

/// Links of few documents to fewer, so that lists have many rows, with the citing document of each.
fn any_links() -> impl Strategy<Value = Vec<(u32, Link)>> {
    let link = (targets(), 0..5_usize, 0..5_usize, prop::option::of(0..40_u32), 0..2_usize);
    let link = link.prop_map(|(target, target_anchor, anchor, page, predicate)| Link {
        target,
        target_anchor,
        anchor,
        page,
        predicate,
    });
    prop::collection::vec((0..12_u32, link), 0..250)
}

fn targets() -> impl Strategy<Value = u32> {
    prop_oneof![0..3_u32, HELD - 2..HELD, HELD..HELD + UNHELD]
}

fn questions() -> impl Strategy<Value = Vec<Question>> {
    let outer = prop::sample::select(vec![None, Some("K1P1"), Some("K1P1S2"), Some("P3"), Some("K9")]);
    let source = prop::sample::select(vec![None, None, Some("sfs"), Some("dv"), Some("unknown")]);
    let groups = prop::option::of(prop::sample::subsequence(GROUPS.to_vec(), 0..=4));
    let year = prop::sample::select(vec![None, None, Some(2_001), Some(2_004), Some(1_900)]);
    let page = (0..12_u64, prop_oneof![0..12_u64, Just(u64::MAX)]);
    let question = (targets(), outer, any::<bool>(), source, groups, year, any::<bool>(), page);
    let question =
        question.prop_map(|(target, outer, exact, source, groups, year, by_citations, (offset, limit))| {
            Question {
                target,
                outer,
                exact,
                source,
                groups,
                year,
                by_citations,
                page: RowRange { limit, offset },
            }
        });
    prop::collection::vec(question, 12)
}

fn world(drawn: Vec<(u32, Link)>) -> World {
    let mut links: Vec<Vec<Link>> = (0..HELD).map(|_| Vec::new()).collect();
    for (citing, link) in drawn {
        links[citing as usize].push(link);
    }
    World::of(links)
}

/// Compares the expected citing documents of a question with the found ones.
fn compare_citing(written: &Written, question: &Question) {
    let Question { target, outer, ref groups, year, .. } = *question;
    let document = |number: DocumentNumber| &written.world.documents[number.index()];
    let mut by_citing: BTreeMap<DocumentNumber, Vec<InboundRecord>> = BTreeMap::new();
    for record in written.world.records(DocumentNumber(target)) {
        let of_source = question.source.is_none_or(|source| document(record.citing).source == source);
        if of_source && is_inside(&record, outer, false) {
            by_citing.entry(record.citing).or_default().push(record);
        }
    }
    let of_group = |citing: DocumentNumber| {
        groups.as_ref().is_none_or(|groups| groups.contains(&document(citing).flow_group.as_str()))
    };
    let of_year = |citing: DocumentNumber| year.is_none_or(|year| document(citing).year == Some(year));
    let (mut by_group, mut by_year) = (HashMap::<String, u64>::new(), BTreeMap::<u16, u64>::new());
    for citing in by_citing.keys().copied() {
        if of_year(citing) {
            *by_group.entry(document(citing).flow_group.clone()).or_default() += 1;
        }
        if of_group(citing) {
            *by_year.entry(document(citing).year.unwrap_or(0)).or_default() += 1;
        }
    }
    let mut listed: Vec<_> =
        by_citing.into_iter().filter(|(citing, _)| of_group(*citing) && of_year(*citing)).collect();
    if question.by_citations {
        listed.sort_by_key(|(citing, _)| Reverse(document(*citing).inbound_count));
    }
    let location = Location::parse(&joined(&uri(target), outer)).unwrap();
    let query = CitingQuery {
        location: &location,
        source: question.source,
        citers: CiterFilter { groups: groups.as_deref(), year },
        by_citations: question.by_citations,
        page: question.page,
    };
    let found = written.catalog.with(|reader| reader.citing_list(&query)).unwrap();
    assert_eq!(found.total, listed.len() as u64, "{question:?}");
    assert_eq!((found.by_group, found.by_year), (by_group, by_year), "{question:?}");
    let (skipped, taken) = (question.page.offset as usize, question.page.limit as usize);
    let slice: Vec<_> = listed.into_iter().skip(skipped).take(taken).collect();
    assert_eq!(found.documents.len(), slice.len(), "{question:?}");
    for (entry, (citing, records)) in found.documents.iter().zip(&slice) {
        let citing = document(*citing);
        assert_eq!((&entry.citing.uri, entry.citing.inbound_count), (&citing.uri, citing.inbound_count));
        assert_eq!((&entry.group, entry.year), (&citing.flow_group, citing.year));
        assert_eq!(entry.links, records.iter().map(|record| u64::from(record.links)).sum::<u64>());
        assert_eq!(entry.spots_total, records.len() as u64);
        let spots: Vec<_> = entry
            .spots
            .iter()
            .map(|spot| (spot.target_anchor.as_deref(), spot.anchor.as_deref(), spot.page))
            .collect();
        let expected = records.iter().take(MAX_SPOTS).map(|record| {
            let [cited, citing] = [record.target_anchor, record.anchor].map(|id| anchor(id.index()));
            (cited, citing, (record.page >= 0).then_some(record.page))
        });
        assert_eq!(spots, expected.collect::<Vec<_>>(), "{question:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(24) })]

    #[test]
    fn lists_of_who_cites_follow_from_the_links(links in any_links(), questions in questions()) {
        let written = written_of(world(links));
        for question in &questions {
            let location = Location::parse(&joined(&uri(question.target), question.outer)).unwrap();
            let query = InboundQuery {
                location: &location,
                exact: question.exact,
                source: question.source,
                citers: CiterFilter { groups: question.groups.as_deref(), year: question.year },
                by_citations: question.by_citations,
                page: question.page,
            };
            compare_inbound(&written, question.target, question.outer, &query);
            compare_citing(&written, question);
        }
    }

    #[test]
    fn lists_of_what_is_cited_follow_from_the_links(links in any_links()) {
        let written = written_of(world(links));
        for (links, number) in written.world.links.iter().zip(0..) {
            let list = written.catalog.with(|reader| reader.outbound_list(&uri(number))).unwrap();
            prop_assert_eq!(list.links().len(), links.len());
            for (found, link) in list.links().zip(links) {
                let target = &list.targets()[found.target];
                prop_assert_eq!(target.uri(), uri(link.target));
                prop_assert_eq!(target.held().is_some(), link.target < HELD);
                prop_assert_eq!(found.target_anchor, anchor(link.target_anchor));
                prop_assert_eq!(found.anchor, anchor(link.anchor));
                prop_assert_eq!(found.predicate, predicate(link.predicate));
                prop_assert_eq!(found.text, Some("se där"));
            }
            let mut targets: Vec<&str> = list.targets().iter().map(|target| target.uri()).collect();
            let all = targets.len();
            targets.sort_unstable();
            targets.dedup();
            prop_assert_eq!(targets.len(), all, "each is listed once");
        }
        let mut reports = Vec::new();
        let rows = written.catalog.with(|reader| reader.contradictions(&mut |what| reports.push(what))).unwrap();
        prop_assert_eq!(reports, Vec::<String>::new());
        let targets = (0..HELD + UNHELD).map(DocumentNumber);
        let expected: usize = targets.map(|target| written.world.records(target).len()).sum();
        prop_assert_eq!(rows, expected as u64);
    }
}
