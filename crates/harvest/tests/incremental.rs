//! Which documents of the raw archive are parsed, when, and which changes the corpus gets.

#![allow(clippy::unwrap_used, reason = "a broken fixture should end the test")]

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

use jiff::civil::Date;
use lagrum_corpus::import::{ImportError, ImportOptions, import};
use lagrum_corpus::{Corpus, CorpusState, PublishedCounts, Silent, SourceCounts};
use lagrum_harvest::{Due, HarvestError, HarvestOptions, HarvestSummary, parse_archive};
use lagrum_publishers::publisher;
use lagrum_raw::{Archive, ArchiveWriter, AskedRun, SourceState};
use lagrum_test_support::invented_act;
use serde_json::{Value, json};
use tempfile::TempDir;

fn day_of(second: i64) -> Date {
    jiff::Timestamp::from_second(second).unwrap().to_zoned(jiff::tz::TimeZone::UTC).date()
}

fn second(day: &str) -> i64 {
    day.parse::<Date>().unwrap().to_zoned(jiff::tz::TimeZone::UTC).unwrap().timestamp().as_second()
}

/// A data folder into which acts come as if they were fetched.
struct Place(TempDir, std::cell::RefCell<Vec<PublishedCounts>>);

impl Place {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap(), std::cell::RefCell::default())
    }

    fn data(&self) -> &Path {
        self.0.path()
    }

    fn keep(&self, day: &str, acts: &[Value]) {
        let mut records = Vec::new();
        for act in acts {
            let taken =
                publisher("sfs").unwrap().records_of_file(Path::new("x"), act.to_string().into_bytes());
            records.extend(taken.unwrap());
        }
        ArchiveWriter::open(self.data()).unwrap().keep("sfs", &records, None, second(day)).unwrap();
    }

    fn run(&self, day: &str, is_dry_run: bool) -> Result<HarvestSummary, HarvestError> {
        self.run_with(day, &|options| HarvestOptions { is_dry_run, ..options })
    }

    fn run_with(
        &self,
        day: &str,
        change: &dyn for<'a> Fn(HarvestOptions<'a>) -> HarvestOptions<'a>,
    ) -> Result<HarvestSummary, HarvestError> {
        let published = self.1.borrow().clone();
        let options = change(HarvestOptions {
            source: "sfs",
            as_of: day.parse().unwrap(),
            day_of,
            seen_on: day.parse().unwrap(),
            is_dry_run: false,
            published: &published,
            allow_removals: false,
            meaning: None,
            pdf_text: None,
        });
        let archive = Archive::open(self.data()).unwrap();
        let corpus = Corpus::create(self.data()).unwrap();
        parse_archive(&archive, &corpus, &options, &mut |_, _| {}, &Silent)
    }

    fn parse(&self, day: &str) -> HarvestSummary {
        let summary = self.run(day, false).unwrap();
        assert_eq!((summary.failed, summary.missing, summary.extra), (0, 0, 0), "{summary:?}");
        summary
    }

    /// As if a snapshot of what is held were published.
    fn publish(&self) {
        let state = self.state();
        let counts = SourceCounts {
            documents: [("sfs".to_owned(), state.documents.len() as u64)].into(),
            lydelser: [("sfs".to_owned(), state.lydelser.len() as u64)].into(),
        };
        *self.1.borrow_mut() = vec![PublishedCounts { generation: state.generation, at: 0, counts }];
    }

    fn state(&self) -> CorpusState {
        Corpus::open(self.data()).unwrap().reader().unwrap().state().unwrap()
    }

    fn artifact(&self, uri: &str) -> Value {
        let state = self.state();
        let lydelse = state.lydelser.iter().find(|lydelse| lydelse.uri == uri).map(|lydelse| lydelse.stored);
        let document = state.documents.iter().find(|document| document.uri == uri);
        let stored = lydelse.or(document.map(|document| document.stored)).unwrap();
        let reader = Corpus::open(self.data()).unwrap().reader().unwrap();
        serde_json::from_slice(&reader.artifact(stored).unwrap().unwrap()).unwrap()
    }

    fn digests(&self) -> BTreeMap<String, [u8; 16]> {
        let state = self.state();
        let documents = state.documents.iter().map(|document| (document.uri, document.digest.0));
        let lydelser = state.lydelser.iter().map(|lydelse| (lydelse.uri.clone(), lydelse.digest.0));
        documents.chain(lydelser).collect()
    }

    /// The kind of the last change of a document in the change log.
    fn last_change(&self, uri: &str) -> &'static str {
        let state = self.state();
        let position = state.documents.position(uri).unwrap();
        let is_its = |entry: &lagrum_corpus::ChangeLogEntry<'_>| matches!(entry.subject, lagrum_corpus::ChangeSubject::Document(at) if at as usize == position);
        let entry = state.log.entries.iter().find(is_its).unwrap();
        entry.changes.latest().unwrap().name()
    }
}

