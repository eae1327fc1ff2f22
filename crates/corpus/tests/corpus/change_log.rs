//! Tests the entries of the change log after imports.

#![expect(clippy::unwrap_used, reason = "a test that meets the unexpected has failed")]

use crate::support::{BASE, Place, artifact, lydelse};
use lagrum_artifact::{Artifact, Base, Generation};
use lagrum_corpus::import::{DescribedDocument, DocumentMeaning, ImportOptions};
use lagrum_corpus::{
    ChangeSubject, ChangedProvisions, Corpus, DocumentNames, LOG_DAYS, ProvisionChanges, ProvisionDigests,
    ProvisionsOfGeneration,
};
use serde_json::Value;

/// Interprets the title of a test document, and the word that marks it as expired.
#[derive(Debug)]
struct Words;

impl DocumentMeaning for Words {
    fn describe(&self, source: &str, artifact: &Artifact, base: &Base) -> DescribedDocument {
        let local_id = base.strip(artifact.uri()).unwrap_or_default();
        DescribedDocument {
            names: DocumentNames { title: Some(format!("{source} {local_id}")), ..DocumentNames::default() },
            is_expired: artifact.str(&["expired"]).is_some(),
        }
    }

    fn provisions(&self, artifact: &Artifact, _base: &Base) -> Option<ProvisionDigests> {
        let words = artifact.str(&["words"])?;
        Some(words.split(' ').map(|word| (word[..2].to_owned(), [word.as_bytes()[3]; 32])).collect())
    }

    fn is_expired(&self, entry: &Value) -> bool {
        entry.get("expired").is_some()
    }
}

fn import(place: &Place, origin: &str) {
    let options = ImportOptions { prune: Some(true), meaning: Some(&Words), ..ImportOptions::default() };
    place.import(&[origin], &options).unwrap();
}

/// The changes of each uri after a generation, by local id.
fn told(place: &Place, after: Generation) -> Vec<(String, &'static str)> {
    let state = place.state();
    let uri = |subject: ChangeSubject<'_>| match subject {
        ChangeSubject::Document(at) => state.documents.uri(at as usize),
        ChangeSubject::Lydelse(at) => state.lydelser[at as usize].uri.clone(),
        ChangeSubject::Withdrawn(withdrawn) => withdrawn.uri.clone(),
    };
    let entries = state.log.entries.iter();
    entries
        .filter_map(|entry| {
            let kind = entry.changes.after(after)?;
            Some((uri(entry.subject)[BASE.len() + 1..].to_owned(), kind.name()))
        })
        .collect()
}

