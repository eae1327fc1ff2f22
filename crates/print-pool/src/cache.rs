//! What has been printed, kept on disk within a bound.
//!
//! A file's name is the key of the job; its time of last change is when it was last used, so that the order of use
//! outlives the server and several servers over one folder see each other's. When the files together exceed the bound,
//! those used least recently go, until a tenth of the bound is free. Anything here may be deleted at any time.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use bytes::Bytes;
use sha2::{Digest, Sha256};

/// Names a result by everything it depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key([u8; 32]);

impl Key {
    /// The key of what depends on these parts, in their order.
    pub fn of(parts: &[&[u8]]) -> Self {
        let mut hash = Sha256::new();
        for part in parts {
            // The length keeps neighbouring parts apart.
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        Self(hash.finalize().into())
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

/// A folder of results.
#[derive(Debug)]
pub struct Cache {
    folder: PathBuf,
    bound: u64,
    /// Bytes in the folder as far as this process knows; None before it has looked.
    total: Mutex<Option<u64>>,
}

impl Cache {
    /// A cache in this folder, which is made when something is put there, of at most so many bytes. 0 keeps nothing.
    pub fn new(folder: impl Into<PathBuf>, bound: u64) -> Self {
        Self { folder: folder.into(), bound, total: Mutex::new(None) }
    }

    /// What is kept under this key. Reads from the disk.
    pub fn get(&self, key: &Key) -> Option<Bytes> {
        let mut file = self.open(key)?;
        let mut bytes = Vec::with_capacity(usize::try_from(file.metadata().ok()?.len()).ok()?);
        file.read_to_end(&mut bytes).ok()?;
        Some(bytes.into())
    }

    /// The file of what is kept under this key. It can be read to its end, also when it is removed meanwhile.
    pub fn open(&self, key: &Key) -> Option<File> {
        let file = File::open(self.path(key)).ok()?;
        // Where that is not allowed, what is used is forgotten as soon as what is not.
        let _ = file.set_modified(SystemTime::now());
        Some(file)
    }

    /// Keeps a result, and lets others go for it. One larger than a tenth of the bound is not kept.
    ///
    /// When this returns the whole file is on disk under its name; it is never there in part.
    pub fn put(&self, key: &Key, bytes: &[u8]) -> io::Result<()> {
        let size = bytes.len() as u64;
        if size > self.bound / 10 {
            return Ok(());
        }
        // One at a time: the disk is not faster for many, and the sum stays right.
        let mut total = self.total.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(error) = self.write(key, bytes) {
            // The disk may be full: half of what is kept is worth less than what is asked for now.
            if error.kind() != io::ErrorKind::StorageFull {
                return Err(error);
            }
            *total = Some(self.evict(self.bound / 2)?);
            self.write(key, bytes)?;
        }
        let held = match *total {
            Some(known) => known + size,
            None => listed(&self.folder)?.iter().map(|kept| kept.size).sum(),
        };
        *total = Some(if held > self.bound { self.evict(self.bound / 10 * 9)? } else { held });
        Ok(())
    }

    fn write(&self, key: &Key, bytes: &[u8]) -> io::Result<()> {
        let path = self.path(key);
        let folder = path.parent().unwrap_or(&self.folder);
        fs::create_dir_all(folder)?;
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        file.write_all(bytes)?;
        file.as_file().sync_data()?;
        file.persist(&path)?;
        Ok(())
    }

    /// Removes what was used least recently until at most so many bytes are left. Returns how many are.
    fn evict(&self, most: u64) -> io::Result<u64> {
        let mut kept = listed(&self.folder)?;
        kept.sort_unstable_by(|a, b| a.used.cmp(&b.used).then_with(|| a.path.cmp(&b.path)));
        let mut total: u64 = kept.iter().map(|kept| kept.size).sum();
        for Kept { path, size, .. } in kept {
            if total <= most {
                break;
            }
            match fs::remove_file(&path) {
                // Another server over this folder was first.
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => total -= size,
            }
        }
        Ok(total)
    }

    fn path(&self, key: &Key) -> PathBuf {
        let name = key.to_string();
        self.folder.join(&name[..2]).join(&name[2..])
    }
}

struct Kept {
    used: SystemTime,
    size: u64,
    path: PathBuf,
}

/// Everything in the folders of a cache, also what a server that was killed has left half-written.
fn listed(folder: &Path) -> io::Result<Vec<Kept>> {
    let mut kept = Vec::new();
    for inner in fs::read_dir(folder)? {
        let inner = inner?.path();
        if !inner.is_dir() {
            continue;
        }
        for entry in fs::read_dir(inner)? {
            let entry = entry?;
            // What has gone meanwhile takes up nothing.
            if let Ok(file) = entry.metadata() {
                kept.push(Kept { used: file.modified()?, size: file.len(), path: entry.path() });
            }
        }
    }
    Ok(kept)
}
