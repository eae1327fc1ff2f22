//! The current documents of a corpus, stored compactly, since a build holds all of them until it ends.

use indexmap::IndexSet;
use lagrum_files::{SortedTexts, SortedTextsIter};

use super::StoredId;
use super::entries::{ArtifactDigest, DocumentEntry};

/// The current documents of a corpus, by uri. Each takes some sixty bytes. A document is identified by its position in
/// this order.
#[derive(Clone, Debug, Default)]
pub struct Documents {
    uris: SortedTexts,
    rows: Vec<Row>,
    /// The sources, each once.
    sources: IndexSet<String>,
}

/// A document without its uri.
#[derive(Clone, Copy, Debug)]
struct Row {
    stored: StoredId,
    size: u64,
    changed: i64,
    digest: ArtifactDigest,
    /// The index of its source in `sources`.
    source: u32,
}

impl Documents {
    /// Adds a document. Documents come in the order of their uris.
    pub(super) fn push(&mut self, entry: &DocumentEntry) {
        let DocumentEntry { uri, source, stored, size, changed, digest } = entry;
        let source = match self.sources.get_index_of(source) {
            Some(known) => known,
            None => self.sources.insert_full(source.clone()).0,
        };
        self.uris.push(uri);
        let (stored, size, changed, digest) = (*stored, *size, *changed, *digest);
        self.rows.push(Row { stored, size, changed, digest, source: source as u32 });
    }

    pub(super) fn shrink_to_fit(&mut self) {
        self.uris.shrink_to_fit();
        self.rows.shrink_to_fit();
    }

    /// How many documents there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The document at a position.
    pub fn get(&self, position: usize) -> Option<DocumentEntry> {
        self.iter_from(position).next()
    }

    /// The position of the document with a uri.
    pub fn position(&self, uri: &str) -> Option<usize> {
        self.uris.position(uri)
    }

    /// The uri of the document at a position; empty after the last.
    pub fn uri(&self, position: usize) -> String {
        self.uris.get(position)
    }

    /// The source of the document at a position; empty after the last.
    pub fn source(&self, position: usize) -> &str {
        self.rows.get(position).map_or("", |row| self.source_of(row))
    }

    /// The stored version of the document at a position. None after the last.
    pub fn stored(&self, position: usize) -> Option<StoredId> {
        self.rows.get(position).map(|row| row.stored)
    }

    /// The length of the artifact at a position, in bytes; 0 after the last.
    pub fn size(&self, position: usize) -> u64 {
        self.rows.get(position).map_or(0, |row| row.size)
    }

    /// The stored versions of all documents.
    pub fn all_stored(&self) -> impl Iterator<Item = StoredId> {
        self.rows.iter().map(|row| row.stored)
    }

    /// All documents.
    pub fn iter(&self) -> DocumentsIter<'_> {
        self.iter_from(0)
    }

    /// The documents from a position on.
    pub fn iter_from(&self, position: usize) -> DocumentsIter<'_> {
        let rows = self.rows.get(position..).unwrap_or_default().iter();
        DocumentsIter { documents: self, uris: self.uris.iter_from(position), rows }
    }

    /// Gives sources other names.
    pub fn rename_sources(&mut self, name: impl Fn(&str) -> String) {
        let renamed: Vec<String> = self.sources.iter().map(|source| name(source)).collect();
        self.sources = renamed.iter().cloned().collect();
        let number = |before: u32| self.sources.get_index_of(&renamed[before as usize]).unwrap_or_default();
        let numbers: Vec<u32> = (0..renamed.len() as u32).map(|before| number(before) as u32).collect();
        for row in &mut self.rows {
            row.source = numbers[row.source as usize];
        }
    }

    fn source_of(&self, row: &Row) -> &str {
        self.sources.get_index(row.source as usize).map_or("", String::as_str)
    }
}

impl FromIterator<DocumentEntry> for Documents {
    /// The documents must come in the order of their uris.
    fn from_iter<I: IntoIterator<Item = DocumentEntry>>(entries: I) -> Self {
        let mut documents = Self::default();
        for entry in entries {
            documents.push(&entry);
        }
        documents.shrink_to_fit();
        documents
    }
}

impl<'a> IntoIterator for &'a Documents {
    type Item = DocumentEntry;
    type IntoIter = DocumentsIter<'a>;

    fn into_iter(self) -> DocumentsIter<'a> {
        self.iter()
    }
}

/// The documents of [`Documents`] from one on.
#[derive(Clone, Debug)]
pub struct DocumentsIter<'a> {
    documents: &'a Documents,
    uris: SortedTextsIter<'a>,
    rows: std::slice::Iter<'a, Row>,
}

impl Iterator for DocumentsIter<'_> {
    type Item = DocumentEntry;

    fn next(&mut self) -> Option<DocumentEntry> {
        let row = self.rows.next()?;
        Some(DocumentEntry {
            uri: self.uris.next()?,
            source: self.documents.source_of(row).to_owned(),
            stored: row.stored,
            size: row.size,
            changed: row.changed,
            digest: row.digest,
        })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.rows.size_hint()
    }
}

impl ExactSizeIterator for DocumentsIter<'_> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_come_back_and_sources_get_other_names() {
        let entry = |number: u8| DocumentEntry {
            uri: format!("https://lag.example/{number:04}"),
            source: ["sfs", "dv", "old"][usize::from(number) % 3].to_owned(),
            stored: StoredId(1000 - i64::from(number)),
            size: number.into(),
            changed: 3 * i64::from(number),
            digest: ArtifactDigest([number; 16]),
        };
        let entries: Vec<DocumentEntry> = (0..100).map(entry).collect();
        let mut documents: Documents = entries.iter().cloned().collect();
        assert_eq!(documents.iter().collect::<Vec<_>>(), entries);
        for (position, entry) in entries.iter().enumerate() {
            assert_eq!(documents.get(position).as_ref(), Some(entry));
            assert_eq!(documents.position(&entry.uri), Some(position));
            assert_eq!(
                (documents.uri(position), documents.source(position)),
                (entry.uri.clone(), &*entry.source)
            );
            assert_eq!(
                (documents.stored(position), documents.size(position)),
                (Some(entry.stored), entry.size)
            );
        }
        assert_eq!(documents.get(100), None);
        assert_eq!(
            (documents.uri(100), documents.source(100), documents.stored(100)),
            (String::new(), "", None)
        );
        // Two sources become one.
        documents.rename_sources(|name| if name == "old" { "dv" } else { name }.to_owned());
        let renamed = entries.into_iter().map(|mut entry| {
            if entry.source == "old" {
                "dv".clone_into(&mut entry.source);
            }
            entry
        });
        assert_eq!(documents.iter().collect::<Vec<_>>(), renamed.collect::<Vec<_>>());
    }
}
