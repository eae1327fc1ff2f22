//! Every question, asked of the demo corpus: answers are serialisable, failures say which kind they are.

#![expect(clippy::unwrap_used, reason = "a failed question should end the test")]

use std::collections::BTreeSet;
use std::sync::LazyLock;

use jiff::civil::{Date, date};
use lagrum_answers::{
    self as answers, AnswerError, BrowseQuestion, ComingQuestion, DiffQuestion, DocumentForm,
    DocumentQuestion, DocumentsQuestion, GraphQuestion, HistoryQuestion, InboundOrder, InboundQuestion,
    InboundScope, LinkDirection, ListOrder, ManuscriptQuestion, NeighbourOrder, PathQuestion,
    RelatedQuestion, ResolveQuestion, SearchQuestion, SourceName,
};
use lagrum_corpus::import::{ImportOptions, import};
use lagrum_corpus::{Corpus, Silent};
use lagrum_render::manuscript::Layout;
use lagrum_snapshot::{Snapshot, Snapshots};
use serde::Serialize;
use tempfile::TempDir;

/// The day on which the demo is read.
const DAY: Date = date(2033, 1, 1);

/// A statute of the demo with archived lydelser.
const STATUTE: &str = "https://lag.demo.example/1931:47";

static FOLDER: LazyLock<TempDir> = LazyLock::new(|| {
    // Which changes a build takes as ahead of their day depends on today.
    lagrum_snapshot::fix_today(DAY);
    let folder = tempfile::tempdir().unwrap();
    lagrum_demo::unpack(folder.path()).unwrap();
    let corpus = Corpus::create(&folder.path().join("data")).unwrap();
    let options = ImportOptions {
        folders: lagrum_sources::all()
            .iter()
            .map(|source| (source.artifact_dir.to_owned(), source.name.to_owned()))
            .collect(),
        ..ImportOptions::default()
    };
    let tree = folder.path().join("corpus").display().to_string();
    import(&corpus, &[tree], &options, &Silent).unwrap();
    lagrum_builder::build(&folder.path().join("data"), &Silent).unwrap();
    folder
});

/// The demo with nothing loaded.
fn bare() -> Snapshot {
    Snapshots::new(&FOLDER.path().join("data")).open_current().unwrap().unwrap()
}

/// The demo with everything loaded.
fn loaded() -> Snapshot {
    let snapshot = bare();
    snapshot.load_graph().unwrap();
    snapshot.load_resolver(DAY).unwrap();
    snapshot.load_name_index(DAY).unwrap();
    snapshot.load_search().unwrap();
    snapshot
}

fn source(name: &str) -> SourceName {
    SourceName::from(name.to_owned())
}

fn inbound(uri: &str) -> InboundQuestion {
    InboundQuestion {
        uri: uri.to_owned(),
        scope: InboundScope::Tree,
        groups: None,
        year: None,
        source: None,
        order: InboundOrder::Rail,
        limit: 10,
        offset: 0,
        earlier_offset: 0,
        context: false,
    }
}

fn graph(uri: &str, groups: Option<&str>, depth: u8) -> GraphQuestion {
    GraphQuestion {
        uri: uri.to_owned(),
        direction: LinkDirection::Both,
        groups: groups.map(str::to_owned),
        limit: 20,
        order: NeighbourOrder::Links,
        group_limit: None,
        depth,
        internal: false,
    }
}

fn path(from: &str, to: &str) -> PathQuestion {
    PathQuestion {
        from: from.to_owned(),
        to: to.to_owned(),
        direction: LinkDirection::Both,
        groups: None,
        paths: 1,
    }
}

fn search(query: &str) -> SearchQuestion {
    SearchQuestion { query: query.to_owned(), limit: 10, ..SearchQuestion::default() }
}

fn resolve(text: &str) -> ResolveQuestion {
    ResolveQuestion { text: text.to_owned(), source: None, kind: None }
}

fn document(uri: &str, form: DocumentForm) -> DocumentQuestion {
    DocumentQuestion { uri: uri.to_owned(), form, as_of: None }
}

fn manuscript(path: &str) -> ManuscriptQuestion {
    let layout = Layout { contents: true, amendments: true, columns: 1 };
    ManuscriptQuestion {
        path: path.to_owned(),
        layout,
        context: answers::context_kinds("alla").unwrap(),
        as_of: None,
        today: date(2026, 11, 21),
    }
}

/// The JSON of an answer.
fn json(answer: &impl Serialize) -> serde_json::Value {
    serde_json::to_value(answer).unwrap()
}

/// An answer that is JSON already.
fn parsed(answer: Result<Vec<u8>, AnswerError>) -> serde_json::Value {
    serde_json::from_slice(&answer.unwrap()).unwrap()
}

