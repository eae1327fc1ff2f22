//! `lagrum check`

use std::path::Path;
use std::process::ExitCode;

use crate::Failure;
use crate::progress::ProgressReporter;

pub(crate) fn run(data: &Path) -> Result<ExitCode, Failure> {
    let findings = lagrum_builder::check::check(data, &ProgressReporter::new())?;
    for finding in &findings.problems {
        print_line!("{finding}")?;
    }
    print_line!("{}", findings.summary())?;
    Ok(if findings.problems.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
