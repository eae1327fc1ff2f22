//! The text of a document on a day.

use jiff::civil::{Date, date};
use lagrum_answers::{AnswerError, DocumentForm};
use serde_json::{Value, json};

use crate::fixture::{DEMO_DAY, dumps, uri};
use crate::reader::Reader;

/// A document of the demo on a day.
fn document(local_id: &str, form: DocumentForm, day: Date) -> Result<Value, AnswerError> {
    Reader::demo().on(DEMO_DAY).try_document(&uri(local_id), form, Some(day))
}

#[test]
fn the_lydelse_of_a_day() {
    // (day, version, from, until)
    for (day, version, from, until) in [
        (date(1931, 7, 1), json!("1931:47"), json!("1931-07-01"), json!("1958-07-01")),
        (date(1958, 6, 30), json!("1931:47"), json!("1931-07-01"), json!("1958-07-01")),
        (date(1999, 12, 31), json!("1958:12"), json!("1958-07-01"), json!("2005-01-01")),
        (date(2031, 6, 30), json!("2029:88"), json!("2029-07-01"), json!("2031-07-01")),
        (date(2031, 7, 1), Value::Null, json!("2031-07-01"), Value::Null),
    ] {
        let answer = document("1931:47", DocumentForm::Artifact, day).unwrap();
        assert_eq!(answer["uri"], uri("1931:47"), "{day}");
        let as_of = &answer["as_of"];
        assert_eq!(
            [&as_of["version"], &as_of["from"], &as_of["until"], &as_of["basis"]],
            [&version, &from, &until, &json!("dated")],
            "{day}"
        );
        let text = Reader::demo().document(as_of["uri"].as_str().unwrap());
        assert_eq!(answer["artifact"], text["artifact"], "{day}");
        assert_eq!(text.get("as_of"), None);
    }
}

#[test]
fn a_day_before_the_oldest_lydelse() {
    let failure = document("1931:47", DocumentForm::Artifact, date(1931, 6, 30));
    let Err(AnswerError::NotFound(missing)) = failure else { panic!("{failure:?}") };
    let detail = missing.detail;
    assert!(detail.ends_with("the oldest day that can be answered is 1931-07-01"), "{detail}");
}

/// The demo's 1974:152 has a provision that is replaced on a day far ahead.
#[test]
fn provisions_of_a_later_day_are_left_out() {
    let text = |day: Date| {
        let answer = document("1974:152", DocumentForm::Markdown, day).unwrap();
        // The demo is not known up to that day.
        assert_eq!(answer["as_of"]["basis"], "as_known", "{day}");
        answer["markdown"].as_str().unwrap().to_owned()
    };
    let both = |text: &str| (text.contains("från minst en fyr."), text.contains("i varje landsända"));
    assert_eq!(both(&text(date(2098, 12, 31))), (true, false));
    assert_eq!(both(&text(date(2099, 1, 1))), (false, true));
    let whole = Reader::demo().on(DEMO_DAY).markdown(&uri("1974:152"));
    assert_eq!(both(whole["markdown"].as_str().unwrap()), (true, true));
}

/// An act of which amendments are in the register and their lydelser are not held.
#[test]
fn what_is_not_known_is_said() {
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
    let built = dumps(&[
        ("sfs.ndjson", &current.to_string()),
        ("versions/sfs.ndjson", &lydelse("1995:2", "/konsolidering/1995:2", "two").to_string()),
    ]);
    let reader = Reader::new(&built.snapshot, DEMO_DAY);
    for (day, text, basis, missing) in [
        ("1998-06-30", "two", "dated", vec![]),
        ("1998-07-01", "two", "gap", vec!["SFS 1998:9"]),
        ("2002-01-01", "three", "dated", vec![]),
        ("2005-01-01", "three", "gap", vec!["SFS 2004:5"]),
    ] {
        let uri = "https://lag.example/1990:1";
        let answer = reader.try_document(uri, DocumentForm::Markdown, day.parse().ok()).unwrap();
        assert!(answer["markdown"].as_str().unwrap().contains(text), "{day}: {answer}");
        assert_eq!(answer["as_of"]["basis"], basis, "{day}");
        let acts: Vec<_> = answer["as_of"]["missing"].as_array().unwrap().iter().collect();
        let names: Vec<_> = acts.iter().map(|act| act["identifier"].as_str().unwrap()).collect();
        assert_eq!(names, missing, "{day}");
    }
    let card = reader.card_of("/1990:1#P1", date(1998, 6, 30));
    assert!(card["snippet"].as_str().unwrap().contains("two"), "{card}");
    assert_eq!(card["as_of"]["version"], "1995:2");
}

#[test]
fn other_documents_are_as_they_were_published() {
    let as_of = |local_id: &str, day: Date| {
        document(local_id, DocumentForm::Markdown, day).map(|answer| answer["as_of"].clone())
    };
    assert_eq!(as_of("dom/nja/2031s5", date(2098, 1, 1)).unwrap()["basis"], "dated");
    let early = as_of("dom/nja/2031s5", date(1900, 1, 1));
    assert!(matches!(early, Err(AnswerError::NotFound(_))), "{early:?}");
    // A regulation is amended, and one text of it is held.
    assert_eq!(as_of("sjofs/2031:4", date(2098, 1, 1)).unwrap()["basis"], "undated");
    // An EU act is named by the days its lydelser apply from.
    let act = as_of("celex/32031R0077", date(2032, 6, 1)).unwrap();
    assert_eq!((&act["version"], &act["until"]), (&json!("2032-01-15"), &json!("2033-01-01")));
}
