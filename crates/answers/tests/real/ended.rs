//! A held text that prints its own end is not the text of the days from then on, over the real corpus.
//!
//! The corpus lies in the folder named by LAGRUM_TEST_CORPUS; without it this test is skipped.

#![expect(clippy::unwrap_used, reason = "a failed question should end the test")]

use std::collections::BTreeSet;

use jiff::ToSpan;
use jiff::civil::Date;
use lagrum_answers::{self as answers, AnswerError, ProvisionContext, ProvisionForm, ProvisionQuestion};
use lagrum_artifact::{Artifact, Node};
use lagrum_snapshot::{Snapshot, Snapshots, today};
use serde_json::Value;

use crate::composed::statutes;

/// A provision that is still given so: its number passes to another provision on the day, which the register does not say.
const OPEN: &str = "/1997:238#P22";

/// The provisions below a value of which a text ends on a day, with the day.
fn ending(value: &Value, found: &mut BTreeSet<(String, Date)>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| ending(item, found)),
        Value::Object(fields) => {
            let node = Node::new(value).filter(|node| node.kind() == "paragraf");
            let ends = node.and_then(|node| {
                let day = node.applies_until()?.parse::<Date>().ok()?;
                Some((node.number_anchor()?.to_owned(), day))
            });
            found.extend(ends);
            fields.values().for_each(|field| ending(field, found));
        }
        _ => {}
    }
}

/// The provisions of held texts of an act that end on a day.
fn ends_of(snapshot: &Snapshot, uri: &str) -> BTreeSet<(String, Date)> {
    let stored = snapshot.catalog().with(|catalog| {
        let document = catalog.document(uri)?.and_then(|document| document.stored);
        let archived = catalog.lydelser(uri)?.into_iter().map(|lydelse| lydelse.stored);
        Ok(document.into_iter().chain(archived).collect::<Vec<_>>())
    });
    let mut found = BTreeSet::new();
    for id in stored.unwrap() {
        let bytes = snapshot.artifact(id).unwrap().unwrap();
        let text = std::str::from_utf8(&bytes).unwrap();
        if ["\"upphor\"", "Upphör att gälla"].iter().any(|sign| text.contains(sign)) {
            ending(&Artifact::parse(&bytes).unwrap().value()["structure"], &mut found);
        }
    }
    found
}

#[test]
fn no_text_that_says_that_it_has_ended_is_that_of_a_later_day() {
    if lagrum_test_support::real_corpus().is_none() {
        return;
    }
    let Some(data) = lagrum_test_support::built_corpus() else { return };
    let snapshot = Snapshots::new(&data).open_current().unwrap().unwrap();
    let (mut asked, mut wrong) = (0, Vec::new());
    for act in statutes(&snapshot) {
        for (anchor, end) in ends_of(&snapshot, &act) {
            for day in [end, end.checked_add(40.days()).unwrap()].into_iter().filter(|day| *day < today()) {
                let question = ProvisionQuestion {
                    uri: format!("{act}#{anchor}"),
                    form: ProvisionForm::Markdown,
                    as_of: Some(day),
                    context: ProvisionContext::None,
                };
                let found = match answers::provision(&snapshot, today(), &question) {
                    Ok(found) => found.markdown.unwrap_or_default(),
                    Err(AnswerError::NotFound(_)) => continue,
                    Err(error) => panic!("{} {day}: {error}", question.uri),
                };
                asked += 1;
                let says = found.strip_prefix("*Upphör att gälla ").and_then(|rest| rest.get(..10));
                let has_ended =
                    says.and_then(|says| says.parse::<Date>().ok()).is_some_and(|says| says <= day);
                if has_ended && !question.uri.ends_with(OPEN) {
                    wrong.push(format!("{} {day}", question.uri));
                }
            }
        }
    }
    println!("{asked} texts");
    assert!(asked > 1_000, "{asked}");
    assert!(wrong.is_empty(), "{} of {asked}: {wrong:#?}", wrong.len());
}
