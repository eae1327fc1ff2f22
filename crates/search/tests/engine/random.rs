//! Random queries of random corpora: the engine finds what the naive reading finds.

use std::collections::{BTreeMap, BTreeSet};

use lagrum_numbers::DocumentNumber;
use lagrum_search::{
    DayNumber, Embedded, Engine, Filters, FindRequest, HitOrder, QueryPlan, QueryPlanner, SearchRequest,
    search_page,
};
use proptest::prelude::*;

use crate::corpus::{Doc, TODAY, index, uri};
use crate::naive::Naive;

fn doc() -> impl Strategy<Value = Doc> {
    const WORDS: &[&str] = &[
        "får",
        "fåren",
        "get",
        "getter",
        "trafiklagen",
        "trafik",
        "lagar",
        "lag",
        "betesvall",
        "vall",
        "bete",
        "om",
        "och",
        "tillsyn",
        "tillsynen",
        "hage",
        "hägn",
        "1999:175",
    ];
    let words = |least: usize, most: usize| {
        prop::collection::vec(
            prop_oneof![18 => prop::sample::select(WORDS), 2 => Just("."), 1 => Just(". #")],
            least..most,
        )
        .prop_map(|words| words.join(" "))
    };
    let year = 1990_u16..1994;
    let tomorrow = DayNumber::new(2031, 1, 2);
    let expired = prop_oneof![8 => Just(None), 1 => Just(Some(DayNumber::default())), 1 => Just(Some(TODAY)), 1 => Just(Some(tomorrow))];
    let text = prop_oneof![5 => words(0, 25).prop_map(Some), 1 => Just(None)];
    (words(1, 4), text, prop::sample::select(&["sfs", "dv"][..]), year, 0_u64..5, expired).prop_map(
        |(name, text, source, year, inbound, expired)| Doc { name, text, source, year, inbound, expired },
    )
}

fn query() -> impl Strategy<Value = String> {
    const PARTS: &[&str] = &[
        "får",
        "getter",
        "trafiklag",
        "trafik",
        "lagen",
        "vall",
        "betet",
        "om",
        "och",
        "tillsyn",
        "far",
        "fårr",
        "hagarna",
        "\"trafik lag\"",
        "\"får\"",
        "-get",
        "-\"om lag\"",
        "|",
        "(",
        ")",
        "hä*",
        "1999:175",
        "xyzzy",
        "rubrik:får",
        "-rubrik:lag",
        "namn:(lag | get)",
        "text:tillsyn",
        "text:\"om lag\"",
        "rubrik:",
        "\"får get\"~1",
        "\"trafik lag vall\"~4",
        "-\"om lag\"~0",
        "heading:\"får get\"~2",
    ];
    prop::collection::vec(prop::sample::select(PARTS), 1..10).prop_map(|parts| parts.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 10, ..ProptestConfig::default() })]

    #[test]
    fn what_matches_is_what_a_naive_reading_finds(docs in prop::collection::vec(doc(), 1..25), queries in prop::collection::vec(query(), 20), batch in 1_u32..30) {
        let folder = index(&docs, None);
        let engine = Embedded::open(folder.path()).unwrap().with_batches(batch);
        let naive = Naive::new(&docs);
        let planner = QueryPlanner { vocabulary: engine.vocabulary(), compounds: engine.compounds(), tuning: engine.tuning() };
        for query in queries {
            let plan = planner.plan(&query).unwrap();
            let filters = Filters { today: TODAY, ..Filters::default() };
            let request = FindRequest { filters, limit: 100, ..FindRequest::default() };
            let found = engine.find(&plan, &request).unwrap();
            let mut matched: Vec<usize> = found.candidates.iter().map(|candidate| candidate.document.index()).collect();
            matched.sort_unstable();
            let expected = naive.matching(&plan, engine.tuning().minimum_match);
            prop_assert_eq!(&matched, &expected, "{} {:#?}", query, plan);
            prop_assert_eq!(found.total as usize, expected.len());
            let mut by_source: BTreeMap<&str, u64> = BTreeMap::new();
            for doc in &expected {
                *by_source.entry(docs[*doc].source).or_default() += 1;
            }
            let counted: BTreeMap<&str, u64> =
                found.facets.source.iter().map(|bucket| (bucket.value.as_str(), bucket.count)).collect();
            prop_assert_eq!(counted, by_source);
            check_filters(&engine, &plan, &docs, &expected)?;
            check_paging(&engine, &query, &found.candidates.iter().map(|c| uri(i64::from(c.document.0))).collect::<Vec<_>>())?;
        }
    }

    #[test]
    fn what_is_found_does_not_depend_on_batches(docs in prop::collection::vec(doc(), 1..40), more in prop::collection::vec(doc(), 0..10), queries in prop::collection::vec(query(), 20), batch in 1_u32..20) {
        // Texts of two segments, and some that are gone.
        let first = index(&docs, None);
        let docs: Vec<Doc> = docs.into_iter().chain(more).collect();
        let folder = index(&docs, Some(&first));
        let whole = Embedded::open(folder.path()).unwrap();
        let in_batches = Embedded::open(folder.path()).unwrap().with_batches(batch);
        let planner = QueryPlanner { vocabulary: whole.vocabulary(), compounds: whole.compounds(), tuning: whole.tuning() };
        for query in queries {
            let plan = planner.plan(&query).unwrap();
            for sort in [HitOrder::Relevance, HitOrder::Citations] {
                let filters = Filters { today: TODAY, ..Filters::default() };
                let request = FindRequest { filters, sort, limit: 10, named: vec![DocumentNumber(0)], ..FindRequest::default() };
                let (one, other) = (whole.find(&plan, &request).unwrap(), in_batches.find(&plan, &request).unwrap());
                prop_assert_eq!(&one.candidates, &other.candidates, "{}", query);
                prop_assert_eq!((one.total, one.more, one.none_holds_all), (other.total, other.more, other.none_holds_all));
                prop_assert_eq!(format!("{:?}", one.facets), format!("{:?}", other.facets));
                let explained = |engine: &Embedded| format!("{:?}", engine.explain(&plan, &one.candidates).unwrap());
                prop_assert_eq!(explained(&whole), explained(&in_batches), "{}", query);
                let documents: Vec<DocumentNumber> = (0..docs.len() as u32).map(DocumentNumber).collect();
                prop_assert_eq!(whole.match_by_words(&plan, &documents).unwrap(), in_batches.match_by_words(&plan, &documents).unwrap());
            }
        }
    }

    #[test]
    fn an_index_taken_over_is_like_one_made_anew(docs in prop::collection::vec(doc(), 2..15), queries in prop::collection::vec(query(), 10)) {
        let first = index(&docs, None);
        let mut after = docs.clone();
        after.push(Doc { name: "får".to_owned(), text: Some("tillsyn av getter".to_owned()), source: "sfs", year: 1990, inbound: 1, expired: None });
        let taken_over = index(&after, Some(&first));
        let anew = index(&after, None);
        let (one, other) = (Embedded::open(taken_over.path()).unwrap(), Embedded::open(anew.path()).unwrap());
        for query in queries {
            let asked = SearchRequest { query: query.as_str().into(), limit: 100, filters: Filters { today: TODAY, ..Filters::default() }, ..SearchRequest::default() };
            let uris = |engine: &Embedded| -> BTreeSet<String> {
                search_page(engine, &asked).unwrap().hits.into_iter().map(|hit| hit.hit.uri).collect()
            };
            prop_assert_eq!(uris(&one), uris(&other), "{}", query);
        }
    }
}

