//! The history of every provision of the demo, compared with what is answered for days and with the documents themselves.

use jiff::civil::Date;
use lagrum_answers::{AnswerError, HistoryQuestion, ProvisionForm, ProvisionHistory, provision_history};
use lagrum_artifact::{ActFamily, Anchor, DocumentUri};
use lagrum_test_support::node_ids;

use crate::fixture::{TODAY, loaded, local, uri};
use crate::reader::{Reader, source};

fn history(of: &str, text: bool) -> Result<ProvisionHistory, AnswerError> {
    let question = HistoryQuestion { uri: of.to_owned(), text, diff: text };
    provision_history(loaded(), TODAY, &question)
}

/// The provisions of the statutes and EU acts of the demo that have a history, each with it.
fn histories(text: bool) -> Vec<(String, ProvisionHistory)> {
    let reader = Reader::demo();
    let mut found = Vec::new();
    for name in ["sfs", "eurlex"] {
        let acts = reader.documents(|question| {
            question.source = Some(source(name));
            question.include_expired = true;
        });
        for act in acts["documents"].as_array().unwrap() {
            let act = act["uri"].as_str().unwrap();
            let artifact = reader.document(act);
            let mut anchors = node_ids(&artifact["artifact"]);
            let root = DocumentUri::new(act).unwrap();
            let grammar = ActFamily::of(&root, &loaded().manifest().base).unwrap().grammar();
            // A kapitel and a heading have no texts of their own.
            anchors.retain(|anchor| grammar.whole_provision(&Anchor::new(anchor).unwrap()).is_some());
            for anchor in anchors {
                let place = format!("{act}#{anchor}");
                if let Ok(history) = history(&place, text) {
                    found.push((place, history));
                }
            }
        }
    }
    assert!(found.len() > 100, "{}", found.len());
    found
}

fn day(text: Option<&String>) -> Option<Date> {
    text.and_then(|text| text.parse().ok())
}

#[test]
fn entries_follow_one_another() {
    let mut several = 0;
    for (place, history) in histories(false) {
        let entries = &history.entries;
        assert!(!entries.is_empty(), "{place}");
        several += usize::from(entries.len() > 1);
        let mut days: Vec<Date> = entries.iter().filter_map(|entry| day(entry.from.as_ref())).collect();
        let as_told = days.clone();
        days.sort_unstable();
        let is_rising = days == as_told;
        days.reverse();
        assert!(is_rising || days == as_told, "{place}: {as_told:?}");
        for entry in entries {
            let (from, until) = (day(entry.from.as_ref()), day(entry.until.as_ref()));
            assert!(from.zip(until).is_none_or(|(from, until)| from < until), "{place}: {from:?} {until:?}");
            assert!(!entry.anchor.is_empty(), "{place}");
        }
    }
    assert!(several > 5, "{several} provisions have more than one text");
}

/// The text of an entry is what `/provision` answers for a day on which it is known to have applied.
#[test]
fn the_text_of_an_entry_is_that_of_its_days() {
    let reader = Reader::demo();
    let squeezed = |text: &str| text.split_whitespace().collect::<String>();
    let mut compared = 0;
    for (place, history) in histories(true) {
        let act = place.split('#').next().unwrap();
        for entry in &history.entries {
            let (Some(from), Some(Some(text))) = (day(entry.from.as_ref()), &entry.text) else { continue };
            let part = format!("{act}#{}", entry.anchor);
            let asked =
                reader.try_provision(&part, ProvisionForm::Text, |question| question.as_of = Some(from));
            let Ok(answer) = asked else { continue };
            if answer["as_of"]["basis"] != "dated" {
                continue;
            }
            assert_eq!(squeezed(answer["text"].as_str().unwrap()), squeezed(text), "{part} on {from}");
            compared += 1;
        }
    }
    assert!(compared > 20, "{compared}");
}

/// A provision that is there today has a text of today in its history.
#[test]
fn what_applies_today_is_an_entry() {
    let reader = Reader::demo();
    let mut checked = 0;
    for (place, history) in histories(false) {
        let asked =
            reader.try_provision(&place, ProvisionForm::Text, |question| question.as_of = Some(TODAY));
        let Ok(answer) = asked else { continue };
        if answer["as_of"]["basis"] != "dated" {
            continue;
        }
        let applies = history.entries.iter().any(|entry| {
            entry.text_sha256.is_some()
                && day(entry.from.as_ref()).is_none_or(|from| from <= TODAY)
                && day(entry.until.as_ref()).is_none_or(|until| until > TODAY)
        });
        assert!(applies, "{place}: {answer}");
        checked += 1;
    }
    assert!(checked > 50, "{checked}");
}

#[test]
fn what_has_no_history() {
    for (place, is_invalid) in [
        (uri("1931:47"), true),
        (uri("1931:47#K99P1"), false),
        (uri("2999:1#P1"), false),
        (uri("dom/nja/2031s5#P3"), false),
        ("x".to_owned(), false),
        (String::new(), false),
    ] {
        match history(&place, false) {
            Err(AnswerError::Invalid { parameter, .. }) => {
                assert!(is_invalid && parameter == "uri", "{place}");
            }
            Err(AnswerError::NotFound(_)) => assert!(!is_invalid, "{place}"),
            other => panic!("{place}: {other:?}"),
        }
    }
}

#[test]
fn an_act_that_made_a_text_is_one_of_the_register_or_the_act_itself() {
    for (place, history) in histories(false) {
        let act = place.split('#').next().unwrap();
        for made in history.entries.iter().flat_map(|entry| &entry.acts) {
            let is_named = local(&made.uri.as_str().into()).contains(':') || made.uri.contains("celex/");
            assert!(is_named || made.uri == act, "{place}: {}", made.uri);
        }
    }
}
