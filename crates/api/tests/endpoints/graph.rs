//! The documents around a document or a provision, against the bare list of links.

use std::collections::BTreeMap;

use lagrum_artifact::Anchor;
use lagrum_corpus::import::{ImportOptions, import};
use lagrum_corpus::{Corpus, Silent};
use serde_json::{Value, json};

use crate::links::{Asked, World, coded, side};
use crate::served::{BASE, Served, build, fill, open, uri};

async fn graph(served: &Served, uri: &str, more: &str) -> Value {
    let answer = served.get(&format!("/api/v1/graph?uri={}{more}", coded(uri))).await;
    assert_eq!(answer.status, 200, "{uri} {more}: {}", answer.text());
    answer.json()
}

#[tokio::test]
async fn a_provision_and_what_is_around_it() {
    let path = format!("/api/v1/graph?uri={}&limit=3", uri("1931:47#K2P3S1"));
    insta::assert_json_snapshot!(Served::demo().json(&path).await);
}

#[tokio::test]
async fn a_document_with_its_rings() {
    let path = format!("/api/v1/graph?uri={}&depth=3&limit=4&sort=citations", uri("dom/nja/2031s5"));
    insta::assert_json_snapshot!(Served::demo().json(&path).await);
}

#[tokio::test]
async fn every_document_and_every_place_as_by_definition() {
    let served = Served::demo();
    let world = World::read(&served).await;
    let ways = [
        Asked::default(),
        Asked { by_citations: true, grouplimit: Some(2), ..Asked::default() },
        Asked {
            groups: vec!["Rättsfall", "Folkrättslig praxis", "Förarbeten"],
            limit: Some(3),
            ..Asked::default()
        },
        Asked { by_citations: true, limit: Some(1), ..Asked::default() },
    ];
    let documents = world.documents.keys().map(|uri| (uri.clone(), None));
    let places = world.places().into_iter().map(|(uri, anchor)| (uri, Some(anchor)));
    let centres: Vec<_> = documents.chain(places).collect();
    assert!(centres.len() > 300, "{}", centres.len());
    let (mut links, mut unresolved) = (0, 0);
    for (at, (document, anchor)) in centres.iter().enumerate() {
        let uri = anchor.as_ref().map_or_else(|| document.clone(), |anchor| format!("{document}#{anchor}"));
        let asked = &ways[at % ways.len()];
        for asked in [&ways[0], asked] {
            let answer = graph(&served, &uri, &asked.query()).await;
            let [inbound, outbound] = world.sides(document, anchor.as_deref(), asked);
            assert_eq!(side(&answer["inbound"]), inbound, "{uri} {asked:?}");
            assert_eq!(side(&answer["outbound"]), outbound, "{uri} {asked:?}");
            links += inbound.total_links + outbound.total_links;
            unresolved += outbound.unresolved;
        }
    }
    assert!(links > 1000 && unresolved > 10, "{links} {unresolved}");
}

#[tokio::test]
async fn before_the_graph_is_loaded_the_neighbours_are_the_same() {
    let (loaded, loading) = (Served::demo(), Served::demo_without_graph());
    let world = World::read(&loaded).await;
    for uri in world.documents.keys() {
        for more in ["", "&sort=citations&grouplimit=1", "&groups=Rättsfall&internal=true"] {
            assert_eq!(graph(&loading, uri, more).await, graph(&loaded, uri, more).await, "{uri} {more}");
        }
    }
    for (document, anchor) in world.places().iter().step_by(5) {
        let uri = format!("{document}#{anchor}");
        assert_eq!(graph(&loading, &uri, "").await, graph(&loaded, &uri, "").await, "{uri}");
    }
}

#[tokio::test]
async fn what_waits_for_the_graph_says_so_and_when_to_come_back() {
    let served = Served::demo_without_graph();
    let place = uri("1931:47");
    for path in [
        format!("/api/v1/graph?uri={place}&depth=2"),
        format!("/api/v1/graph?uri={place}&depth=3"),
        format!("/api/v1/graph?uri={}&depth=2", uri("2999:1")),
        format!("/api/v1/path?from={place}&to={place}"),
    ] {
        let answer = served.get(&path).await;
        assert_eq!((answer.status.as_u16(), answer.header("retry-after")), (503, "30"), "{path}");
        assert!(answer.json()["detail"].is_string());
    }
    // What is wrong with the request itself is said first.
    for (path, status) in [
        (format!("/api/v1/graph?uri={place}&depth=2&groups=x"), 422),
        (format!("/api/v1/graph?uri={place}&depth=4"), 422),
        (format!("/api/v1/graph?uri={}", uri("2999:1")), 404),
        (format!("/api/v1/path?from={}&to={place}", uri("2999:1")), 404),
        (format!("/api/v1/path?from={place}&to={place}&groups=,"), 422),
    ] {
        assert_eq!(served.get(&path).await.status, status, "{path}");
    }
    let readiness = served.get("/readyz").await;
    assert_eq!(readiness.status, 200);
    assert_eq!(readiness.json()["parts"][1], json!({"name": "graph", "ready": false}));
    assert_eq!(Served::demo().json("/readyz").await["parts"][1]["ready"], true);
}

