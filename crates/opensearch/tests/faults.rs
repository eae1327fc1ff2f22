//! Whatever a cluster does wrong is told for what it is, soon, and is over when it is over. The cluster here is a small
//! server that answers as it is told.

#![expect(clippy::unwrap_used, reason = "a test that meets the unexpected has failed")]

use std::collections::HashSet;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use lagrum_artifact::{AnchorGrammar, Artifact, FullText};
use lagrum_build::{Elsewhere, Filling};
use lagrum_corpus::Silent;
use lagrum_opensearch::{Access, Filler, OpenSearch, Shape};
use lagrum_search::{
    DocumentToIndex, Embedded, Engine, Filters, Found, Hit, Plan, Planner, Request, SearchError, TextWriter,
};
use lagrum_snapshot::SnapshotId;
use serde_json::{Value, json};
use tempfile::TempDir;

const URI: &str = "https://lag.example/1";

/// How the server answers a path that begins so; the last rule that fits counts.
#[derive(Clone)]
struct Rule {
    path: &'static str,
    status: u16,
    body: String,
    /// Bytes of the body that are sent before the connection is closed; None for all.
    cut: Option<usize>,
    /// Never answers.
    hangs: bool,
}

type Rules = Arc<Mutex<Vec<Rule>>>;

/// A server that answers by rules, and keeps what a build created.
struct Fake {
    rules: Rules,
    meta: Arc<Mutex<Value>>,
    bulks: Arc<Mutex<u32>>,
    address: String,
}

impl Fake {
    fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let fake = Self { rules: Rules::default(), meta: Arc::default(), bulks: Arc::default(), address };
        let (rules, meta, bulks) = (fake.rules.clone(), fake.meta.clone(), fake.bulks.clone());
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let (rules, meta, bulks) = (rules.clone(), meta.clone(), bulks.clone());
                std::thread::spawn(move || {
                    let Ok(stream) = stream else { return };
                    while answer(&stream, &rules, &meta, &bulks).is_some() {}
                });
            }
        });
        fake
    }

    fn rule(&self, path: &'static str, status: u16, body: &Value) {
        self.rules.lock().unwrap().push(Rule {
            path,
            status,
            body: body.to_string(),
            cut: None,
            hangs: false,
        });
    }

    fn forget(&self) {
        self.rules.lock().unwrap().clear();
    }
}

