//! `lagrum check`

mod golden;

use std::path::Path;
use std::process::ExitCode;

use lagrum_snapshot::Snapshots;

use crate::cli::CheckArguments;
use crate::failure::{Failure, no_snapshot};
use crate::progress::ProgressReporter;

pub(crate) fn run(data: &Path, arguments: &CheckArguments) -> Result<ExitCode, Failure> {
    let open = || Snapshots::new(data).open_current()?.ok_or_else(|| no_snapshot(data));
    match &arguments.golden {
        Some(file) if !arguments.write.is_empty() => {
            golden::write(&open()?, file, &arguments.write)?;
            return Ok(ExitCode::SUCCESS);
        }
        _ => {}
    }
    let findings = lagrum_builder::check::check(data, &ProgressReporter::new())?;
    for finding in &findings.problems {
        print_line!("{finding}")?;
    }
    print_line!("{}", findings.summary())?;
    let golden = match &arguments.golden {
        Some(file) => golden::compare(&open()?, file)?,
        None => true,
    };
    Ok(if findings.problems.is_empty() && golden { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