#[tokio::test]
async fn the_names_of_groups() {
    let served = Served::demo();
    // (groups, whether they are refused)
    let table = [
        ("", false),
        ("Rättsfall", false),
        ("Rättsfall,Förarbeten", false),
        ("%20Rättsfall%20,,%20Folkrättslig%20praxis", false),
        ("Lagkommentarer,Tidskriftsartiklar", false),
        (",", true),
        ("%20", true),
        ("rättsfall", true),
        ("Rättsfall,dv", true),
        ("Övrigt", true),
    ];
    for (groups, refused) in table {
        for path in [
            format!("/api/v1/graph?uri={}&groups={groups}", uri("1931:47")),
            format!("/api/v1/path?from={0}&to={0}&groups={groups}", uri("1931:47")),
        ] {
            let answer = served.get(&path).await;
            if refused {
                assert_eq!(answer.status, 422, "{path}");
                let item = &answer.json()["detail"][0];
                assert_eq!(
                    (&item["type"], &item["loc"]),
                    (&json!("value_error"), &json!(["query", "groups"]))
                );
            } else {
                assert_eq!(answer.status, 200, "{path}");
            }
        }
    }
}

#[tokio::test]
async fn the_rest_is_a_group_while_somebody_is_in_it() {
    let folder = tempfile::tempdir().unwrap();
    fill(folder.path());
    let article = folder.path().join("lawreview.ndjson");
    let link = json!({"predicate": "dcterms:references", "uri": uri("1931:47"), "text": "fårlagen"});
    let paragraph = json!({"type": "stycke", "text": ["Se ", link, "."]});
    let review = json!({"uri": uri("lawreview/1"), "title": "Om får", "structure": [paragraph]});
    std::fs::write(&article, review.to_string()).unwrap();
    let corpus = Corpus::create(&folder.path().join("data")).unwrap();
    import(&corpus, &[article.display().to_string()], &ImportOptions::default(), &Silent).unwrap();
    build(folder.path());
    let snapshot = open(folder.path());
    snapshot.load_graph().unwrap();
    let answer = graph(&Served::new(Some(snapshot)), &uri("1931:47"), "&groups=%C3%96vrigt").await;
    assert_eq!(answer["inbound"]["total_links"], 1);
    assert_eq!(answer["inbound"]["top"][0]["uri"], uri("lawreview/1"));
    assert_eq!(answer["inbound"]["top"][0]["group"], "Övrigt");
}

#[tokio::test]
async fn a_side_that_is_not_asked_for_is_null() {
    let served = Served::demo();
    for (direction, inbound, outbound) in [("in", true, false), ("out", false, true), ("both", true, true)] {
        let answer = graph(&served, &uri("1931:47"), &format!("&direction={direction}&depth=2")).await;
        assert_eq!((answer["inbound"].is_object(), answer["outbound"].is_object()), (inbound, outbound));
        let sides: Vec<_> =
            answer["expansion"]["nodes"].as_array().unwrap().iter().map(|n| &n["side"]).collect();
        assert!(sides.iter().all(|side| direction == "both" || **side == direction), "{sides:?}");
    }
}

#[tokio::test]
async fn counts_are_told_unless_nothing_but_the_citing_side_was_asked_for() {
    let served = Served::demo();
    for (more, told) in [
        ("", false),
        ("&depth=2&limit=5", false),
        ("&groups=Rättsfall", true),
        ("&grouplimit=3", true),
        ("&sort=citations", true),
    ] {
        let answer = graph(&served, &uri("1931:47"), more).await;
        let top = answer["inbound"]["top"].as_array().unwrap();
        assert!(!top.is_empty());
        assert!(top.iter().all(|row| row["inbound_count"].is_u64() == told), "{more}");
        assert!(
            answer["outbound"]["top"].as_array().unwrap().iter().all(|row| row["inbound_count"].is_u64())
        );
    }
}

