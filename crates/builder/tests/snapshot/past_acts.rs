//! A commentary on an act that no longer applies is no hit on a later day, and neither is the act.

use lagrum_search::{DayNumber, Embedded, Engine, Filters, FindRequest, QueryPlanner};
use serde_json::{Value, json};

use crate::corpus::{Corpus, uri};
use crate::place::BuiltCorpus;

fn paragraf(text: &str) -> Value {
    json!([{"type": "paragraf", "id": "P1", "ordinal": "1", "children": [{"type": "stycke", "text": [text]}]}])
}

fn act(local_id: &str, ended: Option<&str>) -> (&'static str, Value) {
    let properties = json!({"dcterms:title": format!("Fårlag ({local_id})"), "rpubl:upphavandedatum": ended});
    let structure = paragraf("Får ska vallas.");
    ("sfs", json!({"uri": uri(local_id), "metadata": {"properties": properties}, "structure": structure}))
}

fn commentary(local_id: &str) -> (&'static str, Value) {
    let body = json!([{"type": "sektion", "id": "P1", "children": [{"type": "stycke", "text": ["Får vallas ofta."]}]}]);
    let annotates = uri(local_id);
    ("kommentar", json!({"uri": uri(&format!("kommentar/{local_id}")), "annotates": annotates, "body": body}))
}

#[test]
fn a_commentary_ends_with_its_act() {
    let (_, mut repealing) = act("2030:5", None);
    repealing["amendments"] = json!([{
        "properties": {"rpubl:ikrafttradandedatum": "2030-06-01"},
        "content": [{"type": "stycke", "text": ["Genom lagen upphävs fårlagen (1990:9)."]}],
    }]);
    let documents = vec![
        // An act that states its end, an act in force, and an act that repeals 1990:9, which is not held.
        act("1980:1", Some("2020-01-01")),
        act("1985:2", None),
        ("sfs", repealing),
        commentary("1980:1"),
        commentary("1985:2"),
        commentary("1990:9"),
    ];
    let place = BuiltCorpus::built(&Corpus { documents, ..Corpus::default() });
    let engine = Embedded::open(&place.published().join("search")).unwrap();
    let (vocabulary, compounds, tuning) = (engine.vocabulary(), engine.compounds(), engine.tuning());
    let planner = QueryPlanner { vocabulary, compounds, tuning };
    let plan = planner.plan("vallas").unwrap();
    let found = |year: u16, named: &[&str]| {
        let number = |id: &&str| engine.position(&uri(id)).unwrap().document().unwrap();
        let request = FindRequest {
            filters: Filters { today: DayNumber::new(year, 1, 1), ..Filters::default() },
            named: named.iter().map(number).collect(),
            limit: 10,
            ..FindRequest::default()
        };
        let candidates = engine.find(&plan, &request).unwrap().candidates;
        let mut commentaries: Vec<String> = candidates
            .iter()
            .map(|candidate| engine.hit(candidate.document).unwrap().uri)
            .filter_map(|found| Some(found.split_once("/kommentar/")?.1.to_owned()))
            .collect();
        commentaries.sort();
        commentaries.join(" ")
    };
    assert_eq!(found(2010, &[]), "1980:1 1985:2 1990:9");
    assert_eq!(found(2025, &[]), "1985:2 1990:9");
    assert_eq!(found(2031, &[]), "1985:2");
    assert_eq!(found(2031, &["kommentar/1990:9"]), "1985:2 1990:9", "who names it means it");
}
