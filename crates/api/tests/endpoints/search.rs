//! Searches of the demo's invented law.

use jiff::civil::date;
use serde_json::Value;

use crate::served::{BASE, Served, encoded, fill};

async fn search(served: &Served, query: &str, more: &str) -> Value {
    served.json(&format!("/api/v1/search?q={}{more}", encoded(query))).await
}

fn local(uri: &Value) -> String {
    uri.as_str().unwrap().replace("{base}/", "")
}

/// A hit, with `!` and its pin.
fn leading(hit: &Value) -> String {
    let pin = hit["pin"]["pinpoint"].as_str().map(|anchor| format!("!{anchor}")).unwrap_or_default();
    format!("{}{pin}", local(&hit["uri"]))
}

#[tokio::test]
async fn what_matches() {
    insta::assert_json_snapshot!(search(&Served::demo(), "tillsyn över får", "&limit=3").await);
}

#[tokio::test]
async fn a_provision_that_is_named() {
    insta::assert_json_snapshot!(search(&Served::demo(), "fårlagen 2 kap. 3 §", "&limit=2").await);
}

#[tokio::test]
async fn what_leads() {
    let served = Served::demo();
    let table = [
        // A name, a place in it, a name beside a topic.
        ("fårlagen", 1, "1931:47"),
        ("fårlagen 2 kap. 3 §", 1, "1931:47!K2P3"),
        ("NJA 2031 s. 5", 1, "dom/nja/2031s5"),
        ("T 1204-30", 2, "dom/nja/2031s5 dom/hd/T1204-30/2031-03-14"),
    ];
    for (query, most, expected) in table {
        let answer = search(&served, query, "").await;
        let found: Vec<_> = answer["results"].as_array().unwrap().iter().take(most).map(leading).collect();
        assert_eq!(found.join(" "), expected, "{query}");
        assert_eq!(answer["results"][0]["score"], Value::Null, "{query}");
    }
    // The words beside a name are looked for inside what it names.
    let answer = search(&served, "fårlagen tillsyn", "").await;
    assert_eq!(local(&answer["results"][0]["uri"]), "1931:47");
    let places = answer["results"][0]["fragments"].as_array().unwrap();
    assert!(!places.is_empty(), "{answer:#}");
    for place in places {
        // The words of the place, or of the heading over it.
        let told = format!("{} {}", place["heading"], place["highlight"][0]);
        assert!(told.to_lowercase().contains("tillsyn"), "{place}");
    }
}

/// How many documents match.
async fn total(served: &Served, query: &str) -> u64 {
    search(served, query, "").await["total"].as_u64().unwrap()
}

#[tokio::test]
async fn words_are_found_in_any_form() {
    let served = Served::demo();
    let all = total(&served, "tillsyn").await;
    assert!(all > 3, "{all}");
    // Other endings, no diacritics, capitals, a beginning of the word, a slip of the finger.
    for query in ["tillsynen", "TILLSYN", "tillsy"] {
        assert!(total(&served, query).await >= all, "{query}");
    }
    assert!(total(&served, "tillsny").await >= total(&served, "\"tillsyn\"").await);
    let owners = total(&served, "ägare").await;
    assert!(owners > 0 && total(&served, "agare").await >= owners);
    assert_eq!(total(&served, "qwxzkj plonkiga").await, 0);
    assert_eq!(total(&served, "").await, 0);
    assert_eq!(total(&served, "och").await, total(&served, "och och").await);
}

#[tokio::test]
async fn operators() {
    let served = Served::demo();
    let (sheep, goats) = (total(&served, "\"får\"").await, total(&served, "\"getter\"").await);
    let both = total(&served, "(\"får\") (\"getter\")").await;
    assert!(sheep > 0 && goats > 0 && both < sheep.min(goats).max(1) + 1);
    assert_eq!(total(&served, "\"får\" | \"getter\"").await, sheep + goats - both);
    assert_eq!(total(&served, "\"får\" -\"getter\"").await, sheep - both);
    // A quoted word stands for that form alone, and a star for every word that begins so.
    assert!(total(&served, "\"tillsyne\"").await == 0);
    assert!(total(&served, "tills*").await >= total(&served, "\"tillsyn\"").await);
    // What is excluded is excluded in every inflected form.
    let without = search(&served, "får -getter", "&limit=100").await;
    for hit in without["results"].as_array().unwrap() {
        assert!(!hit["title"].as_str().unwrap_or_default().to_lowercase().contains("getter"), "{hit}");
    }
    // Stray operators are ignored.
    for query in ["får |", "| får", "( får", "får )", "\"får", "får -", "får *"] {
        assert!(total(&served, query).await > 0, "{query}");
    }
}

