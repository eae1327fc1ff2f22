//! The list of tasks: `cargo xtask help` prints it.

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use xtask::generate;

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
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().task {
        Task::Generate(options) => generate::run(&options).map(|summary| print!("{summary}")),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
