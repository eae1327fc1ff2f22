//! The documents around a document or a provision, against the bare list of links.

use std::collections::BTreeMap;

use lagrum_answers::{AnswerError, GraphQuestion, LinkDirection, NeighbourOrder};
use lagrum_artifact::Anchor;
use serde_json::{Value, json};

use crate::fixture::{TODAY, bare, demo_with, uri};
use crate::links::{Asked, World, side};
use crate::reader::Reader;
use crate::real::Real;

/// A change of a question for a picture.
type Change = fn(&mut GraphQuestion);

#[test]
fn every_document_and_every_place_as_by_definition() {
    let reader = Reader::demo();
    let world = World::read(reader);
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
            let answer = reader.graph(&uri, |question| asked.change(question));
            let [inbound, outbound] = world.sides(document, anchor.as_deref(), asked);
            assert_eq!(side(&answer["inbound"]), inbound, "{uri} {asked:?}");
            assert_eq!(side(&answer["outbound"]), outbound, "{uri} {asked:?}");
            links += inbound.total_links + outbound.total_links;
            unresolved += outbound.unresolved;
        }
    }
    assert!(links > 1000 && unresolved > 10, "{links} {unresolved}");
}

#[test]
fn real_documents_and_places_as_by_definition() {
    let Some(real) = Real::get() else { return };
    real.snapshot.load_graph().unwrap();
    let reader = Reader::new(&real.snapshot, TODAY);
    let world = World::read(reader);
    let documents = world.documents.keys().map(|uri| (uri.clone(), None)).step_by(7);
    let places: Vec<_> = world.places().into_iter().map(|(uri, anchor)| (uri, Some(anchor))).collect();
    let every = places.len() / 120 + 1;
    let asked = Asked { grouplimit: Some(5), ..Asked::default() };
    let mut links = 0;
    for (document, anchor) in documents.chain(places.into_iter().step_by(every)) {
        let uri = anchor.as_ref().map_or_else(|| document.clone(), |anchor| format!("{document}#{anchor}"));
        let answer = reader.graph(&uri, |question| asked.change(question));
        let [inbound, outbound] = world.sides(&document, anchor.as_deref(), &asked);
        assert_eq!(side(&answer["inbound"]), inbound, "{uri}");
        assert_eq!(side(&answer["outbound"]), outbound, "{uri}");
        links += inbound.total_links + outbound.total_links;
    }
    assert!(links > 500, "{links}");
}

#[test]
fn before_the_graph_is_loaded_the_neighbours_are_the_same() {
    let bare = bare();
    let (loaded, loading) = (Reader::demo(), Reader::new(&bare, TODAY));
    let world = World::read(loaded);
    let changes: [Change; 3] = [
        |_| (),
        |question| {
            question.order = NeighbourOrder::Citations;
            question.group_limit = Some(1);
        },
        |question| {
            question.groups = Some("Rättsfall".to_owned());
            question.internal = true;
        },
    ];
    for uri in world.documents.keys() {
        for (at, change) in changes.into_iter().enumerate() {
            assert_eq!(loading.graph(uri, change), loaded.graph(uri, change), "{uri} {at}");
        }
    }
    for (document, anchor) in world.places().iter().step_by(5) {
        let uri = format!("{document}#{anchor}");
        assert_eq!(loading.graph(&uri, |_| ()), loaded.graph(&uri, |_| ()), "{uri}");
    }
}

/// An error in the question itself is reported before a missing graph.
#[test]
fn what_waits_for_the_graph() {
    let bare = bare();
    let loading = Reader::new(&bare, TODAY);
    let (held, unheld) = (uri("1931:47"), uri("2999:1"));
    let kind = |failure: Option<AnswerError>| match failure {
        None => "answered",
        Some(AnswerError::Loading { .. }) => "loading",
        Some(AnswerError::NotFound(_)) => "not found",
        Some(AnswerError::Invalid { parameter: "groups", .. }) => "groups",
        Some(other) => panic!("{other:?}"),
    };
    for (place, depth, groups, expected) in [
        (&held, 1, None, "answered"),
        (&held, 2, None, "loading"),
        (&held, 3, None, "loading"),
        (&unheld, 2, None, "loading"),
        (&unheld, 1, None, "not found"),
        (&held, 2, Some("x"), "groups"),
    ] {
        let answer = loading.try_graph(place, |question| {
            question.depth = depth;
            question.groups = groups.map(str::to_owned);
        });
        assert_eq!(kind(answer.err()), expected, "{place} {depth} {groups:?}");
    }
    for (from, to, groups, expected) in [
        (&held, &held, None, "loading"),
        (&unheld, &held, None, "not found"),
        (&held, &unheld, None, "not found"),
        (&held, &held, Some(","), "groups"),
    ] {
        let answer = loading.try_path(from, to, |question| question.groups = groups.map(str::to_owned));
        assert_eq!(kind(answer.err()), expected, "{from} {to} {groups:?}");
    }
}

