//! Runs queries on the embedded engine and on a cluster: compares the results and the times.

pub(crate) mod compare;
mod measure;
pub(crate) mod queries;

use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Instant;

use lagrum_builder::{BuildOptions, build_with};
use lagrum_corpus::Silent;
use lagrum_opensearch::{ClusterAccess, ClusterIndexShape, ClusterIndexer, OpenSearch};
use lagrum_search::{DayNumber, Embedded, Filters, RemoteIndex, SearchRequest};
use lagrum_snapshot::{Snapshots, today};

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// The snapshot, the cluster and the queries.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// A data folder whose published snapshot was built with the cluster, or is with --build.
    #[arg(long, value_name = "DIR")]
    data: PathBuf,

    /// The cluster: addresses separated by commas.
    #[arg(long, value_name = "ADDRESSES")]
    search: String,

    /// Build the snapshot first, filling the cluster's index.
    #[arg(long)]
    build: bool,

    /// Shards and replicas of an index that is built.
    #[arg(long, default_value_t = 1, value_name = "NUMBER")]
    shards: u32,

    /// Copies of each shard.
    #[arg(long, default_value_t = 0, value_name = "NUMBER")]
    replicas: u32,

    /// Files of queries, one JSON object with `q` a line.
    #[arg(long, value_name = "FILE")]
    cases: Vec<PathBuf>,

    /// How many queries to make from titles.
    #[arg(long, default_value_t = 500, value_name = "NUMBER")]
    made: usize,

    /// Processes of the cluster, to report their processor time.
    #[arg(long, value_delimiter = ',', value_name = "PIDS")]
    processes: Vec<u32>,

    /// Measure latencies, at 1, 4 and 16 clients.
    #[arg(long)]
    measure: bool,
}

/// Runs the queries on both engines, and returns a report.
pub(crate) fn run(options: &Options) -> Result<String, Failure> {
    let access = ClusterAccess::parse(&options.search)?;
    let mut report = String::new();
    if options.build {
        let shape = ClusterIndexShape {
            prefix: "lagrum".to_owned(),
            shards: options.shards,
            replicas: options.replicas,
        };
        let filler = ClusterIndexer::new(&access, &options.data, shape)?;
        let before = measure::cpu(&options.processes);
        let start = Instant::now();
        let build = BuildOptions { remote: Some(&filler as &dyn RemoteIndex), ..BuildOptions::default() };
        let manifest = build_with(&options.data, build, &Shown)?;
        let taken = start.elapsed().as_secs_f64();
        writeln!(
            report,
            "built {} in {taken:.1} s; processor time of the cluster {:.1} s",
            manifest.id,
            measure::cpu(&options.processes) - before
        )?;
    }
    let snapshots = Snapshots::new(&options.data);
    let snapshot =
        snapshots.open_current()?.ok_or("no snapshot is published in the data folder: build one first")?;
    snapshot.load_resolver(today())?;
    let folder = snapshots.search_of(snapshot.id());
    let embedded = Embedded::open(&folder)?;
    let cluster = OpenSearch::new(Embedded::open(&folder)?, &folder, &access);
    let documents = embedded.extent().0 as u32;
    let mut searches = queries::made(&embedded, documents, options.made, DayNumber::from(today()));
    for file in &options.cases {
        for line in std::fs::read_to_string(file)?.lines().filter(|line| !line.trim().is_empty()) {
            let case: serde_json::Value = serde_json::from_str(line)?;
            let query = case["q"].as_str().unwrap_or_default().into();
            let filters = Filters { today: DayNumber::from(today()), ..Filters::default() };
            searches.push(SearchRequest { query, filters, limit: 10, ..SearchRequest::default() });
        }
    }
    let start = Instant::now();
    write!(report, "{}", compare::compare(&embedded, &cluster, &searches))?;
    writeln!(report, "compared in {:.1} s", start.elapsed().as_secs_f64())?;
    if options.measure {
        report.push_str(&measure::both(&snapshot, &embedded, &cluster, &searches, &options.processes));
    }
    Ok(report)
}

/// Prints each stage of a build with its time of day.
struct Shown;

impl lagrum_corpus::Progress for Shown {
    fn begin(&self, stage: &str, total: Option<u64>) {
        let total = total.map_or_else(String::new, |total| format!(" {total}"));
        eprintln!("{} {stage}{total}", today_time());
    }
    fn advance(&self, amount: u64) {
        Silent.advance(amount);
    }
    fn end(&self) {
        eprintln!("{} done", today_time());
    }
    fn note(&self, text: &str) {
        eprintln!("{text}");
    }
}

fn today_time() -> String {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    format!("{:.1}", since.as_secs_f64() % 100_000.0)
}
