//! The disk of a folder.

use std::path::Path;

/// The free space on the disk of a folder, in bytes, where the system states it.
#[cfg(unix)]
pub fn free_bytes(folder: &Path) -> Option<u64> {
    let disk = rustix::fs::statvfs(folder).ok()?;
    Some(disk.f_bavail.saturating_mul(disk.f_frsize))
}

/// The free space on the disk of a folder, in bytes, where the system states it.
#[cfg(not(unix))]
pub fn free_bytes(_: &Path) -> Option<u64> {
    None
}