fn rows(rows: &[(&str, &'static str)]) -> Vec<(String, &'static str)> {
    rows.iter().map(|(id, kind)| ((*id).to_owned(), *kind)).collect()
}

#[test]
fn an_import_logs_what_it_changes_and_nothing_else() {
    let place = Place::new();
    let dump = |lines: &[String]| place.dump("dv.ndjson.gz", lines);
    let with = |id: &str, extra: &str, text: &str| artifact(id, text).replacen('{', &format!("{{{extra}"), 1);
    import(&place, &dump(&[artifact("a", "x"), artifact("b", "x"), artifact("c", "x"), artifact("d", "x")]));
    assert_eq!(
        told(&place, Generation::NONE),
        rows(&[("a", "added"), ("b", "added"), ("c", "added"), ("d", "added")])
    );
    assert_eq!(place.state().log.start.at, None, "the log is as old as the corpus");

    let first = place.state().generation;
    import(
        &place,
        &dump(&[
            artifact("a", "x"),
            with("b", "\"expired\":\"x\",", "x"),
            with("c", " ", "x"),
            artifact("e", "y"),
            lydelse("e", "1", "x"),
            artifact("e", "x"),
        ]),
    );
    let expected = [
        ("b", "status"),
        ("c", "metadata"),
        ("d", "withdrawn"),
        ("e", "added"),
        ("e/konsolidering/1", "added"),
    ];
    assert_eq!(told(&place, first), rows(&expected));
    let state = place.state();
    let withdrawn = state.log.entries.iter().find_map(|entry| match entry.subject {
        ChangeSubject::Withdrawn(withdrawn) => Some(withdrawn),
        _ => None,
    });
    assert_eq!(withdrawn.unwrap().names.title.as_deref(), Some("dv d"));

    // The same again changes nothing; a document that comes back was added.
    let second = place.state().generation;
    import(&place, &dump(&[artifact("a", "y"), with("b", "\"expired\":\"x\",", "z"), artifact("d", "x")]));
    let expected = [("a", "text"), ("b", "text"), ("c", "withdrawn"), ("d", "added"), ("e", "withdrawn")];
    assert_eq!(told(&place, second), rows(&expected));
    let third = place.state().generation;
    import(&place, &dump(&[artifact("a", "y"), with("b", "\"expired\":\"x\",", "z"), artifact("d", "x")]));
    assert_eq!(told(&place, third), []);
}

#[test]
fn a_status_list_changes_the_status_of_the_documents_it_is_about() {
    let place = Place::new();
    let named = |id: &str, extra: &str| artifact(id, "x").replacen('{', &format!("{{{extra}"), 1);
    let documents =
        [named("act/1", ""), named("act/2", ""), named("act/3", "\"expired\":\"x\","), named("act/4", "")];
    import(&place, &place.dump("eurlex.ndjson.gz", &documents));
    let before = place.state().generation;
    let list = r#"{"1":{"expired":1},"2":{"note":1},"3":{"expired":1},"9":{"expired":1}}"#;
    import(&place, &place.write("eurlex-status.json", list));
    assert_eq!(told(&place, before), rows(&[("act/1", "status")]));
    let before = place.state().generation;
    import(&place, &place.write("eurlex-status.json", r#"{"2":{"expired":2}}"#));
    assert_eq!(told(&place, before), rows(&[("act/1", "status"), ("act/2", "status")]));
}

/// Runs SQL on the database of a corpus.
fn sql(place: &Place, sql: &str) {
    rusqlite::Connection::open(place.data().join("corpus/corpus.db")).unwrap().execute_batch(sql).unwrap();
}

#[test]
fn the_provisions_that_changed_are_those_between_the_first_text_and_the_last() {
    let place = Place::new();
    let act = |words: &str| artifact("1931:47", words).replacen('{', &format!("{{\"words\":\"{words}\","), 1);
    let dump = |lines: &[String]| place.dump("sfs.ndjson.gz", lines);
    import(&place, &dump(&[act("P1=a P2=b")]));
    let first = place.state().generation;
    import(&place, &dump(&[act("P1=a P2=c P3=d")]));
    import(&place, &dump(&[act("P1=a P2=b P4=d")]));
    let log = place.state().log;
    let kept: Vec<&ProvisionsOfGeneration> =
        log.provisions.iter().filter(|step| step.generation > first).collect();
    assert_eq!(kept.len(), 2);
    let step = |step: &ProvisionsOfGeneration| -> ChangedProvisions {
        serde_json::from_str(step.provisions.as_deref().unwrap()).unwrap()
    };
    let told = step(kept[0]).then(step(kept[1])).changes();
    assert_eq!(told, ProvisionChanges { added: vec!["P4".to_owned()], ..ProvisionChanges::default() });
    let last = step(kept[1]).changes();
    assert_eq!(
        (last.changed, last.renumbered),
        (vec!["P2".to_owned()], vec![("P3".to_owned(), "P4".to_owned())])
    );
}

#[test]
fn what_happened_too_long_ago_is_dropped_and_the_log_says_so() {
    let place = Place::new();
    let dump = |lines: &[String]| place.dump("dv.ndjson.gz", lines);
    import(&place, &dump(&[artifact("a", "x"), artifact("b", "x")]));
    let first = place.state().generation;
    import(&place, &dump(&[artifact("a", "y"), artifact("b", "x")]));
    let seconds = LOG_DAYS * 24 * 60 * 60 + 60;
    sql(&place, &format!("UPDATE change_log SET at = at - {seconds} WHERE generation = {first}"));
    import(&place, &dump(&[artifact("a", "y"), artifact("b", "x")]));
    let log = place.state().log;
    assert_eq!(log.start.generation, first);
    assert!(log.start.at.is_some());
    assert_eq!(told(&place, Generation::NONE), rows(&[("a", "text")]));
}

#[test]
fn a_log_begins_again_after_an_import_that_it_does_not_know_of() {
    let place = Place::new();
    let dump = |lines: &[String]| place.dump("dv.ndjson.gz", lines);
    import(&place, &dump(&[artifact("a", "x")]));
    let known = place.state().generation;
    // As by a version of the program that keeps no log.
    sql(&place, "UPDATE property SET value = value + 1 WHERE name = 'generation'");
    assert_eq!(Corpus::open(&place.data()).unwrap().reader().unwrap().state().unwrap().log.entries.len(), 0);
    import(&place, &dump(&[artifact("a", "y")]));
    let log = place.state().log;
    assert_eq!(log.start.generation, Generation(known.0 + 1));
    assert!(log.start.at.is_some());
    assert_eq!(told(&place, Generation::NONE), rows(&[("a", "text")]));
}
