//! `lagrum status`

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;

use lagrum_corpus::Corpus;
use lagrum_snapshot::Snapshots;

use crate::Failure;

pub fn run(data: &Path) -> Result<ExitCode, Failure> {
    let corpus = Corpus::open(data)?;
    let state = corpus.reader()?.state()?;
    let mut sources: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
    for document in &state.documents {
        let (count, bytes) = sources.entry(&document.source).or_default();
        *count += 1;
        *bytes += document.size;
    }
    say!("corpus in {}", corpus.folder().display())?;
    say!("  base        {}", state.base.as_ref().map_or("none yet", |base| base.as_str()))?;
    say!("  generation  {}", state.generation)?;
    say!("  on disk     {}", megabytes(corpus.bytes_on_disk()))?;
    say!(
        "  documents   {}, {} unpacked",
        state.documents.len(),
        megabytes(sources.values().map(|s| s.1).sum())
    )?;
    for (source, (count, bytes)) in &sources {
        say!("    {source:<12} {count:>8}  {:>10}", megabytes(*bytes))?;
    }
    say!("  archived    {} wordings", state.lydelser.len())?;

    let snapshots = Snapshots::new(data);
    match snapshots.open_current()? {
        Some(snapshot) => {
            let manifest = snapshot.manifest();
            say!("published {}", manifest.id)?;
            say!("  built       {} by version {}", manifest.built, manifest.tool_version)?;
            say!("  documents   {}, {} of them stubs", manifest.counts.documents, manifest.counts.stubs)?;
            say!("  citations   {}", manifest.counts.citations)?;
            say!("  catalog     {}", megabytes(snapshot.catalog().bytes_on_disk()))?;
            if manifest.counts.unreadable > 0 {
                say!("  left out    {} unreadable artifacts", manifest.counts.unreadable)?;
            }
            if manifest.generation == state.generation {
                say!("  up to date with the corpus")?;
            } else {
                say!("  the corpus has changed since: run `lagrum build`")?;
            }
        }
        None => say!("nothing is published: run `lagrum build`")?,
    }
    Ok(ExitCode::SUCCESS)
}

fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}
