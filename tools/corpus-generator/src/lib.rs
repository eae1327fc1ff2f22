//! An invented corpus of any size, for measurements under the load of a real one.
//!
//! The corpus has the sources, forms, sizes and citations of a national legal corpus, and none of its text. The same parameters
//! give the same bytes on every machine. The modules:
//!
//! | module | its part |
//! |---|---|
//! | `profile` | what is typical of each source: share, size, what it cites |
//! | `plan` | how many documents there are; any document's name and size |
//! | `outline` | which provisions a document has |
//! | `links` | what a document cites, and where in it |
//! | `popularity` | the power law behind the choice |
//! | `prose`, `vocabulary` | text of invented words around the citations |
//! | `sources` | the artifact, one file per family of sources |
//! | `dump`, `summary` | the files, and what is in them |
//!
//! A document depends on its source and its rank only: the random numbers for every purpose follow from the seed, the source
//! and the rank. So documents are made on all threads in any order, and only those being written are in memory.

mod draft;
mod dump;
mod links;
mod names;
mod outline;
mod plan;
mod popularity;
mod profile;
mod prose;
mod random;
mod sources;
mod summary;
mod vocabulary;

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use indicatif::{ProgressBar, ProgressStyle};
use lagrum_artifact::Base;
use serde_json::{Value, json};

use dump::Tally;
use plan::Plan;
use profile::Source;
use summary::Parameters;

pub use summary::CorpusSummary;

/// Incremented whenever the output of the generator changes, so that an older corpus is not reused.
const EDITION: u32 = 1;
const MANIFEST: &str = "generated.json";

/// What to generate.
#[derive(Clone, Debug, clap::Args)]
pub struct GeneratorOptions {
    /// How many documents, of all sources together.
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(100..=5_000_000))]
    pub documents: u32,
    /// The folder to write to [default: lagrum/generated-DOCUMENTS in the user's cache].
    #[arg(long)]
    pub out: Option<PathBuf>,
    /// The amount of text: 1 for documents of real size. It does not change the citations.
    #[arg(long, default_value_t = 1.0, value_parser = text_factor)]
    pub text: f64,
    /// The seed of the random numbers. Another seed gives another corpus.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// The address all uris begin with.
    #[arg(long, default_value = "https://lagrum.example", value_parser = Base::parse)]
    pub base: Base,
}

/// Why nothing was generated.
#[derive(Debug, thiserror::Error)]
pub enum GenerateError {
    /// No folder was named, and the environment does not say where caches belong.
    #[error("no folder to write to: name one with --out, or set XDG_CACHE_HOME or HOME")]
    NoFolder,
    /// A file could not be read or written.
    #[error("{path}: {source}")]
    File {
        /// The file or folder.
        path: PathBuf,
        /// What went wrong.
        source: io::Error,
    },
}

fn text_factor(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(factor) if (0.0..=10.0).contains(&factor) => Ok(factor),
        _ => Err("expected a number from 0 to 10".into()),
    }
}

/// Generates a corpus, unless the folder has it already.
///
/// The folder then has a dump `<source>.ndjson.gz` for each source, `versions/sfs.ndjson.gz` and
/// `versions/sfs.versions.json`, `eurlex-status.json`, and the manifest `generated.json`, which is written last.
pub fn run(options: &GeneratorOptions) -> Result<CorpusSummary, GenerateError> {
    let out = match &options.out {
        Some(out) => out.clone(),
        None => default_folder(options.documents).ok_or(GenerateError::NoFolder)?,
    };
    let parameters = Parameters {
        edition: EDITION,
        documents: options.documents as usize,
        text: options.text,
        seed: options.seed,
        base: options.base.to_string(),
    };
    let manifest = out.join(MANIFEST);
    if let Some(summary) = read_manifest(&manifest).filter(|summary| summary.parameters == parameters) {
        eprintln!("{} holds this corpus already", out.display());
        return Ok(summary);
    }
    write_corpus(&out, parameters, &options.base).map_err(|source| GenerateError::File { path: out, source })
}

fn default_folder(documents: u32) -> Option<PathBuf> {
    let set = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let cache = set("XDG_CACHE_HOME").or_else(|| set("HOME").map(|home| home.join(".cache")))?;
    Some(cache.join("lagrum").join(format!("generated-{documents}")))
}

fn read_manifest(path: &Path) -> Option<CorpusSummary> {
    serde_json::from_slice(&fs::read(path).ok()?).ok()
}

fn write_corpus(out: &Path, parameters: Parameters, base: &Base) -> io::Result<CorpusSummary> {
    let versions = out.join("versions");
    fs::create_dir_all(&versions)?;
    let manifest = out.join(MANIFEST);
    // The folder holds no complete corpus until the manifest is written again.
    if manifest.exists() {
        fs::remove_file(&manifest)?;
    }
    let plan = Plan::new(parameters.documents, parameters.text, parameters.seed, base);
    let tally = Tally::new(&plan);
    let bar = progress(plan.documents());
    let mut written = Vec::new();
    for source in Source::all() {
        bar.set_message(source.name());
        let path = out.join(format!("{}.ndjson.gz", source.name()));
        let dump = dump::write_source(&plan, &tally, source, &path, &|documents| bar.inc(documents as u64))?;
        if bar.is_hidden() {
            eprintln!("{}: {} documents", source.name(), dump.documents);
        }
        written.push((source, dump));
    }
    bar.finish_and_clear();

    let lydelser = write_archive(&plan, &versions)?;
    let status: BTreeMap<String, Value> =
        (0..plan.count(Source::Eurlex)).filter_map(|rank| sources::eurlex::status(&plan, rank)).collect();
    fs::write(out.join("eurlex-status.json"), serde_json::to_vec(&status)?)?;

    let summary = CorpusSummary::new(parameters, &plan, &tally, &written, lydelser);
    fs::write(manifest, serde_json::to_vec_pretty(&summary)?)?;
    Ok(summary)
}

/// Writes the archived lydelser of statutes, and the list of them.
fn write_archive(plan: &Plan, folder: &Path) -> io::Result<dump::Written> {
    let mut lydelser: Vec<(String, usize, usize)> = Vec::new();
    let mut lists = BTreeMap::new();
    for rank in 0..plan.count(Source::Sfs) {
        let statute = plan.uri(Source::Sfs, rank);
        let mut list = Vec::new();
        for (lydelse, version) in sources::sfs::archived(plan, rank) {
            let uri = format!("{statute}/konsolidering/{version}");
            list.push(json!({"uri": uri, "version": version}));
            lydelser.push((uri, rank, lydelse));
        }
        if !list.is_empty() {
            lists.insert(statute, json!({"skipped": [], "versions": list}));
        }
    }
    fs::write(folder.join("sfs.versions.json"), serde_json::to_vec(&lists)?)?;
    lydelser.sort_unstable();
    let lydelser: Vec<(usize, usize)> =
        lydelser.into_iter().map(|(_, rank, lydelse)| (rank, lydelse)).collect();
    dump::write_lydelser(plan, &lydelser, &folder.join("sfs.ndjson.gz"))
}

/// A progress bar. Hidden when standard error is no terminal; then lines are printed instead.
fn progress(documents: usize) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(documents as u64);
    if let Ok(style) = ProgressStyle::with_template("{msg:<11} {wide_bar} {human_pos}/{human_len} {eta}") {
        bar.set_style(style);
    }
    bar
}
