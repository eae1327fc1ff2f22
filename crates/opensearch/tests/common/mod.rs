//! A cluster that is a small server and answers as it is told, and a snapshot of one document to search there.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::{Arc, Mutex};

use lagrum_artifact::{AnchorGrammar, Artifact, FullText};
use lagrum_corpus::Silent;
use lagrum_opensearch::{ClusterAccess, ClusterIndexShape, ClusterIndexer, OpenSearch};
use lagrum_search::{
    DayNumber, DocumentToIndex, Embedded, Engine, Filters, FindRequest, FoundDocuments, HitFields,
    IndexInput, QueryPlan, QueryPlanner, RemoteIndex, SearchError, TextWriter,
};
use serde_json::{Value, json};
use tempfile::TempDir;

pub const URI: &str = "https://lag.example/1";

/// How the server answers a path that has this in it; the last rule that fits counts.
#[derive(Clone)]
pub struct Rule {
    pub path: &'static str,
    pub status: u16,
    pub body: String,
    /// Bytes of the body that are sent before the connection is closed; None for all.
    pub cut: Option<usize>,
    /// Never answers.
    pub hangs: bool,
}

/// What the server speaks through: a connection, or what is inside an encrypted one.
pub trait Stream: Read + Write {}

impl<S: Read + Write> Stream for S {}

/// What makes a connection what the server speaks through. None for a client that is turned away.
type Opens = dyn Fn(TcpStream) -> Option<Box<dyn Stream>> + Send + Sync;

/// A server that answers by rules, and keeps what a build created.
pub struct Fake {
    pub address: String,
    known: Arc<Known>,
}

/// What all connections of a server know.
#[derive(Default)]
struct Known {
    rules: Mutex<Vec<Rule>>,
    meta: Mutex<Value>,
    bulks: Mutex<u32>,
    /// The value of `Authorization` without which it answers 401.
    authorization: Option<String>,
    /// Requests that were read.
    asked: Mutex<u32>,
}

impl Fake {
    /// One that lets everybody in.
    #[allow(dead_code, reason = "not every test uses all of this module")]
    pub fn start() -> Self {
        Self::serve("http", None, Box::new(|stream| Some(Box::new(stream))))
    }

    /// One that speaks through what is made of its connections, and lets in who has the right `Authorization`.
    pub fn serve(scheme: &str, authorization: Option<String>, opens: Box<Opens>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("{scheme}://{}", listener.local_addr().unwrap());
        let known = Arc::new(Known { authorization, ..Known::default() });
        let (shared, opens): (_, Arc<Opens>) = (known.clone(), opens.into());
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let (known, opens) = (shared.clone(), opens.clone());
                std::thread::spawn(move || {
                    let mut stream = opens(stream.ok()?)?;
                    while answer(stream.as_mut(), &known).is_some() {}
                    Some(())
                });
            }
        });
        Self { address, known }
    }

    /// From now on a path that has this in it is answered so.
    pub fn rule(&self, path: &'static str, status: u16, body: &Value) {
        self.add(Rule { path, status, body: body.to_string(), cut: None, hangs: false });
    }

    pub fn add(&self, rule: Rule) {
        self.known.rules.lock().unwrap().push(rule);
    }

    #[allow(dead_code, reason = "not every test uses all of this module")]
    pub fn forget(&self) {
        self.known.rules.lock().unwrap().clear();
    }

    /// What it says of the index that was created last.
    #[allow(dead_code, reason = "not every test uses all of this module")]
    pub fn meta(&self) -> Value {
        self.known.meta.lock().unwrap().clone()
    }

    /// Batches of documents that came.
    #[allow(dead_code, reason = "not every test uses all of this module")]
    pub fn bulks(&self) -> u32 {
        *self.known.bulks.lock().unwrap()
    }

    /// Requests that came.
    #[allow(dead_code, reason = "not every test uses all of this module")]
    pub fn asked(&self) -> u32 {
        *self.known.asked.lock().unwrap()
    }
}

