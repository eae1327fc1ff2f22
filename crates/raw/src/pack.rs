//! Packs: files of compressed bodies, one after another.
//!
//! An entry is the SHA-256 of the body (32 bytes), its length and the length of its frame (8 bytes each, little endian), and the
//! zstd frame. So a pack can be read without the database. Entries are only ever appended.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::RawError;
use crate::record::{BodyDigest, digest};

/// Bytes of an entry before its frame.
pub(crate) const HEAD: u64 = 48;

/// A pack that has reached this size is not appended to.
const PACK_BYTES: u64 = 256 << 20;

/// The largest body. Publishers' answers are bounded before they come here.
pub(crate) const MAX_BODY: usize = 1 << 30;

const LEVEL: i32 = 9;

/// Where an entry lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) pack: u32,
    pub(crate) begins: u64,
    pub(crate) length: u64,
    pub(crate) size: u64,
}

pub(crate) fn file_error(path: &Path) -> impl FnOnce(std::io::Error) -> RawError {
    let path = path.to_owned();
    move |source| RawError::File { path, source }
}

/// The file of a pack.
pub(crate) fn path(folder: &Path, pack: u32) -> PathBuf {
    folder.join("packs").join(format!("{pack:06}.pack"))
}

/// The number of a pack file; None for any other file.
pub(crate) fn number(path: &Path) -> Option<u32> {
    path.file_name()?.to_str()?.strip_suffix(".pack")?.parse().ok()
}

/// The numbers of all pack files, in order.
pub(crate) fn numbers(folder: &Path) -> Result<Vec<u32>, RawError> {
    let packs = folder.join("packs");
    let read = || -> std::io::Result<Vec<u32>> {
        let mut found = Vec::new();
        for entry in std::fs::read_dir(&packs)? {
            found.extend(number(&entry?.path()));
        }
        found.sort_unstable();
        Ok(found)
    };
    read().map_err(file_error(&packs))
}

/// Makes the names in a folder survive a crash.
pub(crate) fn sync_folder(folder: &Path) -> Result<(), RawError> {
    lagrum_files::sync_folder(folder).map_err(file_error(folder))
}

/// Appends to the last pack.
#[derive(Debug)]
pub(crate) struct PackWriter {
    folder: PathBuf,
    pub(crate) pack: u32,
    file: Option<File>,
    length: u64,
}

impl PackWriter {
    /// A writer that goes on after `length` bytes of a pack. Later bytes belong to no row and are cut off.
    pub(crate) fn open(folder: &Path, pack: u32, length: u64) -> Result<Self, RawError> {
        let mut writer = Self { folder: folder.to_owned(), pack, file: None, length };
        let path = path(folder, pack);
        if path.exists() {
            let open = || -> std::io::Result<(File, u64)> {
                let file = OpenOptions::new().write(true).open(&path)?;
                let found = file.metadata()?.len();
                if found > length {
                    file.set_len(length)?;
                    file.sync_all()?;
                }
                Ok((file, found))
            };
            let (mut file, found) = open().map_err(file_error(&path))?;
            if found < length {
                // The pack has lost bytes. It is left as it is, and a new one is begun.
                return Ok(Self::fresh(folder, pack + 1));
            }
            file.seek(SeekFrom::Start(length)).map_err(file_error(&path))?;
            writer.file = Some(file);
        } else if length > 0 {
            return Ok(Self::fresh(folder, pack + 1));
        }
        Ok(writer)
    }

    /// A writer of a pack that does not exist.
    pub(crate) fn fresh(folder: &Path, pack: u32) -> Self {
        Self { folder: folder.to_owned(), pack, file: None, length: 0 }
    }

    /// Appends a body. It is on the disk after [`Self::sync`].
    pub(crate) fn append(&mut self, digest: &BodyDigest, body: &[u8]) -> Result<Place, RawError> {
        if body.len() > MAX_BODY {
            return Err(RawError::TooLarge(body.len()));
        }
        let frame = zstd::bulk::compress(body, LEVEL).map_err(file_error(&path(&self.folder, self.pack)))?;
        let mut entry = Vec::with_capacity(frame.len() + HEAD as usize);
        entry.extend_from_slice(digest);
        entry.extend_from_slice(&(body.len() as u64).to_le_bytes());
        entry.extend_from_slice(&(frame.len() as u64).to_le_bytes());
        entry.extend_from_slice(&frame);
        self.append_entry(&entry, body.len() as u64)
    }

    /// Appends an entry of another pack.
    pub(crate) fn append_entry(&mut self, entry: &[u8], size: u64) -> Result<Place, RawError> {
        if self.length >= PACK_BYTES {
            self.sync()?;
            *self = Self::fresh(&self.folder, self.pack + 1);
        }
        let path = path(&self.folder, self.pack);
        if self.file.is_none() {
            let made = OpenOptions::new().write(true).create(true).truncate(true).open(&path);
            self.file = Some(made.map_err(file_error(&path))?);
            sync_folder(&self.folder.join("packs"))?;
        }
        if let Some(file) = &mut self.file
            && let Err(source) = file.write_all(entry)
        {
            // A part of the entry may be written. The next entry begins at the same place.
            let _ = file.set_len(self.length);
            let _ = file.seek(SeekFrom::Start(self.length));
            return Err(RawError::File { path, source });
        }
        let place = Place { pack: self.pack, begins: self.length, length: entry.len() as u64, size };
        self.length += place.length;
        Ok(place)
    }

    /// Waits until everything appended is on the disk.
    pub(crate) fn sync(&self) -> Result<(), RawError> {
        let path = path(&self.folder, self.pack);
        self.file.as_ref().map_or(Ok(()), |file| file.sync_data().map_err(file_error(&path)))
    }
}

/// Reads an entry without checking it.
pub(crate) fn entry(folder: &Path, place: &Place) -> Result<Vec<u8>, RawError> {
    let path = path(folder, place.pack);
    let read = || -> std::io::Result<Vec<u8>> {
        let mut file = File::open(&path)?;
        file.seek(SeekFrom::Start(place.begins))?;
        let mut entry = Vec::new();
        file.take(place.length).read_to_end(&mut entry)?;
        Ok(entry)
    };
    read().map_err(file_error(&path))
}

/// Reads a body and compares it with its SHA-256.
pub(crate) fn body(folder: &Path, place: &Place, wanted: &BodyDigest) -> Result<Vec<u8>, RawError> {
    let damaged = |problem: &str| RawError::Damaged {
        digest: *wanted,
        pack: path(folder, place.pack),
        problem: problem.to_owned(),
    };
    let entry = entry(folder, place)?;
    let head = entry.get(..HEAD as usize).ok_or_else(|| damaged("the pack ends before it"))?;
    if head[..32] != wanted[..] {
        return Err(damaged("another body lies in its place"));
    }
    let lengths = [place.size.to_le_bytes(), (entry.len() as u64 - HEAD).to_le_bytes()].concat();
    if head[32..] != lengths[..] {
        return Err(damaged("its length is another"));
    }
    let size = usize::try_from(place.size).ok().filter(|size| *size <= MAX_BODY);
    let size = size.ok_or_else(|| damaged("its length is impossible"))?;
    let body = zstd::bulk::decompress(&entry[HEAD as usize..], size)
        .map_err(|error| damaged(&format!("it cannot be unpacked: {error}")))?;
    if digest(&body) == *wanted { Ok(body) } else { Err(damaged("its SHA-256 is another")) }
}
