//! Writes the rows of an index of one segment.
//!
//! tantivy writes one segment at a time and holds it in memory. A large corpus is therefore written in parts. The parts are merged
//! in their order, since rows are found by their numbers. The end of a part depends on its rows alone, so every memory budget gives
//! the same index.

use std::fs;
use std::path::{Path, PathBuf};

use tantivy::directory::MmapDirectory;
use tantivy::indexer::{SingleSegmentIndexWriter, merge_indices};
use tantivy::schema::Schema;
use tantivy::tokenizer::TokenizerManager;
use tantivy::{Index, TantivyDocument, TantivyError};

use super::schema::settings;
use crate::IndexError;

/// The memory that a part takes before it is written, in bytes. Writing it takes about half as much in addition.
const PART_MEMORY: usize = 128 << 20;

/// Writes rows in order.
pub(super) struct RowWriter {
    /// The folder of the index. Parts are written beside it.
    folder: PathBuf,
    schema: Schema,
    tokenizers: TokenizerManager,
    part_memory: usize,
    writer: SingleSegmentIndexWriter,
    /// Whether the current part has a row.
    has_row: bool,
    /// The parts that are written.
    parts: Vec<Index>,
}

impl RowWriter {
    /// A writer of the index with a name in a folder.
    pub(super) fn create(
        folder: &Path,
        name: &str,
        schema: &Schema,
        tokenizers: &TokenizerManager,
    ) -> Result<Self, IndexError> {
        Self::with_parts(&folder.join(name), schema, tokenizers, PART_MEMORY)
    }

    fn with_parts(
        folder: &Path,
        schema: &Schema,
        tokenizers: &TokenizerManager,
        part_memory: usize,
    ) -> Result<Self, IndexError> {
        let (folder, schema, tokenizers) = (folder.to_owned(), schema.clone(), tokenizers.clone());
        let writer = part_writer(&part_folder(&folder, 0), &schema, &tokenizers)?;
        Ok(Self { folder, schema, tokenizers, part_memory, writer, has_row: false, parts: Vec::new() })
    }

    /// Adds the next row.
    pub(super) fn add(&mut self, row: TantivyDocument) -> Result<(), IndexError> {
        if self.has_row && self.writer.mem_usage() >= self.part_memory {
            let next = part_folder(&self.folder, self.parts.len() + 1);
            let next = part_writer(&next, &self.schema, &self.tokenizers)?;
            self.parts.push(std::mem::replace(&mut self.writer, next).finalize()?);
        }
        self.writer.add_document(row)?;
        self.has_row = true;
        Ok(())
    }

    /// Writes what is left, and merges the parts.
    pub(super) fn finish(mut self) -> Result<(), IndexError> {
        self.parts.push(self.writer.finalize()?);
        let whole = &self.folder;
        let failed = |error| IndexError::io(whole, error);
        let count = self.parts.len();
        if count > 1 {
            fs::create_dir_all(whole).map_err(failed)?;
            merge_indices(&self.parts, directory(whole)?)?;
        }
        drop(self.parts);
        if count == 1 {
            return fs::rename(part_folder(whole, 0), whole).map_err(failed);
        }
        (0..count).try_for_each(|part| fs::remove_dir_all(part_folder(whole, part)).map_err(failed))
    }
}

fn part_folder(folder: &Path, part: usize) -> PathBuf {
    let mut name = folder.as_os_str().to_owned();
    name.push(format!("-{part}"));
    name.into()
}

fn part_writer(
    folder: &Path,
    schema: &Schema,
    tokenizers: &TokenizerManager,
) -> Result<SingleSegmentIndexWriter, IndexError> {
    fs::create_dir_all(folder).map_err(|error| IndexError::io(folder, error))?;
    let index = Index::builder().schema(schema.clone()).settings(settings()).tokenizers(tokenizers.clone());
    Ok(index.single_segment_index_writer(directory(folder)?, PART_MEMORY)?)
}

