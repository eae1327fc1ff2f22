//! What documents of the real corpus cite as the law of their day agrees with the texts of that day and of today.
//!
//! Takes the data folder named by `LAGRUM_TEST_DATA`.

#![expect(clippy::unwrap_used, reason = "a failed question should end the test")]

use std::collections::BTreeMap;

use jiff::civil::Date;
use lagrum_answers::{AsOfBasis, outbound, text_of_day};
use lagrum_artifact::{ActFamily, Anchor, DocumentUri};
use lagrum_catalog::TextDigest;
use lagrum_snapshot::{Snapshot, Snapshots, today};
use serde::Deserialize;

#[derive(Deserialize)]
struct Row {
    uri: String,
    then: Option<Then>,
}

#[derive(Deserialize)]
struct Then {
    date: String,
    version: Option<String>,
    basis: String,
    changed_since: Option<bool>,
    acts: Vec<serde_json::Value>,
}

/// The digest of a provision in the text of an uri on a day: of a document or of an archived lydelse.
fn digest_on(snapshot: &Snapshot, uri: &str, anchor: &str, day: &str) -> Option<TextDigest> {
    let texts = snapshot.catalog().with(|catalog| {
        let stored = match catalog.lydelse(uri)? {
            Some(lydelse) => Some(lydelse.stored),
            None => catalog.document(uri)?.and_then(|document| document.stored),
        };
        stored.map_or(Ok(Vec::new()), |stored| catalog.provision_texts(stored, anchor))
    });
    texts.unwrap().into_iter().rfind(|text| text.begins.is_empty() || *text.begins <= *day)?.digest
}

#[test]
fn what_is_cited_agrees_with_the_texts_of_the_day_and_of_today() {
    let Some(data) = lagrum_test_support::built_corpus() else {
        lagrum_test_support::skipped("LAGRUM_TEST_DATA names no data folder");
        return;
    };
    let snapshot = Snapshots::new(&data).open_current().unwrap().unwrap();
    let base = snapshot.manifest().base.clone();
    let today = today();
    let documents: Vec<_> = snapshot.catalog().all_documents().map(Result::unwrap).collect();
    let mut seen: BTreeMap<&'static str, u32> = BTreeMap::new();
    let mut count = |what: &'static str| *seen.entry(what).or_default() += 1;
    for document in documents.iter().filter(|document| document.stored.is_some()) {
        let links = outbound(&snapshot, &document.uri).unwrap();
        let rows: Vec<Row> =
            serde_json::from_slice(&links.to_json_with_then(&snapshot, today).unwrap()).unwrap();
        for Row { uri, then } in rows {
            let Some(then) = then else { continue };
            let (act, anchor) = uri.split_once('#').unwrap();
            let family = ActFamily::of(&DocumentUri::new(act).unwrap(), &base).unwrap();
            let anchor = family.grammar().whole_provision(&Anchor::new(anchor).unwrap()).unwrap();
            let day: Date = then.date.parse().unwrap();
            let of_version = then.version.as_ref().map(|version| format!("{act}/konsolidering/{version}"));
            let told = || format!("{}: {uri} on {day}", document.uri);
            if then.basis != "dated" {
                count("uncertain");
                continue;
            }
            count("dated");
            // Where the text of the act on the day is known, the provision is as it has it, or did not exist.
            let held = of_version.as_deref().unwrap_or(act);
            let mut cited = digest_on(&snapshot, held, anchor.as_str(), &then.date);
            if let Ok(of_day) = text_of_day(&snapshot, act, day)
                && of_day.basis == AsOfBasis::Dated
            {
                count("compared with the day");
                let of_day = digest_on(&snapshot, &of_day.uri, anchor.as_str(), &then.date);
                if of_day.is_none() {
                    assert_eq!(then.version, None, "{}", told());
                    cited = None;
                }
                assert_eq!(of_day, cited, "{}", told());
            }
            let Ok(of_today) = text_of_day(&snapshot, act, today) else { continue };
            let now = digest_on(&snapshot, &of_today.uri, anchor.as_str(), &today.to_string());
            match then.changed_since {
                Some(false) => {
                    count("unchanged");
                    assert!(then.acts.is_empty(), "{}", told());
                    assert_eq!(now, cited, "{}", told());
                }
                Some(true) if then.acts.is_empty() && of_today.basis == AsOfBasis::Dated => {
                    count("changed without an act");
                    assert_ne!(now, cited, "{}", told());
                }
                Some(true) => count("changed"),
                None => count("not known"),
            }
        }
    }
    // What EU acts and treaties say is not dated: no source states from when and until when a text as printed applies.
    assert!(seen["dated"] > 4_900 && seen["compared with the day"] > 1_000, "{seen:?}");
    assert!(seen["unchanged"] > 3_000 && seen["changed"] > 300 && seen["uncertain"] > 3_000, "{seen:?}");
    println!("{seen:?}");
}
