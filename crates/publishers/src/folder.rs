//! Files that were taken from a publisher in another way: an archive of one's own, a bulk file that needs a login.

use std::collections::HashSet;
use std::io::Read;
use std::path::{Path, PathBuf};

use flate2::read::MultiGzDecoder;
use lagrum_files::open_regular;

use crate::polite_client::Stop;
use crate::publisher::Publisher;
use crate::session::Session;

/// The maximum depth of folders. A deeper one is probably a loop of links.
const MAX_DEPTH: usize = 16;

/// The greatest length of a file, unpacked.
const MAX_FILE: u64 = 256 << 20;

/// Records are written to the archive when there are so many, or when they have so many bytes together.
const BATCH: usize = 200;
const BATCH_BYTES: usize = 16 << 20;

/// The greatest number of files and folders below a folder.
const MAX_ENTRIES: usize = 1 << 20;

/// Keeps the records of all files below a folder, in the order of their names.
pub(crate) fn keep_files(
    session: &mut Session<'_>,
    publisher: &dyn Publisher,
    folder: &Path,
) -> Result<(), Stop> {
    let mut files = Vec::new();
    let unreadable = |error: std::io::Error| Stop::Publisher(format!("{}: {error}", folder.display()));
    collect(folder, 0, &mut HashSet::new(), &mut files).map_err(unreadable)?;
    files.sort();
    session.progress.begin(&format!("take {}", folder.display()), None);
    let (mut batch, mut bytes) = (Vec::new(), 0);
    for path in &files {
        let name = path.strip_prefix(folder).unwrap_or(path);
        let records = read(path)
            .map_err(|error| error.to_string())
            .and_then(|bytes| publisher.records_of_file(&plain_name(name), bytes));
        match records {
            Ok(records) => {
                bytes += records.iter().map(|record| record.body.len()).sum::<usize>();
                batch.extend(records);
            }
            Err(problem) => session.fail(format!("{}: {problem}", name.display())),
        }
        if batch.len() >= BATCH || bytes >= BATCH_BYTES {
            bytes = 0;
            session.keep(&std::mem::take(&mut batch), None)?;
        }
    }
    session.keep(&batch, None)?;
    session.progress.end();
    session.report.is_complete = session.report.counts.failed == 0;
    Ok(())
}

/// Adds the files below a folder. `seen` has the folders that were met: a link may lead to one of them again.
fn collect(
    folder: &Path,
    depth: usize,
    seen: &mut HashSet<PathBuf>,
    files: &mut Vec<PathBuf>,
) -> std::io::Result<()> {
    if depth > MAX_DEPTH || !seen.insert(folder.canonicalize()?) {
        return Ok(());
    }
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, depth + 1, seen, files)?;
        } else {
            files.push(path);
        }
        if files.len() + seen.len() > MAX_ENTRIES {
            return Err(std::io::Error::other(format!("it has more than {MAX_ENTRIES} files and folders")));
        }
    }
    Ok(())
}

/// The bytes of a file, unpacked.
fn read(path: &Path) -> std::io::Result<Vec<u8>> {
    let file = open_regular(path)?;
    let mut bytes = Vec::new();
    if path.extension().is_some_and(|ending| ending == "gz") {
        MultiGzDecoder::new(file).take(MAX_FILE + 1).read_to_end(&mut bytes)?;
    } else {
        file.take(MAX_FILE + 1).read_to_end(&mut bytes)?;
    }
    if bytes.len() as u64 > MAX_FILE {
        return Err(std::io::Error::other(format!("longer than {MAX_FILE} bytes")));
    }
    Ok(bytes)
}

/// The name without the ending of its compression.
fn plain_name(path: &Path) -> PathBuf {
    if path.extension().is_some_and(|ending| ending == "gz") {
        path.with_extension("")
    } else {
        path.to_owned()
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn links_to_folders_are_followed_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        std::fs::create_dir(path.join("2031")).unwrap();
        std::fs::write(path.join("2031/1.json"), "{}").unwrap();
        for name in ["a", "b", "c"] {
            std::os::unix::fs::symlink(path, path.join(name)).unwrap();
        }
        let mut files = Vec::new();
        collect(path, 0, &mut HashSet::new(), &mut files).unwrap();
        assert_eq!(files.len(), 1, "{files:?}");
    }

    #[test]
    fn what_is_no_regular_file_is_not_opened() {
        let folder = tempfile::tempdir().unwrap();
        let link = folder.path().join("zero.json");
        std::os::unix::fs::symlink("/dev/zero", &link).unwrap();
        assert!(read(&link).unwrap_err().to_string().contains("no regular file"));
    }
}
