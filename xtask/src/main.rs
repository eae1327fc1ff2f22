//! `cargo xtask`: tasks for developers. `cargo xtask help` lists them.

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use xtask::{dist, opensearch, quality, site, size};

/// Tasks for developers.
#[derive(Parser)]
#[command(bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Build the program for a release, and pack it as a tarball and as a Debian package.
    Dist(dist::DistOptions),
    /// Start a real OpenSearch of one or more nodes on this machine, until the task ends.
    Opensearch(opensearch::ClusterOptions),
    /// Measure the quality of search on all open sets of queries: `cargo measure sets` with the same arguments.
    Quality(quality::QualityOptions),
    /// Ask for the page of every document of a data folder: faults, bytes and times.
    Pages(site::PagesOptions),
    /// Open pages of a running server in a browser, as on a phone and as on a laptop: paints, shifts, heights of blocks.
    Phone(site::PhoneOptions),
    /// Count the code: lines, functions, test programs, the program if it is built.
    Size(size::SizeOptions),
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().task {
        Task::Dist(options) => dist::run(&options),
        Task::Opensearch(options) => opensearch::run(&options),
        Task::Quality(options) => quality::run(&options),
        Task::Pages(options) => site::pages(&options).map_err(Into::into),
        Task::Phone(options) => site::phone(&options).map_err(Into::into),
        Task::Size(options) => size::run(&options),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
