//! What is to come in the real corpus is what its registers and texts have of later days, and nothing after the end of an act.
//!
//! Takes the data folder named by `LAGRUM_TEST_DATA`.

use std::collections::{BTreeMap, BTreeSet};

use lagrum_answers::{ComingChange, ComingChangeKind, ComingQuestion, coming};
use lagrum_artifact::ActFamily;
use lagrum_catalog::changing_entries;
use lagrum_snapshot::{Snapshots, today};

#[test]
fn everything_with_a_later_day_is_told_once() {
    let Some(data) = lagrum_test_support::built_corpus() else {
        lagrum_test_support::skipped("LAGRUM_TEST_DATA names no data folder");
        return;
    };
    let snapshot = Snapshots::new(&data).open_current().unwrap().unwrap();
    let base = &snapshot.manifest().base;
    let today = today();
    let found = coming(&snapshot, today, &ComingQuestion::default()).unwrap();
    assert!(!found.more);
    let mut told: BTreeMap<&str, Vec<(&str, &ComingChange)>> = BTreeMap::new();
    let mut seen = BTreeSet::new();
    for (day, event) in found.days.iter().flat_map(|day| day.events.iter().map(|event| (&day.date, event))) {
        assert!(**day >= *today.to_string(), "{day} {event:?}");
        assert!(
            seen.insert((day, &event.uri, format!("{:?}", event.kind), &event.act)),
            "{day} {event:?} twice"
        );
        told.entry(&event.uri).or_default().push((day, event));
    }
    assert!(found.days.windows(2).all(|two| two[0].date < two[1].date));
    let documents: Vec<_> = snapshot.catalog().all_documents().map(Result::unwrap).collect();
    let (mut registered, mut printed) = (0, 0);
    for document in &documents {
        let of_document = told.remove(document.uri.as_str()).unwrap_or_default();
        let end = document.expired.as_deref();
        for (day, event) in &of_document {
            assert!(end.is_none_or(|end| *day <= end), "{day} {event:?} ended {end:?}");
        }
        let applies = |day: &str| end.is_none_or(|end| day < end);
        let record =
            snapshot.catalog().with(|catalog| catalog.act(&document.uri)).unwrap().unwrap_or_default();
        for entry in changing_entries(&record.register, base, ActFamily::Statute) {
            let Some(day) = entry.day.filter(|day| *day >= today).map(|day| day.to_string()) else {
                continue;
            };
            if !applies(&day) {
                continue;
            }
            registered += 1;
            let is_told = |(of, event): &(&str, &ComingChange)| {
                let is_own = event.kind == ComingChangeKind::InForce && entry.entry.uri == document.uri;
                *of == day && (is_own || event.act.as_ref() == Some(&entry.entry.uri))
            };
            assert!(of_document.iter().any(is_told), "{}: {} on {day}", document.uri, entry.entry.uri);
        }
        for day in record
            .node_dates
            .iter()
            .filter(|day| **day >= today.to_string() && day.len() == 10 && applies(day))
        {
            printed += 1;
            assert!(of_document.iter().any(|(of, _)| of == day), "{}: a mark of {day}", document.uri);
        }
    }
    assert!(told.is_empty(), "not held: {told:?}");
    assert!(registered > 20 && printed > 20, "{registered} {printed}");
}
