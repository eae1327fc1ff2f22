//! Support of documents beside their own words.

use lagrum_numbers::DocumentNumber;
use lagrum_search::{
    AnsweringPlace, DayNumber, DocumentSupport, Embedded, FoundBy, HitOrder, PassageSupport, QueryMeaning,
    SearchPage, SearchRequest, Support, search_page,
};

use crate::corpus::{Doc, asked, index, plain, uri};

fn supported(document: u32, score: f32, finds: bool, passages: &[(&str, f32)]) -> DocumentSupport {
    let passages = passages.iter();
    DocumentSupport {
        document: DocumentNumber(document),
        score,
        finds: finds.then_some(FoundBy::Meaning),
        passages: passages
            .map(|(anchor, score)| PassageSupport { anchor: (*anchor).to_owned(), score: *score })
            .collect(),
    }
}

fn page(engine: &Embedded, query: &str, support: &[DocumentSupport]) -> SearchPage {
    request(engine, SearchRequest { explain: true, ..asked(query) }, support)
}

fn request(engine: &Embedded, request: SearchRequest, support: &[DocumentSupport]) -> SearchPage {
    let meaning = QueryMeaning { support: Support::new(support.to_vec()), ..QueryMeaning::default() };
    search_page(engine, &SearchRequest { meaning, ..request }).unwrap()
}

fn titles(page: &SearchPage) -> String {
    page.hits.iter().filter_map(|hit| hit.hit.title.as_deref()).collect()
}

fn corpus() -> [Doc; 6] {
    [
        plain("a", "får i hage", 0),
        plain("b", "får i hage och får på vall", 0),
        plain("c", "något annat. sist i lagen", 0),
        Doc { expired: Some(DayNumber::new(2030, 1, 1)), ..plain("d", "upphävd", 0) },
        plain("e", "getter", 0),
        Doc { text: None, ..plain("f", "", 0) },
    ]
}

#[test]
fn a_support_ranks_and_finds() {
    let folder = index(&corpus(), None);
    let engine = Embedded::open(folder.path()).unwrap();
    let without = page(&engine, "får hage", &[]);
    assert_eq!((titles(&without).as_str(), without.total), ("ab", 2));
    // One is ranked higher, one is found, one is listed and not found, and one has expired.
    let support = [
        supported(1, 3.0, false, &[]),
        supported(2, 1.0, true, &[("P2", 2.0)]),
        supported(3, 9.0, true, &[]),
        supported(4, 9.0, false, &[]),
        supported(5, 0.5, true, &[]),
        supported(99, 9.0, true, &[]),
    ];
    let with = page(&engine, "får hage", &support);
    assert_eq!((titles(&with).as_str(), with.total), ("bacf", 4));
    let found_by: Vec<_> = with.hits.iter().map(|hit| hit.found_by).collect();
    assert_eq!(found_by, [None, None, Some(FoundBy::Meaning), Some(FoundBy::Meaning)]);
    let score = |page: &SearchPage, title: &str| {
        page.hits.iter().find(|hit| hit.hit.title.as_deref() == Some(title)).unwrap().score
    };
    assert!((score(&with, "b") - score(&without, "b") - 3.0).abs() < 1e-5);
    assert!((score(&with, "c") - 1.0).abs() < 1e-5, "it has no word");
    assert_eq!(with.facets.source[0].count, 4);
    // The explanation names it.
    for hit in &with.hits {
        let explanation = hit.explanation.as_ref().unwrap();
        assert!((explanation.recomputed() - hit.score).abs() < 1e-4, "{explanation:?}");
        let added = explanation.added.iter().find(|added| added.name == "support");
        assert_eq!(added.is_some(), hit.hit.title.as_deref() != Some("a"));
    }
    // A passage is shown that has none of the words.
    let passages = &with.hits[2].passages.passages;
    let shown: Vec<_> = passages.iter().map(|of| (of.anchor.as_str(), of.highlight[0].as_str())).collect();
    assert_eq!(shown, [("P2", "sist i lagen")]);
}

