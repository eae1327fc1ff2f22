//! Acts in the order of what their provisions say.

use lagrum_artifact::AnchorGrammar;
use lagrum_search::{
    DocumentToIndex, Embedded, SearchPage, SearchRequest, SourceRoles, TextWriter, search_page,
};

use crate::corpus::{Doc, asked, compounds, full_text, index, plain, row};

fn of_source(source: &'static str, doc: Doc) -> Doc {
    Doc { source, ..doc }
}

/// *b* has the words in one provision, *a* in three, and *a* is cited more. *c* is of another kind. *d* lacks the rarest word, and
/// does not match.
fn docs() -> [Doc; 4] {
    [
        plain("a", "får i hage. staket av trä. vatten i ho", 40),
        of_source("dom", plain("c", "får staket vatten", 90)),
        plain("b", "hästar. får bakom staket med vatten. hundar. katter. getter och annat som går här", 0),
        plain("d", "får. hästar och kor. staket", 0),
    ]
}

fn request(query: &str) -> SearchRequest {
    let roles = SourceRoles { acts: vec!["sfs"], about_acts: vec!["foreskrift"] };
    SearchRequest { roles, ..asked(query) }
}

fn titles(page: &SearchPage) -> String {
    page.hits.iter().filter_map(|hit| hit.hit.title.as_deref()).collect()
}

fn find(engine: &Embedded, request: &SearchRequest) -> SearchPage {
    search_page(engine, request).unwrap()
}

#[test]
fn an_act_that_answers_in_one_provision_comes_before_one_with_the_words_here_and_there() {
    let folder = index(&docs(), None);
    let engine = Embedded::open(folder.path()).unwrap();
    let request = request("får staket vatten");
    let as_matched =
        titles(&find(&engine, &SearchRequest { roles: SourceRoles::default(), ..request.clone() }));
    assert_eq!(as_matched, "cab");
    let page = find(&engine, &SearchRequest { explain: true, ..request.clone() });
    assert_eq!(titles(&page), "cba", "documents of other kinds keep their places");
    assert!(page.hits.is_sorted_by(|a, b| a.score >= b.score), "scores fall");
    for hit in &page.hits {
        let explanation = hit.explanation.as_ref().unwrap();
        let expected = hit.score;
        assert!((explanation.recomputed() - expected).abs() < 1e-3, "{explanation:?}");
        let is_moved = explanation.added.iter().any(|added| added.name == "provisions");
        assert_eq!(is_moved, ["a", "b"].contains(&hit.hit.title.as_deref().unwrap()), "{explanation:?}");
    }
    // The provision with all words is the first of its act.
    assert_eq!(page.hits[1].passages.passages[0].anchor, "P2");
}

#[test]
fn pages_follow_one_order() {
    let mut docs = docs().to_vec();
    for number in 0..130_u64 {
        let text = ["får. staket. vatten", "staket. får vatten", "vatten får staket"][number as usize % 3];
        docs.push(plain(&format!(" {number}"), text, number % 7));
    }
    let folder = index(&docs, None);
    let engine = Embedded::open(folder.path()).unwrap();
    let request = request("får staket vatten");
    // One walk has a page that begins right behind the head.
    let walk = |limit: usize| {
        let (mut walked, mut cursor) = (Vec::new(), None);
        loop {
            let page = find(&engine, &SearchRequest { cursor, limit, ..request.clone() });
            walked.extend(page.hits.iter().map(|hit| (hit.hit.uri.clone(), hit.score)));
            cursor = page.next_cursor;
            if cursor.is_none() {
                break walked;
            }
        }
    };
    let walked = walk(7);
    assert_eq!(walked, walk(10));
    let mut skipped = Vec::new();
    for offset in (0..docs.len()).step_by(9) {
        let request = SearchRequest { offset: Some(offset), limit: 9, ..request.clone() };
        skipped.extend(find(&engine, &request).hits.into_iter().map(|hit| (hit.hit.uri, hit.score)));
    }
    assert_eq!(walked.len(), docs.len() - 1, "each document that matches once");
    assert_eq!(walked, skipped);
    assert!(walked.is_sorted_by(|a, b| a.1 >= b.1));
}

#[test]
fn a_regulation_gives_its_place_to_an_act_that_answers_nearly_as_well() {
    let docs = [
        of_source("foreskrift", plain("r", "får bakom staket. får bakom staket", 4)),
        plain("a", "får bakom staket och annat som går där. hästar", 0),
    ];
    let folder = index(&docs, None);
    let engine = Embedded::open(folder.path()).unwrap();
    assert_eq!(titles(&find(&engine, &request("får staket"))), "ar");
    let as_matched = SearchRequest { roles: SourceRoles::default(), ..request("får staket") };
    assert_eq!(titles(&find(&engine, &as_matched)), "ra");
    // A query that states what a document must have is answered as it is.
    assert_eq!(titles(&find(&engine, &request("\"får bakom staket\""))), "ra");
}

#[test]
fn the_first_hit_shows_five_passages_and_others_three() {
    let text = "får ett. får två. får tre. får fyra. får fem. får sex. får sju";
    let folder = index(&[plain("a", text, 3), plain("b", text, 0)], None);
    let engine = Embedded::open(folder.path()).unwrap();
    let shown = |request: &SearchRequest| {
        find(&engine, request).hits.iter().map(|hit| hit.passages.passages.len()).collect::<Vec<_>>()
    };
    assert_eq!(shown(&request("får")), [5, 3]);
    assert_eq!(shown(&SearchRequest { offset: Some(1), ..request("får") }), [3]);
}

#[test]
fn a_question_for_the_meaning_of_a_word_shows_the_provision_that_defines_it() {
    let text = "hage hage och hage. med hage avses annat. hage. vall räknas. definition";
    let folder = tempfile::tempdir().unwrap();
    let writer = TextWriter::begin(folder.path(), None, 64 << 20, compounds).unwrap();
    writer.add(0, &full_text(text), AnchorGrammar::Statute).unwrap();
    let defined = vec![("P2".to_owned(), "hage".to_owned())];
    let row = DocumentToIndex { defined, ..row(&plain("a", text, 0), 0) };
    writer.finish([0]).unwrap().finish(&vec![row]).unwrap();
    let engine = Embedded::open(folder.path()).unwrap();
    for query in ["vad räknas som hage", "vad avses med hage"] {
        let page = find(&engine, &request(query));
        assert_eq!(page.hits[0].passages.passages[0].anchor, "P2", "{query}");
    }
}

#[test]
fn a_numeral_of_years_is_found_in_figures_and_in_letters() {
    let docs = [
        plain("a", "lamm under femton år", 0),
        plain("b", "lamm under 15 år", 0),
        plain("c", "femton lamm", 0),
    ];
    let folder = index(&docs, None);
    let engine = Embedded::open(folder.path()).unwrap();
    for query in ["15 år lamm", "femton år lamm"] {
        let found = titles(&find(&engine, &request(query)));
        assert!(["abc", "bac"].contains(&found.as_str()), "{query}: {found}");
    }
}
