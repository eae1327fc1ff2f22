//! The program `lagrum`: the command line, and the wiring of the libraries under it.
//!
//! Results go to standard output, progress and logs to standard error. The exit code is 0 when done, 1 when failed, 2 for wrong
//! usage, and 3 when the program stopped asking a publisher.
//!
//! Printed text may come from documents and services, so all of it passes through `output.rs`, which escapes it.

#![warn(clippy::print_stdout, clippy::print_stderr)]

#[macro_use]
mod output;

mod after_publish;
mod byte_size;
mod cli;
mod commands;
mod config;
mod encoders;
mod engine;
mod failure;
mod meaning;
mod operator_command;
mod parse_tables;
mod pdf_text;
mod printing;
mod progress;
mod series;

use std::process::ExitCode;

use cli::{Command, Lagrum};
use failure::{Failure, report};
use lagrum_api::telemetry::{LogWriter, start_logging};

/// A search makes thousands of small allocations. This allocator is a fifth faster for them than the system's.
#[cfg(unix)]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> ExitCode {
    output::escape_panics();
    let lagrum = match config::parse() {
        Ok(lagrum) => lagrum,
        Err(error) => error.exit(),
    };
    match run(lagrum) {
        Ok(code) => code,
        Err(failure) => {
            report(&failure);
            ExitCode::FAILURE
        }
    }
}

/// The filter of log lines. The MCP SDK logs every client that leaves before its answer as an error, so it is silent unless the
/// filter names it. Errors in lines on standard input are logged.
fn log_filter(wanted: &str) -> String {
    if wanted.contains("rmcp") {
        wanted.to_owned()
    } else {
        format!("{wanted},rmcp=off,rmcp::transport::async_rw=error")
    }
}

fn run(lagrum: Lagrum) -> Result<ExitCode, Failure> {
    let writer = match lagrum.command {
        Command::Serve(_) => LogWriter::Thread,
        _ => LogWriter::Caller,
    };
    let _log = start_logging(&log_filter(&lagrum.common.log), lagrum.common.log_format.into(), writer)?;
    let data = &lagrum.common.data;
    match lagrum.command {
        Command::Import(arguments) => commands::import::run(data, arguments),
        Command::Parse(arguments) => commands::parse::run(data, &arguments),
        Command::Fetch(arguments) => commands::fetch::run(data, &arguments),
        Command::Raw(arguments) => commands::raw::run(data, arguments),
        Command::Build(arguments) => commands::build::run(data, &arguments),
        Command::Serve(arguments) => commands::serve::run(data, &arguments),
        Command::Cite(arguments) => Ok(commands::cite::run(data, &arguments)),
        Command::Resolve(arguments) => commands::resolve::run(data, &arguments),
        Command::Provision(arguments) => commands::provision::run(data, &arguments),
        Command::History(arguments) => commands::history::run(data, &arguments),
        Command::Changes(arguments) => commands::changes::run(data, arguments),
        Command::Diff(arguments) => commands::diff::run(data, &arguments),
        Command::Search(arguments) => commands::search::run(data, &arguments),
        Command::Export(arguments) => commands::export::run(data, &arguments),
        #[cfg(feature = "mcp")]
        Command::Mcp(arguments) => commands::mcp::run(data, &arguments),
        Command::Vectors(arguments) => commands::vectors::run(data, &arguments),
        Command::Status(arguments) => commands::status::run(data, &arguments),
        Command::Completions { shell } => commands::completions::run(shell),
        Command::ManPages { folder } => commands::man_pages::run(&folder),
        Command::Check(arguments) => commands::check::run(data, &arguments),
        Command::Doctor(arguments) => commands::doctor::run(data, &arguments),
        Command::Ledger(arguments) => commands::ledger::run(&arguments),
        Command::PrintWorker { job } => Ok(lagrum_print::work(&job)?),
    }
}
