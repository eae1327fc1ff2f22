//! The index manifest: which documents the cluster's index has. It is a file beside the snapshot's embedded index.
//!
//! It lists every document by its uri, with a digest of what was sent of it, in the order of document numbers. A server
//! looks up document numbers by uris in it, and knows by its digest that the cluster's index is the one of the snapshot.
//! The next build finds by it which documents it has to send.

use std::path::Path;

use fst::{Map, MapBuilder};
use lagrum_files::write_synced;
use lagrum_search::FORMAT as WORDS;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::ClusterIndexError;
use crate::index::{FORMAT, Similarity};

/// The name of the file in the folder of the embedded index.
const FILE: &str = "cluster";

/// Whether the snapshot whose embedded index is in a folder has an index in a cluster as well.
pub fn has_cluster_index(folder: &Path) -> bool {
    folder.join(FILE).is_file()
}

/// The digest of what is sent of a document.
pub(crate) type RowDigest = [u8; 16];

/// The documents of an index, as the file has them.
#[derive(Serialize, Deserialize)]
pub(crate) struct IndexManifest {
    format: u32,
    /// The format of the embedded index, which changes when terms do.
    words: u32,
    /// The name of the index.
    pub(crate) index: String,
    /// The digest of the compounds that the terms were made with.
    pub(crate) compounds: RowDigest,
    pub(crate) similarity: Similarity,
    /// The number of shards.
    pub(crate) shards: u32,
    /// Numbers of documents by uri.
    uris: Vec<u8>,
    /// The digests of the documents by number. Only builds use them.
    pub(crate) rows: Vec<RowDigest>,
}

impl IndexManifest {
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

    /// Loads the manifest from a folder. None when there is none, or one of another format.
    pub(crate) fn load(folder: &Path) -> Option<Self> {
        let bytes = std::fs::read(folder.join(FILE)).ok()?;
        let manifest: Self = postcard::from_bytes(&bytes).ok()?;
        (manifest.format == FORMAT && manifest.words == WORDS).then_some(manifest)
    }

    pub(crate) fn write(&self, folder: &Path) -> Result<(), ClusterIndexError> {
        let path = folder.join(FILE);
        let wrong = |problem: String| ClusterIndexError::File { path: path.display().to_string(), problem };
        let bytes = postcard::to_allocvec(self).map_err(|error| wrong(error.to_string()))?;
        write_synced(&path, &bytes).map_err(|error| wrong(error.to_string()))
    }

    /// The digest of the manifest.
    pub(crate) fn digest(&self) -> String {
        let mut hash = Sha256::new();
        hash.update(self.words.to_le_bytes());
        hash.update(self.compounds);
        hash.update((self.uris.len() as u64).to_le_bytes());
        hash.update(&self.uris);
        for row in &self.rows {
            hash.update(row);
        }
        hex::encode(&hash.finalize()[..16])
    }

    /// The document numbers by uri.
    pub(crate) fn numbers(&self) -> Result<Map<Vec<u8>>, fst::Error> {
        Map::new(self.uris.clone())
    }
}

/// The digest of some bytes.
pub(crate) fn digest(bytes: &[u8]) -> RowDigest {
    let mut short = RowDigest::default();
    short.copy_from_slice(&Sha256::digest(bytes)[..16]);
    short
}