#[tokio::test]
async fn a_word_nobody_knows_is_read_as_one_that_is() {
    let served = Served::demo();
    let answer = search(&served, "tillsny", "").await;
    assert_eq!(answer["relaxed"], true);
    assert_eq!(answer["corrections"][0]["word"], "tillsny");
    assert_eq!(answer["corrections"][0]["read_as"], "tillsyn");
    let plain = search(&served, "tillsyn", "").await;
    assert_eq!((&plain["relaxed"], &plain["corrections"]), (&Value::Bool(false), &Value::Array(vec![])));
    // Nothing about filters or pages changes that.
    for more in ["&source=sfs", "&source=nosuch", "&year=1850", "&offset=5", "&limit=1"] {
        assert_eq!(search(&served, "tillsny", more).await["relaxed"], true, "{more}");
        assert_eq!(search(&served, "tillsyn", more).await["relaxed"], false, "{more}");
    }
}

#[tokio::test]
async fn filters_and_facets() {
    let served = Served::demo();
    // What has no year is not of the year nought.
    assert_eq!(search(&served, "får", "&year=0000").await["total"], 0);
    let all = search(&served, "får", "").await;
    let total = all["total"].as_u64().unwrap();
    for axis in ["source", "kind", "year"] {
        let buckets = all["facets"][axis].as_array().unwrap();
        assert!(!buckets.is_empty());
        let count = |bucket: &Value| bucket["count"].as_u64().unwrap();
        assert!(buckets.is_sorted_by_key(|bucket| std::cmp::Reverse(count(bucket))), "{axis}");
        let sum: u64 = buckets.iter().map(count).sum();
        assert!(sum <= total, "{axis}");
        for bucket in buckets {
            let value = bucket["value"].as_str().unwrap();
            let filtered = search(&served, "får", &format!("&{axis}={value}&offset=0&limit=100")).await;
            assert_eq!(filtered["total"], bucket["count"], "{axis}={value}");
            // Its own facet is counted as if it were not filtered by.
            assert_eq!(filtered["facets"][axis], all["facets"][axis], "{axis}={value}");
            for hit in filtered["results"].as_array().unwrap().iter().filter(|_| axis != "year") {
                assert_eq!(hit[axis], bucket["value"]);
            }
        }
    }
    assert_eq!(search(&served, "får", "&source=nosuch").await["total"], 0);
    // An empty filter is none.
    assert_eq!(search(&served, "får", "&source=&kind=").await["total"], total);
    let labels = all["facets"]["source"].as_array().unwrap();
    assert!(labels.iter().any(|bucket| bucket["label"] == "Författningar"), "{labels:?}");
    assert!(all["facets"]["year"][0]["label"].is_null());
}

#[tokio::test]
async fn what_has_ended_is_no_hit() {
    let served = Served::demo();
    let found = |answer: &Value| -> Vec<String> {
        answer["results"].as_array().unwrap().iter().map(|hit| local(&hit["uri"])).collect()
    };
    let repealed = "1988:205";
    served.set_day(date(1980, 1, 1));
    assert!(
        found(&search(&served, "bihållning", "&limit=100&offset=0").await).contains(&repealed.to_owned())
    );
    served.set_day(date(2099, 1, 1));
    assert!(
        !found(&search(&served, "bihållning", "&limit=100&offset=0").await).contains(&repealed.to_owned())
    );
    // Who names it means it.
    assert_eq!(found(&search(&served, "bihållningslagen", "").await)[0], repealed);
}

#[tokio::test]
async fn what_a_query_names_counts_wherever_it_is_shown() {
    let served = Served::demo();
    // A place, a name beside a topic, a repealed law, a document that is not held.
    for query in
        ["fårlagen 2 kap. 3 §", "fårlagen tillsyn", "bihållningslagen", "brottsbalken", "fårlagen räntesats"]
    {
        let first = search(&served, query, "&limit=2").await;
        let mut pages = vec!["&offset=0".to_owned(), "&offset=3".to_owned(), "&limit=50".to_owned()];
        pages.extend(first["next_cursor"].as_str().map(|cursor| format!("&cursor={cursor}")));
        for more in pages {
            let other = search(&served, query, &more).await;
            for same in ["total", "facets", "relaxed", "corrections", "recognized", "cut"] {
                assert_eq!(other[same], first[same], "{query} {more}: {same}");
            }
        }
        for axis in ["source", "kind", "year"] {
            for bucket in first["facets"][axis].as_array().unwrap() {
                let value = bucket["value"].as_str().unwrap();
                let filtered = search(&served, query, &format!("&{axis}={value}")).await;
                assert_eq!(filtered["total"], bucket["count"], "{query} {axis}={value}");
                assert_eq!(filtered["facets"][axis], first["facets"][axis], "{query} {axis}={value}");
            }
        }
    }
}

