//! The dump files of a snapshot.
//!
//! Beside the fields of the contract, an entry has the number of lines and the SHA-256 of its file, and names the other
//! files of the source: the archived lydelser, and the publisher's list of documents in force. A mirror takes them all.

use lagrum_snapshot::{DumpEntry, DumpFileEntry, Snapshot};
use serde::Serialize;
use utoipa::ToSchema;

/// The dump of a source.
#[derive(Debug, Serialize, ToSchema)]
pub struct DumpInfo {
    /// The source.
    pub source: String,
    /// The name of its file under /dumps/.
    pub file: String,
    /// The file's length.
    pub bytes: u64,
    /// Artifacts in it, one a line.
    pub lines: u64,
    /// SHA-256 of the file, lower-case hex.
    pub(crate) sha256: String,
    /// The archived lydelser of its documents; null when there are none.
    #[schema(required = true)]
    pub versions: Option<DumpFile>,
    /// The day on which its documents were taken from their publisher; null where no import stated it.
    #[schema(required = true)]
    pub taken: Option<String>,
    /// What its publisher says of which documents are in force; null when nothing was imported.
    #[schema(required = true)]
    pub status: Option<DumpFile>,
}

/// A side file of a source.
#[derive(Debug, Serialize, ToSchema)]
pub struct DumpFile {
    /// Its name under /dumps/.
    pub file: String,
    /// Its length.
    pub bytes: u64,
    /// Lines in it.
    pub lines: u64,
    /// SHA-256 of the file, lower-case hex.
    pub(crate) sha256: String,
}

impl From<&DumpFileEntry> for DumpFile {
    fn from(entry: &DumpFileEntry) -> Self {
        Self {
            file: entry.file.clone(),
            bytes: entry.bytes,
            lines: entry.lines,
            sha256: entry.sha256.clone(),
        }
    }
}

impl DumpInfo {
    fn new(entry: &DumpEntry, taken: Option<&String>) -> Self {
        let DumpFile { file, bytes, lines, sha256 } = (&entry.documents).into();
        Self {
            source: entry.source.clone(),
            file,
            bytes,
            lines,
            sha256,
            taken: taken.cloned(),
            versions: entry.versions.as_ref().map(DumpFile::from),
            status: entry.status.as_ref().map(DumpFile::from),
        }
    }
}

/// The dump files, one for each source, by file name.
pub fn dumps(snapshot: &Snapshot) -> Vec<DumpInfo> {
    let manifest = snapshot.manifest();
    let info = |entry: &DumpEntry| DumpInfo::new(entry, manifest.taken.get(&entry.source));
    let mut dumps: Vec<DumpInfo> = manifest.dumps.iter().map(info).collect();
    dumps.sort_by(|a, b| a.file.cmp(&b.file));
    dumps
}
