//! The list of tasks: `cargo xtask help` prints it.

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use xtask::{cases, engines, expected, generate, indexing, load, opensearch, quality};

/// Tasks of the project's own developers.
#[derive(Parser)]
#[command(bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Write the dumps of an invented corpus of any size, the same bytes for the same parameters.
    Generate(generate::Options),
    /// Import and build the test corpus, and compare the catalog with what another implementation derived from it.
    Expected(expected::Options),
    /// Ask a snapshot the shared citations: right ones per shape, every miss, and how long an answer takes.
    Cases(cases::Options),
    /// Ask a snapshot queries whose answers are known: how many are found, and which provisions are shown.
    Quality(quality::Options),
    /// Time the index of a snapshot's texts beside tantivy's own indexing of the same texts.
    Indexing(indexing::Options),
    /// Ask a running server by many clients at once, in a written mix: answers a second, how long they take, memory.
    Load(load::Options),
    /// Ask the embedded engine and a cluster the same: whether they find the same, and how long each takes.
    Engines(engines::Options),
    /// Start a real OpenSearch of one or more nodes on this machine, until the task is ended.
    Opensearch(opensearch::Options),
}

fn main() -> ExitCode {
    let outcome: Result<(), Box<dyn std::error::Error + Send + Sync>> = match Arguments::parse().task {
        Task::Generate(options) => {
            generate::run(&options).map(|summary| print!("{summary}")).map_err(Into::into)
        }
        Task::Cases(options) => cases::run(&options).map(|report| print!("{report}")),
        Task::Quality(options) => quality::run(&options).map(|report| print!("{report}")),
        Task::Indexing(options) => indexing::run(&options).map(|report| print!("{report}")),
        Task::Load(options) => load::run(&options).map(|report| print!("{report}")),
        Task::Engines(options) => engines::run(&options).map(|report| print!("{report}")),
        Task::Opensearch(options) => opensearch::run(&options),
        Task::Expected(options) => expected::run(&options).and_then(|comparison| {
            print!("{comparison}");
            if comparison.is_explained() { Ok(()) } else { Err("some differences have no cause".into()) }
        }),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
