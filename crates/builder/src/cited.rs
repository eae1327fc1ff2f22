//! The documents that are cited, numbered in the order in which they are first cited.
//!
//! Most of them are held, and their uris are in the state of the corpus already.

use std::borrow::Cow;
use std::hash::{BuildHasher, RandomState};

use hashbrown::HashTable;
use lagrum_corpus::Documents;
use lagrum_files::TextTable;

use crate::error::BuildError;
use crate::positions::{CitedNumber, EntryIndex};

/// The number of a text in a table; a new text is added.
pub(crate) fn number(table: &mut TextTable, text: &str) -> Result<u32, BuildError> {
    // The number plus one must fit too, since some numbers count from 1.
    table.number(text).filter(|number| *number < u32::MAX).ok_or(BuildError::TooMany)
}

/// Cited documents with their numbers, from 0 on. A held document takes some fifteen bytes.
pub(crate) struct CitedDocuments<'a> {
    held: &'a Documents,
    cited: Vec<CitedDocument>,
    /// The uris of cited documents that are not held.
    unheld: TextTable,
    /// Numbers, by the hashes of uris.
    numbers: HashTable<CitedNumber>,
    hasher: RandomState,
}

/// A document that is cited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CitedDocument {
    /// The document at this position of the corpus.
    Held(EntryIndex),
    /// Its number among those that are not held.
    Unheld(u32),
}

impl<'a> CitedDocuments<'a> {
    /// An empty table of cited documents for a corpus.
    pub(crate) fn new(held: &'a Documents) -> Self {
        Self {
            held,
            cited: Vec::new(),
            unheld: TextTable::new(),
            numbers: HashTable::new(),
            hasher: RandomState::new(),
        }
    }

    /// The number of the document with a uri; a new one gets the next number.
    pub(crate) fn number(&mut self, uri: &str) -> Result<CitedNumber, BuildError> {
        let Self { held, cited, unheld, numbers, hasher } = self;
        let hash = hasher.hash_one(uri);
        let is_same = |number: &CitedNumber| uri_of(held, unheld, cited[number.index()]) == uri;
        if let Some(known) = numbers.find(hash, is_same) {
            return Ok(*known);
        }
        let new = u32::try_from(cited.len()).ok().filter(|new| *new < u32::MAX).ok_or(BuildError::TooMany)?;
        let new = CitedNumber(new);
        let document = match held.position(uri) {
            Some(entry) => {
                CitedDocument::Held(EntryIndex(u32::try_from(entry).map_err(|_| BuildError::TooMany)?))
            }
            None => CitedDocument::Unheld(number(unheld, uri)?),
        };
        cited.push(document);
        let hash_of = |number: &CitedNumber| hasher.hash_one(&*uri_of(held, unheld, cited[number.index()]));
        numbers.insert_unique(hash, new, hash_of);
        Ok(new)
    }

    /// The number of cited documents.
    pub(crate) fn len(&self) -> usize {
        self.cited.len()
    }

    /// All cited documents, in the order of their numbers.
    pub(crate) fn all(&self) -> &[CitedDocument] {
        &self.cited
    }

    /// The uri of a cited document.
    pub(crate) fn uri(&self, document: CitedDocument) -> Cow<'_, str> {
        uri_of(self.held, &self.unheld, document)
    }
}

fn uri_of<'a>(held: &Documents, unheld: &'a TextTable, document: CitedDocument) -> Cow<'a, str> {
    match document {
        CitedDocument::Held(entry) => held.uri(entry.index()).into(),
        CitedDocument::Unheld(number) => unheld.get(number).into(),
    }
}

#[cfg(test)]
mod tests {
    use lagrum_corpus::{ArtifactDigest, DocumentEntry, StoredId};
    use proptest::prelude::*;

    use super::*;

    fn documents(uris: &[String]) -> Documents {
        let entry = |uri: &String| DocumentEntry {
            uri: uri.clone(),
            source: "sfs".to_owned(),
            stored: StoredId(1),
            size: 1,
            changed: 1,
            digest: ArtifactDigest::default(),
        };
        uris.iter().map(entry).collect()
    }

    proptest! {
        #[test]
        fn documents_have_the_numbers_they_first_came_with(
            held in prop::collection::btree_set("[a-d]{1,3}", 0..40),
            coming in prop::collection::vec("[a-d]{1,3}", 0..200),
        ) {
            let held: Vec<String> = held.into_iter().collect();
            let documents = documents(&held);
            let (mut cited, mut naive) = (CitedDocuments::new(&documents), Vec::<&str>::new());
            for uri in &coming {
                let at = naive.iter().position(|known| known == uri).unwrap_or_else(|| {
                    naive.push(uri);
                    naive.len() - 1
                });
                prop_assert_eq!(cited.number(uri).unwrap().index(), at);
            }
            prop_assert_eq!(cited.len(), naive.len());
            for (document, uri) in cited.all().iter().zip(naive) {
                prop_assert_eq!(cited.uri(*document), uri);
                let position = held.iter().position(|known| known == uri);
                let is_held_at = match *document {
                    CitedDocument::Held(entry) => Some(entry.index()),
                    CitedDocument::Unheld(_) => None,
                };
                prop_assert_eq!(is_held_at, position);
            }
        }
    }
}
