//! Texts of lists of an act so long that they are read from excerpts, of which many have texts of several days.

use jiff::ToSpan;
use jiff::civil::Date;
use lagrum_answers::{
    ListQuestion, ProvisionContext, ProvisionForm, ProvisionQuestion, list_changes, provision,
};
use serde_json::{Value, json};

use crate::fixture::{BASE, DEMO_DAY, dumps, uri};

/// The provisions that an amendment changes: in the midst of an excerpt, at the end and the beginning of a kapitel, two that follow
/// each other, and one that has a text to come and one that ends.
const CHANGED: [(usize, usize); 6] = [(2, 3), (2, 4), (4, 30), (5, 1), (7, 17), (9, 30)];

/// The day of the amendment.
const DAY: &str = "2031-07-01";

fn paragraf(
    kapitel: usize,
    number: usize,
    id: Option<&str>,
    words: &str,
    day: Option<(&str, &str)>,
) -> Value {
    let long = "Den som håller får ska se till att de har vatten, bete och skydd mot väder. ".repeat(4);
    let text = format!("{long}{words} om får {kapitel}.{number}.");
    let mut paragraf = json!({"type": "paragraf", "ordinal": number.to_string(),
        "children": [{"type": "stycke", "text": [text]}]});
    if let Some(id) = id {
        paragraf["id"] = id.into();
    }
    if let Some((field, day)) = day {
        paragraf[field] = day.into();
    }
    paragraf
}

fn act() -> Value {
    let kapitel = |kapitel: usize| {
        let mut children =
            vec![json!({"type": "rubrik", "level": 1, "text": [format!("{kapitel} kap. Får")]})];
        for number in 1..=30 {
            let id = format!("K{kapitel}P{number}");
            if !CHANGED.contains(&(kapitel, number)) {
                children.push(paragraf(kapitel, number, Some(&id), "Oförändrat", None));
                continue;
            }
            // The old text has no anchor, as publishers store it.
            children.push(paragraf(kapitel, number, None, "Gammalt", Some(("upphor", DAY))));
            children.push(paragraf(kapitel, number, Some(&id), "Nytt", Some(("ikrafttrader", DAY))));
        }
        json!({"type": "kapitel", "id": format!("K{kapitel}"), "ordinal": kapitel.to_string(), "children": children})
    };
    let entry = |number: &str, words: &str, day: &str| {
        json!({"uri": uri(number), "properties": {"dcterms:identifier": format!("SFS {number}"),
            "rpubl:andrar": words, "rpubl:ikrafttradandedatum": day}})
    };
    let words = "ändr. 2 kap. 3, 4 §§, 4 kap. 30 §, 5 kap. 1 §, 7 kap. 17 §, 9 kap. 30 §";
    json!({"uri": format!("{BASE}/1931:47"), "version": "2031:9", "structure": (1..=9).map(kapitel).collect::<Vec<_>>(),
        "metadata": {"properties": {"dcterms:title": "Fårbalk (1931:47)"}},
        "amendments": [entry("1931:47", "", "1931-07-01"), entry("2031:9", words, DAY)]})
}

#[test]
fn texts_of_several_days_are_those_of_the_provision_on_each() {
    let act = act().to_string();
    assert!(act.len() > lagrum_render::excerpt::MIN_BYTES);
    let built = dumps(&[("sfs.ndjson", &act)]);
    let day: Date = DAY.parse().unwrap();
    let question = ListQuestion {
        uris: vec![uri("1931:47")],
        since: day.saturating_sub(1.years()),
        limit: 200,
        ..ListQuestion::default()
    };
    let found = list_changes(&built.snapshot, DEMO_DAY, &question).unwrap();
    let row = found.changes.iter().find(|row| row.date.as_deref() == Some(DAY)).unwrap();
    let text = |anchor: &str, day: Date| {
        let question = ProvisionQuestion {
            uri: uri(&format!("1931:47#{anchor}")),
            form: ProvisionForm::Text,
            as_of: Some(day),
            context: ProvisionContext::None,
        };
        provision(&built.snapshot, DEMO_DAY, &question).ok().and_then(|found| found.text)
    };
    assert_eq!(row.provisions.len(), CHANGED.len(), "{row:?}");
    for provision in &row.provisions {
        let (before, after) = (&provision.before.text, &provision.after.text);
        assert!(before.as_ref().is_some_and(|text| text.contains("Gammalt")), "{provision:?}");
        assert!(after.as_ref().is_some_and(|text| text.contains("Nytt")), "{provision:?}");
        assert_eq!(*before, text(&provision.anchor, day.yesterday().unwrap()), "{}", provision.anchor);
        assert_eq!(*after, text(&provision.anchor, day), "{}", provision.anchor);
    }
    // Without texts the same changes are told.
    let told = ListQuestion { texts: false, ..question };
    let without = list_changes(&built.snapshot, DEMO_DAY, &told).unwrap();
    let ids = |changes: &[lagrum_answers::ListedChange]| -> Vec<String> {
        changes.iter().map(|change| change.id.clone()).collect()
    };
    assert_eq!(ids(&without.changes), ids(&found.changes));
    let texts = without.changes.iter().flat_map(|change| &change.provisions);
    assert!(texts.map(|of| (&of.before.text, &of.after.text)).all(|texts| texts == (&None, &None)));
}