fn check_filters(
    engine: &Embedded,
    plan: &QueryPlan,
    docs: &[Doc],
    expected: &[usize],
) -> Result<(), TestCaseError> {
    let filters = Filters {
        source: Some("sfs".to_owned()),
        year: Some(lagrum_search::YearRange::of(1991)),
        today: TODAY,
        ..Filters::default()
    };
    let found = engine.find(plan, &FindRequest { filters, limit: 100, ..FindRequest::default() }).unwrap();
    let both = expected.iter().filter(|doc| docs[**doc].source == "sfs" && docs[**doc].year == 1991).count();
    prop_assert_eq!(found.total as usize, both);
    // Each facet is counted under the filters of the others.
    let of_year = expected.iter().filter(|doc| docs[**doc].year == 1991).count() as u64;
    prop_assert_eq!(found.facets.source.iter().map(|bucket| bucket.count).sum::<u64>(), of_year);
    let of_source = expected.iter().filter(|doc| docs[**doc].source == "sfs").count() as u64;
    prop_assert_eq!(found.facets.year.iter().map(|bucket| bucket.count).sum::<u64>(), of_source);
    Ok(())
}

/// However a walk is cut into pages, it shows the same documents in the same order.
fn check_paging(engine: &Embedded, query: &str, order: &[String]) -> Result<(), TestCaseError> {
    let asked = |limit, offset, cursor| SearchRequest {
        query: query.into(),
        filters: Filters { today: TODAY, ..Filters::default() },
        limit,
        offset,
        cursor,
        ..SearchRequest::default()
    };
    let by_offset: Vec<String> = (0..order.len())
        .flat_map(|offset| search_page(engine, &asked(1, Some(offset), None)).unwrap().hits)
        .map(|hit| hit.hit.uri)
        .collect();
    prop_assert_eq!(&by_offset, order);
    let mut walked = Vec::new();
    let mut cursor = None;
    loop {
        let found = search_page(engine, &asked(3, None, cursor)).unwrap();
        walked.extend(found.hits.into_iter().map(|hit| hit.hit.uri));
        cursor = found.next_cursor;
        if cursor.is_none() {
            break;
        }
    }
    // Titles alike may be passed over, never shown twice or out of order.
    let mut rest = order.iter();
    prop_assert!(walked.iter().all(|uri| rest.any(|other| other == uri)), "{:?} of {:?}", walked, order);
    // By offset and on as a stream: nothing is lost at the seam.
    if order.len() > 2 {
        let first = search_page(engine, &asked(2, Some(0), None)).unwrap();
        let next = search_page(engine, &asked(1, None, first.next_cursor)).unwrap();
        prop_assert_eq!(&next.hits[0].hit.uri, &order[2]);
    }
    Ok(())
}
