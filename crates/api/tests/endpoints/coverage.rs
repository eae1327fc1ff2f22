//! What the demo corpus has and lacks.

use crate::served::{BASE, Served, encoded};

#[tokio::test]
async fn of_the_demo() {
    let served = Served::demo();
    let coverage = served.json("/api/v1/coverage").await;
    let sum = |list: &str, field: &str| -> u64 {
        coverage[list].as_array().unwrap().iter().map(|row| row[field].as_u64().unwrap()).sum()
    };
    let listed =
        served.json("/api/v1/documents?include_expired=true&limit=1").await["total"].as_u64().unwrap();
    assert_eq!(sum("sources", "documents") + sum("sources", "stubs"), listed);
    for field in ["documents", "texts", "summaries", "records", "stubs", "versions"] {
        assert_eq!(sum("sources", field), sum("holdings", field), "{field}");
    }
    for row in coverage["holdings"].as_array().unwrap() {
        let count = |field: &str| row[field].as_u64().unwrap();
        assert_eq!(count("documents"), count("texts") + count("summaries") + count("records"), "{row}");
    }
    let versions = served.json(&format!("/api/v1/document/versions?uri={BASE}/1931:47")).await;
    assert!(sum("sources", "versions") >= versions["versions"].as_array().unwrap().len() as u64 - 1);
    // Nothing in the list is held, and each is cited by as many as its inbound list says.
    let cited = coverage["most_cited"].as_array().unwrap();
    assert!(!cited.is_empty());
    for document in cited {
        let uri = document["uri"].as_str().unwrap().replace("{base}", BASE);
        let path = format!("/api/v1/document/inbound?uri={}", encoded(&uri));
        let inbound = served.json(&path).await;
        let rows = inbound["citations"].as_array().or_else(|| inbound["results"].as_array()).unwrap();
        let citing: std::collections::HashSet<_> =
            rows.iter().map(|row| row["uri"].as_str().unwrap()).collect();
        assert_eq!(document["cited_by"].as_u64().unwrap(), citing.len() as u64, "{uri}");
        assert_eq!(served.get(&format!("/api/v1/document?uri={}", encoded(&uri))).await.status, 404, "{uri}");
    }
    assert!(coverage["series"].as_array().unwrap().iter().all(|series| series["complete"] == false));
}

#[tokio::test]
async fn what_says_that_something_is_not_held_links_to_it() {
    let served = Served::demo();
    for (path, expected) in [
        ("/api/v1/resolve?q=1999:999", true),
        ("/api/v1/resolve?q=blomst", true),
        ("/api/v1/resolve?q=1931:47", false),
        ("/api/v1/resolve?q=1931:47+99+kap.", true),
        ("/api/v1/search?q=xyzzyqwert", true),
        ("/api/v1/search?q=tillsyn", false),
    ] {
        let link = served.get(path).await.header("link").to_owned();
        assert_eq!(link == "</api/v1/coverage>; rel=\"describedby\"", expected, "{path}: {link}");
    }
}
