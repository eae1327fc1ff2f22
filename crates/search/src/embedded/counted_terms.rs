//! A file of terms, each with the rows that have it and how often.
//!
//! ```text
//! postings     for each term: the rows, each as its distance from the row before, and how often (varints)
//! terms        the terms one after another, in the order of their bytes
//! table        for each term: where it ends in `terms` (u32), its rows (u32), where its postings end (u64)
//! end          bytes of `postings` and `terms` (u64), number of terms and of rows (u32), checksum (u64)
//! ```
//!
//! All numbers are little endian. The bytes follow from the rows alone: they are the same for every memory budget.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;

use lagrum_files::checksum;
use lagrum_files::varint::{self, Varints};
use tantivy::Directory;
use tantivy::directory::{MmapDirectory, OwnedBytes};

use crate::IndexError;

/// The bytes of a term in the table, and those at the end of the file.
const ENTRY: usize = 16;
const END: usize = 32;

/// A file of terms, mapped into memory.
#[derive(Clone)]
pub(super) struct CountedTerms {
    bytes: OwnedBytes,
    /// Where the terms begin, and where the table does.
    terms: usize,
    table: usize,
    count: u32,
    rows: u32,
}

/// The rows of a term.
pub(super) struct CountedRows<'a> {
    count: u32,
    row: u32,
    rest: Varints<'a>,
}

/// A file of this crate in a folder, mapped into memory.
pub(super) fn mapped(folder: &Path, name: &str) -> Result<OwnedBytes, IndexError> {
    let directory = MmapDirectory::open(folder).map_err(tantivy::TantivyError::from)?;
    let file = directory.open_read(Path::new(name)).map_err(tantivy::TantivyError::from)?;
    file.read_bytes().map_err(|error| IndexError::io(&folder.join(name), error))
}

/// Whether the last eight bytes are the checksum of those before.
pub(super) fn is_whole(bytes: &[u8]) -> bool {
    bytes.split_last_chunk().is_some_and(|(body, sum)| checksum(body) == u64::from_le_bytes(*sum))
}

/// Appends the checksum of a file, and syncs it to disk.
pub(super) fn seal(mut file: File, folder: &Path, name: &str) -> Result<(), IndexError> {
    let sum = checksum(&mapped(folder, name)?);
    let mut write = || {
        file.write_all(&sum.to_le_bytes())?;
        file.sync_all()
    };
    write().map_err(|error| IndexError::io(&folder.join(name), error))
}

impl CountedTerms {
    /// Opens a file. Its checksum is not verified: that takes reading all of it.
    pub(super) fn open(folder: &Path, name: &str) -> Result<Self, IndexError> {
        let bytes = mapped(folder, name)?;
        Self::new(bytes).ok_or_else(|| IndexError::Damaged(format!("{name} is cut short")))
    }

    fn new(bytes: OwnedBytes) -> Option<Self> {
        let end = bytes.len().checked_sub(END)?;
        let length = |at: usize| usize::try_from(u64_at(&bytes, end + at)?).ok();
        let (postings, terms) = (length(0)?, length(8)?);
        let (count, rows) = (u32_at(&bytes, end + 16)?, u32_at(&bytes, end + 20)?);
        let table = postings.checked_add(terms)?;
        (table.checked_add(count as usize * ENTRY)? == end).then_some(Self {
            terms: postings,
            table,
            count,
            rows,
            bytes,
        })
    }

    pub(super) fn len(&self) -> u32 {
        self.count
    }

    pub(super) fn rows(&self) -> u32 {
        self.rows
    }

    /// A term by its number; empty in a damaged file.
    pub(super) fn term(&self, number: u32) -> &[u8] {
        let place = || {
            let (start, end) = self.range(number, |at| u32_at(&self.bytes, at).map(u64::from))?;
            self.bytes.get(self.terms + start..(self.terms + end).min(self.table))
        };
        place().unwrap_or_default()
    }

