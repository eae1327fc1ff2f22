//! The quality of search: queries with known results.
//!
//! A row has a query and the document it looks for, often also the provision. A row is found at the rank
//! of the first expected document; its provision is shown when it is the pin or among the fragments of that document.
//! Every third row is held back: weights are tuned on the others, and a gain must hold for both.

mod kinds;
mod known;
mod plain;
mod score;
pub(crate) mod sets;
mod tune;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use lagrum_answers::{SearchQuestion, search_with};
use lagrum_encoder::SentenceEncoder;
use lagrum_opensearch::{ClusterAccess, OpenSearch};
use lagrum_search::{Embedded, Engine, Tuning};
use lagrum_snapshot::{Snapshot, Snapshots, today};
use lagrum_vectors::{TextEncoder, WordTable};
use rayon::prelude::*;
use serde::Deserialize;

pub(crate) use known::in_force;

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Number of results considered.
const LIMIT: usize = 10;

/// What to measure.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// A data folder with a published snapshot.
    #[arg(long, value_name = "DIR")]
    data: PathBuf,

    /// Files of rows: `{"id", "q", "category", "expect": [uri…], "fragment": anchor|null}`, one a line.
    #[arg(long, value_name = "FILE")]
    cases: Vec<PathBuf>,

    /// Also run some six hundred rows made from facts of the documents themselves.
    #[arg(long)]
    known: bool,

    /// Also report what a plain text index of the same documents finds.
    #[arg(long)]
    plain: bool,

    /// Print every row that is not found first, or whose provision is not shown.
    #[arg(long)]
    misses: bool,

    /// Use a cluster instead of the embedded engine: addresses separated by commas.
    #[arg(long, value_name = "ADDRESSES")]
    search: Option<String>,

    /// The folder of the model whose vectors the snapshot has.
    #[arg(long, env = "LAGRUM_VECTORS", value_name = "DIR")]
    vectors: Option<PathBuf>,

    /// Report what each part of the ranking is worth: the figures without it.
    #[arg(long)]
    ablation: bool,

    /// Set a number of the ranking: `text=0.3`. May be given more than once.
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,

    /// Search for better numbers, one at a time, on the rows that are not held back.
    #[arg(long)]
    tune: bool,
}

/// A row of a file of cases.
#[derive(Clone, Debug, Default, Deserialize)]
struct Case {
    id: String,
    q: String,
    category: String,
    expect: Vec<String>,
    #[serde(default)]
    fragment: Option<String>,
    /// Fair answers that are not the one looked for: `document` or `document#anchor`.
    #[serde(default)]
    also: Vec<String>,
}

/// The result of a row.
#[derive(Clone, Debug, Default)]
struct Outcome {
    rank: Option<usize>,
    /// Whether the provision was shown, for a row that asks for one and found its document.
    shown: Option<bool>,
    hits: Vec<String>,
    places: Vec<String>,
    total: u64,
    time: Duration,
}

/// Measures, and returns a report.
pub(crate) fn run(options: &Options) -> Result<String, Failure> {
    let snapshots = Snapshots::new(&options.data);
    let snapshot =
        snapshots.open_current()?.ok_or("no snapshot is published in the data folder: build one first")?;
    snapshot.load_resolver(today())?;
    snapshot.load_vectors(&encoders(options.vectors.as_deref())?)?;
    let folder = snapshots.search_of(snapshot.id());
    let bench = Bench { snapshot, folder, tuning: tune::set(&options.set)? };
    let mut report = String::new();
    let mut sets = Vec::new();
    for file in &options.cases {
        let name = file.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        sets.push((name, read(file)?));
    }
    if options.known {
        sets.push(("made from facts".to_owned(), known::cases(&bench.snapshot)?));
    }
    let mut all = Vec::new();
    for (name, cases) in sets {
        let engine: Box<dyn Engine> = match &options.search {
            Some(addresses) => bench.cluster(addresses)?,
            None => Box::new(bench.engine(bench.tuning.clone())?),
        };
        let outcomes = bench.ask(&*engine, &cases);
        writeln!(report, "{name}: {} rows\n", cases.len())?;
        report.push_str(&score::table(&cases, &outcomes));
        if options.plain {
            writeln!(report, "\nthe same with a plain text index\n")?;
            report.push_str(&score::table(&cases, &plain::ask(&bench.snapshot, &cases)?));
        }
        if options.misses {
            report.push_str(&misses(&cases, &outcomes));
        }
        if options.ablation {
            report.push_str(&tune::ablation(&bench, &cases)?);
        }
        all.extend(cases);
    }
    if options.tune {
        report.push_str(&tune::tune(&bench, &all)?);
    }
    Ok(report)
}