fn directory(folder: &Path) -> Result<MmapDirectory, IndexError> {
    Ok(MmapDirectory::open(folder).map_err(TantivyError::from)?)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use lagrum_words::{Analyser, Compounds};
    use tantivy::schema::IndexRecordOption;
    use tantivy::{DocSet, TERMINATED, Term};

    use super::*;
    use crate::embedded::schema::DocumentFields;
    use crate::embedded::segments::segments;
    use crate::embedded::tokenize::{self, FieldValues};

    fn tokenizers() -> TokenizerManager {
        let analyser = Arc::new(Analyser::new(Compounds::learn(&std::collections::HashMap::new())));
        let tokenizers = TokenizerManager::default();
        tokenize::register(&tokenizers, FieldValues::Names, &analyser);
        tokenizers
    }

    /// Reads an index: the document of each row, and the rows that have each of some words.
    fn read(folder: &Path, fields: &DocumentFields) -> (Vec<Option<u64>>, Vec<Vec<u32>>) {
        let index = Index::open_in_dir(folder.join("index")).unwrap();
        assert!(index.validate_checksum().unwrap().is_empty());
        let segments = segments(&index).unwrap();
        let [segment] = segments.as_slice() else { panic!("{} segments", segments.len()) };
        let documents = segment.fast_fields().u64("document").unwrap();
        let words = segment.inverted_index(fields.word).unwrap();
        let rows_with = |word: &str| {
            let term = Term::from_field_text(fields.word, word);
            let mut found = Vec::new();
            if let Some(mut rows) = words.read_postings(&term, IndexRecordOption::Basic).unwrap() {
                while rows.doc() != TERMINATED {
                    found.push(rows.doc());
                    rows.advance();
                }
            }
            found
        };
        let rows = (0..segment.max_doc()).map(|row| documents.first(row)).collect();
        (rows, ["lag", "tre", "fem", "sju"].map(rows_with).to_vec())
    }

    #[test]
    fn parts_are_merged_in_their_order() {
        let fields = DocumentFields::new();
        let written = |part_memory: usize| {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("index");
            let mut writer =
                RowWriter::with_parts(&path, &fields.schema, &tokenizers(), part_memory).unwrap();
            for number in 0..20_u64 {
                let mut row = TantivyDocument::new();
                row.add_u64(fields.document, 100 - number);
                let name = ["lag", "lag tre", "fem", "sju fem"][number as usize % 4];
                row.add_text(fields.word, name);
                writer.add(row).unwrap();
            }
            let parts = writer.parts.len() + 1;
            writer.finish().unwrap();
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no part is left");
            (parts, read(folder.path(), &fields))
        };
        let (whole, in_parts) = (written(PART_MEMORY), written(0));
        assert_eq!((whole.0, in_parts.0), (1, 20));
        assert_eq!(whole.1, in_parts.1);
        assert_eq!(whole.1.0, (0..20).map(|number| Some(100 - number)).collect::<Vec<_>>());
    }

    #[test]
    fn a_part_stays_within_its_memory() {
        let fields = DocumentFields::new();
        let folder = tempfile::tempdir().unwrap();
        let mut writer = RowWriter::create(folder.path(), "index", &fields.schema, &tokenizers()).unwrap();
        let (mut most, mut number) = (0, 0_u64);
        // Words that no other row has take the most memory.
        while writer.parts.len() < 2 {
            let words: Vec<String> =
                (0..1000).map(|word| format!("ord{:x}q", number * 1000 + word)).collect();
            let mut row = TantivyDocument::new();
            row.add_text(fields.word, words.join(" "));
            writer.add(row).unwrap();
            most = most.max(writer.writer.mem_usage());
            number += 1;
            assert!(number < 100_000, "no part has ended");
        }
        assert!(most < PART_MEMORY + (2 << 20), "{most} bytes");
    }
}
