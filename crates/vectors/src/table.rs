//! The table of the vectors of a snapshot: one row for each passage, in the order of documents.
//!
//! ```text
//! magic        8 bytes
//! vectors      one after the other, a byte for each number
//! columns      document numbers (u32), scales (f32), ends of anchors (u32), for each row; then the anchors
//! head         a TableHead (postcard), its length (u32)
//! digest       SHA-256 of everything before
//! ```
//!
//! Numbers are little-endian. The table is read as a whole, since a scan looks at all of it, and refused unless its digest and its
//! lengths agree.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::encoder::EncoderId;
use crate::quantized::QuantizedVector;
use crate::{MAX_DIMENSIONS, VectorError, file_error};
use lagrum_numbers::DocumentNumber;

const MAGIC: &[u8; 8] = b"lagrumV1";

/// The bytes of a SHA-256.
const DIGEST: usize = 32;

/// The bytes of a row in the columns of numbers.
const ROW: usize = 12;

#[derive(Serialize, Deserialize)]
struct TableHead {
    encoder: EncoderId,
    dimensions: u32,
    rows: u32,
}

/// The vectors of a snapshot by one encoder.
#[derive(Debug)]
pub struct VectorTable {
    encoder: EncoderId,
    dimensions: usize,
    /// The magic and the vectors, as they lie in the file.
    bytes: Vec<u8>,
    documents: Vec<DocumentNumber>,
    scales: Vec<f32>,
    anchor_ends: Vec<u32>,
    anchors: String,
}

impl VectorTable {
    /// Reads a table.
    pub fn open(path: &Path) -> Result<Self, VectorError> {
        let bytes = std::fs::read(path).map_err(file_error(path))?;
        Self::parse(bytes).map_err(|problem| VectorError::Damaged { path: path.to_owned(), problem })
    }

    fn parse(mut bytes: Vec<u8>) -> Result<Self, &'static str> {
        if !bytes.starts_with(MAGIC) {
            return Err("it does not begin as a table of vectors does");
        }
        let content =
            bytes.len().checked_sub(DIGEST + MAGIC.len() + 4).ok_or("it is too short")? + MAGIC.len();
        let (before, digest) = bytes.split_at(content + 4);
        if Sha256::digest(before).as_slice() != digest {
            return Err("its checksum does not agree");
        }
        let length = u32_at(before, content).ok_or("it is too short")? as usize;
        let head_start = content.checked_sub(length).ok_or("its head is too long")?;
        let head: TableHead =
            postcard::from_bytes(&before[head_start..content]).map_err(|_| "its head cannot be read")?;
        let (rows, dimensions) = (head.rows as usize, head.dimensions as usize);
        if !(1..=MAX_DIMENSIONS).contains(&dimensions) {
            return Err("its vectors have an impossible length");
        }
        let vectors_end = rows.checked_mul(dimensions).and_then(|bytes| bytes.checked_add(MAGIC.len()));
        let vectors_end = vectors_end.ok_or("it has an impossible number of rows")?;
        let anchors_start = rows.checked_mul(ROW).and_then(|bytes| bytes.checked_add(vectors_end));
        let anchors_start = anchors_start.filter(|start| *start <= head_start).ok_or("rows are missing")?;
        let column = |number: usize| {
            let start = vectors_end + number * rows * 4;
            before[start..start + rows * 4].chunks_exact(4).map(|four| [four[0], four[1], four[2], four[3]])
        };
        let documents: Vec<DocumentNumber> =
            column(0).map(|bytes| DocumentNumber(u32::from_le_bytes(bytes))).collect();
        let scales: Vec<f32> = column(1).map(f32::from_le_bytes).collect();
        let anchor_ends: Vec<u32> = column(2).map(u32::from_le_bytes).collect();
        let anchors =
            std::str::from_utf8(&before[anchors_start..head_start]).map_err(|_| "an anchor is no text")?;
        let anchors = anchors.to_owned();
        if !documents.is_sorted() || !anchor_ends.is_sorted() {
            return Err("its rows are not in order");
        }
        bytes.truncate(vectors_end);
        bytes.shrink_to_fit();
        Ok(Self { encoder: head.encoder, dimensions, bytes, documents, scales, anchor_ends, anchors })
    }

    /// The encoder of its vectors.
    pub fn encoder(&self) -> &EncoderId {
        &self.encoder
    }

    /// How many numbers each vector has.
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// How many rows it has.
    pub fn rows(&self) -> usize {
        self.documents.len()
    }

    /// The number of the document of each row, in order.
    pub(crate) fn documents(&self) -> &[DocumentNumber] {
        &self.documents
    }

    /// The scale of each row: the factor of its integers.
    pub(crate) fn scales(&self) -> &[f32] {
        &self.scales
    }

    /// The numbers of each row from this one on.
    pub(crate) fn vectors_from(&self, row: usize) -> std::slice::ChunksExact<'_, u8> {
        let start = MAGIC.len() + row * self.dimensions;
        self.bytes.get(start..).unwrap_or_default().chunks_exact(self.dimensions)
    }

    /// The anchor of a row's passage; empty for a whole document.
    pub fn anchor(&self, row: usize) -> &str {
        let end = |row: usize| self.anchor_ends.get(row).map_or(0, |end| *end as usize);
        let start = row.checked_sub(1).map_or(0, end);
        self.anchors.get(start..end(row)).unwrap_or_default()
    }

    /// Its size in memory in bytes, about.
    pub fn heap_bytes(&self) -> usize {
        self.bytes.len() + self.documents.len() * ROW + self.anchors.len()
    }
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(at..at.checked_add(4)?)?.try_into().ok()?))
}

