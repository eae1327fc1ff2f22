//! All open sets of queries with known results in one run: `cargo xtask quality`.
//!
//! Each set states what was chosen on it: if the ranking was fitted to a set, its figures say little about other queries. Every
//! set is cut in two halves by the digest of a row's id. New numbers and rules are chosen on the *tuning half*, and accepted if
//! the *reporting half* and the other sets agree.
//!
//! Figures have a 95 % bootstrap interval. The figures of a run can be saved and compared with a later run: then the interval
//! is that of the difference, row by row, which is much narrower than that of either figure.

mod compare;
mod corpus;
mod figures;
mod report;
mod rows;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use lagrum_snapshot::{Snapshots, today};
use lagrum_vectors::TextEncoder;

use self::corpus::Folder;
use self::rows::{SetResult, SetRow};
use super::{Bench, Case, Failure, known, tune};

/// What to measure.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// The folder that holds `corpus` and `cases`.
    #[arg(long, env = "LAGRUM_TEST_CORPUS", value_name = "DIR")]
    corpus: PathBuf,

    /// Where the data folders are made. They are kept from run to run.
    #[arg(long, default_value = "target/quality", value_name = "DIR")]
    folder: PathBuf,

    /// Build the snapshots again. Needed after a change of what a build derives or indexes.
    #[arg(long)]
    rebuild: bool,

    /// The folder of a model, whose vectors the snapshots then have too. Needs `--rebuild` where they lack them.
    #[arg(long, env = "LAGRUM_VECTORS", value_name = "DIR")]
    vectors: Option<PathBuf>,

    /// Only these sets.
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,

    /// Set a number of the ranking: `text=0.3`. May be given more than once.
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,

    /// Save the result of every row.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,

    /// Compare with a result saved before.
    #[arg(long, value_name = "FILE")]
    compare: Option<PathBuf>,

    /// Print rows that are not found first, or whose provision is not shown; of the tuning half only.
    #[arg(long)]
    misses: bool,

    /// Print the figures as JSON.
    #[arg(long)]
    json: bool,
}

/// A set of queries with known results.
#[derive(Debug)]
struct OpenSet {
    name: &'static str,
    /// The content of the set.
    about: &'static str,
    /// What was chosen on the set.
    tuned: &'static str,
    rows: RowOrigin,
    folder: Folder,
}

