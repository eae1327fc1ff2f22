//! `lagrum check`

use std::path::Path;
use std::process::ExitCode;

use crate::Failure;
use crate::progress::Shown;

pub fn run(data: &Path) -> Result<ExitCode, Failure> {
    let findings = lagrum_builder::check::check(data, &Shown::new())?;
    for finding in &findings.problems {
        say!("{finding}")?;
    }
    say!("{}", findings.summary())?;
    Ok(if findings.problems.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
