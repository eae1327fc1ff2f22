//! File locks, by which processes exclude one another.
//!
//! The system frees a lock when the last handle of the file is closed. A child process that is started while a lock is
//! held has a copy of the handle until its program begins, so a lock that is freed only by closing may outlive its
//! owner for a moment. These locks are freed explicitly.

use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;

/// A lock of a file. It is freed when this is dropped, or when the process ends.
#[derive(Debug)]
pub struct FileLock(File);

impl FileLock {
    /// Takes the exclusive lock of a file, which is created if there is none. None while another holds the lock.
    pub fn try_exclusive(path: &Path) -> io::Result<Option<Self>> {
        let file = File::options().create(true).append(true).open(path)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Self(file))),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }

    /// Takes the shared lock of a file that exists. Waits while another holds the exclusive one.
    pub fn shared(path: &Path) -> io::Result<Self> {
        let file = File::open(path)?;
        file.lock_shared()?;
        Ok(Self(file))
    }
}

impl Drop for FileLock {
    fn drop(&mut self) {
        // When this fails, closing the file frees the lock.
        let _ = self.0.unlock();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exclusive_lock_excludes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lock");
        let lock = FileLock::try_exclusive(&path).unwrap().unwrap();
        assert!(FileLock::try_exclusive(&path).unwrap().is_none());
        drop(lock);
        let shared = FileLock::shared(&path).unwrap();
        let other = FileLock::shared(&path).unwrap();
        assert!(FileLock::try_exclusive(&path).unwrap().is_none());
        drop((shared, other));
        assert!(FileLock::try_exclusive(&path).unwrap().is_some());
    }

    #[test]
    fn a_lock_is_freed_though_its_file_is_still_open() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lock");
        let lock = FileLock::try_exclusive(&path).unwrap().unwrap();
        let inherited = lock.0.try_clone().unwrap();
        drop(lock);
        assert!(FileLock::try_exclusive(&path).unwrap().is_some());
        drop(inherited);
    }
}
