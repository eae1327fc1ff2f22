//! Finds out whether a data folder without a corpus database has lost it.

use std::path::{Path, PathBuf};

/// What lies in a data folder that only a corpus can have made: a snapshot, or attachments. None in a new folder.
pub(super) fn needs(data: &Path) -> Option<PathBuf> {
    let snapshots = data.join("snapshots");
    let is_snapshot = |path: &Path| path.join("manifest.json").is_file();
    if snapshots.join("current").is_file() || folders(&snapshots).any(|folder| is_snapshot(&folder)) {
        return Some(snapshots);
    }
    let attachments = data.join("corpus").join("attachments");
    let has_files =
        folders(&attachments).any(|folder| folder.read_dir().is_ok_and(|mut in_it| in_it.next().is_some()));
    has_files.then_some(attachments)
}

fn folders(of: &Path) -> impl Iterator<Item = PathBuf> {
    let entries = of.read_dir().into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).filter(|path| path.is_dir())
}