fn uri(local: &str) -> String {
    format!("https://lagen.nu/{local}")
}

fn act(id: u32, key: &str, text: &str) -> Value {
    invented_act(id, key, &format!("Fårlag ({key})"), text)
}

/// An act with an amendment worked in.
fn amended(mut act: Value, amendment: &str, text: &str) -> Value {
    act["fulltext"]["andringInford"] = format!("t.o.m. SFS {amendment}").into();
    act["fulltext"]["forfattningstext"] = text.into();
    let (year, number) = amendment.split_once(':').unwrap();
    let row = json!({"andringsforfattningId": 1, "anteckningar": "ändr. 1 §", "beteckning": amendment,
        "celexnummer": null, "forarbeten": null, "ikraftDateTime": format!("{year}-07-01T00:00:00"),
        "ikraftDenDagenRegeringenBestammer": false, "ikraftOvergangsbestammelse": false, "lopnummer": number,
        "publicerad": true, "publiceringsar": year, "rubrik": format!("Lag ({amendment}) om ändring i fårlagen")});
    act["andringsforfattningar"].as_array_mut().unwrap().push(row);
    act
}

const FAR: &str = "1 § Får är djur.\r\n \r\n2 § Får betar.";

#[test]
fn nothing_changed_is_nothing_parsed_and_one_changed_act_is_one() {
    let place = Place::new();
    let acts: Vec<Value> = (1..=40).map(|id| act(id, &format!("2031:{id}"), FAR)).collect();
    place.keep("2031-03-01", &acts);
    let summary = place.parse("2031-03-01");
    assert_eq!((summary.due, summary.parsed, summary.stored), (Due { raw: 40, ..Due::default() }, 40, 40));
    let generation = place.state().generation;
    let summary = place.parse("2031-03-02");
    assert_eq!((summary.due.all(), summary.parsed, summary.stored), (0, 0, 0));
    assert_eq!(place.state().generation, generation);
    // A further act, which no other act cites, is the only one that is parsed.
    place.keep("2031-03-03", &[act(90, "2031:90", FAR)]);
    assert_eq!(place.parse("2031-03-03").due, Due { raw: 1, ..Due::default() });
    // An amendment, and a record that changed only beside the text.
    let mut renamed = acts[3].clone();
    renamed["organisation"]["namn"] = "Fårdepartementet".into();
    let new = amended(acts[2].clone(), "2032:9", "1 § Får är boskap.\r\n \r\n2 § Får betar.");
    place.keep("2032-07-02", &[new, renamed]);
    let summary = place.parse("2032-07-02");
    assert_eq!((summary.due.raw, summary.due.all(), summary.stored), (2, 2, 3), "{summary:?}");
    assert_eq!((place.last_change(&uri("2031:3")), place.last_change(&uri("2031:4"))), ("text", "metadata"));
    let old = place.artifact(&uri("2031:3/konsolidering/2031:3"));
    assert_eq!(old["version"], "2031:3");
    assert!(old["structure"].to_string().contains("Får är djur"));
    let current = place.artifact(&uri("2031:3"));
    assert!(current["structure"].to_string().contains("Får är boskap"));
    assert_eq!(current["metadata"]["uri"], uri("2031:3/konsolidering/2032:9"));
    // The next amendment: the first two lydelser are archived, the one that was stored is the same bytes.
    let newer =
        amended(amended(acts[2].clone(), "2032:9", ""), "2033:10", "1 § Får är fä.\r\n \r\n2 § Får betar.");
    place.keep("2033-07-02", &[newer]);
    let before = place.digests();
    assert_eq!(place.parse("2033-07-02").due.raw, 1);
    let after = place.digests();
    let lydelser: Vec<&str> =
        after.keys().filter_map(|uri| Some(uri.split_once("2031:3/konsolidering/")?.1)).collect();
    assert_eq!(lydelser, ["2031:3", "2032:9"]);
    let first = uri("2031:3/konsolidering/2031:3");
    assert_eq!(before[&first], after[&first]);
    assert_eq!(place.last_change(&uri("2031:3")), "text");
}

