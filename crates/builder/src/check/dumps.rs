//! Checks dump files against the manifest.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
use std::path::Path;

use flate2::read::MultiGzDecoder;
use lagrum_corpus::Progress;
use lagrum_snapshot::{DumpFileEntry, Snapshot};
use lagrum_sources::concept_source;
use sha2::{Digest, Sha256};

use super::findings::Findings;

/// Checks that every dump file is as the manifest describes it, and that the documents of a source are the lines of its
/// dump and its stubs.
pub(super) fn check(snapshot: &Snapshot, findings: &mut Findings, progress: &dyn Progress) {
    let manifest = snapshot.manifest();
    progress.begin("check dumps", Some(manifest.dumps.len() as u64));
    let mut lines: BTreeMap<&str, u64> = BTreeMap::new();
    for dump in &manifest.dumps {
        for file in dump.files() {
            if let Some(problem) = file_problem(&snapshot.dumps(), file) {
                findings.damaged(format!("dumps/{}", file.file), format!("dump {}: {problem}", file.file));
            }
            findings.checked("dump files", 1);
        }
        *lines.entry(&dump.source).or_default() += dump.documents.lines;
        progress.advance(1);
    }
    let sources = manifest.counts.sources.keys().map(String::as_str).chain(lines.keys().copied());
    for source in sources.collect::<BTreeSet<_>>() {
        let stubs = if source == concept_source().name { manifest.counts.stubs } else { 0 };
        let held = manifest.counts.sources.get(source).copied().unwrap_or_default();
        let lines = lines.get(source).copied().unwrap_or_default();
        if lines + stubs != held {
            findings.problem(format!(
                "{source}: {held} documents are catalogued, its dump has {lines} lines and there are {stubs} stubs"
            ));
        }
    }
    progress.end();
}

fn file_problem(folder: &Path, entry: &DumpFileEntry) -> Option<String> {
    let bytes = match std::fs::read(folder.join(&entry.file)) {
        Ok(bytes) => bytes,
        Err(error) => return Some(format!("cannot be read: {error}")),
    };
    if bytes.len() as u64 != entry.bytes {
        return Some(format!("it is {} bytes long, the manifest says {}", bytes.len(), entry.bytes));
    }
    if hex::encode(Sha256::digest(&bytes)) != entry.sha256 {
        return Some("its SHA-256 is not that of the manifest".to_owned());
    }
    if entry.file.ends_with(".gz") {
        return match count_lines(&bytes) {
            Ok(lines) if lines == entry.lines => None,
            Ok(lines) => Some(format!("{lines} lines where the manifest says {}", entry.lines)),
            Err(error) => Some(format!("is no whole gzip: {error}")),
        };
    }
    None
}

fn count_lines(bytes: &[u8]) -> std::io::Result<u64> {
    let mut reader = MultiGzDecoder::new(bytes);
    let (mut buffer, mut lines) = (vec![0; 1 << 16], 0);
    loop {
        match reader.read(&mut buffer)? {
            0 => return Ok(lines),
            count => lines += buffer[..count].split(|byte| *byte == b'\n').count() as u64 - 1,
        }
    }
}
