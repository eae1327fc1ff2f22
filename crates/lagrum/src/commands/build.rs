//! `lagrum build`

use std::path::Path;
use std::process::ExitCode;

use crate::Failure;
use crate::progress::Shown;

pub fn run(data: &Path) -> Result<ExitCode, Failure> {
    let manifest = lagrum_build::build(data, &Shown::new())?;
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