#[test]
fn an_amendment_that_leaves_the_text_makes_no_lydelse() {
    let place = Place::new();
    let first = act(1, "2031:1", FAR);
    place.keep("2031-03-01", std::slice::from_ref(&first));
    place.parse("2031-03-01");
    place.keep("2032-03-01", &[amended(first, "2032:9", FAR)]);
    place.parse("2032-03-01");
    assert_eq!(place.state().lydelser.len(), 0);
}

#[test]
fn a_day_on_which_a_variant_begins_is_a_day_on_which_the_act_is_due() {
    let place = Place::new();
    let text = "1 § /Upphör att gälla U:2031-09-01/\r\nFår är djur.\r\n \r\n\
                1 § /Träder i kraft I:2031-09-01/\r\nFår är boskap.\r\n \r\n2 § Får betar.";
    place.keep("2031-03-01", &[act(1, "2031:1", text), act(2, "2031:2", FAR)]);
    place.parse("2031-03-01");
    let before = place.artifact(&uri("2031:1"));
    assert_eq!(place.parse("2031-08-31").due.all(), 0);
    let summary = place.parse("2031-09-01");
    assert_eq!((summary.due, summary.stored), (Due { day: 1, ..Due::default() }, 1));
    assert_ne!(before["structure"], place.artifact(&uri("2031:1"))["structure"]);
    assert_eq!(place.parse("2031-09-02").due.all(), 0);
}

#[test]
fn what_the_publisher_no_longer_has_is_withdrawn_and_comes_back() {
    let place = Place::new();
    let acts = [act(1, "2031:1", FAR), act(2, "2031:2", FAR)];
    place.keep("2031-03-01", &acts);
    place.parse("2031-03-01");
    for (begun, met) in [("2031-03-02", &acts[..1]), ("2031-03-04", &acts[..1])] {
        place.keep(begun, met);
        let mut archive = ArchiveWriter::open(place.data()).unwrap();
        let run = Some(AskedRun { is_walk: true, begun: second(begun), ..AskedRun::default() });
        archive.set_state("sfs", &SourceState { run, ..SourceState::default() }).unwrap();
        archive.complete("sfs", second(begun) + 60).unwrap();
    }
    let summary = place.parse("2031-03-04");
    assert_eq!((summary.documents, summary.withdrawn, summary.due.all()), (1, 1, 0));
    assert_eq!(place.digests().into_keys().collect::<Vec<_>>(), [uri("2031:1")]);
    assert_eq!(place.state().taken["sfs"], "2031-03-04", "the day of the last complete run");
    place.keep("2031-03-05", &acts[1..]);
    assert_eq!(place.parse("2031-03-05").stored, 1);
    // Purged from the archive: withdrawn from the corpus.
    assert_eq!(ArchiveWriter::open(place.data()).unwrap().purge("sfs", "2031:1").unwrap().records, 1);
    assert_eq!(place.parse("2031-03-05").withdrawn, 1);
    assert_eq!(place.digests().into_keys().collect::<Vec<_>>(), [uri("2031:2")]);
}

#[test]
fn the_order_in_which_acts_come_does_not_matter() {
    let kapitel = |act: &str| {
        format!(
            "1 kap. Om får\r\n \r\n1 § Får är djur.\r\n \r\n2 kap. Om bete\r\n \r\n1 § Får betar enligt 2 kap. 1 § lagen ({act}) om getter och 9 kap. 1 § samma lag."
        )
    };
    let acts = [
        act(1, "2031:1", &kapitel("2031:2")),
        act(2, "2031:2", &kapitel("2031:3")),
        act(3, "2031:3", FAR),
        act(4, "2031:4", &kapitel("2031:1")),
    ];
    let whole = Place::new();
    whole.keep("2031-03-01", &acts);
    whole.parse("2031-03-01");
    let expected = whole.digests();
    for order in [[0, 1, 2, 3], [3, 2, 1, 0], [1, 3, 0, 2]] {
        let place = Place::new();
        for at in order {
            place.keep("2031-03-01", &acts[at..=at]);
            place.parse("2031-03-01");
        }
        assert_eq!(place.digests(), expected, "{order:?}");
        assert_eq!(place.parse("2031-03-01").due.all(), 0);
    }
}