    /// The number of a term.
    pub(super) fn find(&self, term: &str) -> Option<u32> {
        let (mut low, mut high) = (0, self.count);
        while low < high {
            let middle = low + (high - low) / 2;
            match self.term(middle).cmp(term.as_bytes()) {
                std::cmp::Ordering::Equal => return Some(middle),
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        None
    }

    /// The rows of the term with a number.
    pub(super) fn postings(&self, number: u32) -> CountedRows<'_> {
        let place = || {
            let (start, end) = self.range(number, |at| u64_at(&self.bytes, at + 8))?;
            self.bytes.get(start..end.min(self.terms))
        };
        let count = u32_at(&self.bytes, self.entry(number) + 4).unwrap_or_default();
        CountedRows { count, row: 0, rest: Varints::new(place().unwrap_or_default()) }
    }

    fn entry(&self, number: u32) -> usize {
        self.table + number as usize * ENTRY
    }

    /// What lies between the end of the term before and that of a term, in a column of the table.
    fn range(&self, number: u32, end: impl Fn(usize) -> Option<u64>) -> Option<(usize, usize)> {
        let start = if number == 0 { 0 } else { end(self.entry(number - 1))? };
        Some((usize::try_from(start).ok()?, usize::try_from(end(self.entry(number))?).ok()?))
    }
}

impl CountedRows<'_> {
    /// How many rows there are.
    pub(super) fn held_by(&self) -> u32 {
        self.count
    }
}

impl Iterator for CountedRows<'_> {
    type Item = (u32, u32);

    fn next(&mut self) -> Option<(u32, u32)> {
        self.row = self.row.checked_add(self.rest.next()?)?;
        Some((self.row, self.rest.next()?))
    }
}

pub(super) fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..)?.first_chunk().map(|bytes| u32::from_le_bytes(*bytes))
}

pub(super) fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    bytes.get(at..)?.first_chunk().map(|bytes| u64::from_le_bytes(*bytes))
}

/// Takes rows with their terms by numbers that the caller gives them, in any order.
pub(super) struct CountedRowWriter {
    file: BufWriter<File>,
    rows: u32,
    /// How many rows have each term.
    uses: Vec<u32>,
    buffer: Vec<u8>,
}

/// Rows that have been written, in a file without a name.
pub(super) struct WrittenRows {
    file: File,
    rows: u32,
    pub(super) uses: Vec<u32>,
}

impl CountedRowWriter {
    /// Begins a file without a name in a folder; the system removes it when it is closed.
    pub(super) fn new(folder: &Path) -> io::Result<Self> {
        let file = BufWriter::with_capacity(256 << 10, tempfile::tempfile_in(folder)?);
        Ok(Self { file, rows: 0, uses: Vec::new(), buffer: Vec::new() })
    }

    /// Adds the next row: its terms, each once, and how often it has each.
    pub(super) fn add(&mut self, terms: &[(u32, u32)]) -> io::Result<()> {
        self.buffer.clear();
        for (term, times) in terms {
            let at = *term as usize;
            if at >= self.uses.len() {
                self.uses.resize(at + 1, 0);
            }
            self.uses[at] += 1;
            varint::push(&mut self.buffer, *term);
            varint::push(&mut self.buffer, *times);
        }
        self.rows += 1;
        self.file.write_all(&(self.buffer.len() as u32).to_le_bytes())?;
        self.file.write_all(&self.buffer)
    }

    pub(super) fn finish(self) -> io::Result<WrittenRows> {
        let file = self.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        Ok(WrittenRows { file, rows: self.rows, uses: self.uses })
    }
}

/// The terms of rows in their order.
pub(super) struct TermOrder {
    /// The number of a term in the file, by the number that the rows have it under. Of no use for a term without rows.
    pub(super) numbers: Vec<u32>,
    /// How many rows have each term, in the order of terms.
    pub(super) uses: Vec<u32>,
}

