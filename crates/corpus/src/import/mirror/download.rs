//! Downloading a file, and going on with a download that broke off.
//!
//! Beside the file lies the strong ETag under which its first byte came. As long as the service still has that file,
//! which it is asked with `If-Range`, it sends the rest, in this run or the next; else it sends the new file whole,
//! and what was there goes. So a file is never put together from two.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use sha2::{Digest, Sha256};

use super::MirrorError;
use super::manifest::FileInfo;
use super::origin::{NoAnswer, Origin};
use crate::Progress;

/// How often a download is taken up again without progress before it is given up.
pub(super) const TRIES: usize = 5;

/// Bytes a second that a connection must bring to count as progress: a service that sends a byte now and then would hold
/// an import up for ever otherwise.
const RATE_MIN: u64 = 1024;

/// Bytes on the disk that a download leaves free.
const SPARE: u64 = 64 << 20;

/// How long to wait after so many failures in a row, from 1 on.
pub(super) fn pause(failures: usize) -> Duration {
    Duration::from_millis(200 << failures.min(TRIES))
}

/// Whether a service that answers this may answer otherwise a little later.
pub(super) fn is_passing(status: u16) -> bool {
    matches!(status, 429 | 500..)
}

/// Whether a connection that lasted so long and brought so many bytes has brought enough.
fn is_progress(lasted: Duration, bytes: u64) -> bool {
    bytes >= lasted.as_secs().saturating_mul(RATE_MIN).max(1)
}

/// Fetches a file, going on where an earlier download ended. What is there afterwards may still be something else
/// than was promised; see [`verify`].
pub(super) fn fetch(
    origin: &Origin,
    target: &str,
    path: &Path,
    info: &FileInfo,
    progress: &dyn Progress,
) -> Result<(), MirrorError> {
    let file_error = |source| MirrorError::File { path: path.to_owned(), source };
    let download = Download {
        origin,
        target,
        path,
        tag_path: PathBuf::from(format!("{}.etag", path.display())),
        promised: info.bytes,
        progress,
    };
    // What an earlier run left may be of another file: no download of this one gets longer than it is.
    if download.length() >= info.bytes && path.is_file() && check(path, info).map_err(file_error)?.is_some() {
        download.forget().map_err(file_error)?;
    }
    let mut have = download.length();
    let url = origin.url(target);
    check_room(path, info, have)?;
    progress.begin(&format!("fetch {url}"), Some(info.bytes));
    progress.advance(have);
    let mut stalled = 0;
    while have < info.bytes || !path.is_file() {
        let begun = Instant::now();
        let problem = match download.attempt(have) {
            Ok(()) => break,
            Err(Attempt::File(error)) => return Err(file_error(error)),
            Err(Attempt::Refused(problem)) => {
                return Err(MirrorError::Download { address: url, problem });
            }
            Err(Attempt::Broke(problem)) => problem,
        };
        let now = download.length();
        stalled = if is_progress(begun.elapsed(), now.saturating_sub(have)) { 0 } else { stalled + 1 };
        have = now;
        if stalled >= TRIES {
            return Err(MirrorError::Download { address: url, problem });
        }
        if stalled > 0 {
            std::thread::sleep(pause(stalled));
        }
    }
    let _ = std::fs::remove_file(&download.tag_path);
    progress.end();
    Ok(())
}

/// Refuses a dump that there is no room for: once for the file, and once for what the store keeps of it, which is about
/// as long.
fn check_room(path: &Path, info: &FileInfo, have: u64) -> Result<(), MirrorError> {
    let folder = path.parent().unwrap_or(path);
    let needed = info.bytes.saturating_sub(have).saturating_add(info.bytes).saturating_add(SPARE);
    match free(folder) {
        Some(free) if free < needed => {
            Err(MirrorError::NoRoom { path: folder.to_owned(), file: info.file.clone(), needed, free })
        }
        _ => Ok(()),
    }
}

/// Bytes free for us on the disk of a folder, where the system tells.
#[cfg(unix)]
fn free(folder: &Path) -> Option<u64> {
    let disk = rustix::fs::statvfs(folder).ok()?;
    Some(disk.f_bavail.saturating_mul(disk.f_frsize))
}

#[cfg(not(unix))]
fn free(_: &Path) -> Option<u64> {
    None
}

struct Download<'a> {
    origin: &'a Origin,
    /// The path of the file at the service.
    target: &'a str,
    path: &'a Path,
    tag_path: PathBuf,
    /// Length of the file in bytes.
    promised: u64,
    progress: &'a dyn Progress,
}

enum Attempt {
    /// The connection or the service failed; worth another try.
    Broke(String),
    /// The service will not give the file.
    Refused(String),
    File(io::Error),
}

