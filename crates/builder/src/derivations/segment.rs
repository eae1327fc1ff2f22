//! A file of kept derivations. It is written once and never changed.
//!
//! ```text
//! blocks       records one after another, each block a zstd frame with a checksum
//! index        a SegmentIndex, as a zstd frame with a checksum
//! end          offset and length of the index (u64, little endian), MAGIC
//! ```

use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use lagrum_corpus::StoredId;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

const MAGIC: &[u8; 8] = b"lagrumD1";

/// The number of bytes of records that are compressed together. Smaller blocks compress worse, larger ones take longer
/// to unpack for one record.
const BLOCK_BYTES: usize = 256 << 10;

/// The fastest level of zstd, since everything is packed at the first build.
const LEVEL: i32 = 1;

/// The maximum length of an unpacked block or index, in bytes. A greater length means that the file is damaged.
const UNPACKED_MAX: usize = 1 << 30;

#[derive(Serialize, Deserialize)]
struct SegmentIndex {
    /// The digest of the code that derived the records.
    code: String,
    base: String,
    blocks: Vec<Block>,
    /// In the order of stored ids.
    records: Vec<RecordPlace>,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
struct Block {
    offset: u64,
    packed: u32,
    unpacked: u32,
}

/// Where the record of a stored artifact is.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(super) struct RecordPlace {
    pub(super) stored: StoredId,
    pub(super) block: u32,
    pub(super) start: u32,
    pub(super) length: u32,
}

/// A segment of an earlier build.
pub(super) struct SegmentReader {
    pub(super) path: PathBuf,
    file: Mutex<File>,
    index: SegmentIndex,
}

impl SegmentReader {
    /// Opens a segment. None when it is damaged, or was derived by other code or under another base.
    pub(super) fn open(path: &Path, code: &str, base: &str) -> Option<Self> {
        let mut file = File::open(path).ok()?;
        let mut end = [0; 24];
        file.seek(SeekFrom::End(-24)).ok()?;
        file.read_exact(&mut end).ok()?;
        let [offset, length] = [0, 8].map(|at| end[at..at + 8].try_into().map_or(0, u64::from_le_bytes));
        let sound =
            end[16..] == *MAGIC && file.metadata().ok()?.len().checked_sub(24 + length) == Some(offset);
        if !sound {
            return None;
        }
        file.seek(SeekFrom::Start(offset)).ok()?;
        let mut packed = vec![0; usize::try_from(length).ok()?];
        file.read_exact(&mut packed).ok()?;
        let size = zstd::zstd_safe::get_frame_content_size(&packed).ok()??;
        let size = usize::try_from(size).ok().filter(|size| *size <= UNPACKED_MAX)?;
        let index: SegmentIndex = postcard::from_bytes(&zstd::bulk::decompress(&packed, size).ok()?).ok()?;
        (index.code == code && index.base == base).then(|| Self {
            path: path.to_owned(),
            file: Mutex::new(file),
            index,
        })
    }

    pub(super) fn records(&self) -> usize {
        self.index.records.len()
    }

    pub(super) fn find(&self, stored: StoredId) -> Option<RecordPlace> {
        let records = &self.index.records;
        records.binary_search_by_key(&stored, |record| record.stored).ok().map(|at| records[at])
    }

    /// The records of a block. None when it is damaged.
    pub(super) fn block(&self, number: u32) -> Option<Vec<u8>> {
        let block = self.index.blocks.get(number as usize)?;
        let mut packed = vec![0; block.packed as usize];
        {
            let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
            file.seek(SeekFrom::Start(block.offset)).ok()?;
            file.read_exact(&mut packed).ok()?;
        }
        zstd::bulk::decompress(&packed, (block.unpacked as usize).min(UNPACKED_MAX)).ok()
    }
}

/// A record to keep.
pub(crate) struct NewRecord {
    /// The stored id of the artifact it was derived from.
    pub(crate) stored: StoredId,
    pub(crate) bytes: Vec<u8>,
}

/// A segment being written.
pub(super) struct SegmentWriter {
    path: PathBuf,
    file: BufWriter<File>,
    written: u64,
    index: SegmentIndex,
    /// The records of the block that is not full yet.
    block: Vec<u8>,
}

