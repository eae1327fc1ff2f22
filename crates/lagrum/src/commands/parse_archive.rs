//! `lagrum parse` of the raw archive, which `lagrum fetch` does too.

use std::path::Path;
use std::process::ExitCode;

use lagrum_corpus::Corpus;
use lagrum_harvest::{HarvestOptions, parse_archive};
use lagrum_raw::Archive;
use lagrum_snapshot::{day_at, today};

use crate::failure::Failure;
use crate::meaning::SourceMeaning;
use crate::progress::ProgressReporter;

/// Parses the raw rows of these sources that are due, or of all sources in the archive.
pub(crate) fn run(data: &Path, sources: &[String], is_dry_run: bool) -> Result<ExitCode, Failure> {
    let archive = Archive::open(data)?;
    let mut sources = sources.to_vec();
    if sources.is_empty() {
        sources = archive.sources()?;
        sources.retain(|source| lagrum_parse::SOURCES.contains(&&**source));
    }
    let is_sound = parse_sources(data, &archive, &sources, is_dry_run)?;
    Ok(if is_sound { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Parses the raw rows of sources that are due, and prints the results. Returns whether all could be parsed.
pub(crate) fn parse_sources(
    data: &Path,
    archive: &Archive,
    sources: &[String],
    is_dry_run: bool,
) -> Result<bool, Failure> {
    let corpus = Corpus::create(data)?;
    let mut is_sound = true;
    for source in sources {
        let options = HarvestOptions {
            source,
            as_of: today(),
            day_of: day_at,
            is_dry_run,
            meaning: Some(&SourceMeaning),
        };
        let summary = parse_archive(archive, &corpus, &options, &mut |_, _| {}, &ProgressReporter::new())?;
        print_line!("{source}: {summary}")?;
        for problem in &summary.problems {
            print_line!("{source}: {problem}")?;
        }
        is_sound &= summary.failed == 0;
    }
    Ok(is_sound)
}
