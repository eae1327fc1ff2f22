//! Citations mean the law of the day of the citing document: cases read by eye, and a walk over every citation of the real corpus.

use std::collections::{BTreeMap, BTreeSet};

use lagrum_answers::{InboundQuestion, InboundScope};
use lagrum_catalog::inbound::joined;
use lagrum_snapshot::{Snapshot, Snapshots};
use lagrum_sources::{parse_date, source};
use lagrum_test_support::{built_corpus, optional_real_corpus, skipped};
use serde_json::Value;

use crate::fixture::TODAY;
use crate::reader::Reader;

/// The snapshot of the real corpus, and the folder of the corpus.
pub(crate) fn real() -> Option<(Snapshot, std::path::PathBuf)> {
    let (Some(corpus), Some(data)) = (optional_real_corpus(), built_corpus()) else {
        skipped("no built real corpus");
        return None;
    };
    Some((Snapshots::new(&data).open_current().unwrap().unwrap(), corpus))
}

/// All that cites a place, and of what has its name or number alone the first hundred.
pub(crate) fn inbound(snapshot: &Snapshot, uri: &str, scope: InboundScope) -> Value {
    let all = |question: &mut InboundQuestion| (question.scope, question.limit) = (scope, 1_000_000);
    Reader::new(snapshot, TODAY).inbound(uri, all)
}

/// Whether a list has a row of a document that has, in a field, a uri.
fn has(list: &Value, citing: &str, field: &str, uri: &str) -> bool {
    let of = |row: &Value| row["uri"] == citing && row.pointer(field) == Some(&Value::from(uri));
    list.as_array().unwrap().iter().any(of)
}

/// What is wrong with the answers about a case.
fn wrong(snapshot: &Snapshot, case: &Value) -> Vec<&'static str> {
    let text = |field: &str| case[field].as_str().unwrap_or_default();
    let (citing, stored) = (text("citing"), text("stored"));
    let at_stored = inbound(snapshot, stored, InboundScope::Tree);
    let mut wrong = Vec::new();
    if text("why") == "stays" {
        if !has(&at_stored["citations"], citing, "/target", stored) {
            wrong.push("what stays is moved");
        }
        return wrong;
    }
    if has(&at_stored["citations"], citing, "/target", stored) {
        wrong.push("it stands under the place that it cannot mean");
    }
    let right = &case["right"];
    if right == "unknown" {
        return wrong;
    }
    let is_number = right.get("today").is_some();
    let meant = if is_number { &right["today"] } else { &right["uri"] };
    if let Some(meant) = meant.as_str() {
        let there = inbound(snapshot, meant, InboundScope::Tree);
        if !has(&there["citations"], citing, "/target", meant) {
            wrong.push("it does not stand under the place that it means");
        }
        if meant != stored && !has(&at_stored["earlier"], citing, "/meant/uri", meant) {
            wrong.push("the other place does not tell which one is meant");
        }
    } else {
        let earlier = at_stored["earlier"].as_array().unwrap();
        let own = earlier.iter().find(|row| row["uri"] == citing);
        let told = own.and_then(|row| row.pointer("/meant/repealed/act"));
        if told != Some(&right["gone_by"]) {
            wrong.push("it is not told which act repealed what it means");
        }
    }
    wrong
}

#[test]
fn real_cases_mean_the_law_of_their_day() {
    let Some((snapshot, corpus)) = real() else { return };
    let Ok(cases) = std::fs::read_to_string(corpus.join("cases/citations-by-day.jsonl")) else {
        return skipped("no cases of citations by day");
    };
    let mut counted: BTreeMap<String, usize> = BTreeMap::new();
    let mut failed = Vec::new();
    for line in cases.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        // Three links name another act than the sentence: what they mean is not asked of the day.
        let document = |uri: &Value| uri.as_str().and_then(|uri| uri.split('#').next()).map(str::to_owned);
        let is_misread = case["why"] != "younger_act"
            && case["right"].get("uri").is_some_and(|uri| document(uri) != document(&case["stored"]));
        if is_misread {
            *counted.entry("misread".to_owned()).or_default() += 1;
            continue;
        }
        *counted.entry(case["why"].as_str().unwrap().to_owned()).or_default() += 1;
        let wrong = wrong(&snapshot, &case);
        if !wrong.is_empty() {
            failed.push(format!(
                "{} {} as {}: {}",
                case["why"],
                case["citing"],
                case["stored"],
                wrong.join("; ")
            ));
        }
    }
    println!("{counted:?}");
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

/// Whether a text has a number that stands alone, outside uris.
fn prints(text: &str, number: &str) -> bool {
    text.match_indices(number).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + number.len()..].chars().next();
        !before.is_some_and(|c| c.is_ascii_digit() || matches!(c, '/' | ':'))
            && !after.is_some_and(|c| c.is_ascii_digit())
    })
}

#[test]
fn no_real_document_stands_under_an_act_that_it_cannot_mean() {
    let Some((snapshot, _)) = real() else { return };
    let catalog = snapshot.catalog();
    let base = snapshot.manifest().base.clone();
    let (mut cited, mut moved) = (0_u64, BTreeMap::<&str, BTreeSet<(String, String)>>::new());
    let mut wrong = Vec::new();
    for document in catalog.all_documents() {
        let document = document.unwrap();
        let group = source(&document.source).group(document.kind.as_deref().unwrap_or_default());
        let day = document.date.as_deref().and_then(parse_date);
        let Some(day) = day.filter(|_| group.cites_law_of_its_day()) else { continue };
        let (list, meanings) = catalog
            .with(|catalog| Ok((catalog.outbound_list(&document.uri)?, catalog.meanings_of(&document.uri)?)))
            .unwrap();
        let mut text: Option<String> = None;
        for link in list.links() {
            let root = list.targets()[link.target].uri();
            let written = joined(root, link.target_anchor);
            let Some((year, _)) = base.strip(root).and_then(|local| local.split_once(':')) else { continue };
            let Ok(year) = year.parse::<i16>() else { continue };
            cited += 1;
            if let Some(meaning) = meanings.get(&written) {
                moved.entry(meaning.cited_as.name()).or_default().insert((document.uri.clone(), written));
                continue;
            }
            if year - day.year() < 2 {
                continue;
            }
            let text = text.get_or_insert_with(|| {
                let stored = document.stored.unwrap();
                let bytes = snapshot.artifact(stored).unwrap().unwrap();
                String::from_utf8(bytes).unwrap_or_default()
            });
            if !prints(text, base.strip(root).unwrap()) {
                wrong.push(format!("{} of {day} as {written}", document.uri));
            }
        }
    }
    let counts: BTreeMap<&str, usize> = moved.iter().map(|(kind, places)| (*kind, places.len())).collect();
    println!("{cited} citations of statutes by dated documents; distinct places moved: {counts:?}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(counts.len() == 2, "the corpus has both kinds: {counts:?}");
}
