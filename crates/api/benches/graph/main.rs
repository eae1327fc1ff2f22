//! What `/graph` and `/path` cost, as whole requests through the router and as bare questions to the graph, beside the
//! same questions asked of petgraph and of SQL.
//!
//! `cargo bench -p lagrum-api --bench graph -- --data DIR` measures the snapshot published in that data folder. Without
//! a folder the demo corpus is measured, and without `--bench`, as a test of all targets runs it, everything is done
//! once. The others' answers are compared with ours while they are timed.

#![expect(clippy::unwrap_used, reason = "a measurement that meets the unexpected has failed")]

mod peers;
mod picture;
mod sql;

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use http::Request;
use http_body_util::BodyExt;
use jiff::civil::date;
use lagrum_api::{RouterConfig, ServedSnapshot, endpoints};
use lagrum_artifact::Location;
use lagrum_catalog::RowRange;
use lagrum_catalog::inbound::{CiterFilter, InboundQuery};
use lagrum_corpus::import::{ImportOptions, import};
use lagrum_corpus::{Corpus, Silent};
use lagrum_graph::{Chain, Direction, DocumentNumber, Graph, Groups, PathQuery, Side};
use lagrum_snapshot::{Snapshot, Snapshots};
use tower::ServiceExt;

use crate::peers::Peers;
use crate::sql::Sql;

/// How much is asked.
#[derive(Clone, Copy)]
struct Plan {
    loads: usize,
    centres: usize,
    rounds: usize,
    pairs: usize,
    /// Of the peers, which are slow.
    peer_pairs: usize,
    sql_pairs: usize,
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let full = arguments.iter().any(|argument| argument == "--bench");
    let data = arguments
        .iter()
        .position(|argument| argument == "--data")
        .map(|at| PathBuf::from(&arguments[at + 1]));
    let demo = tempfile::tempdir().unwrap();
    let data = data.unwrap_or_else(|| prepare_demo(demo.path()));
    let plan = if full {
        Plan { loads: 5, centres: 50, rounds: 4, pairs: 1000, peer_pairs: 50, sql_pairs: 10 }
    } else {
        Plan { loads: 1, centres: 3, rounds: 1, pairs: 10, peer_pairs: 10, sql_pairs: 5 }
    };

    let snapshot = load(&data, plan);
    let graph = snapshot.graph().unwrap().graph();
    let server = Server::new(snapshot.clone());
    let mut by_citations: Vec<DocumentNumber> = (0..graph.document_count() as DocumentNumber).collect();
    by_citations.sort_by_key(|&document| std::cmp::Reverse(graph.in_degree(document)));
    let peers = Peers::new(graph);
    let sql = Sql::new(&snapshot);
    pictures(&server, graph, &by_citations, (&peers, &sql), plan);
    provisions(&server, &by_citations, plan);
    chains(&server, graph, &by_citations, (&peers, &sql), plan);
}

fn prepare_demo(folder: &Path) -> PathBuf {
    let data = folder.join("data");
    lagrum_demo::unpack(folder).unwrap();
    let sources = lagrum_sources::all().iter();
    let options = ImportOptions {
        folders: sources.map(|source| (source.artifact_dir.to_owned(), source.name.to_owned())).collect(),
        ..ImportOptions::default()
    };
    let tree = folder.join("corpus").display().to_string();
    import(&Corpus::create(&data).unwrap(), &[tree], &options, &Silent).unwrap();
    lagrum_builder::build(&data, &Silent).unwrap();
    data
}

fn load(data: &Path, plan: Plan) -> Arc<Snapshot> {
    let open = || Snapshots::new(data).open_current().unwrap().unwrap();
    let before = resident_kib();
    let (mut opening, mut loading, mut alone) = (Vec::new(), Vec::new(), Vec::new());
    let mut kept = None;
    for _ in 0..plan.loads {
        let (time, snapshot) = timed(open);
        opening.push(time);
        alone.push(timed(|| snapshot.catalog().with(|catalog| catalog.documents_alone()).unwrap()).0);
        loading.push(timed(|| snapshot.load_graph().map(|_| ()).unwrap()).0);
        kept = Some(snapshot);
    }
    let snapshot = kept.unwrap();
    let graph = snapshot.graph().unwrap().graph();
    println!(
        "{} documents, {} edges; the graph holds {} bytes, {:.1} an edge; resident before {before} KiB, after {} KiB",
        graph.document_count(),
        graph.edge_count(),
        graph.heap_bytes(),
        graph.heap_bytes() as f64 / graph.edge_count().max(1) as f64,
        resident_kib(),
    );
    report("open a snapshot", opening);
    report("read the documents alone", alone);
    report("load the graph", loading);
    Arc::new(snapshot)
}