#[test]
fn every_question_about_a_statute_has_an_answer() {
    let snapshot = loaded();
    let base = &snapshot.manifest().base;
    let documents = DocumentsQuestion {
        source: Some(source("sfs")),
        kind: None,
        include_expired: false,
        changed_since: None,
        order: ListOrder::Uri,
        limit: 5,
        offset: 0,
    };
    let documents = parsed(answers::documents(&snapshot, DAY, documents).unwrap().to_json());
    assert_eq!(documents["documents"].as_array().unwrap().len(), 5);
    assert!(json(&answers::sources(&snapshot).unwrap()).as_array().unwrap().len() > 5);
    let facets = answers::facets(&snapshot, DAY, source("sfs")).unwrap();
    let leaf = BrowseQuestion {
        source: source("sfs"),
        bucket: Some(facets.buckets[0].slug.clone()),
        offset: 0,
        limit: 10,
    };
    assert!(answers::browse(&snapshot, DAY, leaf).unwrap().total.unwrap() > 0);

    let artifact = answers::document(&snapshot, DAY, &document(STATUTE, DocumentForm::Artifact)).unwrap();
    let artifact = parsed(artifact.into_json());
    assert_eq!(artifact["artifact"]["uri"], STATUTE);
    let text = answers::document(&snapshot, DAY, &document(STATUTE, DocumentForm::Markdown)).unwrap();
    assert!(text.markdown().unwrap().starts_with("# "));
    assert!(answers::inbound(&snapshot, inbound(STATUTE)).unwrap().total() > 0);
    assert!(answers::outbound(&snapshot, STATUTE).unwrap().list().links().len() > 0);
    let lydelser = answers::versions(&snapshot, STATUTE).unwrap().versions;
    let oldest = &lydelser.first().unwrap().version;
    let question = DiffQuestion::parse(base, STATUTE, oldest, None).unwrap();
    let pair = answers::find_lydelser(&snapshot, DAY, question).unwrap();
    let diff = answers::compare(&snapshot, pair).unwrap();
    assert!(!json(&diff.answer(false).unwrap())["units"].as_array().unwrap().is_empty());
    let neighbours = json(&answers::graph(&snapshot, &graph(STATUTE, None, 2)).unwrap());
    assert!(neighbours["inbound"]["total_docs"].as_u64().unwrap() > 0);
    let other = neighbours["inbound"]["top"][0]["uri"].as_str().unwrap().to_owned();
    assert_eq!(answers::path(&snapshot, &path(&other, STATUTE)).unwrap().distance, Some(1));
    assert_eq!(answers::card(&snapshot, DAY, "/1931:47", None).unwrap().root, STATUTE);
    let parts = answers::manuscript(&snapshot, manuscript("/1931:47")).unwrap();
    assert!(!parts.manuscript.context.is_empty());
    assert!(!answers::dumps(&snapshot).is_empty());
    assert!(answers::readiness(Some(&snapshot)).ready);
}

#[test]
fn a_citation_is_resolved_and_leads_the_search_for_it() {
    let snapshot = loaded();
    let named = answers::resolve(&snapshot, DAY, resolve("1931:47 3 kap. 3 §")).unwrap();
    let found = answers::search(&snapshot, DAY, search("1931:47 3 kap. 3 §")).unwrap();
    assert_eq!(named.results[0].uri, STATUTE);
    assert_eq!(json(&named.results[0].pin), json(&found.results[0].pin));
}

#[test]
fn many_citations_are_answered_as_each_alone() {
    let snapshot = loaded();
    let citations = ["1931:47 3 kap. 3 §", "1931:47 2 kap. 2 §", "fårlagen 9 kap. 9 §", "2031 s. 5", "inget"];
    let asked = citations.iter().map(|citation| (*citation).to_owned()).collect();
    let answers = answers::resolve_many(&snapshot, DAY, None, asked).unwrap();
    assert_eq!(answers.len(), citations.len());
    for (citation, answer) in citations.iter().zip(&answers) {
        let alone = answers::resolve(&snapshot, DAY, resolve(citation)).unwrap();
        assert_eq!(json(answer), json(&alone), "{citation}");
    }
}

