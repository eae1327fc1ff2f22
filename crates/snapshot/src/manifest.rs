//! The manifest of a snapshot.

use std::collections::BTreeMap;
use std::fmt;

use lagrum_artifact::{Base, Generation};
use lagrum_corpus::{PublishedCounts, SourceCounts};
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
    /// What snapshots of the last week had that were published before it, oldest first. A build compares with them.
    #[serde(default)]
    pub past: Vec<PublishedCounts>,
    /// Its files by their path in its folder, with forward slashes; none in a draft, and in a snapshot of an earlier version of the
    /// program. The manifest itself and what the next build takes over are not among them.
    #[serde(default)]
    pub files: BTreeMap<String, SnapshotFile>,
}

/// A file of a snapshot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SnapshotFile {
    /// Its length.
    pub bytes: u64,
    /// SHA-256 of the file, lower-case hex.
    pub sha256: String,
}

/// For how many seconds a snapshot is compared with later ones.
const WEEK: i64 = 7 * 24 * 60 * 60;

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

    /// What this snapshot had and those before it that are compared with: what the next may not fall far below. Empty for a snapshot of
    /// an earlier version of the program, which did not count texts.
    pub fn published_counts(&self) -> Vec<PublishedCounts> {
        let (generation, at) = (self.generation, self.published_at());
        let own = PublishedCounts { generation, at, counts: self.counts.texts.clone() };
        let mut all = self.past.clone();
        if !own.counts.is_empty() {
            all.push(own);
        }
        all
    }
}

/// The counts that a snapshot published now keeps of these, oldest first: the last of each day (UTC) within a week, and the one that was
/// published a week ago.
pub fn kept_counts(mut counts: Vec<PublishedCounts>, now: i64) -> Vec<PublishedCounts> {
    const DAY: i64 = 24 * 60 * 60;
    let begins = counts.iter().rposition(|counts| counts.at <= now - WEEK).unwrap_or(0);
    counts.drain(..begins);
    let days: Vec<i64> = counts.iter().map(|counts| counts.at.div_euclid(DAY)).collect();
    let mut at = 0;
    counts.retain(|_| {
        at += 1;
        days.get(at) != days.get(at - 1)
    });
    counts
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
    /// Documents with a text and archived lydelser per source; empty in a snapshot of an earlier version of the program.
    #[serde(default)]
    pub texts: SourceCounts,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_week_is_kept_a_day_each_and_the_one_before_it() {
        let at = |hours: i64| PublishedCounts {
            generation: Generation(u32::try_from(hours).unwrap_or_default()),
            at: hours * 3600,
            counts: SourceCounts::default(),
        };
        let now = 24 * 20 * 3600;
        let kept = |hours: &[i64]| -> Vec<i64> {
            let kept = kept_counts(hours.iter().map(|hours| at(*hours)).collect(), now);
            kept.into_iter().map(|counts| counts.at / 3600).collect()
        };
        assert_eq!(kept(&[]), [0; 0]);
        assert_eq!(kept(&[24, 48]), [48], "the newest of those that are older than a week");
        assert_eq!(kept(&[24 * 12, 24 * 13, 24 * 13 + 5, 24 * 14]), [24 * 13, 24 * 13 + 5, 24 * 14][1..]);
        assert_eq!(kept(&[24 * 10, 24 * 14, 24 * 14 + 3, 24 * 19 + 1]), [24 * 10, 24 * 14 + 3, 24 * 19 + 1]);
    }
}
