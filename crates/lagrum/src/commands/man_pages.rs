//! `lagrum man-pages`: the manual, from the declarations of the command line. Packages ship it.

use std::path::Path;
use std::process::ExitCode;

use super::completions::shown_commands;
use crate::failure::Failure;

pub(crate) fn run(folder: &Path) -> Result<ExitCode, Failure> {
    clap_mangen::generate_to(shown_commands(), folder)
        .map_err(|error| format!("cannot write to {}: {error}", folder.display()))?;
    Ok(ExitCode::SUCCESS)
}
