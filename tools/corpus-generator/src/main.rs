//! `cargo generate`: writes the dump files of an invented corpus.

use std::process::ExitCode;

use clap::Parser;
use lagrum_corpus_generator::{GeneratorOptions, run};

/// Write the dump files of an invented corpus of any size. The same parameters give the same bytes.
#[derive(Parser)]
#[command(bin_name = "cargo generate")]
struct Arguments {
    #[command(flatten)]
    options: GeneratorOptions,
}

fn main() -> ExitCode {
    match run(&Arguments::parse().options) {
        Ok(summary) => {
            print!("{summary}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
