//! `lagrum build`

use std::path::Path;
use std::process::ExitCode;

use crate::Failure;
use crate::cli::Build;
use crate::engine::Chosen;
use crate::progress::Shown;

pub fn run(data: &Path, arguments: &Build) -> Result<ExitCode, Failure> {
    Chosen::must_be_said(data, &arguments.engine)?;
    let remote = Chosen::new(&arguments.engine)?.remote_index(data, arguments)?;
    let manifest = lagrum_builder::build_with(data, remote.as_deref(), &Shown::new())?;
    let counts = &manifest.counts;
    say!("published {}", manifest.id)?;
    say!(
        "{} documents ({} of them stubs), {} archived wordings, {} citations, {} unreadable",
        counts.documents,
        counts.stubs,
        counts.lydelser,
        counts.citations,
        counts.unreadable
    )?;
    Ok(ExitCode::SUCCESS)
}