/// A table being written. Vectors go to the file as they come; the columns are kept in memory.
#[derive(Debug)]
pub struct VectorTableWriter {
    path: PathBuf,
    file: BufWriter<File>,
    digest: Sha256,
    encoder: EncoderId,
    dimensions: usize,
    documents: Vec<DocumentNumber>,
    scales: Vec<f32>,
    anchor_ends: Vec<u32>,
    anchors: String,
}

impl VectorTableWriter {
    /// Begins a table of the vectors of an encoder.
    pub fn create(path: &Path, encoder: &EncoderId, dimensions: usize) -> Result<Self, VectorError> {
        let file = BufWriter::new(File::create(path).map_err(file_error(path))?);
        let mut writer = Self {
            path: path.to_owned(),
            file,
            digest: Sha256::new(),
            encoder: encoder.clone(),
            dimensions,
            documents: Vec::new(),
            scales: Vec::new(),
            anchor_ends: Vec::new(),
            anchors: String::new(),
        };
        if !(1..=MAX_DIMENSIONS).contains(&dimensions) {
            return Err(writer.unsuitable("an encoder with an impossible number of dimensions"));
        }
        writer.write(MAGIC)?;
        Ok(writer)
    }

    /// Appends the vector of a passage. Documents come in the order of their numbers.
    pub fn push(
        &mut self,
        document: DocumentNumber,
        anchor: &str,
        vector: &QuantizedVector,
    ) -> Result<(), VectorError> {
        if vector.dimensions() != self.dimensions {
            return Err(self.unsuitable("a vector of another encoder"));
        }
        if self.documents.last().is_some_and(|last| *last > document) {
            return Err(self.unsuitable("documents out of order"));
        }
        let too_many = |_| "more rows than a table can number";
        let end = u32::try_from(self.anchors.len() + anchor.len()).map_err(too_many);
        let end = end.and_then(|end| u32::try_from(self.documents.len() + 1).map_err(too_many).map(|_| end));
        let end = end.map_err(|problem| self.unsuitable(problem))?;
        self.documents.push(document);
        self.scales.push(vector.scale);
        self.anchors.push_str(anchor);
        self.anchor_ends.push(end);
        let bytes: Vec<u8> = vector.numbers.iter().map(|number| number.cast_unsigned()).collect();
        self.write(&bytes)
    }

    /// Completes the table and syncs it to disk. Returns how many rows it has.
    pub fn finish(mut self) -> Result<usize, VectorError> {
        let rows = self.documents.len();
        let head = TableHead {
            encoder: self.encoder.clone(),
            dimensions: self.dimensions as u32,
            rows: rows as u32,
        };
        let head = postcard::to_allocvec(&head)
            .map_err(|error| file_error(&self.path)(std::io::Error::other(error)))?;
        let documents =
            std::mem::take(&mut self.documents).into_iter().flat_map(|number| number.0.to_le_bytes());
        let scales = std::mem::take(&mut self.scales).into_iter().flat_map(f32::to_le_bytes);
        let ends = std::mem::take(&mut self.anchor_ends).into_iter().flat_map(u32::to_le_bytes);
        let columns: Vec<u8> = documents.chain(scales).chain(ends).collect();
        let anchors = std::mem::take(&mut self.anchors);
        for part in [&columns, anchors.as_bytes(), &head, &(head.len() as u32).to_le_bytes()] {
            self.write(part)?;
        }
        let Self { path, mut file, digest, .. } = self;
        file.write_all(&digest.finalize()).map_err(file_error(&path))?;
        let file = file.into_inner().map_err(|error| file_error(&path)(error.into_error()))?;
        file.sync_all().map_err(file_error(&path))?;
        Ok(rows)
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), VectorError> {
        self.digest.update(bytes);
        self.file.write_all(bytes).map_err(file_error(&self.path))
    }

