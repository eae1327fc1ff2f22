//! Rail order: the order of the citing documents in an inbound list.

use lagrum_catalog::DocumentNumber;
use lagrum_sources::RailKey;
use rayon::prelude::*;

/// The keys of documents for rail order, as bytes one after another.
#[derive(Default)]
pub(crate) struct RailKeys {
    bytes: Vec<u8>,
    /// Where each key ends in `bytes`.
    ends: Vec<usize>,
}

impl RailKeys {
    pub(crate) fn push(&mut self, key: &RailKey) {
        key.write(&mut self.bytes);
        self.ends.push(self.bytes.len());
    }

    fn get(&self, at: usize) -> &[u8] {
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.bytes[start..self.ends[at]]
    }
}

/// All documents in rail order.
pub(crate) struct RailOrder {
    /// The numbers of documents in this order.
    pub(crate) documents: Vec<DocumentNumber>,
    /// The place of each document in it.
    pub(crate) places: Vec<u32>,
}

impl RailOrder {
    /// The order of `count` documents. `key` returns the index of a document's key.
    pub(crate) fn new(keys: &RailKeys, count: usize, key: impl Fn(DocumentNumber) -> usize + Sync) -> Self {
        let mut documents: Vec<DocumentNumber> = (0..count as u32).map(DocumentNumber).collect();
        // Documents with equal keys are in the order of their numbers, which is that of uris.
        documents.par_sort_unstable_by_key(|document| (keys.get(key(*document)), *document));
        let mut places = vec![0; documents.len()];
        for (place, document) in (0..).zip(&documents) {
            places[document.index()] = place;
        }
        Self { documents, places }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn bytes_are_in_the_order_of_keys(
            documents in prop::collection::vec(
                (
                    prop::sample::select(vec!["dv", "forarbete", "eurlex", "sfs", "other"]),
                    prop::sample::select(vec!["", "judgment", "opinion", "prop", "sou", "dir"]),
                    prop::option::of("(19|20)[0-3]?(-1)?"),
                    "[aåA]{0,2}",
                ),
                0..40,
            ),
        ) {
            let key = |(source, kind, date, label): &(&str, &str, Option<String>, String)| {
                RailKey::new(source, kind, date.as_deref(), label)
            };
            let mut keys = RailKeys::default();
            for document in &documents {
                keys.push(&key(document));
            }
            let order = RailOrder::new(&keys, documents.len(), DocumentNumber::index);
            let mut naive: Vec<DocumentNumber> = (0..documents.len() as u32).map(DocumentNumber).collect();
            naive.sort_by_key(|document| key(&documents[document.index()]));
            prop_assert_eq!(&order.documents, &naive);
            for (place, document) in (0..).zip(&naive) {
                prop_assert_eq!(order.places[document.index()], place);
            }
        }
    }
}
