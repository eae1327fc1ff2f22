//! The response cache: bodies of `/document` in memory.
//!
//! A cached body is sent without touching the disk, and so without waiting for a thread that may block. A body follows from
//! the snapshot, the document and the form, so those are its key. Bodies of a snapshot that is no longer served are never
//! found again, and others replace them.

use std::sync::LazyLock;

use bytes::Bytes;
use lagrum_snapshot::Snapshot;
use quick_cache::Weighter;
use quick_cache::sync::Cache;

/// Bytes of all bodies.
const CAPACITY: u64 = 128 << 20;

/// Larger bodies are not cached: one of them would replace hundreds of others.
const MAX_BODY: usize = 4 << 20;

/// How many bodies are expected to fit.
const EXPECTED: usize = 8192;

static BODIES: LazyLock<Cache<String, Bytes, ByLength>> =
    LazyLock::new(|| Cache::with_weighter(EXPECTED, CAPACITY, ByLength));

#[derive(Clone)]
struct ByLength;

impl Weighter<String, Bytes> for ByLength {
    fn weight(&self, key: &String, body: &Bytes) -> u64 {
        (key.len() + body.len()) as u64
    }
}

/// The key of a body.
pub(crate) fn key(snapshot: &Snapshot, form: &str, uri: &str) -> String {
    format!("{} {form} {uri}", snapshot.id())
}

/// The cached body.
pub(crate) fn get(key: &str) -> Option<Bytes> {
    BODIES.get(key)
}

/// Caches a body.
pub(crate) fn insert(key: String, body: &Bytes) {
    if body.len() <= MAX_BODY {
        BODIES.insert(key, body.clone());
    }
}
