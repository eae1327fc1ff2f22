//! `cargo xtask`: tasks for developers. `cargo xtask help` lists them.

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use xtask::opensearch;

/// Tasks for developers.
#[derive(Parser)]
#[command(bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Start a real OpenSearch of one or more nodes on this machine, until the task ends.
    Opensearch(opensearch::ClusterOptions),
}

fn main() -> ExitCode {
    let Task::Opensearch(options) = Arguments::parse().task;
    match opensearch::run(&options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