#[test]
fn excluded_words_filters_and_citations_apply_to_what_a_support_finds() {
    let folder = index(&corpus(), None);
    let engine = Embedded::open(folder.path()).unwrap();
    let support = [supported(2, 1.0, true, &[]), supported(4, 9.0, true, &[])];
    assert_eq!(titles(&page(&engine, "får", &support)), "ebac");
    assert_eq!(titles(&page(&engine, "får -getter", &support)), "bac");
    let of_year = |year| {
        let asked = asked("får");
        SearchRequest {
            filters: lagrum_search::Filters {
                year: Some(lagrum_search::YearRange::of(year)),
                ..asked.filters.clone()
            },
            ..asked
        }
    };
    assert_eq!(titles(&request(&engine, of_year(1990), &support)), "ebac");
    assert_eq!(request(&engine, of_year(1991), &support).total, 0);
    // Sorted by citations, documents with all words come alone.
    let by_citations = SearchRequest { sort: HitOrder::Citations, ..asked("får hage") };
    assert_eq!(titles(&request(&engine, by_citations, &support)), "ab");
}

#[test]
fn a_query_that_says_exactly_what_it_wants_takes_no_support() {
    let folder = index(&corpus(), None);
    let engine = Embedded::open(folder.path()).unwrap();
    let support = [supported(2, 1.0, true, &[("P1", 5.0)]), supported(1, 9.0, true, &[])];
    for query in ["\"får i\"", "får | getter", "T 12-31 får"] {
        let [with, without] = [&support[..], &[]].map(|support| page(&engine, query, support));
        assert_eq!(titles(&with), titles(&without), "{query}");
        assert!(with.hits.iter().all(|hit| hit.found_by.is_none()), "{query}");
    }
    let meaning =
        QueryMeaning { is_citation: true, support: Support::new(support), ..QueryMeaning::default() };
    let citation = search_page(&engine, &SearchRequest { meaning, ..asked("får hage") }).unwrap();
    assert_eq!(titles(&citation), "ab");
}

#[test]
fn pages_of_what_a_support_finds_have_each_document_once() {
    let docs: Vec<Doc> = (0..40).map(|number| plain(&format!("nummer{number}"), "får", 0)).collect();
    let folder = index(&docs, None);
    let engine = Embedded::open(folder.path()).unwrap();
    let support: Vec<_> = (0..40).step_by(3).map(|number| supported(number, 1.0, true, &[])).collect();
    let (mut seen, mut cursor) = (Vec::new(), None);
    loop {
        let asked = SearchRequest { cursor, limit: 7, ..asked("getter") };
        let page = request(&engine, asked, &support);
        assert_eq!(page.total, 14);
        seen.extend(page.hits.iter().filter_map(|hit| hit.hit.title.clone()));
        cursor = page.next_cursor;
        if cursor.is_none() {
            break;
        }
    }
    let expected: Vec<String> = (0..40).step_by(3).map(|number| format!("nummer{number}")).collect();
    assert_eq!(seen, expected);
}

#[test]
fn a_known_answer_counts_by_its_share_of_the_query() {
    let folder = index(&corpus(), None);
    let engine = Embedded::open(folder.path()).unwrap();
    let place = AnsweringPlace {
        words: vec!["får".to_owned(), "hage".to_owned()],
        document: uri(2),
        anchor: Some("P2".to_owned()),
        is_explained: false,
    };
    let page = |query: &str, places: &[AnsweringPlace]| {
        let meaning = QueryMeaning { answers: places.to_vec(), ..QueryMeaning::default() };
        search_page(&engine, &SearchRequest { meaning, ..asked(query) }).unwrap()
    };
    // The whole query: its document has none of the words.
    let whole = page("får i hage", std::slice::from_ref(&place));
    assert_eq!(titles(&whole), "cab");
    assert_eq!(whole.hits[0].found_by, Some(FoundBy::Everyday));
    let shown: Vec<_> = whole.hits[0].passages.passages.iter().map(|of| of.anchor.as_str()).collect();
    assert_eq!(shown, ["P2"]);
    // A small part of it finds nothing.
    let part = AnsweringPlace { words: vec!["får".to_owned()], ..place.clone() };
    assert_eq!(
        titles(&page("får getter upphävd annat", std::slice::from_ref(&part))),
        titles(&page("får getter upphävd annat", &[]))
    );
    // A page that explains the words stays before it.
    let explained = AnsweringPlace { is_explained: true, ..place.clone() };
    assert_eq!(titles(&page("får i hage", &[explained])), "abc");
    // Of a document that is not held nothing is known.
    let unheld = AnsweringPlace { document: uri(77), ..place };
    assert_eq!(titles(&page("får i hage", &[unheld])), "ab");
}