impl SegmentWriter {
    pub(super) fn create(path: &Path, code: &str, base: &str) -> io::Result<Self> {
        let index = SegmentIndex {
            code: code.to_owned(),
            base: base.to_owned(),
            blocks: Vec::new(),
            records: Vec::new(),
        };
        let file = BufWriter::new(File::create(path)?);
        Ok(Self { path: path.to_owned(), file, written: 0, index, block: Vec::new() })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Appends records.
    pub(super) fn append(&mut self, records: Vec<NewRecord>) -> io::Result<()> {
        let mut full = Vec::new();
        for NewRecord { stored, bytes: record } in records {
            let too_large = |_| io::Error::other("a segment has too many records, or one that is too large");
            let place = RecordPlace {
                stored,
                block: u32::try_from(self.index.blocks.len() + full.len()).map_err(too_large)?,
                start: u32::try_from(self.block.len()).map_err(too_large)?,
                length: u32::try_from(record.len()).map_err(too_large)?,
            };
            self.index.records.push(place);
            self.block.extend_from_slice(&record);
            if self.block.len() >= BLOCK_BYTES {
                full.push(std::mem::take(&mut self.block));
            }
        }
        self.write(full)
    }

    fn write(&mut self, blocks: Vec<Vec<u8>>) -> io::Result<()> {
        let packed: Vec<(usize, Vec<u8>)> = blocks
            .into_par_iter()
            .map(|block| Ok((block.len(), compress(&block)?)))
            .collect::<io::Result<_>>()?;
        for (unpacked, packed) in packed {
            self.file.write_all(&packed)?;
            let too_large = |_| io::Error::other("a block of a segment is too large");
            self.index.blocks.push(Block {
                offset: self.written,
                packed: u32::try_from(packed.len()).map_err(too_large)?,
                unpacked: u32::try_from(unpacked).map_err(too_large)?,
            });
            self.written += packed.len() as u64;
        }
        Ok(())
    }

    /// Completes the segment and syncs it to disk. One without records is removed.
    pub(super) fn finish(mut self) -> io::Result<()> {
        if self.index.records.is_empty() {
            return std::fs::remove_file(&self.path);
        }
        let last = std::mem::take(&mut self.block);
        self.write(if last.is_empty() { Vec::new() } else { vec![last] })?;
        self.index.records.sort_unstable_by_key(|record| record.stored);
        let index = postcard::to_allocvec(&self.index).map_err(io::Error::other)?;
        let index = compress(&index)?;
        self.file.write_all(&index)?;
        self.file.write_all(&self.written.to_le_bytes())?;
        self.file.write_all(&(index.len() as u64).to_le_bytes())?;
        self.file.write_all(MAGIC)?;
        self.file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()
    }
}

fn compress(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut compressor = zstd::bulk::Compressor::new(LEVEL)?;
    compressor.include_checksum(true)?;
    compressor.compress(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn segment(path: &Path) {
        let mut writer = SegmentWriter::create(path, "code", "base").unwrap();
        for batch in 0..4_i64 {
            let record = |stored: i64| NewRecord {
                stored: StoredId(stored),
                bytes: stored.to_le_bytes().repeat(6_000),
            };
            writer.append((0..10).map(|at| record(100 - batch * 10 - at)).collect()).unwrap();
        }
        writer.finish().unwrap();
    }

    #[test]
    fn records_come_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        segment(&path);
        let segment = SegmentReader::open(&path, "code", "base").unwrap();
        assert_eq!(segment.records(), 40);
        for stored in 61..=100 {
            let place = segment.find(StoredId(stored)).unwrap();
            let block = segment.block(place.block).unwrap();
            let record = &block[place.start as usize..][..place.length as usize];
            assert_eq!(record, stored.to_le_bytes().repeat(6_000));
        }
        assert!(segment.find(StoredId(60)).is_none());
        assert!(SegmentReader::open(&path, "other", "base").is_none(), "another program");
        assert!(SegmentReader::open(&path, "code", "other").is_none(), "another base");
    }

    #[test]
    fn a_damaged_segment_is_not_used() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        segment(&path);
        let whole = std::fs::read(&path).unwrap();
        std::fs::write(&path, &whole[..whole.len() - 1]).unwrap();
        assert!(SegmentReader::open(&path, "code", "base").is_none(), "cut short");
        let mut damaged = whole.clone();
        damaged[whole.len() - 30] ^= 1;
        std::fs::write(&path, &damaged).unwrap();
        assert!(SegmentReader::open(&path, "code", "base").is_none(), "a damaged index");
        damaged.clone_from(&whole);
        damaged[20] ^= 1;
        std::fs::write(&path, &damaged).unwrap();
        let segment = SegmentReader::open(&path, "code", "base").unwrap();
        assert!(segment.block(0).is_none(), "a damaged block");
        assert!(segment.block(1).is_some());
    }
}
