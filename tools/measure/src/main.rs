//! `cargo measure`: measures a snapshot or a running server. `cargo measure help` lists the commands.

mod bare;
mod cases;
mod engines;
mod existence;
mod expected;
mod indexing;
mod load;
mod quality;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Measure a snapshot or a running server.
#[derive(Parser)]
#[command(bin_name = "cargo measure")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Import and build the test corpus, and compare its catalog with the results of another implementation.
    Expected(expected::Options),
    /// Resolve the shared citations: how many are right for each shape, every miss, and the time each takes.
    Cases(cases::Options),
    /// Look up all provisions of held acts, and invented ones: which are called impossible.
    Existence(existence::Options),
    /// Run queries with known results: how many are found, and which provisions are shown.
    Quality(quality::Options),
    /// Run all open sets of such queries, with intervals, and compare with an earlier run.
    Sets(quality::sets::Options),
    /// Time the indexing of a snapshot's texts, beside tantivy's own indexing of the same texts.
    Indexing(indexing::Options),
    /// Send a mix of requests to a running server from many clients: requests per second, latencies, memory.
    Load(load::Options),
    /// Request each endpoint of a running server, and the same bytes from a bare handler: the throughput of both.
    Bare(bare::Options),
    /// Run the same queries on the embedded engine and on a cluster: compare the results and the time.
    Engines(engines::Options),
}

fn main() -> ExitCode {
    let outcome: Result<(), Box<dyn std::error::Error + Send + Sync>> = match Arguments::parse().command {
        Command::Cases(options) => cases::run(&options).map(|report| print!("{report}")),
        Command::Existence(options) => existence::run(&options).map(|report| print!("{report}")),
        Command::Quality(options) => quality::run(&options).map(|report| print!("{report}")),
        Command::Sets(options) => quality::sets::run(&options).map(|report| print!("{report}")),
        Command::Indexing(options) => indexing::run(&options).map(|report| print!("{report}")),
        Command::Bare(options) => bare::run(&options),
        Command::Load(options) => load::run(&options).map(|report| print!("{report}")),
        Command::Engines(options) => engines::run(&options).map(|report| print!("{report}")),
        Command::Expected(options) => expected::run(&options).and_then(|comparison| {
            print!("{comparison}");
            if comparison.is_explained() {
                Ok(())
            } else {
                Err("some differences have no known cause".into())
            }
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