/// Answers one request. None when the connection is over.
fn answer(stream: &mut dyn Stream, known: &Known) -> Option<()> {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    if reader.read_line(&mut line).ok()? == 0 {
        return None;
    }
    *known.asked.lock().unwrap() += 1;
    let mut words = line.split(' ');
    let (method, path) = (words.next()?.to_owned(), words.next()?.to_owned());
    let mut length = 0;
    let mut authorization = None;
    loop {
        let mut header = String::new();
        reader.read_line(&mut header).ok()?;
        let Some((name, value)) = header.trim().split_once(':') else { break };
        match name.to_lowercase().as_str() {
            "content-length" => length = value.trim().parse().ok()?,
            "authorization" => authorization = Some(value.trim().to_owned()),
            _ => {}
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    let rule = known.rules.lock().unwrap().iter().rev().find(|rule| path.contains(rule.path)).cloned();
    if rule.as_ref().is_some_and(|rule| rule.hangs) {
        // Until the client has gone.
        let _ = reader.read(&mut [0]);
        return None;
    }
    let stream = reader.into_inner();
    if known.authorization.is_some() && known.authorization != authorization {
        return reply(stream, 401, "Unauthorized", None);
    }
    let created = if method == "PUT" { serde_json::from_slice::<Value>(&body).ok() } else { None };
    if let Some(told) = created.filter(|created| created.get("mappings").is_some()) {
        let meta = &told["mappings"]["_meta"];
        *known.meta.lock().unwrap() = json!({"lagrum-x": {"mappings": {"_meta": meta}}});
    }
    if path.contains("/_bulk") {
        *known.bulks.lock().unwrap() += 1;
    }
    match rule {
        Some(rule) => reply(stream, rule.status, &rule.body, rule.cut),
        None => reply(stream, 200, &usual(&path, &known.meta.lock().unwrap()).to_string(), None),
    }
}

fn reply(stream: &mut dyn Stream, status: u16, text: &str, cut: Option<usize>) -> Option<()> {
    let sent = cut.unwrap_or(text.len()).min(text.len());
    write!(stream, "HTTP/1.1 {status} x\r\ncontent-length: {}\r\n\r\n{}", text.len(), &text[..sent]).ok()?;
    stream.flush().ok()?;
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

/// The answer to a search that finds the document.
pub fn found() -> Value {
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
    let hit = HitFields { uri: URI.to_owned(), source: "sfs".to_owned(), ..HitFields::default() };
    vec![DocumentToIndex {
        hit,
        key: Some(1),
        names: vec!["Fårlag".to_owned()],
        ..DocumentToIndex::default()
    }]
}

/// The folder of a snapshot's own index.
pub fn local() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let learnt = || lagrum_words::Compounds::learn(&std::collections::HashMap::new());
    let writer = TextWriter::begin(folder.path(), None, 64 << 20, learnt).unwrap();
    let (text, grammar) = text();
    writer.add(1, &text, grammar).unwrap();
    writer.finish([1]).unwrap().finish(&rows()).unwrap();
    folder
}

/// What fills the index of that snapshot.
pub fn filler(access: &ClusterAccess, folder: &Path) -> ClusterIndexer {
    ClusterIndexer::new(
        access,
        folder,
        ClusterIndexShape { prefix: "lagrum".to_owned(), shards: 1, replicas: 0 },
    )
    .unwrap()
}

/// Fills the index of that snapshot.
pub fn fill(access: &ClusterAccess, folder: &Path) -> Result<(), String> {
    let (documents, text) = (rows(), |_: usize| Some(text()));
    let input = IndexInput {
        snapshot: "20310101T000000Z-g1",
        folder,
        previous: None,
        documents: &documents,
        text: &text,
        progress: &Silent,
    };
    filler(access, folder).fill(&input).map_err(|error| error.to_string())
}

/// An engine for that snapshot.
pub fn engine(access: &ClusterAccess, folder: &Path) -> OpenSearch {
    OpenSearch::new(Embedded::open(folder).unwrap(), folder, access)
}

/// Searches for the document.
pub fn search(engine: &OpenSearch) -> Result<FoundDocuments, SearchError> {
    let planner = QueryPlanner {
        vocabulary: engine.vocabulary(),
        compounds: engine.compounds(),
        tuning: engine.tuning(),
    };
    let plan: QueryPlan = planner.plan("får").unwrap();
    let filters = Filters { today: DayNumber::new(2031, 1, 1), ..Filters::default() };
    engine.find(&plan, &FindRequest { filters, limit: 10, ..FindRequest::default() })
}