#[test]
fn failures_say_which_kind_they_are() {
    let (bare, loaded) = (bare(), loaded());
    let corpus_base = &loaded.manifest().base;
    let unheld = "https://lag.demo.example/1000:1";
    let not_found = [
        answers::document(&loaded, DAY, &document(unheld, DocumentForm::Artifact)).err(),
        answers::card(&loaded, DAY, unheld, None).err(),
        answers::facets(&loaded, DAY, source("nothing")).err(),
        answers::versions(&loaded, "https://lag.demo.example/nja/2031s5").err(),
        answers::facsimile_page(&loaded, unheld, 1).err(),
        answers::graphic(&loaded, unheld, "G1").err(),
        answers::manuscript(&loaded, manuscript("/1000:1")).err(),
        answers::path(&loaded, &path(unheld, STATUTE)).err(),
    ];
    for failure in not_found {
        assert!(matches!(failure, Some(AnswerError::NotFound(_))), "{failure:?}");
    }
    let loading = [
        answers::resolve(&bare, DAY, resolve("1931:47")).err(),
        answers::path(&bare, &path(STATUTE, STATUTE)).err(),
        answers::graph(&bare, &graph(STATUTE, None, 2)).err(),
    ];
    for failure in loading {
        assert!(matches!(failure, Some(AnswerError::Loading { .. })), "{failure:?}");
    }
    let without_index = answers::search(&bare, DAY, search("får")).err();
    assert!(matches!(without_index, Some(AnswerError::Unavailable { .. })), "{without_index:?}");
    let invalid = [
        (
            answers::search(&loaded, DAY, SearchQuestion { cursor: Some("x".into()), ..search("får") }).err(),
            "cursor",
        ),
        (answers::graph(&loaded, &graph(STATUTE, Some("Rätt"), 1)).err(), "groups"),
        (answers::context_kinds("domar").err(), "kontext"),
    ];
    for (failure, expected) in invalid {
        let Some(AnswerError::Invalid { parameter, .. }) = failure else { panic!("{failure:?}") };
        assert_eq!(parameter, expected);
    }
    let malformed = [
        DiffQuestion::parse(corpus_base, STATUTE, "yesterday", None).err(),
        answers::verdict(&loaded, "HDO", "no uuid", "dom.pdf").err(),
    ];
    for failure in malformed {
        assert!(matches!(failure, Some(AnswerError::Malformed(_))), "{failure:?}");
    }
}

#[test]
fn an_answer_that_nobody_waits_for_is_cancelled() {
    let snapshot = loaded();
    let neighbours = json(&answers::graph(&snapshot, &graph(STATUTE, None, 1)).unwrap());
    let other = neighbours["inbound"]["top"][0]["uri"].as_str().unwrap().to_owned();
    let token = lagrum_cancel::CancelToken::default();
    token.cancel();
    let failures = token.run(|| {
        [
            answers::document(&snapshot, DAY, &document(STATUTE, DocumentForm::Markdown)).err(),
            answers::search(&snapshot, DAY, search("får")).err(),
            answers::path(&snapshot, &path(STATUTE, &other)).err(),
        ]
    });
    for failure in failures {
        assert!(matches!(failure, Some(AnswerError::Cancelled)), "{failure:?}");
    }
}

#[test]
fn an_answer_with_the_names_of_another_day_is_provisional() {
    let snapshot = loaded();
    let tomorrow = DAY.tomorrow().unwrap();
    for (day, expected) in [(DAY, false), (tomorrow, true)] {
        assert_eq!(answers::resolve(&snapshot, day, resolve("1931:47")).unwrap().is_provisional, expected);
        assert_eq!(answers::search(&snapshot, day, search("1931:47")).unwrap().is_provisional, expected);
    }
    let bare = bare();
    bare.load_search().unwrap();
    assert!(answers::search(&bare, DAY, search("1931:47")).unwrap().is_provisional);
}

/// What the demo shows of law over time, on the day on which it is read.
#[test]
fn the_demo_has_every_state_of_law_over_time() {
    let snapshot = loaded();
    assert_eq!(DAY.to_string(), lagrum_demo::DAY);
    let mut seen = BTreeSet::new();
    for (_, bytes) in lagrum_demo::files() {
        let artifact: serde_json::Value = serde_json::from_slice(bytes).unwrap_or_default();
        let Some(uri) = artifact["uri"].as_str() else { continue };
        let Ok(links) = answers::outbound(&snapshot, uri) else { continue };
        for link in parsed(links.to_json_with_then(&snapshot, DAY)).as_array().unwrap() {
            if let Some(then) = link["then"].as_object() {
                seen.insert(format!("then {} {}", then["basis"], then["changed_since"]));
            }
        }
        for row in answers::provision_rows(&snapshot, DAY, uri).unwrap_or_default() {
            let question = HistoryQuestion { uri: row.uri, text: false, diff: false };
            for entry in answers::provision_history(&snapshot, DAY, &question).unwrap().entries {
                let entry = json(&entry);
                seen.insert(format!("text {}", entry["change"]));
                seen.insert(format!("from {}", entry["basis"]));
            }
        }
    }
    let coming = json(&answers::coming(&snapshot, DAY, &ComingQuestion::default()).unwrap());
    for events in coming["days"].as_array().unwrap() {
        for event in events["events"].as_array().unwrap() {
            seen.insert(format!("coming {} {}", event["kind"], event["basis"]));
        }
    }
    assert!(!coming["without_day"].as_array().unwrap().is_empty(), "nothing waits for its day");
    let wanted = include_str!("demo_states.txt").lines().filter(|line| !line.starts_with('#'));
    let missing: Vec<&str> = wanted.filter(|state| !seen.contains(&state.replace('\'', "\""))).collect();
    assert!(missing.is_empty(), "the demo lacks {missing:?}; it has {seen:#?}");
}

