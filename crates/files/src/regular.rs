//! Opens files that somebody names: only regular ones.

use std::fs::File;
use std::io::{Error, ErrorKind, Result};
use std::path::Path;

/// Opens a regular file to be read. Fails for anything else without opening it: opening a pipe waits for its other end, and a device may
/// be endless.
pub fn open_regular(path: &Path) -> Result<File> {
    if std::fs::metadata(path)?.is_file() {
        File::open(path)
    } else {
        Err(Error::new(ErrorKind::InvalidInput, "it is no regular file"))
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn only_regular_files_are_opened() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        std::fs::write(&file, "x").unwrap();
        assert!(open_regular(&file).is_ok());
        let link = folder.path().join("zero");
        std::os::unix::fs::symlink("/dev/zero", &link).unwrap();
        for path in [folder.path(), Path::new("/dev/zero"), &link] {
            assert!(open_regular(path).is_err(), "{}", path.display());
        }
    }
}
