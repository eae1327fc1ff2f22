//! Names of citing and cited documents and of anchors, cached.
//!
//! A page of an inbound list has up to ten thousand rows of up to as many documents, and each look-up takes some
//! microseconds. Many documents cite several laws, so the names read last are kept for all pages, within a limit.

use std::sync::Arc;

use quick_cache::Weighter;
use quick_cache::sync::Cache;

use crate::{AnchorNumber, DocumentNumber};

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
}

/// The expected number of kept documents, of anchors, and of uris.
const EXPECTED: usize = 1 << 16;

/// The maximum number of bytes of all kept documents (`DOCUMENT_BYTES`), of all kept anchors, and of all kept uris
/// (`TEXT_BYTES` each). Their number alone is no limit, since a row of hostile names takes some kilobytes.
const DOCUMENT_BYTES: u64 = 24 << 20;
const TEXT_BYTES: u64 = 8 << 20;

/// The number of bytes that a kept document and a kept text take beside their letters.
const DOCUMENT_OVERHEAD: u64 = 200;
const TEXT_OVERHEAD: u64 = 100;

/// The names that were read last.
pub(crate) struct NameCache {
    pub(crate) documents: Cache<DocumentNumber, Arc<CitingDocument>, ByBytes>,
    pub(crate) anchors: Cache<AnchorNumber, Arc<str>, ByBytes>,
    /// The uris of cited documents that the corpus does not have.
    pub(crate) unheld: Cache<DocumentNumber, Arc<str>, ByBytes>,
}

/// Weighs entries by the bytes they take.
#[derive(Clone)]
pub(crate) struct ByBytes;

impl Weighter<DocumentNumber, Arc<CitingDocument>> for ByBytes {
    fn weight(&self, _: &DocumentNumber, document: &Arc<CitingDocument>) -> u64 {
        let CitingDocument { uri, label, title, source, kind, date, inbound_count: _ } = &**document;
        let optional = [label, title, kind, date].into_iter().flatten();
        let bytes: usize = optional.chain([uri, source]).map(String::len).sum();
        bytes as u64 + DOCUMENT_OVERHEAD
    }
}

impl<K> Weighter<K, Arc<str>> for ByBytes {
    fn weight(&self, _: &K, text: &Arc<str>) -> u64 {
        text.len() as u64 + TEXT_OVERHEAD
    }
}

impl Default for NameCache {
    fn default() -> Self {
        Self {
            documents: Cache::with_weighter(EXPECTED, DOCUMENT_BYTES, ByBytes),
            anchors: Cache::with_weighter(EXPECTED, TEXT_BYTES, ByBytes),
            unheld: Cache::with_weighter(EXPECTED, TEXT_BYTES, ByBytes),
        }
    }
}

impl std::fmt::Debug for NameCache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("NameCache").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_names_take_no_more_memory_than_others() {
        let cache = NameCache::default();
        for number in 0..40_000 {
            let title = Some("x".repeat(6_000));
            let document = Arc::new(CitingDocument { title, ..CitingDocument::default() });
            cache.documents.insert(DocumentNumber(number), document);
            cache.anchors.insert(AnchorNumber(number), "x".repeat(1_000).into());
        }
        assert!(cache.documents.weight() <= DOCUMENT_BYTES && cache.documents.len() > 1_000);
        assert!(cache.anchors.weight() <= TEXT_BYTES && cache.anchors.len() > 1_000);
    }
}