#[test]
fn an_amendment_is_of_the_provision_that_had_the_number_then() {
    let snapshot = loaded();
    let amendments = |anchor: &str| {
        let uri = format!("https://lag.demo.example/2026:40#{anchor}");
        let question = HistoryQuestion { uri, text: false, diff: false };
        let history = json(&answers::provision_history(&snapshot, DAY, &question).unwrap());
        let acts = history["amendments"].as_array().unwrap().iter();
        acts.map(|act| act["identifier"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    // 4 § of today was 3 § until SFS 2028:61, and 5 § was 4 §.
    assert_eq!(amendments("P4"), ["SFS 2032:70", "SFS 2028:61"]);
    assert_eq!(amendments("P5"), ["SFS 2031:44", "SFS 2030:19", "SFS 2028:61"]);
    assert_eq!(amendments("P1"), ["SFS 2031:44", "SFS 2031:12"]);
}

/// The rows about a place: relation, place and day, one a line.
fn related_to(snapshot: &Snapshot, uri: &str) -> Vec<String> {
    let question = RelatedQuestion { uri: uri.to_owned(), limit: 200, cursor: None };
    let found = answers::related(snapshot, &question).unwrap();
    assert_eq!(found.total, found.related.len() as u64);
    let row = |row: &serde_json::Value| {
        let local = row["uri"].as_str().unwrap().trim_start_matches("https://lag.demo.example/");
        format!("{} {local} {}", row["relation"].as_str().unwrap(), row["from"].as_str().unwrap_or("-"))
    };
    json(&found)["related"].as_array().unwrap().iter().map(row).collect()
}

#[test]
fn both_ends_of_a_statement_are_told() {
    let snapshot = bare();
    let at = |local_id: &str| related_to(&snapshot, &format!("https://lag.demo.example/{local_id}"));
    assert_eq!(at("1974:152#K2P3"), ["predecessor 1974:152#K2P4 2011-01-01"]);
    assert_eq!(at("1974:152#K2P4"), ["successor 1974:152#K2P3 2011-01-01"]);
    let regulation = at("sjvfs/2028:2");
    assert!(regulation.iter().any(|row| row.starts_with("issued_under 1931:47#K4P3 ")), "{regulation:?}");
    let authority = at("1931:47#K4P3");
    assert!(authority.iter().any(|row| row.starts_with("authorises sjvfs/2028:2 ")), "{authority:?}");
    assert!(at("1931:47#K4").len() >= authority.len(), "a kapitel has what is said of its paragrafer");
    let carried_out = at("celex/32029L0001#4");
    assert!(carried_out.iter().any(|row| row.starts_with("implemented_by ")), "{carried_out:?}");
    assert!(at("1931:47#K99P1").is_empty(), "of a place that it does not have nothing is said");
}

#[test]
fn pages_of_related_places_follow_each_other() {
    let snapshot = bare();
    let uri = "https://lag.demo.example/1931:47";
    let (mut read, mut cursor) = (Vec::new(), None);
    loop {
        let question = RelatedQuestion { uri: uri.to_owned(), limit: 1, cursor };
        let page = answers::related(&snapshot, &question).unwrap();
        read.extend(page.related.iter().map(|row| format!("{} {}", row.of, row.uri)));
        cursor = page.next_cursor;
        if cursor.is_none() {
            assert_eq!(read.len() as u64, page.total);
            break;
        }
    }
    assert!(read.len() > 2, "{read:?}");
    let question = RelatedQuestion { uri: uri.to_owned(), limit: 1, cursor: Some("x".to_owned()) };
    assert!(matches!(
        answers::related(&snapshot, &question),
        Err(AnswerError::Invalid { parameter: "cursor", .. })
    ));
    let question = RelatedQuestion { uri: format!("{uri}9"), limit: 1, cursor: None };
    assert!(matches!(answers::related(&snapshot, &question), Err(AnswerError::NotFound(_))));
}
