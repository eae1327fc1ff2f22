//! The print cache: results on disk, up to a capacity.
//!
//! A file's name is the key of its job. Its modification time is the time of its last use, so the order of use survives a
//! restart, and several servers can share a folder. When the files exceed the capacity, the least recently used are
//! deleted until a tenth of the capacity is free. Every file may be deleted at any time.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use bytes::Bytes;
use sha2::{Digest, Sha256};

/// The key of a print: a hash of everything it depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PrintKey([u8; 32]);

impl PrintKey {
    /// The key of these parts, in their order.
    pub fn from_parts(parts: &[&[u8]]) -> Self {
        let mut hash = Sha256::new();
        for part in parts {
            // The length separates adjacent parts.
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        Self(hash.finalize().into())
    }
}

impl fmt::Display for PrintKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

/// A folder of prints.
#[derive(Debug)]
pub struct PrintCache {
    folder: PathBuf,
    capacity: u64,
    /// The bytes in the folder as far as this process knows; None before the first listing.
    total: Mutex<Option<u64>>,
}

impl PrintCache {
    /// A cache in this folder, of this capacity in bytes. The folder is created by the first `put`. With 0 nothing is
    /// stored.
    pub fn new(folder: impl Into<PathBuf>, capacity: u64) -> Self {
        Self { folder: folder.into(), capacity, total: Mutex::new(None) }
    }

    /// Whether anything is stored.
    pub fn is_enabled(&self) -> bool {
        self.capacity > 0
    }

    /// The print of this key. Reads it from disk.
    pub fn get(&self, key: &PrintKey) -> Option<Bytes> {
        let mut file = self.open(key)?;
        let mut bytes = Vec::with_capacity(usize::try_from(file.metadata().ok()?.len()).ok()?);
        file.read_to_end(&mut bytes).ok()?;
        Some(bytes.into())
    }

    /// The file with the print of this key. It stays readable when it is deleted meanwhile.
    pub fn open(&self, key: &PrintKey) -> Option<File> {
        let file = File::open(self.path(key)).ok()?;
        // Without permission for this, a used file is evicted as early as an unused one.
        let _ = file.set_modified(SystemTime::now());
        Some(file)
    }

    /// Stores a print, and evicts others if needed. One larger than a tenth of the capacity is not stored.
    ///
    /// A file appears under its name only when it is complete.
    pub fn put(&self, key: &PrintKey, bytes: &[u8]) -> io::Result<()> {
        let size = bytes.len() as u64;
        if size > self.capacity / 10 {
            return Ok(());
        }
        // One at a time: more are not faster, and the total stays correct.
        let mut total = self.total.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(error) = self.write(key, bytes) {
            // The disk may be full. Then half of the cache is evicted for the new print.
            if error.kind() != io::ErrorKind::StorageFull {
                return Err(error);
            }
            *total = Some(self.evict(self.capacity / 2)?);
            self.write(key, bytes)?;
        }
        let total_size = match *total {
            Some(known) => known + size,
            None => list(&self.folder)?.iter().map(|file| file.size).sum(),
        };
        *total =
            Some(if total_size > self.capacity { self.evict(self.capacity / 10 * 9)? } else { total_size });
        Ok(())
    }

    fn write(&self, key: &PrintKey, bytes: &[u8]) -> io::Result<()> {
        let path = self.path(key);
        let folder = path.parent().unwrap_or(&self.folder);
        fs::create_dir_all(folder)?;
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        file.write_all(bytes)?;
        file.as_file().sync_data()?;
        file.persist(&path)?;
        Ok(())
    }

    /// Deletes the least recently used files until at most `limit` bytes are left. Returns the bytes left.
    fn evict(&self, limit: u64) -> io::Result<u64> {
        let mut files = list(&self.folder)?;
        files.sort_unstable_by(|a, b| a.used.cmp(&b.used).then_with(|| a.path.cmp(&b.path)));
        let mut total: u64 = files.iter().map(|file| file.size).sum();
        for CachedFile { path, size, .. } in files {
            if total <= limit {
                break;
            }
            match fs::remove_file(&path) {
                // Another server on this folder was first.
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => total -= size,
            }
        }
        Ok(total)
    }

    fn path(&self, key: &PrintKey) -> PathBuf {
        let name = key.to_string();
        self.folder.join(&name[..2]).join(&name[2..])
    }
}

struct CachedFile {
    used: SystemTime,
    size: u64,
    path: PathBuf,
}

/// All files in the folders of a cache, including incomplete ones that a killed server has left.
fn list(folder: &Path) -> io::Result<Vec<CachedFile>> {
    let mut files = Vec::new();
    for inner in fs::read_dir(folder)? {
        let inner = inner?.path();
        if !inner.is_dir() {
            continue;
        }
        for entry in fs::read_dir(inner)? {
            let entry = entry?;
            // A file that is deleted meanwhile takes no space.
            if let Ok(file) = entry.metadata() {
                files.push(CachedFile { used: file.modified()?, size: file.len(), path: entry.path() });
            }
        }
    }
    Ok(files)
}