    fn unsuitable(&self, problem: &'static str) -> VectorError {
        VectorError::Unsuitable { path: self.path.clone(), problem }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id() -> EncoderId {
        EncoderId::parse("test").unwrap()
    }

    fn vector(numbers: &[f32]) -> QuantizedVector {
        QuantizedVector::new(numbers).unwrap()
    }

    fn written(path: &Path) {
        let mut writer = VectorTableWriter::create(path, &id(), 3).unwrap();
        writer.push(DocumentNumber(2), "K1P1", &vector(&[1.0, 0.0, 0.0])).unwrap();
        writer.push(DocumentNumber(2), "K1P2", &vector(&[0.0, -1.0, 0.0])).unwrap();
        writer.push(DocumentNumber(7), "", &vector(&[0.0, 0.0, 2.0])).unwrap();
        assert_eq!(writer.finish().unwrap(), 3);
    }

    #[test]
    fn a_table_comes_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("t");
        written(&path);
        let table = VectorTable::open(&path).unwrap();
        assert_eq!((table.encoder(), table.dimensions(), table.rows()), (&id(), 3, 3));
        assert_eq!(table.documents(), [2, 2, 7].map(DocumentNumber));
        assert_eq!([0, 1, 2, 3].map(|row| table.anchor(row)), ["K1P1", "K1P2", "", ""]);
        let rows: Vec<Vec<i8>> =
            table.vectors_from(0).map(|row| row.iter().map(|byte| byte.cast_signed()).collect()).collect();
        assert_eq!(rows, [[127, 0, 0], [0, -127, 0], [0, 0, 127]]);
    }

    #[test]
    fn a_table_without_rows_is_a_table() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("t");
        VectorTableWriter::create(&path, &id(), 3).unwrap().finish().unwrap();
        assert_eq!(VectorTable::open(&path).unwrap().rows(), 0);
    }

    #[test]
    fn any_damage_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("t");
        written(&path);
        let whole = std::fs::read(&path).unwrap();
        for at in 0..whole.len() {
            assert!(VectorTable::parse(whole[..at].to_vec()).is_err(), "cut at {at}");
            let mut damaged = whole.clone();
            damaged[at] ^= 0x41;
            assert!(VectorTable::parse(damaged).is_err(), "byte {at}");
        }
    }

    #[test]
    fn a_table_with_a_right_digest_and_wrong_lengths_is_refused() {
        let table = |rows: u32, dimensions: u32, body: &[u8]| {
            let head = postcard::to_allocvec(&TableHead { encoder: id(), dimensions, rows }).unwrap();
            let mut bytes = [MAGIC.as_slice(), body, &head, &(head.len() as u32).to_le_bytes()].concat();
            let digest = Sha256::digest(&bytes);
            bytes.extend_from_slice(&digest);
            VectorTable::parse(bytes)
        };
        assert!(table(0, 1, &[]).is_ok());
        assert!(table(1, 1, &[0; 13]).is_ok());
        for (rows, dimensions, body) in
            [(1, 1, 12), (u32::MAX, u32::MAX, 0), (u32::MAX, 4_096, 64), (0, 0, 0), (2, 4, 16)]
        {
            assert!(table(rows, dimensions, &vec![0; body]).is_err(), "{rows} rows of {dimensions}");
        }
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("t");
        assert!(VectorTableWriter::create(&path, &id(), 0).is_err());
        assert!(VectorTableWriter::create(&path, &id(), MAX_DIMENSIONS + 1).is_err());
        let mut writer = VectorTableWriter::create(&path, &id(), 2).unwrap();
        assert!(writer.push(DocumentNumber(0), "", &vector(&[1.0, 1.0, 1.0])).is_err());
        writer.push(DocumentNumber(1), "", &vector(&[1.0, 1.0])).unwrap();
        assert!(writer.push(DocumentNumber(0), "", &vector(&[1.0, 1.0])).is_err());
    }
}