/// Memory of this process; 0 where the system does not tell.
fn resident_kib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or_default()
}

/// The router, asked from this process.
struct Server {
    router: Router,
    runtime: tokio::runtime::Runtime,
    snapshot: Arc<Snapshot>,
}

impl Server {
    fn new(snapshot: Arc<Snapshot>) -> Self {
        let held = snapshot.clone();
        let config =
            RouterConfig::new(move || ServedSnapshot::from_snapshot(date(2031, 1, 1), Some(held.clone())));
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        Self { router: endpoints::all().into_router(config), runtime, snapshot }
    }

    fn uri(&self, document: DocumentNumber) -> String {
        let found = self.snapshot.catalog().with(|catalog| catalog.graph_document(document)).unwrap();
        found
            .uri
            .bytes()
            .map(|byte| {
                if byte.is_ascii_alphanumeric() {
                    char::from(byte).to_string()
                } else {
                    format!("%{byte:02X}")
                }
            })
            .collect()
    }

    /// Asks, and gives the bytes of the answer.
    fn get(&self, path: &str) -> usize {
        let request = Request::get(path).body(Body::empty()).unwrap();
        self.runtime.block_on(async {
            let response = self.router.clone().oneshot(request).await.unwrap();
            assert_eq!(response.status(), 200, "{path}");
            response.into_body().collect().await.unwrap().to_bytes().len()
        })
    }
}

fn pictures(
    server: &Server,
    graph: &Graph,
    by_citations: &[DocumentNumber],
    (peers, sql): (&Peers, &Sql),
    plan: Plan,
) {
    let cited = by_citations.partition_point(|&document| graph.in_degree(document) > 0);
    let part = |from: usize| {
        let from = from.min(cited.saturating_sub(plan.centres));
        &by_citations[from..(from + plan.centres).min(by_citations.len())]
    };
    let mut by_cited = by_citations.to_vec();
    by_cited.sort_by_key(|&document| std::cmp::Reverse(graph.row(document, Side::Out).documents.len()));
    by_cited.truncate(plan.centres);
    let classes = [
        ("most cited", part(0)),
        ("median", part(cited / 2)),
        ("once cited", part(cited)),
        ("most citing", &by_cited),
    ];
    for (name, centres) in classes {
        println!(
            "{name}: cited by {} to {}",
            graph.in_degree(centres[0]),
            graph.in_degree(centres[centres.len() - 1])
        );
        for depth in 1..=3 {
            for limit in [20, 300] {
                let title = |what: &str| format!("graph depth {depth} limit {limit}, {name}: {what}");
                let uris: Vec<String> = centres.iter().map(|&centre| server.uri(centre)).collect();
                let requests = (0..plan.rounds).flat_map(|_| &uris).map(|uri| {
                    timed(|| server.get(&format!("/api/v1/graph?uri={uri}&depth={depth}&limit={limit}"))).0
                });
                report(&title("request"), requests.collect());
                let (mut own, mut other, mut database) = (Vec::new(), Vec::new(), Vec::new());
                for &centre in centres {
                    let (time, ours) = timed(|| picture::of(graph, centre, depth, limit));
                    own.push(time);
                    let (time, theirs) = timed(|| peers.picture(centre, depth, limit));
                    other.push(time);
                    assert_eq!(theirs, ours, "petgraph, {centre}");
                    let (time, theirs) = timed(|| sql.picture(centre, depth, limit));
                    database.push(time);
                    assert_eq!(theirs, ours, "SQL, {centre}");
                }
                report(&title("graph alone"), own);
                report(&title("petgraph"), other);
                report(&title("SQL"), database);
            }
        }
    }
}

