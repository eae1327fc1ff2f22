//! `lagrum status`: the published snapshot, its age, and what is missing, in one screen.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;

use jiff::{SignedDuration, Timestamp};
use lagrum_answers::{self as answers, SeriesYear, SourceCoverage};
use lagrum_artifact::Generation;
use lagrum_corpus::{Corpus, CorpusState};
use lagrum_snapshot::{Manifest, Snapshot, Snapshots};
use rustix::fs::Access;

use crate::cli::StatusArguments;
use crate::failure::{Failure, check_rights, no_snapshot};
use crate::output::print_json;

/// Maximum number of series and documents that are listed.
const MAX_SHOWN: usize = 20;

pub(crate) fn run(data: &Path, arguments: &StatusArguments) -> Result<ExitCode, Failure> {
    if arguments.coverage {
        return coverage(data, arguments.json);
    }
    check_rights(data, Access::READ_OK)?;
    let corpus = Corpus::open(data)?;
    let state = corpus.reader()?.state()?;
    let changed = state.documents.iter().map(|document| document.changed).max();
    print_line!("corpus in {}", corpus.folder().display())?;
    print_line!("  base        {}", state.base.as_ref().map_or("none yet", |base| base.as_str()))?;
    print_line!("  generation  {}", state.generation)?;
    if let Some(changed) = changed.and_then(|second| Timestamp::from_second(second).ok()) {
        print_line!("  changed     {changed}, {}", ago(changed))?;
    }
    print_line!("  on disk     {}", size_text(corpus.bytes_on_disk()))?;
    documents(&state)?;
    print_line!("  archived    {} lydelser", state.lydelser.len())?;

    match Snapshots::new(data).open_current()? {
        Some(snapshot) => published(&snapshot, &state)?,
        None => print_line!("no snapshot is published: run `lagrum build`")?,
    }
    Ok(ExitCode::SUCCESS)
}

