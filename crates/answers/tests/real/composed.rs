//! The whole text of an act on a day, beside each of its provisions on that day, over acts of the real corpus.
//!
//! The corpus lies in the folder named by LAGRUM_TEST_CORPUS; without it this test is skipped. With LAGRUM_TEST_ALL_ACTS it
//! asks of every act on all days on which something happens, else of some acts on three days.

#![expect(clippy::unwrap_used, reason = "a failed question should end the test")]

use std::collections::BTreeSet;

use jiff::ToSpan;
use jiff::civil::Date;
use lagrum_answers::{
    self as answers, AnswerError, DocumentForm, DocumentQuestion, ProvisionContext, ProvisionForm,
    ProvisionQuestion, SourceListing, SourceName,
};
use lagrum_snapshot::{Snapshot, Snapshots, today};
use serde_json::Value;

/// Of every so many acts one is asked.
const STEP: usize = 40;

/// Acts with many amendments, which are always asked.
const LARGE: [&str; 4] = ["1990:52", "2009:400", "1962:700", "1997:238"];

pub(crate) fn statutes(snapshot: &Snapshot) -> Vec<String> {
    let source = SourceName::from("sfs".to_owned());
    let listing = SourceListing { source, kind: None, include_expired: true, limit: 1 << 20, offset: 0 };
    let listed = answers::documents_of_source(snapshot, today(), &listing).unwrap().1;
    listed.into_iter().map(|document| document.uri).collect()
}

fn ask(snapshot: &Snapshot, uri: &str, form: DocumentForm, as_of: Option<Date>) -> Option<Value> {
    let question = DocumentQuestion { uri: uri.to_owned(), form, as_of };
    match answers::document(snapshot, today(), &question) {
        Ok(answer) => Some(serde_json::from_slice(&answer.into_json().unwrap()).unwrap()),
        Err(AnswerError::NotFound(_)) => None,
        Err(error) => panic!("{uri} {as_of:?}: {error}"),
    }
}

/// The days on which an amendment entered into force, and those before them.
fn days(act: &Value, all: bool) -> Vec<Date> {
    let entries = act["artifact"]["amendments"].as_array().into_iter().flatten();
    let days =
        entries.filter_map(|entry| entry["properties"]["rpubl:ikrafttradandedatum"].as_str()?.parse().ok());
    let days: BTreeSet<Date> = days.flat_map(|day: Date| [day, day.yesterday().unwrap()]).collect();
    let days: Vec<Date> = days.into_iter().chain([today().checked_add(1.year()).unwrap()]).collect();
    if all { days } else { [days.len() / 3, days.len() / 2, days.len() - 1].map(|at| days[at]).to_vec() }
}

fn anchors(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| anchors(item, found)),
        Value::Object(fields) => {
            if let (Some("paragraf"), Some(anchor)) =
                (fields.get("type").and_then(Value::as_str), fields.get("id").and_then(Value::as_str))
            {
                found.push(anchor.to_owned());
            }
            fields.values().for_each(|value| anchors(value, found));
        }
        _ => {}
    }
}

/// The letters and digits of a text: where a heading or a line begins is not compared.
fn words(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}

/// The paragrafer of an act without kapitel that stand twice in a text that was put together: as two texts, or as a text beside the line
/// which says that its text of the day is not held.
fn twice(markdown: &str, provisions: &[String]) -> impl Iterator<Item = String> {
    let has_kapitel = provisions.iter().any(|anchor| anchor.starts_with('K'));
    let (act, _) = markdown.split_once("\n## Ändringar\n").unwrap_or((markdown, ""));
    let mut met = BTreeSet::new();
    let labels = act.lines().filter(|_| !has_kapitel).filter_map(|line| {
        let line = line.strip_prefix("> ").or_else(|| line.strip_prefix("**"))?;
        let (number, rest) = line.split_once(" §")?;
        // This line stands behind a text.
        let is_text_or_lack = !rest.starts_with(" kan ha haft");
        (is_text_or_lack && number.starts_with(|c: char| c.is_ascii_digit())).then(|| number.to_owned())
    });
    labels.filter(|number| number.len() < 8 && !met.insert(number.clone())).collect::<Vec<_>>().into_iter()
}

/// Provisions whose text of a day to come differs between the whole act and the provision: a number that is given to another provision
/// before that day.
const OPEN: [&str; 1] = ["/1997:238#P22"];

#[test]
fn the_whole_text_of_a_day_has_each_provision_as_it_was() {
    if lagrum_test_support::real_corpus().is_none() {
        return;
    }
    let Some(data) = lagrum_test_support::built_corpus() else { return };
    let snapshot = Snapshots::new(&data).open_current().unwrap().unwrap();
    let all = std::env::var_os("LAGRUM_TEST_ALL_ACTS").is_some();
    let is_asked = |(at, uri): &(usize, String)| {
        all || at % STEP == 0 || LARGE.iter().any(|large| uri.ends_with(&format!("/{large}")))
    };
    let acts: Vec<String> =
        statutes(&snapshot).into_iter().enumerate().filter(is_asked).map(|(_, uri)| uri).collect();
    let (mut compared, mut composed, mut wrong) = (0, 0, Vec::new());
    for uri in acts {
        let Some(act) = ask(&snapshot, &uri, DocumentForm::Artifact, None) else { continue };
        let mut provisions = Vec::new();
        anchors(&act["artifact"]["structure"], &mut provisions);
        for day in days(&act, all) {
            let Some(whole) = ask(&snapshot, &uri, DocumentForm::Markdown, Some(day)) else { continue };
            let is_composed = whole["as_of"]["composed"] == true;
            composed += usize::from(is_composed);
            let markdown = whole["markdown"].as_str().unwrap();
            if is_composed {
                wrong.extend(twice(markdown, &provisions).map(|what| format!("{uri} {day} twice: {what}")));
            }
            let text = words(markdown);
            for anchor in &provisions {
                let question = ProvisionQuestion {
                    uri: format!("{uri}#{anchor}"),
                    form: ProvisionForm::Markdown,
                    as_of: Some(day),
                    context: ProvisionContext::None,
                };
                let found = match answers::provision(&snapshot, today(), &question) {
                    Ok(found) => found,
                    Err(AnswerError::NotFound(_)) => continue,
                    Err(error) => panic!("{} {day}: {error}", question.uri),
                };
                compared += 1;
                let is_open = day > today() && OPEN.iter().any(|open| question.uri.ends_with(open));
                if !is_open && !text.contains(&words(found.markdown.as_deref().unwrap_or_default())) {
                    wrong.push(format!("{} {day} composed {is_composed}", question.uri));
                }
            }
        }
    }
    println!("{compared} provisions compared, {composed} texts put together");
    assert!(compared > 1_000 && composed > 10, "{compared} {composed}");
    assert!(wrong.is_empty(), "{} of {compared}: {:#?}", wrong.len(), &wrong[..wrong.len().min(30)]);
}
