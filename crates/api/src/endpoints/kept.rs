//! Answers of `/document` kept in memory.
//!
//! What is asked for again is answered without touching the disk, and so without giving the thread away to work that
//! may wait for it. An answer follows from the snapshot, the document and the form, so those are its key: answers of a
//! snapshot that is no longer served are never met again and are pushed out by others.

use std::sync::LazyLock;

use bytes::Bytes;
use lagrum_snapshot::Snapshot;
use quick_cache::Weighter;
use quick_cache::sync::Cache;

/// Bytes kept, over all answers.
const KEPT: u64 = 128 << 20;

/// Larger answers are made anew each time: one of them would push out hundreds of others.
const LARGEST: usize = 4 << 20;

/// How many answers are expected to fit.
const EXPECTED: usize = 8192;

static ANSWERS: LazyLock<Cache<String, Bytes, ByLength>> =
    LazyLock::new(|| Cache::with_weighter(EXPECTED, KEPT, ByLength));

#[derive(Clone)]
struct ByLength;

impl Weighter<String, Bytes> for ByLength {
    fn weight(&self, key: &String, answer: &Bytes) -> u64 {
        (key.len() + answer.len()) as u64
    }
}

/// The name an answer is kept under.
pub(super) fn key(snapshot: &Snapshot, form: &str, uri: &str) -> String {
    format!("{} {form} {uri}", snapshot.id())
}

/// The answer kept under this name.
pub(super) fn answer(key: &str) -> Option<Bytes> {
    ANSWERS.get(key)
}

/// Keeps an answer.
pub(super) fn keep(key: String, answer: &Bytes) {
    if answer.len() <= LARGEST {
        ANSWERS.insert(key, answer.clone());
    }
}