#[tokio::test]
async fn what_is_named_and_not_held() {
    let served = Served::demo();
    assert_eq!(search(&served, "fårlagen", "").await["recognized"], serde_json::json!([]));
    for (query, uri) in [
        ("brottsbalken 3 kap. 1 §", "1962:700#K3P1"),
        ("C-912/31", "celex/62031CJ0912"),
        (&format!("{BASE}/2999:1"), "2999:1"),
    ] {
        let answer = search(&served, query, "&limit=100").await;
        assert_eq!(local(&answer["recognized"][0]["uri"]), uri, "{query}");
        assert_eq!(
            answer["recognized"],
            served.json(&format!("/api/v1/resolve?q={}", encoded(query))).await["recognized"]
        );
        let inbound = served.json(&format!("/api/v1/document/inbound?uri={BASE}/{uri}&limit=1000")).await;
        let mut citing: Vec<String> =
            inbound["citations"].as_array().unwrap().iter().map(|row| local(&row["uri"])).collect();
        citing.sort();
        citing.dedup();
        let hits = answer["results"].as_array().unwrap().iter().map(|hit| local(&hit["uri"]));
        let leading: Vec<String> = hits.take(citing.len()).collect();
        assert!(citing.iter().all(|uri| leading.contains(uri)), "{query}: {citing:?} {leading:?}");
    }
}

#[tokio::test]
async fn pages_follow_one_another() {
    let served = Served::demo();
    for sort in ["relevance", "citations"] {
        let walk = |limit: usize| {
            let served = served.clone();
            async move {
                let mut seen = Vec::new();
                let mut cursor = String::new();
                loop {
                    let page = search(&served, "lag", &format!("&sort={sort}&limit={limit}{cursor}")).await;
                    let hits = page["results"].as_array().unwrap();
                    seen.extend(hits.iter().map(|hit| local(&hit["uri"])));
                    match page["next_cursor"].as_str() {
                        Some(next) => cursor = format!("&cursor={next}"),
                        None => return seen,
                    }
                }
            }
        };
        let seen = walk(4).await;
        let mut once = seen.clone();
        once.sort();
        once.dedup();
        assert_eq!(once.len(), seen.len(), "{sort}: nothing comes twice");
        let whole = search(&served, "lag", &format!("&sort={sort}&limit=100&offset=0")).await;
        let order: Vec<_> =
            whole["results"].as_array().unwrap().iter().map(|hit| local(&hit["uri"])).collect();
        let mut rest = order.iter();
        assert!(seen.iter().all(|uri| rest.any(|other| other == uri)), "{sort}: {seen:?} of {order:?}");
        if sort == "citations" {
            let counts: Vec<_> = whole["results"]
                .as_array()
                .unwrap()
                .iter()
                .map(|hit| hit["inbound_count"].as_u64())
                .collect();
            assert!(counts.is_sorted_by_key(|count| std::cmp::Reverse(*count)));
        }
    }
    // What was named leads the first page and comes on no other.
    let first = search(&served, "fårlagen tillsyn", "&limit=2").await;
    let cursor = first["next_cursor"].as_str().unwrap().to_owned();
    assert_eq!(local(&first["results"][0]["uri"]), "1931:47");
    let second = search(&served, "fårlagen tillsyn", &format!("&limit=100&cursor={cursor}")).await;
    assert_eq!(first["total"], second["total"]);
    assert!(second["results"].as_array().unwrap().iter().all(|hit| local(&hit["uri"]) != "1931:47"));
}

#[tokio::test]
async fn a_cursor_is_of_one_walk() {
    let served = Served::demo();
    let first = search(&served, "lag", "&limit=3").await;
    let cursor = first["next_cursor"].as_str().unwrap().to_owned();
    assert!(
        cursor.len() <= 2048 && cursor.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
    );
    let damaged = format!("{}x", &cursor[..cursor.len() - 1]);
    let table = [
        format!("q=lagar&cursor={cursor}"),
        format!("q=lag&source=sfs&cursor={cursor}"),
        format!("q=lag&kind=lag&cursor={cursor}"),
        format!("q=lag&year=1931&cursor={cursor}"),
        format!("q=lag&sort=citations&cursor={cursor}"),
        format!("q=lag&cursor={damaged}"),
        "q=lag&cursor=x".to_owned(),
        format!("q=lag&cursor={}", "a".repeat(2049)),
    ];
    for query in table {
        let (status, detail) = served.failure(&format!("/api/v1/search?{query}")).await;
        assert_eq!((status, &detail[0]["loc"][1]), (422, &Value::from("cursor")), "{query}");
    }
    // The page may be of another size.
    search(&served, "lag", &format!("&limit=50&cursor={cursor}")).await;
}