/// Answers one request. None when the connection is over.
fn answer(mut stream: &TcpStream, rules: &Rules, meta: &Mutex<Value>, bulks: &Mutex<u32>) -> Option<()> {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    if reader.read_line(&mut line).ok()? == 0 {
        return None;
    }
    let mut words = line.split(' ');
    let (method, path) = (words.next()?.to_owned(), words.next()?.to_owned());
    let mut length = 0;
    loop {
        let mut header = String::new();
        reader.read_line(&mut header).ok()?;
        let header = header.trim().to_lowercase();
        if header.is_empty() {
            break;
        }
        if let Some(value) = header.strip_prefix("content-length:") {
            length = value.trim().parse().ok()?;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    let rule = rules.lock().unwrap().iter().rev().find(|rule| path.contains(rule.path)).cloned();
    if rule.as_ref().is_some_and(|rule| rule.hangs) {
        // Until the client has gone.
        let _ = reader.read(&mut [0]);
        return None;
    }
    let created = if method == "PUT" { serde_json::from_slice::<Value>(&body).ok() } else { None };
    if let Some(told) = created.filter(|created| created.get("mappings").is_some()) {
        *meta.lock().unwrap() = json!({"lagrum-x": {"mappings": {"_meta": told["mappings"]["_meta"]}}});
    }
    if path.contains("/_bulk") {
        *bulks.lock().unwrap() += 1;
    }
    let (status, text, cut) = match rule {
        Some(rule) => (rule.status, rule.body, rule.cut),
        None => (200, usual(&path, &meta.lock().unwrap()).to_string(), None),
    };
    let sent = cut.unwrap_or(text.len()).min(text.len());
    write!(stream, "HTTP/1.1 {status} x\r\ncontent-length: {}\r\n\r\n{}", text.len(), &text[..sent]).ok()?;
    (sent == text.len()).then_some(())
}

/// What a sound cluster answers.
fn usual(path: &str, meta: &Value) -> Value {
    if path.contains("_mapping") {
        meta.clone()
    } else if path.contains("_msearch") {
        found()
    } else if path.contains("_bulk") {
        json!({"errors": false})
    } else if path.contains("_count") {
        json!({"count": 1, "_shards": {"failed": 0}})
    } else if path.contains("_cluster/health") {
        json!({"status": "green", "timed_out": false, "number_of_data_nodes": 1})
    } else {
        json!({})
    }
}

fn found() -> Value {
    let none = json!({"doc_count": 1, "values": {"buckets": []}});
    json!({"responses": [{
        "status": 200, "timed_out": false, "_shards": {"failed": 0},
        "hits": {"hits": [{"_score": 1.5, "sort": [1.5, URI], "fields": {"inbound": [2]}}]},
        "aggregations": {"found": {"doc_count": 1}, "full": {"doc_count": 1}, "source": none, "kind": none, "year": none},
    }]})
}

fn text() -> (FullText, AnchorGrammar) {
    let json = json!({"uri": URI, "structure": [{"type": "stycke", "text": ["får"]}]}).to_string();
    (FullText::of(&Artifact::parse(json.as_bytes()).unwrap()), AnchorGrammar::Statute)
}

fn rows() -> Vec<DocumentToIndex> {
    let hit = Hit { uri: URI.to_owned(), source: "sfs".to_owned(), ..Hit::default() };
    vec![DocumentToIndex {
        hit,
        key: Some(1),
        names: vec!["Fårlag".to_owned()],
        ..DocumentToIndex::default()
    }]
}

/// The folder of a snapshot's own index.
fn local() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let learnt = || lagrum_words::Compounds::learn(&std::collections::HashMap::new());
    let writer = TextWriter::begin(folder.path(), None, learnt).unwrap();
    let (text, grammar) = text();
    writer.add(1, &text, grammar).unwrap();
    writer.finish(&HashSet::from([1])).unwrap().finish(&rows()).unwrap();
    folder
}

fn fill(fake: &Fake, folder: &Path) -> Result<(), String> {
    let shape = Shape { prefix: "lagrum".to_owned(), shards: 1, replicas: 0 };
    let filler = Filler::new(&Access::parse(&fake.address).unwrap(), folder, shape).unwrap();
    let id = SnapshotId::parse("20310101T000000Z-g1").unwrap();
    let (documents, text) = (rows(), |_: usize| Some(text()));
    let filling =
        Filling { id: &id, folder, previous: None, documents: &documents, text: &text, progress: &Silent };
    filler.fill(&filling).map_err(|error| error.to_string())
}

fn engine(fake: &Fake, folder: &Path) -> OpenSearch {
    OpenSearch::new(Embedded::open(folder).unwrap(), folder, &Access::parse(&fake.address).unwrap())
}

fn find(engine: &OpenSearch) -> Result<Found, SearchError> {
    let planner =
        Planner { vocabulary: engine.vocabulary(), compounds: engine.compounds(), tuning: engine.tuning() };
    let plan: Plan = planner.plan("får").unwrap();
    let filters = Filters { today: 20_310_101, ..Filters::default() };
    engine.find(&plan, &Request { filters, limit: 10, ..Request::default() })
}

#[test]
fn every_fault_is_told_for_what_it_is_and_passes() {
    let (fake, folder) = (Fake::start(), local());
    fill(&fake, folder.path()).unwrap();
    let sound = engine(&fake, folder.path());
    assert_eq!(find(&sound).unwrap().total, 1);
    let failed_shard = json!({"responses": [{"status": 200, "timed_out": false, "_shards": {"failed": 1}}]});
    let timed_out = json!({"responses": [{"status": 200, "timed_out": true, "_shards": {"failed": 0}}]});
    let gone = json!({"responses": [{"status": 404, "error": {"type": "index_not_found_exception"}}]});
    let no_copy =
        json!({"responses": [{"status": 503, "error": {"type": "search_phase_execution_exception"}}]});
    let large =
        json!({"responses": [{"status": 400, "error": {"root_cause": [{"type": "too_many_clauses"}]}}]});
    let foreign = json!({"responses": [{"hits": {"hits": [{"_score": 1.0, "sort": [1.0, "x:other"]}]},
        "aggregations": found()["responses"][0]["aggregations"]}]});
    let check = |rule: &dyn Fn(), words: &str| {
        rule();
        let start = Instant::now();
        let failure = find(&sound).unwrap_err().to_string();
        assert!(failure.contains(words), "{words}: {failure}");
        assert!(start.elapsed() < Duration::from_secs(11), "{words}");
        fake.forget();
    };
    check(&|| fake.rule("_msearch", 429, &json!({})), "too much to do");
    check(&|| fake.rule("_msearch", 500, &json!({"error": "broken"})), "answered 500");
    check(&|| fake.rule("_msearch", 401, &json!({})), "refuses us with status 401");
    check(&|| fake.rule("_msearch", 200, &failed_shard), "only a part");
    check(&|| fake.rule("_msearch", 200, &timed_out), "in time");
    check(&|| fake.rule("_msearch", 200, &no_copy), "only a part");
    check(&|| fake.rule("_msearch", 200, &large), "too much work");
    check(&|| fake.rule("_msearch", 200, &foreign), "holds x:other");
    check(&|| fake.rule("_msearch", 200, &json!("<html>")), "cannot be read");
    check(&|| fake.rule("_msearch", 200, &json!({"responses": []})), "number of answers");
    let cut = Rule { path: "_msearch", status: 200, body: found().to_string(), cut: Some(40), hangs: false };
    check(&|| fake.rules.lock().unwrap().push(cut.clone()), "cannot be read");
    let hangs = Rule { hangs: true, ..cut.clone() };
    check(&|| fake.rules.lock().unwrap().push(hangs.clone()), "did not answer within");
    // All of it has passed: searches are answered again without a restart.
    assert_eq!(find(&sound).unwrap().candidates[0].inbound, 2);
    check(&|| fake.rule("_msearch", 200, &gone), "has no index");
}

#[test]
fn an_index_of_others_is_never_searched() {
    let (fake, folder) = (Fake::start(), local());
    fill(&fake, folder.path()).unwrap();
    let own = fake.meta.lock().unwrap().clone();
    let other = |part: &str, value: Value| {
        let mut meta = own.clone();
        meta["lagrum-x"]["mappings"]["_meta"]["lagrum"][part] = value;
        meta
    };
    let check = |path: &'static str, status: u16, body: &Value, words: &str, missing: &str| {
        fake.rule(path, status, body);
        fake.rule("_msearch", 500, &json!("must not be asked"));
        let engine = engine(&fake, folder.path());
        let failure = find(&engine).unwrap_err().to_string();
        assert!(failure.contains(words), "{words}: {failure}");
        assert_eq!(engine.ready(), Err(missing.to_owned()));
        fake.forget();
    };
    let another = "the search cluster has another index than that of this snapshot";
    check("_mapping", 200, &other("format", json!(99)), "another format", another);
    check("_mapping", 200, &other("digest", json!("x")), "other documents", another);
    check("_mapping", 200, &json!({"lagrum-x": {"mappings": {}}}), "says nothing", another);
    check("_mapping", 404, &json!({}), "has no index", "the search cluster has no index of this snapshot");
    let part = "a part of the search index is on no node of the cluster";
    check("_cluster/health", 200, &json!({"status": "red"}), "red", part);
    // A snapshot that was built for no cluster.
    let bare = local();
    let failure = find(&engine(&fake, bare.path())).unwrap_err().to_string();
    assert!(failure.contains("has no index of the snapshot"), "{failure}");
}