impl Download<'_> {
    /// Bytes there so far.
    fn length(&self) -> u64 {
        std::fs::metadata(self.path).map_or(0, |file| file.len())
    }

    /// Removes what has been downloaded.
    fn forget(&self) -> io::Result<()> {
        let _ = std::fs::remove_file(&self.tag_path);
        match std::fs::remove_file(self.path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    /// One request: appends to the file what the service sends, from byte `have` on when it still has the same file.
    /// More than was promised is not taken.
    fn attempt(&self, have: u64) -> Result<(), Attempt> {
        let tag = std::fs::read_to_string(&self.tag_path).ok().filter(|tag| have > 0 && is_strong(tag));
        let range = format!("bytes={have}-");
        let mut headers = vec![("Accept-Encoding", "identity")];
        if let Some(tag) = &tag {
            headers.extend([("Range", range.as_str()), ("If-Range", tag.as_str())]);
        }
        let mut response = self.origin.get(self.target, &headers).map_err(|problem| match problem {
            NoAnswer::Broke(problem) => Attempt::Broke(problem),
            NoAnswer::Elsewhere(problem) => Attempt::Refused(problem),
        })?;
        let header = |name: &str| response.headers().get(name).and_then(|value| value.to_str().ok());
        let goes_on = match response.status().as_u16() {
            206 if header("content-range")
                .is_some_and(|range| range.starts_with(&format!("bytes {have}-"))) =>
            {
                true
            }
            200 => false,
            // Not the part that was asked for. Without what is there, the whole will be asked for.
            status @ (206 | 416) => {
                self.forget().map_err(Attempt::File)?;
                return Err(Attempt::Broke(format!(
                    "it answered {status} when asked to go on at byte {have}"
                )));
            }
            status if is_passing(status) => return Err(Attempt::Broke(format!("it answered {status}"))),
            status => return Err(Attempt::Refused(format!("it answered {status}"))),
        };
        let mut file = OpenOptions::new()
            .create(true)
            .append(goes_on)
            .write(true)
            .truncate(!goes_on)
            .open(self.path)
            .map_err(Attempt::File)?;
        if !goes_on {
            // In this order: no byte is there before the tag it belongs to.
            match header("etag").filter(|tag| is_strong(tag)) {
                Some(tag) => std::fs::write(&self.tag_path, tag).map_err(Attempt::File)?,
                None => {
                    let _ = std::fs::remove_file(&self.tag_path);
                }
            }
        }
        let room = self.promised.saturating_sub(if goes_on { have } else { 0 }) + 1;
        let mut body = response.body_mut().as_reader().take(room);
        let mut buffer = vec![0; 1 << 16];
        loop {
            let count = match body.read(&mut buffer) {
                Ok(0) => break,
                Ok(count) => count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(Attempt::Broke(error.to_string())),
            };
            file.write_all(&buffer[..count]).map_err(Attempt::File)?;
            self.progress.advance(count as u64);
        }
        file.sync_all().map_err(Attempt::File)
    }
}

/// Only a strong tag promises the same bytes.
fn is_strong(tag: &str) -> bool {
    tag.starts_with('"') && tag.len() > 1
}

/// Compares what arrived with the manifest. A file that differs is removed, so that the next run begins afresh.
pub(super) fn verify(url: &str, path: &Path, info: &FileInfo) -> Result<(), MirrorError> {
    let problem = check(path, info).map_err(|source| MirrorError::File { path: path.to_owned(), source })?;
    match problem {
        None => Ok(()),
        Some(problem) => {
            let _ = std::fs::remove_file(path);
            Err(MirrorError::Mismatch { address: url.to_owned(), problem })
        }
    }
}

fn check(path: &Path, info: &FileInfo) -> io::Result<Option<String>> {
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    if length > info.bytes {
        return Ok(Some(format!("more came than the {} bytes promised", info.bytes)));
    }
    if length < info.bytes {
        return Ok(Some(format!("{length} bytes came where {} were promised", info.bytes)));
    }
    if let Some(expected) = &info.sha256 {
        let mut hasher = Sha256::new();
        let mut buffer = vec![0; 1 << 16];
        loop {
            let count = file.read(&mut buffer)?;
            if count == 0 {
                break;
            }
            hasher.update(&buffer[..count]);
        }
        if hex::encode(hasher.finalize()) != *expected {
            return Ok(Some("its SHA-256 is not the one promised".to_owned()));
        }
    }
    // The gzip stream itself is checked to its end while it is imported: each member carries a checksum.
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_connection_that_trickles_is_no_progress() {
        for (seconds, bytes, progress) in [
            (0, 0, false),
            (0, 1, true),
            (10, 10 * RATE_MIN - 1, false),
            (10, 10 * RATE_MIN, true),
            (3600, 3600, false),
        ] {
            assert_eq!(is_progress(Duration::from_secs(seconds), bytes), progress, "{bytes} in {seconds} s");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_dump_needs_room_for_itself_and_for_what_is_kept_of_it() {
        let folder = tempfile::tempdir().unwrap();
        let info = |bytes| FileInfo { file: "sfs.ndjson.gz".into(), bytes, sha256: None };
        let check = |bytes, have| check_room(&folder.path().join("sfs.ndjson.gz"), &info(bytes), have);
        assert!(matches!(check(1 << 60, 0), Err(MirrorError::NoRoom { needed, .. }) if needed > 2 << 60));
        assert!(matches!(check(1 << 60, 1 << 60), Err(MirrorError::NoRoom { .. })));
        assert!(matches!(check(u64::MAX, 0), Err(MirrorError::NoRoom { .. })));
        let free = free(folder.path()).unwrap();
        assert_eq!(check(0, 0).is_ok(), free >= SPARE);
    }
}