/// The provisions of the most cited documents: their neighbours come from the catalog.
fn provisions(server: &Server, by_citations: &[DocumentNumber], plan: Plan) {
    let mut places = Vec::new();
    for &document in by_citations.iter().take(plan.centres) {
        let catalog = server.snapshot.catalog();
        let found = catalog.with(|catalog| {
            let uri = catalog.graph_document(document)?.uri;
            let place = Location::parse(&uri).unwrap();
            let page = RowRange { limit: 200, offset: 0 };
            catalog.inbound(&InboundQuery {
                location: &place,
                exact: false,
                source: None,
                citers: CiterFilter::default(),
                by_citations: false,
                page,
            })
        });
        let anchor = found.unwrap().rows.into_iter().find_map(|row| row.target_anchor);
        places.extend(anchor.map(|anchor| format!("{}%23{anchor}", server.uri(document))));
    }
    for depth in 1..=3 {
        let requests = (0..plan.rounds)
            .flat_map(|_| &places)
            .map(|uri| timed(|| server.get(&format!("/api/v1/graph?uri={uri}&depth={depth}"))).0);
        report(
            &format!("graph depth {depth} limit 20, a provision of the most cited: request"),
            requests.collect(),
        );
    }
}

fn chains(
    server: &Server,
    graph: &Graph,
    by_citations: &[DocumentNumber],
    (peers, sql): (&Peers, &Sql),
    plan: Plan,
) {
    let count = graph.document_count() as u64;
    // A fixed sequence: each pair is the same in every run over the same snapshot.
    let mut state = 1931_u64;
    let mut draw = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) % count) as DocumentNumber
    };
    let random: Vec<(DocumentNumber, DocumentNumber)> = (0..plan.pairs).map(|_| (draw(), draw())).collect();
    let hubs = &by_citations[..15.min(by_citations.len())];
    let hub_pairs: Vec<_> = hubs.iter().flat_map(|&from| hubs.iter().map(move |&to| (from, to))).collect();
    for (name, pairs) in [("random pairs", &random), ("hub to hub", &hub_pairs)] {
        for (direction, word) in [(Direction::Both, "both"), (Direction::Out, "out"), (Direction::In, "in")] {
            for paths in [1, 5] {
                let requests = pairs.iter().map(|&(from, to)| {
                    let (from, to) = (server.uri(from), server.uri(to));
                    let path = format!("/api/v1/path?from={from}&to={to}&direction={word}&paths={paths}");
                    timed(|| server.get(&path)).0
                });
                report(&format!("path, {paths} chains, {word}, {name}: request"), requests.collect());
                let own = pairs.iter().map(|&(from, to)| {
                    let query = PathQuery { from, to, direction, groups: Groups::ALL, paths };
                    timed(|| graph.chains(&query)).0
                });
                report(&format!("path, {paths} chains, {word}, {name}: graph alone"), own.collect());
            }
        }
    }
    let distance = |from, to| {
        let query = PathQuery { from, to, direction: Direction::Both, groups: Groups::ALL, paths: 1 };
        let (time, chains) = timed(|| graph.chains(&query));
        (time, chains.unwrap().first().map(Chain::distance))
    };
    let (mut own, mut other) = (Vec::new(), Vec::new());
    for &(from, to) in random.iter().take(plan.peer_pairs) {
        let (time, ours) = distance(from, to);
        own.push(time);
        let (time, theirs) = timed(|| peers.distance(from, to));
        other.push(time);
        assert_eq!(theirs, ours, "petgraph, {from} to {to}");
    }
    report("path, length of 1 chain, both, same pairs: graph alone", own);
    report("path, length of 1 chain, both, same pairs: petgraph", other);
    let (mut own, mut database) = (Vec::new(), Vec::new());
    for &(from, to) in random.iter().take(plan.sql_pairs) {
        let (time, ours) = distance(from, to);
        own.push(time);
        let (time, theirs) = timed(|| sql.distance(from, to));
        database.push(time);
        assert_eq!(theirs, ours, "SQL, {from} to {to}");
    }
    report("path, length of 1 chain, both, same pairs: graph alone", own);
    report("path, length of 1 chain, both, same pairs: SQL", database);
}

fn timed<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let start = Instant::now();
    let result = black_box(work());
    (start.elapsed(), result)
}

fn report(name: &str, mut times: Vec<Duration>) {
    times.sort();
    let at = |part: usize| {
        times
            .get((times.len() * part / 100).min(times.len().saturating_sub(1)))
            .map_or(0.0, Duration::as_secs_f64)
            * 1e3
    };
    println!("{name:<72} p50 {:>9.3} ms  p99 {:>9.3} ms  max {:>9.3} ms", at(50), at(99), at(100));
}
