//! Measures the quality of search on all open sets of queries.
//!
//! The work is that of `cargo measure sets`, which runs as another process: so the tasks depend on none of the search crates,
//! and compile in a moment.

use std::ffi::OsString;
use std::process::Command;

/// What to measure.
#[derive(Debug, clap::Args)]
pub struct QualityOptions {
    /// The arguments of `cargo measure sets`; `cargo measure help sets` lists them.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGUMENTS")]
    arguments: Vec<OsString>,
}

/// Builds the measuring tool and runs it.
pub fn run(options: &QualityOptions) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    // The program is built in the same call, so that both have the same features and nothing is compiled twice.
    let build = ["build", "--release", "--package", "lagrum", "--package", "lagrum-measure"];
    let status = Command::new(&cargo).args(build).status()?;
    if !status.success() {
        return Err("the measuring tool does not compile".into());
    }
    let target = std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
    let program = std::path::Path::new(&target).join("release").join("lagrum-measure");
    let ended = Command::new(program).arg("sets").args(&options.arguments).status()?;
    if ended.success() { Ok(()) } else { Err("the measurement failed".into()) }
}
