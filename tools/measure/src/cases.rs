//! Resolves the shared cases with the code that answers `/api/v1/resolve`.
//!
//! The cases state how a citation is read, independent of a corpus. So a row is right if its documents are found in order, held
//! or not. Which of them are held and pinned depends on the corpus, and is reported separately. Rows with a corpus of their own
//! belong to the tests of the citation crate, and are skipped here.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use lagrum_answers::{ResolveQuestion, ResolveResponse, resolve};
use lagrum_corpus::import::{ImportOptions, import};
use lagrum_corpus::{Corpus, Silent};
use lagrum_snapshot::{Snapshot, Snapshots, today};
use serde::Deserialize;

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// How many times each query is timed.
const ROUNDS: usize = 20;

/// The cases and the snapshot.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// The folder that holds `cases`, and `corpus` unless --data is given.
    #[arg(long, env = "LAGRUM_TEST_CORPUS", value_name = "DIR")]
    corpus: PathBuf,

    /// A data folder with a published snapshot. Without it, `corpus` is imported and built.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

/// A row of `cases/resolve.jsonl`.
#[derive(Deserialize)]
struct Row {
    id: String,
    shape: String,
    q: String,
    expect: Vec<String>,
    #[serde(default)]
    held: Option<serde::de::IgnoredAny>,
}

#[derive(Debug, Default)]
struct Shape {
    rows: u32,
    right: u32,
    held: u32,
    places: u32,
    pinned: u32,
}

/// The results.
#[derive(Debug, Default)]
pub(crate) struct Report {
    documents: u64,
    names_loaded: Duration,
    shapes: BTreeMap<String, Shape>,
    left_out: u32,
    misses: Vec<String>,
    /// Of each query, in order.
    times: Vec<Duration>,
    all: Duration,
}

/// Runs the cases.
pub(crate) fn run(options: &Options) -> Result<Report, Failure> {
    let text = std::fs::read_to_string(options.corpus.join("cases/resolve.jsonl"))?;
    let rows: Vec<Row> = text.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    if let Some(data) = &options.data {
        return ask(data, rows);
    }
    let data = tempfile::tempdir()?;
    let origin = options.corpus.join("corpus").display().to_string();
    import(&Corpus::create(data.path())?, &[origin], &ImportOptions::default(), &Silent)?;
    lagrum_builder::build(data.path(), &Silent)?;
    ask(data.path(), rows)
}

fn ask(data: &Path, rows: Vec<Row>) -> Result<Report, Failure> {
    let snapshot = Snapshots::new(data)
        .open_current()?
        .ok_or("no snapshot is published in the data folder: build one first")?;
    let start = Instant::now();
    snapshot.load_resolver(today())?;
    let mut report = Report {
        documents: snapshot.manifest().counts.documents,
        names_loaded: start.elapsed(),
        ..Report::default()
    };
    let base = snapshot.manifest().base.as_str().trim_end_matches('/').to_owned();
    let mut queries = Vec::new();
    for row in rows {
        if row.held.is_some() {
            report.left_out += 1;
            continue;
        }
        let query = row.q.replace("{base}", &base);
        report.compare(&row, &query, &resolved(&snapshot, &query)?, &base);
        queries.push(query);
    }
    report.time(&snapshot, &queries)?;
    Ok(report)
}

fn resolved(snapshot: &Snapshot, query: &str) -> Result<ResolveResponse, Failure> {
    let question = ResolveQuestion { text: query.to_owned(), source: None, kind: None };
    Ok(resolve(snapshot, today(), question)?)
}

impl Report {
    fn compare(&mut self, row: &Row, query: &str, answer: &ResolveResponse, base: &str) {
        let document = |place: &str| place.split('#').next().unwrap_or_default().to_owned();
        let local = |uri: &str| uri.strip_prefix(base).unwrap_or(uri).trim_start_matches('/').to_owned();
        let mut expected: Vec<String> = row.expect.iter().map(|place| document(place)).collect();
        expected.dedup();
        let mut held: Vec<String> = answer.results.iter().map(|result| local(&result.uri)).collect();
        held.dedup();
        let unheld = answer.recognized.iter().map(|other| local(&other.uri));
        let found: Vec<String> = held.iter().cloned().chain(unheld).collect();
        // Here held documents come first, and a document whose number has a part may be held under that part.
        let is_among = |id: &String| found.iter().any(|other| other == id || is_page_of(other, id));
        let right = found.len() == expected.len() && expected.iter().all(is_among);

        let shape = self.shapes.entry(row.shape.clone()).or_default();
        shape.rows += 1;
        shape.right += u32::from(right);
        shape.held += u32::from(!held.is_empty());
        let place_expected = row.expect.first().is_some_and(|place| place.contains('#'));
        if place_expected && !held.is_empty() {
            shape.places += 1;
            shape.pinned += u32::from(answer.results.iter().any(|result| result.pin.is_some()));
        }
        if !right {
            self.misses.push(format!("{}: {query:?} expected {expected:?}, found {found:?}", row.id));
        }
    }

    fn time(&mut self, snapshot: &Snapshot, queries: &[String]) -> Result<(), Failure> {
        let begun = Instant::now();
        for query in queries.iter().cycle().take(queries.len() * ROUNDS) {
            let start = Instant::now();
            std::hint::black_box(resolved(snapshot, query)?);
            self.times.push(start.elapsed());
        }
        self.all = begun.elapsed();
        self.times.sort_unstable();
        Ok(())
    }

    fn slower_than(&self, thousandths: usize) -> Duration {
        let last = self.times.len().saturating_sub(1);
        self.times.get(last * thousandths / 1000).copied().unwrap_or_default()
    }
}

/// Whether a document is held under this number, perhaps with a numbered part: `1904:48_s.1` for `1904:48`.
fn is_page_of(held: &str, number: &str) -> bool {
    let number = number.split('_').next().unwrap_or_default();
    held.strip_prefix(number).is_some_and(|rest| rest.starts_with("_s."))
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} documents, names loaded in {:?}", self.documents, self.names_loaded)?;
        writeln!(f, "{:<24} {:>5} {:>5} {:>5} {:>12}", "shape", "rows", "right", "held", "pins/places")?;
        let mut total = Shape::default();
        for (name, shape) in &self.shapes {
            let Shape { rows, right, held, places, pinned } = shape;
            writeln!(f, "{name:<24} {rows:>5} {right:>5} {held:>5} {pinned:>6}/{places}")?;
            total.rows += rows;
            total.right += right;
            total.held += held;
            total.places += places;
            total.pinned += pinned;
        }
        let Shape { rows, right, held, places, pinned } = total;
        writeln!(f, "{:<24} {rows:>5} {right:>5} {held:>5} {pinned:>6}/{places}", "all")?;
        writeln!(f, "{} rows with a corpus of their own skipped", self.left_out)?;
        for miss in &self.misses {
            writeln!(f, "missed {miss}")?;
        }
        writeln!(
            f,
            "one thread: p50 {:?}, p99 {:?}, p99.9 {:?}, slowest {:?}, {:.0} a second",
            self.slower_than(500),
            self.slower_than(990),
            self.slower_than(999),
            self.slower_than(1000),
            self.times.len() as f64 / self.all.as_secs_f64().max(f64::EPSILON),
        )
    }
}
