//! The manifest of a snapshot.

use std::collections::BTreeMap;
use std::fmt;

use lagrum_artifact::{Base, Generation};
use lagrum_vectors::EncoderId;
use serde::{Deserialize, Serialize};

/// The name of a snapshot: the time it was begun and the generation of the corpus it was built from.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct SnapshotId(String);

impl SnapshotId {
    pub(crate) fn new(begun: jiff::Timestamp, generation: Generation) -> Self {
        Self(format!("{}Z-g{generation}", begun.strftime("%Y%m%dT%H%M%S%3f")))
    }

    /// Parses an id. It is the name of a folder, so only ASCII letters, digits and hyphens are allowed.
    pub fn parse(text: &str) -> Option<Self> {
        let plain = !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
        (plain && text.len() <= 64).then(|| Self(text.to_owned()))
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for SnapshotId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl TryFrom<String> for SnapshotId {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        Self::parse(&text).ok_or_else(|| format!("{text:?} is no snapshot id"))
    }
}

impl From<SnapshotId> for String {
    fn from(id: SnapshotId) -> Self {
        id.0
    }
}

/// The contents of a snapshot, and what it was built from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// The id of the snapshot.
    pub id: SnapshotId,
    /// The version of the program that built it.
    pub tool_version: String,
    /// When it was begun (UTC, `YYYY-MM-DDTHH:MM:SSZ`).
    pub built: String,
    /// When it was published (UTC, `YYYY-MM-DDTHH:MM:SSZ`); None in a draft, and in one of an earlier version of the program.
    #[serde(default)]
    pub published: Option<String>,
    /// The day its listings were made for (`YYYY-MM-DD`).
    pub day: String,
    /// The generation of the corpus it was built from.
    pub generation: Generation,
    /// The base address of all uris.
    pub base: Base,
    /// How many documents, citations and so on it has.
    pub counts: SnapshotCounts,
    /// Its dump files, by source.
    pub dumps: Vec<DumpEntry>,
    /// The day on which the documents of each source were taken, where imports stated it. Later changes at the
    /// publisher are not known.
    #[serde(default)]
    pub taken: BTreeMap<String, String>,
    /// Its vectors, by encoder; none in a snapshot of an earlier version of the program.
    #[serde(default)]
    pub vectors: Vec<VectorCounts>,
}

/// The number of vectors of an encoder in a snapshot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VectorCounts {
    /// The encoder.
    pub encoder: EncoderId,
    /// The vectors in the snapshot.
    pub rows: u64,
    /// The passages that have a vector or are to have one.
    pub passages: u64,
    /// The passages that were still to be embedded when it was built.
    pub missing: u64,
}

impl Manifest {
    /// When the snapshot was published, in seconds since 1970; where that is not known, when it was begun.
    pub fn published_at(&self) -> i64 {
        let time = self.published.as_ref().unwrap_or(&self.built).parse::<jiff::Timestamp>();
        time.map(jiff::Timestamp::as_second).unwrap_or_default()
    }
}

/// How many of each thing a snapshot has.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SnapshotCounts {
    /// Documents of the catalog, stubs included.
    pub documents: u64,
    /// Concepts that are cited but have no page of their own.
    pub stubs: u64,
    /// Archived lydelser.
    pub lydelser: u64,
    /// Links of all documents.
    pub citations: u64,
    /// Pairs of a citing and a cited document.
    pub edges: u64,
    /// Stored artifacts that could not be read; they are in no part of the snapshot.
    pub unreadable: u64,
    /// Documents per source.
    pub sources: BTreeMap<String, u64>,
}

/// The dump files of a source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DumpEntry {
    /// The source.
    pub source: String,
    /// All its documents.
    pub documents: DumpFileEntry,
    /// Its archived lydelser, where it has any.
    pub versions: Option<DumpFileEntry>,
    /// The status list of its publisher, which says what is in force, where one was imported.
    pub status: Option<DumpFileEntry>,
}

impl DumpEntry {
    /// The files of the source.
    pub fn files(&self) -> impl Iterator<Item = &DumpFileEntry> {
        std::iter::once(&self.documents).chain(&self.versions).chain(&self.status)
    }
}

/// One file in the folder `dumps`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DumpFileEntry {
    /// Its name.
    pub file: String,
    /// Its length.
    pub bytes: u64,
    /// Lines in it when unpacked; 1 for a file that is not a list of lines.
    pub lines: u64,
    /// SHA-256 of the file, lower-case hex.
    pub sha256: String,
}