impl WrittenRows {
    /// Calls `visit` with every row, with its terms by their numbers in the file, in order.
    pub(super) fn visit(
        &self,
        order: &TermOrder,
        mut visit: impl FnMut(u32, &[(u32, u32)]) -> Result<(), IndexError>,
    ) -> Result<(), IndexError> {
        let mut file = BufReader::with_capacity(256 << 10, &self.file);
        file.seek(SeekFrom::Start(0))?;
        let (mut bytes, mut terms): (Vec<u8>, Vec<(u32, u32)>) = Default::default();
        for row in 0..self.rows {
            let mut length = [0; 4];
            file.read_exact(&mut length)?;
            bytes.resize(u32::from_le_bytes(length) as usize, 0);
            file.read_exact(&mut bytes)?;
            terms.clear();
            let mut numbers = Varints::new(&bytes);
            while let (Some(term), Some(times)) = (numbers.next(), numbers.next()) {
                let number = order.numbers.get(term as usize);
                terms.push((*number.ok_or_else(|| io::Error::other("a temporary file is damaged"))?, times));
            }
            if !terms.is_sorted() {
                terms.sort_unstable();
            }
            visit(row, &terms)?;
        }
        Ok(())
    }

    /// Writes the file of the terms. `term` calls back with each term, in order. `memory` bounds the rows of terms that are
    /// held in memory, in bytes, but for those of one term.
    pub(super) fn write(
        &self,
        (folder, name): (&Path, &str),
        order: &TermOrder,
        terms: impl Iterator<Item = impl AsRef<[u8]>>,
        memory: usize,
    ) -> Result<(), IndexError> {
        let path = folder.join(name);
        let failed = |error| IndexError::io(&path, error);
        let mut file = BufWriter::with_capacity(256 << 10, File::create(&path).map_err(failed)?);
        let mut ends: Vec<u64> = Vec::with_capacity(order.uses.len());
        for part in parts(&order.uses, memory / size_of::<(u32, u32)>()) {
            let postings = self.postings(order, part)?;
            let (mut start, mut end) = (0, ends.last().copied().unwrap_or_default());
            let mut packed = Vec::new();
            for number in part.0..part.1 {
                let count = order.uses[number] as usize;
                packed.clear();
                let mut before = 0;
                for (row, times) in &postings[start..start + count] {
                    varint::push(&mut packed, row - before);
                    varint::push(&mut packed, *times);
                    before = *row;
                }
                file.write_all(&packed).map_err(failed)?;
                start += count;
                end += packed.len() as u64;
                ends.push(end);
            }
        }
        let mut length = 0_u32;
        let mut term_ends = Vec::with_capacity(ends.len());
        for term in terms {
            file.write_all(term.as_ref()).map_err(failed)?;
            let too_large = || IndexError::Damaged("the terms of an index are too many".to_owned());
            length = u32::try_from(term.as_ref().len())
                .ok()
                .and_then(|more| length.checked_add(more))
                .ok_or_else(too_large)?;
            term_ends.push(length);
        }
        for ((term, uses), postings) in term_ends.iter().zip(&order.uses).zip(&ends) {
            file.write_all(&term.to_le_bytes()).map_err(failed)?;
            file.write_all(&uses.to_le_bytes()).map_err(failed)?;
            file.write_all(&postings.to_le_bytes()).map_err(failed)?;
        }
        let numbers = [ends.last().copied().unwrap_or_default(), u64::from(length)];
        for number in numbers {
            file.write_all(&number.to_le_bytes()).map_err(failed)?;
        }
        for number in [ends.len() as u32, self.rows] {
            file.write_all(&number.to_le_bytes()).map_err(failed)?;
        }
        let file = file.into_inner().map_err(|error| failed(error.into_error()))?;
        seal(file, folder, name)
    }

