//! `lagrum status`: what is served, how old it is, and what is missing, in one screen.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;

use jiff::{SignedDuration, Timestamp};
use lagrum_corpus::{Corpus, CorpusState};
use lagrum_snapshot::{Snapshot, Snapshots};

use crate::Failure;

pub(crate) fn run(data: &Path) -> Result<ExitCode, Failure> {
    let corpus = Corpus::open(data)?;
    let state = corpus.reader()?.state()?;
    let changed = state.documents.iter().map(|document| document.changed).max();
    print_line!("corpus in {}", corpus.folder().display())?;
    print_line!("  base        {}", state.base.as_ref().map_or("none yet", |base| base.as_str()))?;
    print_line!("  generation  {}", state.generation)?;
    if let Some(changed) = changed.and_then(|second| Timestamp::from_second(second).ok()) {
        print_line!("  changed     {changed}, {}", ago(changed))?;
    }
    print_line!("  on disk     {}", megabytes(corpus.bytes_on_disk()))?;
    documents(&state)?;
    print_line!("  archived    {} lydelser", state.lydelser.len())?;

    match Snapshots::new(data).open_current()? {
        Some(snapshot) => published(&snapshot, &state)?,
        None => print_line!("no snapshot is published: run `lagrum build`")?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The documents of each source, two sources a line.
fn documents(state: &CorpusState) -> std::io::Result<()> {
    let mut sources: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
    for document in &state.documents {
        let (count, bytes) = sources.entry(&document.source).or_default();
        *count += 1;
        *bytes += document.size;
    }
    let unpacked = megabytes(sources.values().map(|s| s.1).sum());
    print_line!("  documents   {}, {unpacked} unpacked", state.documents.len())?;
    let cells: Vec<String> = sources
        .iter()
        .map(|(source, (count, bytes))| format!("{source:<12} {count:>8}  {:>10}", megabytes(*bytes)))
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
        megabytes(snapshot.catalog().bytes_on_disk()),
        megabytes(dumps)
    )?;
    let mut missing = Vec::new();
    if counts.unreadable > 0 {
        missing.push(format!("{} unreadable artifacts were left out", counts.unreadable));
    }
    if manifest.generation != state.generation {
        missing.push("the corpus has changed since: run `lagrum build`".to_owned());
    }
    if manifest.tool_version != env!("CARGO_PKG_VERSION") {
        missing.push("it was built by another version: run `lagrum build`".to_owned());
    }
    for problem in &missing {
        print_line!("  missing     {problem}")?;
    }
    if missing.is_empty() {
        print_line!("  up to date with the corpus; nothing is missing")?;
    }
    Ok(())
}

/// How long ago something was, in the largest unit that fits.
fn ago(then: Timestamp) -> String {
    let passed = Timestamp::now().duration_since(then).max(SignedDuration::ZERO).as_secs();
    let (count, unit) = match passed {
        0..60 => return "just now".to_owned(),
        60..3600 => (passed / 60, "minute"),
        3600..86_400 => (passed / 3600, "hour"),
        _ => (passed / 86_400, "day"),
    };
    format!("{count} {unit}{} ago", if count == 1 { "" } else { "s" })
}

fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
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
            // Half a second, so that the time between here and there does not count.
            let then = Timestamp::now() - SignedDuration::from_millis(seconds * 1000 + 500);
            assert_eq!(ago(then), expected, "{seconds}");
        }
    }
}
