//! The dump files: documents, archived lydelser and status lists of each source.
//!
//! The contents of each file are recorded in the snapshot, so that the next build writes only what has changed.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

use lagrum_corpus::dump::{DumpContents, DumpLine, EarlierDump, WrittenDump, write_dump};
use lagrum_corpus::{CorpusState, LydelseEntry};
use lagrum_snapshot::{Draft, DumpEntry, DumpFileEntry};
use serde::{Deserialize, Serialize};

use crate::deriving_code::DERIVING_CODE;
use crate::error::BuildError;
use crate::input::{BuildInput, PreviousSnapshot};

/// The file that lists the contents of the dumps.
const CONTENTS: &str = "dumps.json";

/// The contents of the dumps of a snapshot.
#[derive(Default, Serialize, Deserialize)]
struct KeptContents {
    /// The digest of the code that wrote them.
    code: String,
    /// By file name.
    files: BTreeMap<String, DumpContents>,
}

/// Writes the dump files of every source that has documents. Those in `unreadable`, by uri, are left out.
pub(crate) fn write(
    input: &BuildInput<'_>,
    unreadable: &HashSet<String>,
    draft: &Draft,
) -> Result<Vec<DumpEntry>, BuildError> {
    let state = input.state;
    let mut documents: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
    for position in 0..state.documents.len() as u32 {
        documents.entry(state.documents.source(position as usize)).or_default().push(position);
    }
    let mut lydelser: BTreeMap<&str, Vec<&LydelseEntry>> = BTreeMap::new();
    for entry in &state.lydelser {
        lydelser.entry(&entry.source).or_default().push(entry);
    }
    let before = KeptContents::load(input.previous);
    let mut dumps = DumpsOfBuild { input, folder: draft.dumps(), before, now: BTreeMap::new() };
    let mut entries = Vec::new();
    input.progress.begin("write dumps", Some(documents.len() as u64));
    for (source, positions) in documents {
        let entries_of = positions.iter().filter_map(|position| state.documents.get(*position as usize));
        let lines = entries_of.filter(|entry| !unreadable.contains(&entry.uri)).map(DumpLine::from);
        let versions = lydelser.get(source);
        entries.push(DumpEntry {
            source: source.to_owned(),
            documents: dumps.write(format!("{source}.ndjson.gz"), lines)?,
            versions: versions
                .map(|entries| {
                    let lines = entries.iter().map(|entry| DumpLine::from((*entry).clone()));
                    dumps.write(format!("versions-{source}.ndjson.gz"), lines)
                })
                .transpose()?,
            status: write_status(state, &dumps.folder, source)?,
        });
        input.progress.advance(1);
    }
    input.progress.end();
    let kept = KeptContents { code: DERIVING_CODE.to_owned(), files: dumps.now };
    let json = serde_json::to_vec(&kept).map_err(|error| std::io::Error::other(error.to_string()));
    let path = draft.derived().join(CONTENTS);
    json.and_then(|json| lagrum_corpus::dump::write_plain(&path, &json))
        .map_err(|source| BuildError::Derivations { path, source })?;
    Ok(entries)
}

struct DumpsOfBuild<'a> {
    input: &'a BuildInput<'a>,
    folder: PathBuf,
    before: KeptContents,
    now: BTreeMap<String, DumpContents>,
}

impl DumpsOfBuild<'_> {
    fn write(
        &mut self,
        file: String,
        lines: impl Iterator<Item = DumpLine>,
    ) -> Result<DumpFileEntry, BuildError> {
        let earlier = self.input.previous.zip(self.before.files.remove(&file));
        let earlier =
            earlier.map(|(previous, contents)| EarlierDump { path: previous.dumps.join(&file), contents });
        let written = write_dump(&self.folder.join(&file), lines, earlier.as_ref(), self.input.pool);
        let contents = written.map_err(|source| BuildError::Dump { file: file.clone(), source })?;
        let entry = entry(&file, contents.written.clone());
        self.now.insert(file, contents);
        Ok(entry)
    }
}

impl KeptContents {
    /// Loads the contents of the snapshot before; empty when they cannot be used.
    fn load(previous: Option<&PreviousSnapshot>) -> Self {
        let bytes = previous.and_then(|previous| std::fs::read(previous.derived.join(CONTENTS)).ok());
        let kept: Option<Self> = bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok());
        kept.filter(|kept| kept.code == DERIVING_CODE).unwrap_or_default()
    }
}

fn write_status(
    state: &CorpusState,
    folder: &Path,
    source: &str,
) -> Result<Option<DumpFileEntry>, BuildError> {
    let entries: serde_json::Map<_, _> = state
        .statuses
        .iter()
        .filter(|status| status.source == source)
        .filter_map(|status| Some((status.key.clone(), serde_json::from_str(&status.entry).ok()?)))
        .collect();
    if entries.is_empty() {
        return Ok(None);
    }
    let file = format!("{source}-status.json");
    let bytes = serde_json::Value::Object(entries).to_string().into_bytes();
    let written = lagrum_corpus::dump::write_plain(&folder.join(&file), &bytes)
        .map_err(|source| BuildError::Dump { file: file.clone(), source })?;
    Ok(Some(entry(&file, written)))
}

/// The manifest entry of a dump file.
fn entry(file: &str, written: WrittenDump) -> DumpFileEntry {
    DumpFileEntry {
        file: file.to_owned(),
        bytes: written.bytes,
        lines: written.lines,
        sha256: written.sha256,
    }
}