/// The origin of the rows of a set.
#[derive(Clone, Copy, Debug)]
enum RowOrigin {
    /// A file of the folder `cases`.
    File(&'static str),
    /// Made from facts of the documents.
    Facts,
    /// Made from facts: a word for a kind of document and words of a title of that kind.
    Kinds,
    /// The rows of `data/search-third.jsonl`.
    Third,
    /// The queries of `data/nonsense.txt`, which should find nothing.
    Nonsense,
    /// The rows of `data/nonsense-questions.jsonl`, which should find nothing.
    NonsenseQuestions,
}

const SETS: [OpenSet; 9] = [
    OpenSet {
        name: "known",
        about: "known items, typed by those who know the law",
        tuned: "all numbers of the ranking until 2026-11, on two rows of three; later ones on the tuning half",
        rows: RowOrigin::File("search.jsonl"),
        folder: Folder::Whole,
    },
    OpenSet {
        name: "citing",
        about: "words beside a citation of a provision; the citing documents are not in the corpus",
        tuned: "nothing",
        rows: RowOrigin::File("search-citing.jsonl"),
        folder: Folder::WithoutHeld,
    },
    OpenSet {
        name: "lay",
        about: "questions of laypeople",
        tuned: "nothing until 2026-11; what later changes chose by it, docs/search.md says",
        rows: RowOrigin::File("search-lay.jsonl"),
        folder: Folder::Whole,
    },
    OpenSet {
        name: "outside",
        about: "words of people outside: courses, the public, agencies, headnotes, claims",
        tuned: "the weights of provisions scored by themselves, on the tuning half",
        rows: RowOrigin::File("search-outside.jsonl"),
        folder: Folder::Whole,
    },
    OpenSet {
        name: "third",
        about: "everyday questions written before the provisions were scored by themselves, and laid aside",
        tuned: "nothing",
        rows: RowOrigin::Third,
        folder: Folder::Whole,
    },
    OpenSet {
        name: "facts",
        about: "names, nicknames of cases, words of headnotes and titles, terms",
        tuned: "all numbers of the ranking until 2026-11, on two rows of three",
        rows: RowOrigin::Facts,
        folder: Folder::Whole,
    },
    OpenSet {
        name: "kinds",
        about: "a word for a kind of document and words of a title",
        tuned: "nothing",
        rows: RowOrigin::Kinds,
        folder: Folder::Whole,
    },
    OpenSet {
        name: "nonsense",
        about: "nothing to find",
        tuned: "nothing",
        rows: RowOrigin::Nonsense,
        folder: Folder::Whole,
    },
    OpenSet {
        name: "nonsense-questions",
        about: "questions that no document answers",
        tuned: "how far a passage must stand out in meaning for its document to be found by that alone",
        rows: RowOrigin::NonsenseQuestions,
        folder: Folder::Whole,
    },
];

/// Measures all sets, and returns a report.
pub(crate) fn run(options: &Options) -> Result<String, Failure> {
    if let Some(unknown) = options.only.iter().find(|name| SETS.iter().all(|set| set.name != **name)) {
        let names: Vec<_> = SETS.iter().map(|set| set.name).collect();
        return Err(format!("no set is called {unknown}: there are {}", names.join(", ")).into());
    }
    let before = options.compare.as_deref().map(load).transpose()?.unwrap_or_default();
    let encoders = super::encoders(options.vectors.as_deref())?;
    let mut results = Vec::new();
    let mut misses = String::new();
    for folder in [Folder::Whole, Folder::WithoutHeld] {
        let wanted = |set: &&OpenSet| {
            set.folder == folder
                && (options.only.is_empty() || options.only.iter().any(|name| name == set.name))
        };
        let sets: Vec<&OpenSet> = SETS.iter().filter(wanted).collect();
        if sets.is_empty() {
            continue;
        }
        let data = folder.prepare(&options.corpus, &options.folder, options.rebuild, &encoders)?;
        let bench = bench(&data, &options.set, &encoders)?;
        let engine = bench.engine(bench.tuning.clone())?;
        for set in sets {
            let cases = cases(set, options, &bench)?;
            let outcomes = bench.ask(&engine, &cases);
            if options.misses {
                let tuning = cases.iter().zip(&outcomes).filter(|(case, _)| rows::is_tuning(&case.id));
                let (cases, outcomes): (Vec<_>, Vec<_>) =
                    tuning.map(|(case, outcome)| (case.clone(), outcome.clone())).unzip();
                misses.push_str(&super::misses(&cases, &outcomes));
            }
            let rows =
                cases.iter().zip(&outcomes).map(|(case, outcome)| SetRow::new(case, outcome)).collect();
            results.push(SetResult { name: set.name.to_owned(), rows });
        }
    }
    results.sort_by_key(|result| SETS.iter().position(|set| set.name == result.name));
    if let Some(file) = &options.save {
        std::fs::write(file, serde_json::to_vec(&results)?)?;
    }
    let report = if options.json {
        serde_json::to_string_pretty(&report::json(&results, &before))? + "\n"
    } else {
        report::text(&results, &before)
    };
    Ok(report + &misses)
}

fn bench(data: &Path, set: &[String], encoders: &[Arc<dyn TextEncoder>]) -> Result<Bench, Failure> {
    let snapshots = Snapshots::new(data);
    let snapshot = snapshots.open_current()?.ok_or("the build published no snapshot")?;
    snapshot.load_resolver(today())?;
    snapshot.load_vectors(encoders)?;
    let folder = snapshots.search_of(snapshot.id());
    Ok(Bench { snapshot, folder, tuning: tune::set(set)? })
}

fn cases(set: &OpenSet, options: &Options, bench: &Bench) -> Result<Vec<Case>, Failure> {
    match set.rows {
        RowOrigin::File(file) => super::read(&options.corpus.join("cases").join(file)),
        RowOrigin::Facts => known::cases(&bench.snapshot),
        RowOrigin::Kinds => super::kinds::cases(&bench.snapshot),
        RowOrigin::Third => super::rows(include_str!("../../../data/search-third.jsonl")),
        RowOrigin::Nonsense => Ok(nonsense()),
        RowOrigin::NonsenseQuestions => super::rows(include_str!("../../../data/nonsense-questions.jsonl")),
    }
}

/// Queries that should find nothing.
fn nonsense() -> Vec<Case> {
    let lines = include_str!("../../../data/nonsense.txt").lines();
    let queries = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let row = |(number, query): (u32, &str)| Case {
        id: format!("nonsense-{number:03}"),
        q: query.to_owned(),
        category: "nonsense".to_owned(),
        ..Case::default()
    };
    (1..).zip(queries).map(row).collect()
}

fn load(file: &Path) -> Result<Vec<SetResult>, Failure> {
    let bytes = std::fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
    Ok(serde_json::from_slice(&bytes)?)
}
