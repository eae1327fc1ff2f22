//! Files that were taken from a publisher in another way: an archive of one's own, a bulk file that needs a login.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use flate2::read::MultiGzDecoder;

use crate::polite_client::Stop;
use crate::publisher::Publisher;
use crate::session::Session;

/// The maximum depth of folders. A deeper one is probably a loop of links.
const MAX_DEPTH: usize = 16;

/// The greatest length of a file, unpacked.
const MAX_FILE: u64 = 256 << 20;

/// The number of records that are written to the archive at once.
const BATCH: usize = 200;

/// Keeps the records of all files below a folder, in the order of their names.
pub(crate) fn keep_files(
    session: &mut Session<'_>,
    publisher: &dyn Publisher,
    folder: &Path,
) -> Result<(), Stop> {
    let mut files = Vec::new();
    let unreadable = |error: std::io::Error| Stop::Publisher(format!("{}: {error}", folder.display()));
    collect(folder, 0, &mut files).map_err(unreadable)?;
    files.sort();
    session.progress.begin(&format!("take {}", folder.display()), None);
    let mut batch = Vec::new();
    for path in &files {
        let name = path.strip_prefix(folder).unwrap_or(path);
        let records = read(path)
            .map_err(|error| error.to_string())
            .and_then(|bytes| publisher.records_of_file(&plain_name(name), bytes));
        match records {
            Ok(records) => batch.extend(records),
            Err(problem) => session.fail(format!("{}: {problem}", name.display())),
        }
        if batch.len() >= BATCH {
            session.keep(&std::mem::take(&mut batch), None)?;
        }
    }
    session.keep(&batch, None)?;
    session.progress.end();
    session.report.is_complete = session.report.counts.failed == 0;
    Ok(())
}

fn collect(folder: &Path, depth: usize, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    if depth > MAX_DEPTH {
        return Ok(());
    }
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, depth + 1, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}

/// The bytes of a file, unpacked.
fn read(path: &Path) -> std::io::Result<Vec<u8>> {
    let file = File::open(path)?;
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
