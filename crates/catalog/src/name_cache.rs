//! Names of citing and cited documents and of anchors, cached.
//!
//! A page of an inbound list has up to ten thousand rows of up to as many documents, and each look-up takes some
//! microseconds. The documents that cite one law cite the others too, so the names read last are kept for all pages,
//! within a limit.

use std::sync::{Arc, OnceLock};

use quick_cache::sync::Cache;

/// The columns of a citing document that a row of an inbound list shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CitingDocument {
    /// Its uri.
    pub uri: String,
    /// Its printed id.
    pub label: Option<String>,
    /// Its title.
    pub title: Option<String>,
    /// Its source.
    pub source: String,
    /// Its kind.
    pub kind: Option<String>,
    /// Its date.
    pub date: Option<String>,
    /// How many documents cite it.
    pub inbound_count: u64,
    pub(crate) derived: OnceLock<[Box<str>; 2]>,
}

impl CitingDocument {
    /// Two texts that lists derive from the columns. They are made at the first call and kept with the document, since
    /// one document stands in many rows of many lists.
    pub fn derived(&self, make: impl FnOnce(&Self) -> [String; 2]) -> &[Box<str>; 2] {
        self.derived.get_or_init(|| make(self).map(String::into_boxed_str))
    }
}

/// Documents, anchors and uris that are kept, each: some fifty megabytes when full.
const CAPACITY: usize = 1 << 16;

/// The names that were read last.
pub(crate) struct NameCache {
    pub(crate) documents: Cache<u32, Arc<CitingDocument>>,
    pub(crate) anchors: Cache<u32, Arc<str>>,
    /// The uris of cited documents that the corpus does not have.
    pub(crate) unheld: Cache<u32, Arc<str>>,
}

impl Default for NameCache {
    fn default() -> Self {
        Self { documents: Cache::new(CAPACITY), anchors: Cache::new(CAPACITY), unheld: Cache::new(CAPACITY) }
    }
}

impl std::fmt::Debug for NameCache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("NameCache").finish_non_exhaustive()
    }
}
