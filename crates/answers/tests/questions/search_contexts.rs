//! Searches that find an act by the citation contexts of its provisions.

use serde_json::{Value, json};

use crate::fixture::{TODAY, demo_with, load, uri};
use crate::reader::{Reader, source};

/// The hit with this local id.
fn hit<'a>(answer: &'a Value, local: &str) -> Option<&'a Value> {
    answer["results"].as_array().unwrap().iter().find(|hit| hit["uri"].as_str().unwrap().ends_with(local))
}

#[test]
fn an_act_is_found_by_what_a_concept_page_says_of_its_provision() {
    let reader = Reader::demo();
    // The act has none of these words; the page of the concept *Får* has them where it cites 1 kap. 1 §.
    let query = "lagstiftaren avstått definition";
    let answer = reader.search(query, |question| question.explain = true);
    let act = hit(&answer, "/1931:47").unwrap_or_else(|| panic!("{answer:#}"));
    assert_eq!(act["found_by"], "citations");
    assert_eq!(act["fragments"][0]["pinpoint"], "K1P1", "{act:#}");
    // The provision is shown though it has nothing to mark.
    assert!(!act["fragments"][0]["highlight"][0].as_str().unwrap().contains("<em>"), "{act:#}");
    let added = act["explanation"]["added"].as_array().unwrap();
    assert!(added.iter().any(|part| part["name"] == "support"), "{act:#}");
    // The page itself matches by its words.
    let page = answer["results"].as_array().unwrap().iter().find(|hit| hit["title"] == "Får").unwrap();
    assert!(page.get("found_by").is_none(), "{page:#}");
    // It counts in the total and in the facets, and filters apply to it.
    let statutes = reader.search(query, |question| question.source = Some(source("sfs")));
    assert!(hit(&statutes, "/1931:47").is_some());
    assert_eq!(statutes["total"], statutes["results"].as_array().unwrap().len());
    // Quotes and operators say exactly what a document must have.
    for exact in ["\"avstått från\"", "avstått | definition"] {
        let answer = reader.search(exact, |_| ());
        assert!(hit(&answer, "/1931:47").is_none_or(|hit| hit.get("found_by").is_none()), "{exact}");
    }
}

#[test]
fn a_query_of_words_that_nobody_says_finds_nothing() {
    let reader = Reader::demo();
    for query in ["kvantdator blockkedja", "xyzzy", "lasagne recept gluten"] {
        let answer = reader.search(query, |_| ());
        assert_eq!(answer["total"], 0, "{query}: {answer:#}");
    }
}

#[test]
fn of_many_cases_the_last_twenty_speak_for_a_provision() {
    let words: Vec<String> = ('a'..='y').map(|letter| format!("zorv{letter}klump")).collect();
    // After all cases of the demo, by their uris.
    let case = |(number, word): (usize, &String)| {
        let link = json!({"uri": uri("1931:47#K3P3"), "text": "3 kap. 3 §"});
        let text = json!([format!("Det {word} som avses i "), link, " ska prövas."]);
        json!({
            "uri": uri(&format!("dom/zz/2031-{number:02}")), "label": format!("ZZ 2031-{number:02}"), "metadata": {},
            "structure": [{"type": "stycke", "text": text}],
        })
    };
    let cases: Vec<String> = words.iter().enumerate().map(|numbered| case(numbered).to_string()).collect();
    let built = demo_with("dv", &cases.join("\n"));
    load(&built.snapshot, TODAY);
    let reader = Reader::new(&built.snapshot, TODAY);
    for (number, word) in words.iter().enumerate() {
        let answer = reader.search(word, |_| ());
        assert!(hit(&answer, &format!("2031-{number:02}")).is_some(), "{answer:#}");
        let speaks = hit(&answer, "/1931:47").is_some();
        assert_eq!(speaks, number >= words.len() - 20, "{word}: {answer:#}");
    }
}
