//! The documents in which one index differs from another.

use lagrum_search::DocumentToIndex;

use crate::manifest::{IndexManifest, RowDigest};

/// The documents to send and to remove to turn one index into another.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Changes {
    /// Documents to send, by number.
    pub(crate) wanted: Vec<usize>,
    /// Uris of documents to remove.
    pub(crate) gone: Vec<String>,
}

impl Changes {
    /// All documents, for an index that begins empty.
    pub(crate) fn all(documents: usize) -> Self {
        Self { wanted: (0..documents).collect(), gone: Vec::new() }
    }

    /// The documents of a manifest that differ from those of the manifest before. None when that one cannot be read.
    pub(crate) fn between(
        before: &IndexManifest,
        manifest: &IndexManifest,
        documents: &[DocumentToIndex],
    ) -> Option<Self> {
        let old = before.numbers().ok()?;
        let new = manifest.numbers().ok()?;
        let same = |number: u64, row: &RowDigest| {
            before.rows.get(usize::try_from(number).ok()?).map(|held| held == row)
        };
        let wanted = documents.iter().zip(&manifest.rows).enumerate().filter(|(_, (document, row))| {
            let number = old.get(&document.hit.uri);
            !number.and_then(|number| same(number, row)).unwrap_or(false)
        });
        let wanted = wanted.map(|(at, _)| at).collect();
        let uris = old.stream();
        let gone = fst::IntoStreamer::into_stream(uris).into_str_keys().ok()?;
        Some(Self { wanted, gone: gone.into_iter().filter(|uri| !new.contains_key(uri)).collect() })
    }
}

#[cfg(test)]
mod tests {
    use lagrum_search::{HitFields, Tuning};

    use super::*;
    use crate::index::Similarity;

    fn manifest(rows: &[(&str, u8)]) -> (IndexManifest, Vec<DocumentToIndex>) {
        let similarity = Similarity::new(&Tuning::default(), 10.0);
        let digests = rows.iter().map(|(uri, digest)| (*uri, [*digest; 16]));
        let documents = rows.iter().map(|(uri, _)| DocumentToIndex {
            hit: HitFields { uri: (*uri).to_owned(), ..HitFields::default() },
            ..DocumentToIndex::default()
        });
        (IndexManifest::new("x".to_owned(), [0; 16], similarity, 1, digests).unwrap(), documents.collect())
    }

    #[test]
    fn only_what_differs_is_sent() {
        let (before, _) = manifest(&[("a", 1), ("b", 2), ("c", 3)]);
        let (after, documents) = manifest(&[("a", 1), ("bb", 2), ("c", 4), ("d", 5)]);
        let changes = Changes::between(&before, &after, &documents).unwrap();
        assert_eq!(changes, Changes { wanted: vec![1, 2, 3], gone: vec!["b".to_owned()] });
        assert_ne!(before.digest(), after.digest());
    }
}