    /// The rows of some terms that follow one another, term after term.
    fn postings(
        &self,
        order: &TermOrder,
        (first, end): (usize, usize),
    ) -> Result<Vec<(u32, u32)>, IndexError> {
        let mut all = 0;
        let start_of = |uses: &u32| {
            let start = all;
            all += *uses as usize;
            start
        };
        let mut next: Vec<usize> = order.uses[first..end].iter().map(start_of).collect();
        let mut postings = vec![(0, 0); all];
        self.visit(order, |row, terms| {
            let from = terms.partition_point(|(term, _)| (*term as usize) < first);
            for (term, times) in terms[from..].iter().take_while(|(term, _)| (*term as usize) < end) {
                let place = &mut next[*term as usize - first];
                postings[*place] = (row, *times);
                *place += 1;
            }
            Ok(())
        })?;
        Ok(postings)
    }
}

/// Cuts terms into parts that have so many rows at most, or are one term.
fn parts(uses: &[u32], most: usize) -> Vec<(usize, usize)> {
    let (mut parts, mut start, mut rows) = (Vec::new(), 0, 0);
    for (at, uses) in uses.iter().enumerate() {
        if rows + *uses as usize > most && at > start {
            parts.push((start, at));
            (start, rows) = (at, 0);
        }
        rows += *uses as usize;
    }
    if start < uses.len() {
        parts.push((start, uses.len()));
    }
    parts
}

/// A file of terms as its checksum has it.
pub(super) fn is_sound_file(folder: &Path, name: &str) -> bool {
    mapped(folder, name).is_ok_and(|bytes| is_whole(&bytes))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn what_rows_have_is_found_by_terms(
            rows in prop::collection::vec(prop::collection::btree_map("[a-c]{1,3}", 1..300_u32, 0..6), 0..40),
            memory in 0..400_usize,
        ) {
            let folder = tempfile::tempdir().unwrap();
            // Numbers by first use.
            let mut numbers: BTreeMap<String, u32> = BTreeMap::new();
            let mut writer = CountedRowWriter::new(folder.path()).unwrap();
            for row in &rows {
                let mut said = Vec::new();
                for (term, times) in row {
                    let next = numbers.len() as u32;
                    said.push((*numbers.entry(term.clone()).or_insert(next), *times));
                }
                writer.add(&said).unwrap();
            }
            let written = writer.finish().unwrap();
            let mut order = TermOrder { numbers: vec![0; numbers.len()], uses: Vec::new() };
            for (at, number) in (0..).zip(numbers.values()) {
                order.numbers[*number as usize] = at;
                order.uses.push(written.uses[*number as usize]);
            }
            for (name, memory) in [("a", memory), ("b", 1 << 20)] {
                written.write((folder.path(), name), &order, numbers.keys(), memory).unwrap();
                prop_assert!(is_sound_file(folder.path(), name));
            }
            let read = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
            prop_assert_eq!(read("a"), read("b"));
            let terms = CountedTerms::open(folder.path(), "a").unwrap();
            prop_assert_eq!(terms.rows() as usize, rows.len());
            prop_assert_eq!(terms.len() as usize, numbers.len());
            for term in ["a", "b", "ab", "ccc", "d", ""].into_iter().chain(numbers.keys().map(String::as_str)) {
                let naive: Vec<(u32, u32)> =
                    (0..).zip(&rows).filter_map(|(at, row)| Some((at, *row.get(term)?))).collect();
                let found = terms.find(term);
                prop_assert_eq!(found.is_some(), numbers.contains_key(term));
                let found: Vec<(u32, u32)> = found.into_iter().flat_map(|at| terms.postings(at)).collect();
                prop_assert_eq!(found, naive);
            }
        }

        #[test]
        fn a_damaged_file_is_no_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let folder = tempfile::tempdir().unwrap();
            std::fs::write(folder.path().join("a"), &bytes).unwrap();
            prop_assert!(!is_sound_file(folder.path(), "a"));
            if let Ok(terms) = CountedTerms::open(folder.path(), "a") {
                for number in 0..terms.len().min(50) {
                    let _ = (terms.term(number), terms.postings(number).take(1000).count());
                }
                let _ = terms.find("a");
            }
        }
    }
}
