//! The rows of contexts of an index, kept for the next one: what is said of most provisions stays as it was.
//!
//! A row is known by a digest of what is said and who says it, which the caller makes. Its terms are numbers into the
//! terms of the index that it was written with.
//!
//! ```text
//! rows         for each row its terms, each as its distance from the term before, and how often (varints)
//! table        for each row: its digest (16 bytes), its length in words (u32), where it ends in `rows` (u64)
//! end          number of rows (u32), checksum (u64)
//! ```

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use lagrum_files::varint::{self, Varints};
use tantivy::directory::OwnedBytes;

use super::counted_terms::{CountedTerms, is_whole, mapped, seal, u32_at, u64_at};
use super::files::{CONTEXTS, KEPT_CONTEXTS};
use crate::{ContextDigest, IndexError};

const ENTRY: usize = 28;
const END: usize = 12;

/// The rows of contexts of the index before.
pub(super) struct KeptContexts {
    /// The terms that the rows are numbers into.
    pub(super) terms: CountedTerms,
    bytes: OwnedBytes,
    table: usize,
    rows: HashMap<ContextDigest, u32>,
}

impl KeptContexts {
    /// Those of an index. None when it has none that can be used.
    pub(super) fn open(folder: &Path) -> Option<Self> {
        let terms = CountedTerms::open(folder, CONTEXTS).ok()?;
        let bytes = mapped(folder, KEPT_CONTEXTS).ok().filter(|bytes| is_whole(bytes))?;
        let end = bytes.len().checked_sub(END)?;
        let count = u32_at(&bytes, end)?;
        let table = end.checked_sub(count as usize * ENTRY)?;
        let digest = |row: u32| {
            let at = table + row as usize * ENTRY;
            bytes.get(at..)?.first_chunk().map(|digest| (*digest, row))
        };
        let rows = (0..count).map(digest).collect::<Option<_>>()?;
        Some(Self { terms, bytes, table, rows })
    }

    /// Whether a row is kept.
    pub(super) fn has(&self, digest: &ContextDigest) -> bool {
        self.rows.contains_key(digest)
    }

    /// The length of a row in words, and its terms with how often each is said.
    pub(super) fn row(&self, digest: &ContextDigest, said: &mut Vec<(u32, u32)>) -> Option<u32> {
        let row = *self.rows.get(digest)? as usize;
        let entry = self.table + row * ENTRY;
        let end = |row: usize| u64_at(&self.bytes, self.table + row * ENTRY + 20);
        let start = row.checked_sub(1).map_or(Some(0), end)?;
        let packed = self.bytes.get(usize::try_from(start).ok()?..usize::try_from(end(row)?).ok()?)?;
        let (mut numbers, mut term) = (Varints::new(packed), 0_u32);
        said.clear();
        while let (Some(further), Some(times)) = (numbers.next(), numbers.next()) {
            term = term.checked_add(further).filter(|term| *term < self.terms.len())?;
            said.push((term, times));
        }
        u32_at(&self.bytes, entry + 16)
    }
}

/// Writes the rows of contexts for the next index.
pub(super) struct KeptContextsWriter<'a> {
    folder: &'a Path,
    file: BufWriter<File>,
    packed: Vec<u8>,
    written: u64,
    table: Vec<u8>,
    rows: u32,
}

impl<'a> KeptContextsWriter<'a> {
    pub(super) fn create(folder: &'a Path) -> Result<Self, IndexError> {
        let path = folder.join(KEPT_CONTEXTS);
        let file = File::create(&path).map_err(|error| IndexError::io(&path, error))?;
        let file = BufWriter::with_capacity(256 << 10, file);
        Ok(Self { folder, file, packed: Vec::new(), written: 0, table: Vec::new(), rows: 0 })
    }

    /// Adds the next row: its terms in the order of their numbers.
    pub(super) fn add(
        &mut self,
        digest: &ContextDigest,
        length: u32,
        terms: &[(u32, u32)],
    ) -> Result<(), IndexError> {
        self.packed.clear();
        let mut before = 0;
        for (term, times) in terms {
            varint::push(&mut self.packed, term - before);
            varint::push(&mut self.packed, *times);
            before = *term;
        }
        self.file.write_all(&self.packed)?;
        self.written += self.packed.len() as u64;
        self.table.extend_from_slice(digest);
        self.table.extend_from_slice(&length.to_le_bytes());
        self.table.extend_from_slice(&self.written.to_le_bytes());
        self.rows += 1;
        Ok(())
    }

    pub(super) fn finish(mut self) -> Result<(), IndexError> {
        self.file.write_all(&self.table)?;
        self.file.write_all(&self.rows.to_le_bytes())?;
        let file = self.file.into_inner().map_err(std::io::IntoInnerError::into_error)?;
        seal(file, self.folder, KEPT_CONTEXTS)
    }
}
