//! Searches that find an act by what others say of its provisions.

use serde_json::Value;

use crate::served::{Served, encoded};

async fn search(served: &Served, query: &str, more: &str) -> Value {
    served.json(&format!("/api/v1/search?q={}{more}", encoded(query))).await
}

/// The hit with this local id.
fn hit<'a>(answer: &'a Value, local: &str) -> Option<&'a Value> {
    answer["results"].as_array().unwrap().iter().find(|hit| hit["uri"].as_str().unwrap().ends_with(local))
}

#[tokio::test]
async fn an_act_is_found_by_what_a_concept_page_says_of_its_provision() {
    let served = Served::demo();
    // The act has none of these words; the page of the concept *Får* says them of 1 kap. 1 §.
    let query = "lagstiftaren avstått definition";
    let answer = search(&served, query, "&explain=true").await;
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
    let statutes = search(&served, query, "&source=sfs").await;
    assert!(hit(&statutes, "/1931:47").is_some());
    assert_eq!(statutes["total"], statutes["results"].as_array().unwrap().len());
    // Quotes and operators say exactly what a document must have.
    for exact in ["\"avstått från\"", "avstått | definition"] {
        let answer = search(&served, exact, "").await;
        assert!(hit(&answer, "/1931:47").is_none_or(|hit| hit.get("found_by").is_none()), "{exact}");
    }
}

#[tokio::test]
async fn a_query_of_words_that_nobody_says_finds_nothing() {
    let served = Served::demo();
    for query in ["kvantdator blockkedja", "xyzzy", "lasagne recept gluten"] {
        let answer = search(&served, query, "").await;
        assert_eq!(answer["total"], 0, "{query}: {answer:#}");
    }
}
