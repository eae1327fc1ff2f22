//! The text of a document on a day.

use serde_json::{Value, json};

use crate::client::Answer;
use crate::served::Served;

const BASE: &str = lagrum_demo::BASE;

async fn document(query: &str) -> Answer {
    Served::demo().get(&format!("/api/v1/document?uri={BASE}/{query}")).await
}

#[tokio::test]
async fn the_lydelse_of_a_day() {
    // (day, version, from, until)
    for (day, version, from, until) in [
        ("1931-07-01", json!("1931:47"), json!("1931-07-01"), json!("1958-07-01")),
        ("1958-06-30", json!("1931:47"), json!("1931-07-01"), json!("1958-07-01")),
        ("1999-12-31", json!("1958:12"), json!("1958-07-01"), json!("2005-01-01")),
        ("2031-06-30", json!("2029:88"), json!("2029-07-01"), json!("2031-07-01")),
        ("2031-07-01", Value::Null, json!("2031-07-01"), Value::Null),
    ] {
        let answer = document(&format!("1931:47&as_of={day}")).await.json();
        assert_eq!(answer["uri"], format!("{BASE}/1931:47"), "{day}");
        let as_of = &answer["as_of"];
        assert_eq!(
            [&as_of["version"], &as_of["from"], &as_of["until"], &as_of["basis"]],
            [&version, &from, &until, &json!("dated")],
            "{day}"
        );
        let text = Served::demo()
            .get(&format!("/api/v1/document?uri={}", as_of["uri"].as_str().unwrap()))
            .await
            .json();
        assert_eq!(answer["artifact"], text["artifact"], "{day}");
        assert_eq!(text.get("as_of"), None);
    }
}

#[tokio::test]
async fn a_day_before_the_oldest_lydelse() {
    let answer = document("1931:47&as_of=1931-06-30").await;
    assert_eq!(answer.status, 404);
    let detail = answer.json()["detail"].as_str().unwrap().to_owned();
    assert!(detail.ends_with("the oldest day that can be answered is 1931-07-01"), "{detail}");
}

/// The demo's 1974:152 has a provision that is replaced on a day far ahead.
#[tokio::test]
async fn provisions_of_a_later_day_are_left_out() {
    let text = async |day: &str| {
        let answer = document(&format!("1974:152&format=md&as_of={day}")).await.json();
        assert_eq!(answer["as_of"]["basis"], "dated", "{day}");
        answer["markdown"].as_str().unwrap().to_owned()
    };
    let both = |text: &str| (text.contains("från minst en fyr."), text.contains("i varje landsända"));
    assert_eq!(both(&text("2098-12-31").await), (true, false));
    assert_eq!(both(&text("2099-01-01").await), (false, true));
    let whole = document("1974:152&format=md").await.json()["markdown"].as_str().unwrap().to_owned();
    assert_eq!(both(&whole), (true, true));
}

/// An act of which amendments are in the register and their lydelser are not held.
#[tokio::test]
async fn what_is_not_known_is_said() {
    let act = |number: &str, words: &str, ikraft: &str| {
        json!({"uri": format!("https://lag.example/{number}"),
            "properties": {"dcterms:identifier": format!("SFS {number}"), "rpubl:andrar": words,
                "rpubl:ikrafttradandedatum": ikraft}})
    };
    let lydelse = |id: &str, uri: &str, text: &str| {
        json!({"uri": format!("https://lag.example/1990:1{uri}"), "version": id,
            "metadata": {"uri": format!("https://lag.example/1990:1/konsolidering/{id}")},
            "structure": [{"type": "paragraf", "id": "P1", "text": [text]}]})
    };
    let mut current = lydelse("2001:3", "", "three");
    current["amendments"] = json!([
        act("1990:1", "", "1990-07-01"),
        act("1995:2", "ändr. 1 §", "1995-07-01"),
        act("1998:9", "ändr. 1 §", "1998-07-01"),
        act("2001:3", "ändr. 1 §", "2002-01-01"),
        act("2004:5", "ändr. 1 §", "2005-01-01"),
        act("2009:1", "upph.", "2010-01-01"),
    ]);
    let served = Served::dumps(&[
        ("sfs.ndjson", &current.to_string()),
        ("versions/sfs.ndjson", &lydelse("1995:2", "/konsolidering/1995:2", "two").to_string()),
    ]);
    let client = served.client();
    for (day, text, basis, missing) in [
        ("1998-06-30", "two", "dated", vec![]),
        ("1998-07-01", "two", "gap", vec!["SFS 1998:9"]),
        ("2002-01-01", "three", "dated", vec![]),
        ("2005-01-01", "three", "gap", vec!["SFS 2004:5"]),
    ] {
        let path = format!("/api/v1/document?uri=https://lag.example/1990:1&format=md&as_of={day}");
        let answer = client.get(&path).await.json();
        assert!(answer["markdown"].as_str().unwrap().contains(text), "{day}: {answer}");
        assert_eq!(answer["as_of"]["basis"], basis, "{day}");
        let acts: Vec<_> = answer["as_of"]["missing"].as_array().unwrap().iter().collect();
        let names: Vec<_> = acts.iter().map(|act| act["identifier"].as_str().unwrap()).collect();
        assert_eq!(names, missing, "{day}");
    }
    let card = client.get("/api/v1/card?uri=/1990:1%23P1&as_of=1998-06-30").await.json();
    assert!(card["snippet"].as_str().unwrap().contains("two"), "{card}");
    assert_eq!(card["as_of"]["version"], "1995:2");
}

#[tokio::test]
async fn other_documents_are_as_they_were_published() {
    let as_of = async |local_id: &str, day: &str| {
        document(&format!("{local_id}&format=md&as_of={day}")).await.json()["as_of"].clone()
    };
    let case = as_of("dom/nja/2031s5", "2098-01-01").await;
    assert_eq!(case["basis"], "dated");
    assert_eq!(document("dom/nja/2031s5&as_of=1900-01-01").await.status, 404);
    // A regulation is amended, and one text of it is held.
    assert_eq!(as_of("sjofs/2031:4", "2098-01-01").await["basis"], "undated");
    // An EU act is named by the days its lydelser apply from.
    let act = as_of("celex/32031R0077", "2032-06-01").await;
    assert_eq!((&act["version"], &act["until"]), (&json!("2032-01-15"), &json!("2033-01-01")));
}