#[test]
fn the_names_of_groups() {
    let reader = Reader::demo();
    // Names, and whether they are refused.
    let table = [
        ("", false),
        ("Rättsfall", false),
        ("Rättsfall,Förarbeten", false),
        (" Rättsfall ,, Folkrättslig praxis", false),
        ("Lagkommentarer,Tidskriftsartiklar", false),
        (",", true),
        (" ", true),
        ("rättsfall", true),
        ("Rättsfall,dv", true),
        ("Övrigt", true),
    ];
    let place = uri("1931:47");
    for (groups, is_refused) in table {
        let graph = reader.try_graph(&place, |question| question.groups = Some(groups.to_owned()));
        let path = reader.try_path(&place, &place, |question| question.groups = Some(groups.to_owned()));
        for answer in [graph, path] {
            let refused = matches!(answer, Err(AnswerError::Invalid { parameter: "groups", .. }));
            assert_eq!((answer.is_err(), refused), (is_refused, is_refused), "{groups:?}");
        }
    }
}

#[test]
fn the_rest_is_a_group_while_somebody_is_in_it() {
    let link = json!({"predicate": "dcterms:references", "uri": uri("1931:47"), "text": "fårlagen"});
    let paragraph = json!({"type": "stycke", "text": ["Se ", link, "."]});
    let review = json!({"uri": uri("lawreview/1"), "title": "Om får", "structure": [paragraph]});
    let built = demo_with("lawreview", &review.to_string());
    let reader = Reader::new(&built.snapshot, TODAY);
    let answer = reader.graph(&uri("1931:47"), |question| question.groups = Some("Övrigt".to_owned()));
    assert_eq!(answer["inbound"]["total_links"], 1);
    assert_eq!(answer["inbound"]["top"][0]["uri"], uri("lawreview/1"));
    assert_eq!(answer["inbound"]["top"][0]["group"], "Övrigt");
}

#[test]
fn a_side_that_is_not_asked_for_is_null() {
    let reader = Reader::demo();
    for (direction, name, inbound, outbound) in [
        (LinkDirection::In, "in", true, false),
        (LinkDirection::Out, "out", false, true),
        (LinkDirection::Both, "both", true, true),
    ] {
        let answer = reader.graph(&uri("1931:47"), |question| {
            question.direction = direction;
            question.depth = 2;
        });
        assert_eq!((answer["inbound"].is_object(), answer["outbound"].is_object()), (inbound, outbound));
        let nodes = answer["expansion"]["nodes"].as_array().unwrap();
        let sides: Vec<_> = nodes.iter().map(|node| node["side"].as_str().unwrap()).collect();
        assert!(!sides.is_empty(), "{name}");
        assert!(sides.iter().all(|side| name == "both" || *side == name), "{name}: {sides:?}");
    }
}

#[test]
fn counts_are_told_unless_nothing_but_the_citing_side_was_asked_for() {
    let reader = Reader::demo();
    let table: [(bool, Change); 5] = [
        (false, |_| ()),
        (false, |question| {
            question.depth = 2;
            question.limit = 5;
        }),
        (true, |question| question.groups = Some("Rättsfall".to_owned())),
        (true, |question| question.group_limit = Some(3)),
        (true, |question| question.order = NeighbourOrder::Citations),
    ];
    for (at, (is_told, change)) in table.into_iter().enumerate() {
        let answer = reader.graph(&uri("1931:47"), change);
        let top = answer["inbound"]["top"].as_array().unwrap();
        assert!(!top.is_empty());
        assert!(top.iter().all(|row| row["inbound_count"].is_u64() == is_told), "{at}");
        let outbound = answer["outbound"]["top"].as_array().unwrap();
        assert!(outbound.iter().all(|row| row["inbound_count"].is_u64()), "{at}");
    }
}

#[test]
fn provisions_that_cite_each_other() {
    let reader = Reader::demo();
    let world = World::read(reader);
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
        assert_eq!(reader.graph(document, |_| ())["internal"], Value::Null);
        let answer = reader.graph(document, |question| question.internal = true)["internal"].take();
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

#[test]
fn places_and_documents_that_are_not_there() {
    let reader = Reader::demo();
    let answer = reader.graph(&uri("1931:47#"), |_| ());
    assert_eq!(
        (&answer["anchor"], &answer["unit"], &answer["pinpoint"]),
        (&Value::Null, &Value::Null, &Value::Null)
    );
    let answer = reader.graph(&uri("1931:47#K99P1S2"), |_| ());
    assert_eq!((&answer["unit"], &answer["pinpoint"]), (&json!("K99P1"), &json!("99 kap. 1 §")));
    assert_eq!(answer["citation"], "99 kap. 1 § fårlagen");
    for side in ["inbound", "outbound"] {
        assert_eq!(answer[side], json!({"total_links": 0, "total_docs": 0, "unresolved": 0, "top": []}));
    }
    let nodes = answer["internal"]["nodes"].as_array().unwrap();
    assert!(nodes.contains(&json!({"anchor": "K99P1", "label": "99 kap. 1 §", "n": 0})));
    for unknown in [uri("2999:1"), uri("2999:1#P1"), "#P1".to_owned(), "/1931:47".to_owned(), String::new()] {
        let failure = reader.try_graph(&unknown, |_| ()).unwrap_err();
        let AnswerError::NotFound(missing) = failure else { panic!("{unknown}: {failure:?}") };
        let detail = missing.detail;
        // The document is named, and not the place in it.
        assert!(!detail.contains("#P1") || unknown.starts_with('#'), "{detail}");
    }
}
