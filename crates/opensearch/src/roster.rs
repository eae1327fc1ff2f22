//! Which documents an index holds, kept beside the snapshot's own index.
//!
//! It lists every document by its uri with a digest of its row, in the order of the documents' numbers. A server finds
//! numbers by uris in it, and by its own digest that the cluster's index is the one of the snapshot. The next build tells
//! by it which documents it has to send.

use std::fs::File;
use std::io::Write;
use std::path::Path;

use fst::{Map, MapBuilder};
use lagrum_search::FORMAT as WORDS;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::FillError;
use crate::index::{FORMAT, Similarity};

/// The file's name in the folder of the index.
const FILE: &str = "cluster";

/// Whether the snapshot whose own index lies in a folder has one in a cluster as well.
pub fn was_filled(folder: &Path) -> bool {
    folder.join(FILE).is_file()
}

/// What a row comes to.
pub(crate) type RowDigest = [u8; 16];

/// The documents of an index.
#[derive(Serialize, Deserialize)]
pub(crate) struct Roster {
    format: u32,
    /// The format of the embedded engine's index, which changes when words are cut otherwise.
    words: u32,
    /// The name of the index.
    pub(crate) index: String,
    /// What of the analyser the terms were made with.
    pub(crate) compounds: RowDigest,
    pub(crate) similarity: Similarity,
    /// The parts the index is in.
    pub(crate) shards: u32,
    /// Numbers of documents by uri.
    uris: Vec<u8>,
    /// The digests of the rows by number; a server has no use for them.
    pub(crate) rows: Vec<RowDigest>,
}

impl Roster {
    pub(crate) fn new<'a>(
        index: String,
        compounds: RowDigest,
        similarity: Similarity,
        shards: u32,
        rows: impl Iterator<Item = (&'a str, RowDigest)>,
    ) -> Result<Self, fst::Error> {
        let mut uris = MapBuilder::memory();
        let mut digests = Vec::new();
        for ((uri, digest), number) in rows.zip(0..) {
            uris.insert(uri, number)?;
            digests.push(digest);
        }
        Ok(Self {
            format: FORMAT,
            words: WORDS,
            index,
            compounds,
            similarity,
            shards,
            uris: uris.into_inner()?,
            rows: digests,
        })
    }

    /// Reads the roster beside an index. None when there is none, or one of another format.
    pub(crate) fn read(folder: &Path) -> Option<Self> {
        let bytes = std::fs::read(folder.join(FILE)).ok()?;
        let roster: Self = postcard::from_bytes(&bytes).ok()?;
        (roster.format == FORMAT && roster.words == WORDS).then_some(roster)
    }

    pub(crate) fn write(&self, folder: &Path) -> Result<(), FillError> {
        let path = folder.join(FILE);
        let wrong = |problem: String| FillError::File { path: path.display().to_string(), problem };
        let bytes = postcard::to_allocvec(self).map_err(|error| wrong(error.to_string()))?;
        write_synced(&path, &bytes).map_err(|error| wrong(error.to_string()))
    }

    /// What tells this roster from every other.
    pub(crate) fn digest(&self) -> String {
        let mut hash = Sha256::new();
        hash.update(self.words.to_le_bytes());
        hash.update(self.compounds);
        hash.update((self.uris.len() as u64).to_le_bytes());
        hash.update(&self.uris);
        for row in &self.rows {
            hash.update(row);
        }
        hex(&hash.finalize()[..16])
    }

    /// Numbers by uris.
    pub(crate) fn numbers(&self) -> Result<Map<Vec<u8>>, fst::Error> {
        Map::new(self.uris.clone())
    }
}

/// What some bytes come to.
pub(crate) fn digest(bytes: &[u8]) -> RowDigest {
    let mut short = RowDigest::default();
    short.copy_from_slice(&Sha256::digest(bytes)[..16]);
    short
}

/// Writes a file and waits until the disk has it.
pub(crate) fn write_synced(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// Bytes as letters and digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    let digit = |value: u8| char::from_digit(u32::from(value), 16).unwrap_or('0');
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}