/// The encoders of a program with this model: the model and the word table.
fn encoders(model: Option<&Path>) -> Result<Vec<Arc<dyn TextEncoder>>, Failure> {
    let words: Arc<dyn TextEncoder> = Arc::new(WordTable::of_the_program()?);
    let model = model.map(SentenceEncoder::open).transpose()?;
    Ok(model.into_iter().map(|model| Arc::new(model) as Arc<dyn TextEncoder>).chain([words]).collect())
}

fn read(file: &Path) -> Result<Vec<Case>, Failure> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    rows(&text)
}

/// Parses rows, one on each line.
fn rows(text: &str) -> Result<Vec<Case>, Failure> {
    let rows = text.lines().filter(|line| !line.trim().is_empty()).map(serde_json::from_str);
    Ok(rows.collect::<Result<_, _>>()?)
}

/// The snapshot and engine to measure.
struct Bench {
    snapshot: Snapshot,
    folder: PathBuf,
    tuning: Tuning,
}

impl Bench {
    fn engine(&self, tuning: Tuning) -> Result<Embedded, Failure> {
        Ok(Embedded::open(&self.folder)?.with_tuning(tuning))
    }

    fn cluster(&self, addresses: &str) -> Result<Box<dyn Engine>, Failure> {
        let access = ClusterAccess::parse(addresses)?;
        Ok(Box::new(OpenSearch::new(Embedded::open(&self.folder)?, &self.folder, &access)))
    }

    fn ask(&self, engine: &dyn Engine, cases: &[Case]) -> Vec<Outcome> {
        cases.par_iter().map(|case| self.ask_one(engine, case)).collect()
    }

    fn ask_one(&self, engine: &dyn Engine, case: &Case) -> Outcome {
        let base = &self.snapshot.manifest().base;
        let local = |uri: &str| base.strip(uri).unwrap_or(uri).to_owned();
        let question = SearchQuestion { query: case.q.clone(), limit: LIMIT, ..SearchQuestion::default() };
        let start = Instant::now();
        let answer = search_with(&self.snapshot, engine, today(), question);
        let time = start.elapsed();
        let Ok(answer) = answer else {
            return Outcome { time, ..Outcome::default() };
        };
        let hits: Vec<String> = answer.results.iter().map(|result| local(&result.uri)).collect();
        let rank = hits.iter().position(|hit| case.expect.contains(hit)).map(|at| at + 1);
        let mut places = Vec::new();
        let mut shown = None;
        if let (Some(fragment), Some(first)) = (&case.fragment, case.expect.first()) {
            let wanted =
                if fragment.contains('#') { fragment.clone() } else { format!("{first}#{fragment}") };
            let document = wanted.split('#').next().unwrap_or_default();
            if let Some(result) = answer.results.iter().find(|result| local(&result.uri) == document) {
                places = result.pin.iter().chain(&result.fragments).map(|place| local(&place.uri)).collect();
                shown = Some(places.contains(&wanted));
            }
        }
        Outcome { rank, shown, hits, places, total: answer.total, time }
    }
}

fn misses(cases: &[Case], outcomes: &[Outcome]) -> String {
    let mut text = String::from("\nnot found first, or the provision not shown:\n");
    for (case, outcome) in cases.iter().zip(outcomes) {
        let Outcome { rank, shown, hits, places, total, .. } = outcome;
        let fine =
            if case.expect.is_empty() { hits.is_empty() } else { *rank == Some(1) && *shown != Some(false) };
        if fine {
            continue;
        }
        let expected = case.expect.first().map_or("nothing", |uri| uri);
        let fragment = case.fragment.as_deref().unwrap_or_default();
        let rank = rank.map_or("-".to_owned(), |rank| rank.to_string());
        let first: Vec<_> = hits.iter().take(4).collect();
        text += &format!(
            "  {} {:?} wants {expected}#{fragment}: rank {rank}, {total} hits {first:?}",
            case.id, case.q
        );
        if *shown == Some(false) {
            text += &format!(" shows {places:?}");
        }
        text.push('\n');
    }
    text
}
