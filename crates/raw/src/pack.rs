//! Packs: files of compressed bodies, one after another.
//!
//! An entry is the SHA-256 of the body (32 bytes), its length and the length of what follows (8 bytes each, little endian), and then
//! two zstd frames: a skippable one, which states what the body was kept as ([`crate::origin`]), and the body. So a pack can be read
//! without the database, and rows can be made of packs ([`crate::rebuild()`]). Entries are only ever appended. Entries of earlier
//! versions of the program have no skippable frame.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::RawError;
use crate::origin::{self, Origin, StatedOrigin};
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

/// The numbers of all pack files in order, each with its length.
pub(crate) fn lengths(folder: &Path) -> Result<BTreeMap<u32, u64>, RawError> {
    let packs = folder.join("packs");
    let read = || -> std::io::Result<BTreeMap<u32, u64>> {
        let mut found = BTreeMap::new();
        let entries = match std::fs::read_dir(&packs) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(found),
            entries => entries?,
        };
        for entry in entries {
            let entry = entry?;
            if let Some(number) = number(&entry.path()) {
                found.insert(number, entry.metadata()?.len());
            }
        }
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
    /// A writer that goes on after `length` bytes of a pack, which must be all that it has.
    pub(crate) fn open(folder: &Path, pack: u32, length: u64) -> Result<Self, RawError> {
        let path = path(folder, pack);
        let open = || -> std::io::Result<File> {
            let mut file = OpenOptions::new().write(true).open(&path)?;
            file.seek(SeekFrom::Start(length))?;
            Ok(file)
        };
        let file = open().map_err(file_error(&path))?;
        Ok(Self { folder: folder.to_owned(), pack, file: Some(file), length })
    }

    /// A writer of a pack that does not exist.
    pub(crate) fn fresh(folder: &Path, pack: u32) -> Self {
        Self { folder: folder.to_owned(), pack, file: None, length: 0 }
    }

    /// Appends a body and what it was kept as. It is on the disk after [`Self::sync`].
    pub(crate) fn append(
        &mut self,
        digest: &BodyDigest,
        body: &[u8],
        origin: &Origin,
    ) -> Result<Place, RawError> {
        if body.len() > MAX_BODY {
            return Err(RawError::TooLarge(body.len()));
        }
        let frame = zstd::bulk::compress(body, LEVEL).map_err(file_error(&path(&self.folder, self.pack)))?;
        let entry = joined(digest, body.len() as u64, &origin.to_frame(), &frame);
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

/// An entry of its parts.
fn joined(digest: &BodyDigest, size: u64, origin: &[u8], frame: &[u8]) -> Vec<u8> {
    let mut entry = Vec::with_capacity(HEAD as usize + origin.len() + frame.len());
    entry.extend_from_slice(digest);
    entry.extend_from_slice(&size.to_le_bytes());
    entry.extend_from_slice(&((origin.len() + frame.len()) as u64).to_le_bytes());
    entry.extend_from_slice(origin);
    entry.extend_from_slice(frame);
    entry
}

/// An entry without what its body was kept as.
pub(crate) fn without_origin(entry: &[u8], size: u64) -> Vec<u8> {
    let (head, rest) = entry.split_at(entry.len().min(HEAD as usize));
    match (head.first_chunk::<32>(), origin::split(rest)) {
        (Some(digest), (StatedOrigin::Sound(_) | StatedOrigin::Damaged, frame)) => {
            joined(digest, size, &[], frame)
        }
        _ => entry.to_vec(),
    }
}

/// Whether what a body was kept as can be read, or was never written.
pub(crate) fn has_sound_origin(folder: &Path, place: &Place) -> Result<bool, RawError> {
    let entry = entry(folder, place)?;
    let stated = origin::split(entry.get(HEAD as usize..).unwrap_or_default()).0;
    Ok(stated != StatedOrigin::Damaged)
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
    let entry = entry(folder, place)?;
    unpacked(&entry, place.size, wanted).map_err(|problem| RawError::Damaged {
        digest: *wanted,
        pack: path(folder, place.pack),
        problem,
    })
}

/// The body of an entry, which must have this digest and this size. The error says what is wrong.
pub(crate) fn unpacked(entry: &[u8], size: u64, wanted: &BodyDigest) -> Result<Vec<u8>, String> {
    let head = entry.get(..HEAD as usize).ok_or("the pack ends before it")?;
    if head[..32] != wanted[..] {
        return Err("another body lies in its place".to_owned());
    }
    let lengths = [size.to_le_bytes(), (entry.len() as u64 - HEAD).to_le_bytes()].concat();
    if head[32..] != lengths[..] {
        return Err("its length is another".to_owned());
    }
    let size = usize::try_from(size).ok().filter(|size| *size <= MAX_BODY);
    let size = size.ok_or("its length is impossible")?;
    let body = zstd::bulk::decompress(origin::split(&entry[HEAD as usize..]).1, size)
        .map_err(|error| format!("it cannot be unpacked: {error}"))?;
    if digest(&body) == *wanted { Ok(body) } else { Err("its SHA-256 is another".to_owned()) }
}