#[test]
fn a_cluster_that_is_absent_costs_little() {
    let (fake, folder) = (Fake::start(), local());
    fill(&fake, folder.path()).unwrap();
    // A port that was free a moment ago.
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let access = Access::parse(&format!("http://{free}")).unwrap();
    let absent = OpenSearch::new(Embedded::open(folder.path()).unwrap(), folder.path(), &access);
    let start = Instant::now();
    for _ in 0..200 {
        let failure = find(&absent).unwrap_err().to_string();
        assert!(failure.contains("no node of the cluster can be reached"), "{failure}");
    }
    assert!(start.elapsed() < Duration::from_secs(10));
    assert_eq!(absent.ready(), Err("the search cluster cannot be reached".to_owned()));
    // Of two nodes the one that is there answers for both.
    let access = Access::parse(&format!("http://{free},{}", fake.address)).unwrap();
    let half = OpenSearch::new(Embedded::open(folder.path()).unwrap(), folder.path(), &access);
    for _ in 0..50 {
        assert_eq!(find(&half).unwrap().total, 1);
    }
}

#[test]
fn filling_waits_for_a_busy_cluster_and_gives_up_on_a_refusal() {
    let (fake, folder) = (Fake::start(), local());
    fake.rule("_bulk", 400, &json!({"error": "no"}));
    assert!(fill(&fake, folder.path()).unwrap_err().contains("answered 400"));
    fake.forget();
    fake.rule("_bulk", 200, &json!({"errors": true, "items": [{"index": {"_id": URI, "status": 400, "error": {"reason": "mapping"}}}]}));
    assert!(fill(&fake, folder.path()).unwrap_err().contains("did not take"));
    fake.forget();
    fake.rule("_count", 200, &json!({"count": 7, "_shards": {"failed": 0}}));
    assert!(fill(&fake, folder.path()).unwrap_err().contains("holds 7 documents and should hold 1"));
    fake.forget();
    // Busy until it has been asked three times.
    let before = *fake.bulks.lock().unwrap();
    fake.rule("_bulk", 429, &json!({}));
    let (rules, bulks) = (fake.rules.clone(), fake.bulks.clone());
    let relents = std::thread::spawn(move || {
        while *bulks.lock().unwrap() < before + 3 {
            std::thread::yield_now();
        }
        rules.lock().unwrap().clear();
    });
    fill(&fake, folder.path()).unwrap();
    relents.join().unwrap();
    assert!(*fake.bulks.lock().unwrap() > before + 3);
}