#[test]
fn a_source_takes_its_documents_from_one_origin() {
    let dump = |place: &Place| {
        let path = place.data().join("sfs.ndjson");
        std::fs::write(&path, json!({"uri": uri("2031:9"), "structure": []}).to_string()).unwrap();
        let corpus = Corpus::create(place.data()).unwrap();
        import(&corpus, &[path.display().to_string()], &ImportOptions::default(), &Silent)
    };
    let imported = Place::new();
    dump(&imported).unwrap();
    imported.keep("2031-03-01", &[act(1, "2031:1", FAR)]);
    let error = imported.run("2031-03-01", false).unwrap_err();
    assert!(matches!(&error, HarvestError::Import(ImportError::Imported(source)) if source == "sfs"));
    assert!(error.to_string().contains("--data folder of its own"), "{error}");
    let fetched = Place::new();
    fetched.keep("2031-03-01", &[act(1, "2031:1", FAR)]);
    fetched.parse("2031-03-01");
    let error = dump(&fetched).unwrap_err();
    assert!(matches!(&error, ImportError::FromPublisher(source) if source == "sfs"));
    assert_eq!((imported.state().documents.len(), fetched.state().documents.len()), (1, 1));
}

#[test]
fn a_dry_run_says_what_is_due_and_changes_nothing() {
    let place = Place::new();
    place.keep("2031-03-01", &[act(1, "2031:1", FAR)]);
    let summary = place.run("2031-03-01", true).unwrap();
    assert_eq!((summary.due.raw, summary.parsed, summary.stored), (1, 0, 0));
    assert_eq!(place.state().documents.len(), 0);
}

#[test]
fn an_act_that_cannot_be_parsed_is_named_and_keeps_what_was_held() {
    let place = Place::new();
    place.keep("2031-03-01", &[act(1, "2031:1", FAR)]);
    place.parse("2031-03-01");
    let before = place.digests();
    let broken = lagrum_raw::NewRecord {
        key: "2031:1".into(),
        part: "json".into(),
        body: b"no form of the publisher".to_vec(),
        norm_hash: [7; 32],
        ..lagrum_raw::NewRecord::default()
    };
    ArchiveWriter::open(place.data()).unwrap().keep("sfs", &[broken], None, second("2031-03-02")).unwrap();
    for _ in 0..2 {
        let summary = place.run("2031-03-02", false).unwrap();
        assert_eq!((summary.failed, summary.withdrawn), (1, 0), "it is said every time: {summary:?}");
        assert!(summary.problems[0].contains("2031:1"));
        assert_eq!(place.digests(), before);
    }
}

/// Thirty acts, parsed and published.
fn thirty() -> (Place, Vec<Value>) {
    let place = Place::new();
    let acts: Vec<Value> = (1..=30).map(|id| act(id, &format!("2031:{id}"), FAR)).collect();
    place.keep("2031-03-01", &acts);
    place.parse("2031-03-01");
    place.publish();
    (place, acts)
}

/// The acts as a publisher sends them that has lost their texts.
fn without_text(acts: &[Value], how: usize) -> Vec<Value> {
    let mut acts = acts.to_vec();
    for act in &mut acts {
        match how {
            0 => act["fulltext"]["forfattningstext"] = "".into(),
            1 => act["fulltext"]["forfattningstext"] = Value::Null,
            2 => {
                let text = act["fulltext"]["forfattningstext"].take();
                act["fulltext"]["text"] = text;
            }
            _ => act["publicerad"] = false.into(),
        }
    }
    acts
}

#[test]
fn an_archive_that_was_lost_withdraws_nothing() {
    let (place, acts) = thirty();
    std::fs::remove_dir_all(place.data().join("raw")).unwrap();
    place.keep("2031-03-02", &acts[..3]);
    let error = place.run("2031-03-02", false).unwrap_err().to_string();
    assert!(error.contains("27 of the 30 documents of sfs") && error.contains("--allow-removals"), "{error}");
    assert_eq!(place.state().documents.len(), 30);
    place.keep("2031-03-02", &acts[..27]);
    assert_eq!(place.parse("2031-03-02").withdrawn, 3);
}