#[tokio::test]
async fn hostile_queries_cost_little() {
    let served = Served::demo();
    let many = |text: &str, times: usize| text.repeat(times);
    let table = [
        many("\"", 10_000),
        many("(", 10_000),
        many("a* | ", 5_000),
        many("-", 10_000),
        format!("{}får{}", many("(", 40), many(")", 40)),
        many("får ", 500),
        "\u{0}\u{202e}".to_owned(),
        many("å", 3_900),
        "a* | b* | c* | d*".to_owned(),
        "-får".to_owned(),
        "* - | ( ) \"".to_owned(),
        "😀 <script>alert(1)</script> ' OR 1=1 --".to_owned(),
    ];
    for query in table {
        let path = format!("/api/v1/search?q={}", encoded(&query));
        let answer = served.get(&path).await;
        let status = answer.status.as_u16();
        assert!(matches!(status, 200 | 422), "{status}: {}", &query[..query.len().min(40)]);
        if status == 422 {
            assert_eq!(answer.json()["detail"][0]["loc"][1], "q");
        }
    }
}

#[tokio::test]
async fn extracts_are_escaped_and_marked() {
    let served = Served::demo();
    for query in ["tillsyn", "\"allmän domstol\"", "får & getter", "lag"] {
        let answer = search(&served, query, "&limit=20").await;
        for hit in answer["results"].as_array().unwrap() {
            let own = hit["highlight"].as_array().unwrap();
            assert!(own.len() <= 2);
            let fragments = hit["fragments"].as_array().unwrap();
            assert!(fragments.len() <= 3);
            let places = fragments.iter().flat_map(|place| place["highlight"].as_array().unwrap());
            for extract in own.iter().chain(places) {
                let text = extract.as_str().unwrap().replace("<em>", "").replace("</em>", "");
                assert!(!text.contains(['<', '>', '"']), "{extract}");
            }
            for place in fragments {
                let uri = format!("{}#{}", hit["uri"].as_str().unwrap(), place["pinpoint"].as_str().unwrap());
                assert_eq!(place["uri"], uri);
            }
        }
    }
}

#[tokio::test]
async fn degraded_states() {
    // No index yet: search says so, and everything else answers.
    let served = Served::demo_without_graph();
    let (status, detail) = served.failure("/api/v1/search?q=lag").await;
    assert_eq!((status, detail.as_str().unwrap()), (503, "the search index is missing or being opened"));
    assert_eq!(served.get("/api/v1/documents?limit=1").await.status, 200);

    // No names: no pin, and nothing else is lost.
    let snapshot = Served::demo_snapshot();
    snapshot.load_search().unwrap();
    let served = Served::new(Some(snapshot));
    let answer = search(&served, "fårlagen 2 kap. 3 §", "").await;
    assert!(answer["results"].as_array().unwrap().iter().all(|hit| hit["pin"].is_null()));
    assert!(answer["total"].as_u64().unwrap() > 0);

    // No catalog: search answers, without pins, and says so where the catalog is needed.
    let folder = tempfile::tempdir().unwrap();
    fill(folder.path());
    let snapshots = lagrum_snapshot::Snapshots::new(&folder.path().join("data"));
    let id = snapshots.current().unwrap().unwrap();
    let catalog = folder.path().join("data/snapshots").join(id.as_str()).join("catalog.db");
    std::fs::write(&catalog, b"no database").unwrap();
    assert!(snapshots.open_current().is_err());
    let snapshot = snapshots.open_what_is_there().unwrap().unwrap();
    snapshot.load_search().unwrap();
    let served = Served::new(Some(std::sync::Arc::new(snapshot)));
    let answer = search(&served, "fårlagen tillsyn", "").await;
    assert!(answer["results"][0]["title"].is_string());
    assert_eq!(served.failure(&format!("/api/v1/document?uri={BASE}/1931:47")).await.0, 503);
    assert_eq!(served.get("/readyz").await.status, 503);
}