#[tokio::test]
async fn provisions_that_cite_each_other() {
    let served = Served::demo();
    let world = World::read(&served).await;
    let mut pairs = 0;
    for document in world.documents.keys() {
        let grammar = world.grammar(document);
        let mut expected = BTreeMap::<(String, String), u64>::new();
        for link in world.links.iter().filter(|link| link.citing == *document && link.cited == *document) {
            let ends =
                [&link.anchor, &link.cited_anchor].map(|anchor| anchor.as_deref().and_then(Anchor::new));
            let [Some(from), Some(to)] = ends else { continue };
            if from.is_change_marker() || to.is_change_marker() {
                continue;
            }
            let [from, to] = [from, to].map(|anchor| grammar.unit(&anchor).as_str().to_owned());
            if from != to {
                *expected.entry((from, to)).or_default() += 1;
            }
        }
        assert_eq!(graph(&served, document, "").await["internal"], Value::Null);
        let answer = graph(&served, document, "&internal=true").await["internal"].take();
        let edges = answer["edges"].as_array().unwrap();
        assert!(edges.is_sorted_by_key(|edge| std::cmp::Reverse(edge[2].as_u64())));
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let found: BTreeMap<_, _> =
            edges.iter().map(|edge| ((text(&edge[0]), text(&edge[1])), edge[2].as_u64().unwrap())).collect();
        assert_eq!(found, expected, "{document}");
        pairs += expected.len();
    }
    assert!(pairs > 5, "{pairs}");
}

#[tokio::test]
async fn places_and_documents_that_are_not_there() {
    let served = Served::demo();
    let answer = graph(&served, &format!("{BASE}/1931:47#"), "").await;
    assert_eq!(
        (&answer["anchor"], &answer["unit"], &answer["pinpoint"]),
        (&Value::Null, &Value::Null, &Value::Null)
    );
    let answer = graph(&served, &format!("{BASE}/1931:47#K99P1S2"), "").await;
    assert_eq!((&answer["unit"], &answer["pinpoint"]), (&json!("K99P1"), &json!("99 kap. 1 §")));
    assert_eq!(answer["citation"], "99 kap. 1 § Fårlag");
    for side in ["inbound", "outbound"] {
        assert_eq!(answer[side], json!({"total_links": 0, "total_docs": 0, "unresolved": 0, "top": []}));
    }
    let nodes = answer["internal"]["nodes"].as_array().unwrap();
    assert!(nodes.contains(&json!({"anchor": "K99P1", "label": "99 kap. 1 §", "n": 0})));
    for unknown in [uri("2999:1"), uri("2999:1#P1"), "%23P1".to_owned(), "/1931:47".to_owned(), String::new()]
    {
        let (status, detail) = served.failure(&format!("/api/v1/graph?uri={unknown}")).await;
        assert_eq!(status, 404, "{unknown}");
        assert!(!detail.as_str().unwrap().contains("#P1") || unknown.starts_with("%23"), "{detail}");
    }
}

#[tokio::test]
async fn fields_stand_in_the_order_they_are_listed() {
    let path = format!("/api/v1/graph?uri={}&depth=2&internal=true", uri("1931:47"));
    let text = Served::demo().get(&path).await.text().to_owned();
    let fields = [
        "uri",
        "root",
        "anchor",
        "unit",
        "pinpoint",
        "descriptive",
        "citation",
        "label",
        "title",
        "source",
        "kind",
        "group",
        "source_url",
        "inbound",
        "total_links",
        "total_docs",
        "unresolved",
        "top",
        "links",
        "inbound_count",
        "outbound",
        "internal",
        "depth",
        "expansion",
        "hop",
        "side",
    ];
    let mut rest = text.as_str();
    for field in fields {
        let name = format!("\"{field}\":");
        let at = rest.find(&name).unwrap_or_else(|| panic!("{field} is not where it should be"));
        rest = &rest[at + name.len()..];
    }
}

#[tokio::test]
async fn parameters_out_of_bounds() {
    let path = "/api/v1/graph?direction=up&limit=301&sort=best&grouplimit=0&depth=4&internal=maybe&groups=x";
    let answer = Served::demo().get(path).await;
    assert_eq!(answer.status, 422);
    let detail = answer.json()["detail"].take();
    let fields: Vec<_> =
        detail.as_array().unwrap().iter().map(|item| item["loc"][1].as_str().unwrap()).collect();
    assert_eq!(fields, ["uri", "direction", "limit", "sort", "grouplimit", "depth", "internal"]);
}