#[test]
fn texts_that_are_gone_stay_for_a_day_and_then_the_run_stops() {
    for how in 0..4 {
        let (place, acts) = thirty();
        let before = place.digests();
        place.keep("2031-03-02", &without_text(&acts, how));
        for _ in 0..2 {
            let summary = place.parse("2031-03-02");
            assert_eq!((summary.kept, summary.withdrawn, summary.empty), (30, 0, 30), "{how}: {summary:?}");
            assert!(summary.to_string().contains("kept without a new text 30"), "{summary}");
            assert_eq!(place.digests(), before);
        }
        for day in ["2031-03-03", "2031-03-04"] {
            let error = place.run(day, false).unwrap_err().to_string();
            assert!(error.contains("30 of the 30 documents of sfs"), "{error}");
            assert_eq!(place.digests(), before, "nothing was withdrawn before the run stopped");
        }
        // The publisher has mended it.
        place.keep("2031-03-05", &acts);
        let summary = place.parse("2031-03-05");
        assert_eq!((summary.kept, summary.withdrawn, summary.failed), (0, 0, 0));
        assert_eq!(place.digests(), before);
        assert_eq!(Archive::open(place.data()).unwrap().emptied("sfs").unwrap().len(), 0);
    }
}

#[test]
fn a_run_that_is_allowed_to_withdraws_and_no_later_one_counts_it() {
    let (place, acts) = thirty();
    place.keep("2031-03-02", &without_text(&acts[..20], 0));
    assert_eq!(place.parse("2031-03-02").kept, 20);
    let summary =
        place.run_with("2031-03-03", &|options| HarvestOptions { allow_removals: true, ..options }).unwrap();
    assert_eq!((summary.withdrawn, summary.kept), (20, 0));
    place.keep("2031-03-04", &without_text(&acts[20..21], 0));
    place.parse("2031-03-04");
    assert_eq!(place.parse("2031-03-05").withdrawn, 1, "one of the ten that are left");
    // They come back.
    place.keep("2031-03-06", &acts);
    assert_eq!(place.parse("2031-03-06").stored, 21);
}

#[test]
fn what_was_purged_counts_no_more() {
    let (place, _) = thirty();
    let mut archive = ArchiveWriter::open(place.data()).unwrap();
    for id in 1..=20 {
        archive.purge("sfs", &format!("2031:{id}")).unwrap();
    }
    drop(archive);
    assert_eq!(place.parse("2031-03-02").withdrawn, 20);
    let removed = Corpus::open(place.data()).unwrap().reader().unwrap().allowed_removals().unwrap();
    assert_eq!(removed.iter().map(|removal| removal.counts.documents["sfs"]).sum::<u64>(), 20);
    assert_eq!(place.parse("2031-03-03").withdrawn, 0);
}

#[test]
fn a_record_that_is_no_act_is_told_and_the_run_is_well() {
    let place = Place::new();
    place.keep("2031-03-01", &[act(1, "2031:1", FAR), act(2, "N2031:3", FAR)]);
    let summary = place.run("2031-03-01", false).unwrap();
    assert_eq!((summary.failed, summary.others, summary.stored), (0, 1, 1), "{summary:?}");
    assert!(summary.problems[0].contains("N2031:3") && summary.problems[0].contains("is no document"));
    assert_eq!(place.parse("2031-03-02").due.all(), 0);
    assert_eq!(place.digests().len(), 1);
}

/// `cargo test -p lagrum-harvest --test incremental -- --ignored --nocapture`
#[test]
#[ignore = "a measurement"]
fn fourteen_thousand_acts() {
    let place = Place::new();
    let text = FAR.repeat(200);
    let acts: Vec<Value> = (1..=14_000).map(|id| act(id, &format!("2031:{id}"), &text)).collect();
    for chunk in acts.chunks(1000) {
        place.keep("2031-03-01", chunk);
    }
    let timed = |name: &str| {
        let begun = Instant::now();
        let summary = place.run("2031-03-03", false).unwrap();
        println!("{name}: {:.2} s, {summary}", begun.elapsed().as_secs_f64());
        summary
    };
    timed("everything");
    assert_eq!(timed("nothing changed").parsed, 0);
    place.keep("2031-03-02", &[amended(acts[7].clone(), "2032:1", "1 § Får är boskap.")]);
    assert_eq!(timed("one act changed").parsed, 1);
}