/// What the published snapshot has and lacks.
fn coverage(data: &Path, as_json: bool) -> Result<ExitCode, Failure> {
    let snapshot = Snapshots::new(data).open_current()?.ok_or_else(|| no_snapshot(data))?;
    let coverage = answers::coverage(&snapshot, None)?;
    if as_json {
        print_json(&coverage)?;
        return Ok(ExitCode::SUCCESS);
    }
    print_line!(
        "{:<12} {:>9} {:>7} {:>9} {:>9}  dates",
        "source",
        "documents",
        "stubs",
        "lydelser",
        "not held"
    )?;
    for source in &coverage.sources {
        let dates = span(source.first_date.as_deref(), source.last_date.as_deref());
        let SourceCoverage { documents, stubs, versions, not_held, .. } = source;
        print_line!("{:<12} {documents:>9} {stubs:>7} {versions:>9} {not_held:>9}  {dates}", source.source)?;
        let mut kinds: BTreeMap<&str, u64> = BTreeMap::new();
        for held in coverage.holdings.iter().filter(|held| held.source == source.source) {
            *kinds.entry(held.kind.as_deref().unwrap_or("no kind")).or_default() += held.documents;
        }
        for (kind, documents) in kinds {
            print_line!("  {kind:<10} {documents:>9}")?;
        }
    }
    let (complete, incomplete): (Vec<_>, Vec<_>) = coverage.series.iter().partition(|series| series.complete);
    print_line!("complete years of series: {} of {}", complete.len(), coverage.series.len())?;
    for series in &complete {
        print_line!("  {} {}: {}", series.name, series.year, series.reason)?;
    }
    let mut nearest: Vec<&SeriesYear> = incomplete;
    nearest.sort_by_key(|series| (series.last.saturating_sub(series.held), std::cmp::Reverse(series.held)));
    if !nearest.is_empty() {
        print_line!("years with the fewest gaps that are not called complete:")?;
    }
    for series in nearest.iter().take(MAX_SHOWN) {
        print_line!("  {} {}: {} held, {}", series.name, series.year, series.held, series.reason)?;
    }
    if !coverage.most_cited.is_empty() {
        print_line!("cited most and not held:")?;
    }
    for document in coverage.most_cited.iter().take(MAX_SHOWN) {
        print_line!("  {:>6} {}", document.cited_by, document.uri)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The first and the last of some dates.
fn span(first: Option<&str>, last: Option<&str>) -> String {
    match (first, last) {
        (Some(first), Some(last)) => format!("{first} to {last}"),
        _ => "none".to_owned(),
    }
}

/// The documents of each source, two sources a line.
fn documents(state: &CorpusState) -> std::io::Result<()> {
    let mut sources: BTreeMap<String, (u64, u64)> = BTreeMap::new();
    for document in &state.documents {
        let (count, bytes) = sources.entry(document.source).or_default();
        *count += 1;
        *bytes += document.size;
    }
    let unpacked = size_text(sources.values().map(|s| s.1).sum());
    print_line!("  documents   {}, {unpacked} unpacked", state.documents.len())?;
    let cells: Vec<String> = sources
        .iter()
        .map(|(source, (count, bytes))| format!("{source:<12} {count:>8}  {:>10}", size_text(*bytes)))
        .collect();
    for pair in cells.chunks(2) {
        print_line!("    {}", pair.join("    "))?;
    }
    Ok(())
}

fn published(snapshot: &Snapshot, state: &CorpusState) -> std::io::Result<()> {
    let manifest = snapshot.manifest();
    let counts = &manifest.counts;
    let dumps: u64 = manifest.dumps.iter().flat_map(|dump| dump.files()).map(|file| file.bytes).sum();
    print_line!("published {}", manifest.id)?;
    let age = manifest.built.parse().map_or_else(|_| "at an unknown time".to_owned(), ago);
    print_line!("  built       {}, {age}, by version {}", manifest.built, manifest.tool_version)?;
    print_line!("  documents   {}, {} of them stubs", counts.documents, counts.stubs)?;
    print_line!("  citations   {}", counts.citations)?;
    print_line!(
        "  catalog     {}, dumps {}",
        size_text(snapshot.catalog().bytes_on_disk()),
        size_text(dumps)
    )?;
    for vectors in &manifest.vectors {
        print_line!(
            "  vectors     {} of {} passages, by {}",
            vectors.rows,
            vectors.passages,
            vectors.encoder
        )?;
    }
    let missing = shortcomings(manifest, state.generation);
    for problem in &missing {
        print_line!("  missing     {problem}")?;
    }
    if missing.is_empty() {
        print_line!("  up to date with the corpus; nothing is missing")?;
    }
    Ok(())
}

/// What a published snapshot lacks compared with the corpus at a generation, each with what to do.
pub(super) fn shortcomings(manifest: &Manifest, generation: Generation) -> Vec<String> {
    let counts = &manifest.counts;
    let mut missing = Vec::new();
    for vectors in manifest.vectors.iter().filter(|vectors| vectors.missing > 0) {
        missing.push(format!("{} passages were not embedded yet: run `lagrum build`", vectors.missing));
    }
    if counts.unreadable > 0 {
        missing.push(format!("{} unreadable artifacts were left out", counts.unreadable));
    }
    if manifest.generation != generation {
        missing.push("the corpus has changed since: run `lagrum build`".to_owned());
    }
    if manifest.tool_version != env!("CARGO_PKG_VERSION") {
        missing.push("it was built by another version: run `lagrum build`".to_owned());
    }
    missing
}

/// How long ago something was, in the largest unit that fits.
pub(super) fn ago(then: Timestamp) -> String {
    let passed = Timestamp::now().duration_since(then).max(SignedDuration::ZERO).as_secs();
    let (count, unit) = match passed {
        0..60 => return "just now".to_owned(),
        60..3600 => (passed / 60, "minute"),
        3600..86_400 => (passed / 3600, "hour"),
        _ => (passed / 86_400, "day"),
    };
    format!("{count} {unit}{} ago", if count == 1 { "" } else { "s" })
}

/// A number of bytes in the unit that suits it.
pub(super) fn size_text(bytes: u64) -> String {
    let (unit, name) = match bytes {
        0..1_000_000_000 => (1e6, "MB"),
        _ => (1e9, "GB"),
    };
    format!("{:.1} {name}", bytes as f64 / unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_use_the_largest_unit_that_fits() {
        for (seconds, expected) in [
            (-5, "just now"),
            (59, "just now"),
            (60, "1 minute ago"),
            (7199, "1 hour ago"),
            (7200, "2 hours ago"),
            (86_400, "1 day ago"),
            (400 * 86_400, "400 days ago"),
        ] {
            // The extra half second covers the time between this line and the call.
            let then = Timestamp::now() - SignedDuration::from_millis(seconds * 1000 + 500);
            assert_eq!(ago(then), expected, "{seconds}");
        }
    }
    #[test]
    fn sizes_have_the_unit_that_suits() {
        for (bytes, expected) in [(0, "0.0 MB"), (181_300_000, "181.3 MB"), (2_490_000_000, "2.5 GB")] {
            assert_eq!(size_text(bytes), expected);
        }
    }
}
