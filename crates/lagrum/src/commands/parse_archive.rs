//! `lagrum parse` of the raw archive, which `lagrum fetch` does too.

use std::path::Path;
use std::process::ExitCode;

use lagrum_corpus::Corpus;
use lagrum_harvest::{HarvestOptions, parse_archive};
use lagrum_raw::Archive;
use lagrum_snapshot::{Snapshots, day_at, today};

use crate::failure::Failure;
use crate::meaning::SourceMeaning;
use crate::pdf_text::pdf_text_of_bytes;
use crate::progress::ProgressReporter;

/// How the archive is parsed.
#[derive(Clone, Copy)]
pub(crate) struct ParseOptions {
    pub(crate) is_dry_run: bool,
    pub(crate) allow_removals: bool,
}

/// Parses the raw rows of these sources that are due, or of all sources in the archive.
pub(crate) fn run(data: &Path, sources: &[String], options: ParseOptions) -> Result<ExitCode, Failure> {
    let archive = Archive::open(data)?;
    let mut sources = sources.to_vec();
    if sources.is_empty() {
        sources = archive.sources()?;
        sources.retain(|source| lagrum_parse::SOURCES.contains(&&**source));
    }
    let is_sound = parse_sources(data, &archive, &sources, options)?;
    Ok(if is_sound { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Parses the raw rows of sources that are due, and prints the results. Returns whether all could be parsed.
pub(crate) fn parse_sources(
    data: &Path,
    archive: &Archive,
    sources: &[String],
    options: ParseOptions,
) -> Result<bool, Failure> {
    let corpus = Corpus::create(data)?;
    let published = Snapshots::new(data).published_counts()?;
    let mut is_sound = true;
    for source in sources {
        let options = HarvestOptions {
            source,
            as_of: today(),
            day_of: day_at,
            seen_on: jiff::Timestamp::now().to_zoned(jiff::tz::TimeZone::UTC).date(),
            is_dry_run: options.is_dry_run,
            published: &published,
            allow_removals: options.allow_removals,
            meaning: Some(&SourceMeaning),
            pdf_text: Some(pdf_text_of_bytes),
        };
        let summary = parse_archive(archive, &corpus, &options, &mut |_, _| {}, &ProgressReporter::new())?;
        print_line!("{source}: {summary}")?;
        for problem in &summary.problems {
            print_line!("{source}: {problem}")?;
        }
        if summary.kept > 0 {
            print_line!(
                "{source}: {} documents came without a text, or as not published. They keep what is held until a run on another day (UTC) \
                 finds the same",
                summary.kept
            )?;
        }
        is_sound &= summary.failed == 0;
    }
    Ok(is_sound)
}
