//! Writes files that survive a crash: each function returns when the data are on disk.

use std::fs::File;
use std::io::{self, Write as _};
use std::path::Path;

/// Writes a file and waits until the disk has its contents. Its name is safe after [`sync_folder`].
pub fn write_synced(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// Replaces a file: readers have the old contents or the new, also after a crash.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let beside = folder.join(format!(".{name}"));
    write_synced(&beside, bytes)?;
    rename_synced(&beside, path)
}

/// Gives a file or folder another name in its folder, and waits until the disk has it.
pub fn rename_synced(from: &Path, to: &Path) -> io::Result<()> {
    std::fs::rename(from, to)?;
    sync_folder(to.parent().unwrap_or(Path::new(".")))
}

/// Waits until the disk has the names in a folder.
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    // Not every system can open a folder as a file. Elsewhere the system decides when names are on disk.
    if cfg!(unix) {
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("current");
        for contents in ["one", "two"] {
            replace(&path, contents.as_bytes()).unwrap();
            assert_eq!(std::fs::read_to_string(&path).unwrap(), contents);
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside");
    }
}
