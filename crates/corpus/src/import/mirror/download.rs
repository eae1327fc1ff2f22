//! Downloads a file, and continues interrupted downloads.
//!
//! The strong ETag of the file is stored beside it. A request to continue, in this run or the next, has it in `If-Range`.
//! If the service still has that file, it sends the rest. Otherwise it sends the new file whole, which replaces what was
//! there. So a file is never a mix of two.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use sha2::{Digest, Sha256};

use super::super::mirror_error::MirrorError;
use super::client::{MIN_RATE, MirrorClient, RequestFailure, TOO_SLOW, is_paced};
use super::manifest::ListedFile;
use crate::{Progress, free_bytes};

/// Disk space that a download leaves free, in bytes.
const RESERVED_BYTES: u64 = 64 << 20;

/// The waits between attempts that fail in a row. After one more failure the request fails.
pub(super) fn waits() -> impl Iterator<Item = Duration> {
    lagrum_retry::doubling(Duration::from_millis(400), 4)
}

/// Whether a connection of this duration has received enough bytes.
fn is_progress(lasted: Duration, bytes: u64) -> bool {
    bytes >= lasted.as_secs().saturating_mul(MIN_RATE).max(1)
}

/// Downloads a file, continuing an earlier download. The result may still differ from the manifest; see [`verify`].
pub(super) fn fetch(
    client: &MirrorClient,
    target: &str,
    path: &Path,
    info: &ListedFile,
    progress: &dyn Progress,
) -> Result<(), MirrorError> {
    let file_error = |source| MirrorError::File { path: path.to_owned(), source };
    let download = Download {
        client,
        target,
        path,
        tag_path: PathBuf::from(format!("{}.etag", path.display())),
        length: info.bytes,
        progress,
    };
    // A complete file of an earlier run may be another one.
    if download.received() >= info.bytes && path.is_file() && check(path, info).map_err(file_error)?.is_some()
    {
        download.discard().map_err(file_error)?;
    }
    let mut have = download.received();
    let url = client.url(target);
    check_space(path, info, have)?;
    progress.begin(&format!("fetch {url}"), Some(info.bytes));
    progress.advance(have);
    let mut waits_left = waits();
    while have < info.bytes || !path.is_file() {
        let begun = Instant::now();
        let problem = match download.attempt(have) {
            Ok(()) => break,
            Err(AttemptError::File(error)) => return Err(file_error(error)),
            Err(AttemptError::Request(RequestFailure::Permanent(problem))) => {
                return Err(MirrorError::Download { address: url, problem });
            }
            Err(AttemptError::Request(RequestFailure::Transient(problem))) => problem,
        };
        let now = download.received();
        let has_progress = is_progress(begun.elapsed(), now.saturating_sub(have));
        have = now;
        if has_progress {
            waits_left = waits();
            continue;
        }
        match waits_left.next() {
            Some(wait) => std::thread::sleep(wait),
            None => return Err(MirrorError::Download { address: url, problem }),
        }
    }
    let _ = std::fs::remove_file(&download.tag_path);
    progress.end();
    Ok(())
}

/// Checks that there is space for a dump: for the rest of the file, and for its documents in the store, which need about as
/// much as the file.
fn check_space(path: &Path, info: &ListedFile, have: u64) -> Result<(), MirrorError> {
    let folder = path.parent().unwrap_or(path);
    let needed = info.bytes.saturating_sub(have).saturating_add(info.bytes).saturating_add(RESERVED_BYTES);
    match free_bytes(folder) {
        Some(free) if free < needed => {
            Err(MirrorError::NoSpace { path: folder.to_owned(), file: info.file.clone(), needed, free })
        }
        _ => Ok(()),
    }
}

struct Download<'a> {
    client: &'a MirrorClient,
    /// The path of the file at the service.
    target: &'a str,
    path: &'a Path,
    tag_path: PathBuf,
    /// The length of the file in bytes.
    length: u64,
    progress: &'a dyn Progress,
}

enum AttemptError {
    Request(RequestFailure),
    File(io::Error),
}

impl Download<'_> {
    /// The bytes received so far.
    fn received(&self) -> u64 {
        std::fs::metadata(self.path).map_or(0, |file| file.len())
    }

    /// Deletes what has been downloaded.
    fn discard(&self) -> io::Result<()> {
        let _ = std::fs::remove_file(&self.tag_path);
        match std::fs::remove_file(self.path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    /// Makes one request and writes the response to the file, from byte `have` on when the service still has the same file.
    /// Reads at most one byte more than the manifest states.
    fn attempt(&self, have: u64) -> Result<(), AttemptError> {
        let tag = std::fs::read_to_string(&self.tag_path).ok().filter(|tag| have > 0 && is_strong(tag));
        let range = format!("bytes={have}-");
        let mut headers = vec![("Accept-Encoding", "identity")];
        if let Some(tag) = &tag {
            headers.extend([("Range", range.as_str()), ("If-Range", tag.as_str())]);
        }
        let mut response = self.client.get(self.target, &headers).map_err(AttemptError::Request)?;
        let header = |name: &str| response.headers().get(name).and_then(|value| value.to_str().ok());
        let continues = match response.status().as_u16() {
            206 if header("content-range")
                .is_some_and(|range| range.starts_with(&format!("bytes {have}-"))) =>
            {
                true
            }
            200 => false,
            // Not the requested part. Without the received bytes, the next request is for the whole file.
            status @ (206 | 416) => {
                self.discard().map_err(AttemptError::File)?;
                let text = format!("it answered {status} to a request for the bytes from {have} on");
                return Err(AttemptError::Request(RequestFailure::Transient(text)));
            }
            status => return Err(AttemptError::Request(RequestFailure::from_status(status))),
        };
        let mut file = OpenOptions::new()
            .create(true)
            .append(continues)
            .write(true)
            .truncate(!continues)
            .open(self.path)
            .map_err(AttemptError::File)?;
        if !continues {
            // The tag is written before the first byte of its file.
            match header("etag").filter(|tag| is_strong(tag)) {
                Some(tag) => std::fs::write(&self.tag_path, tag).map_err(AttemptError::File)?,
                None => {
                    let _ = std::fs::remove_file(&self.tag_path);
                }
            }
        }
        let max_bytes = self.length.saturating_sub(if continues { have } else { 0 }) + 1;
        let mut body = response.body_mut().as_reader().take(max_bytes);
        let mut buffer = vec![0; 1 << 16];
        let (begun, mut length) = (Instant::now(), 0);
        loop {
            let count = match body.read(&mut buffer) {
                Ok(0) => break,
                Ok(count) => count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => {
                    return Err(AttemptError::Request(RequestFailure::Transient(error.to_string())));
                }
            };
            file.write_all(&buffer[..count]).map_err(AttemptError::File)?;
            self.progress.advance(count as u64);
            length += count as u64;
            if !is_paced(begun.elapsed(), length) {
                return Err(AttemptError::Request(RequestFailure::Transient(TOO_SLOW.to_owned())));
            }
        }
        file.sync_all().map_err(AttemptError::File)
    }
}

/// Whether a tag is strong: only that means the same bytes.
fn is_strong(tag: &str) -> bool {
    tag.starts_with('"') && tag.len() > 1
}

/// Compares a downloaded file with the manifest. A file that differs is deleted, so the next run starts again.
pub(super) fn verify(url: &str, path: &Path, info: &ListedFile) -> Result<(), MirrorError> {
    let problem = check(path, info).map_err(|source| MirrorError::File { path: path.to_owned(), source })?;
    match problem {
        None => Ok(()),
        Some(problem) => {
            let _ = std::fs::remove_file(path);
            Err(MirrorError::Mismatch { address: url.to_owned(), problem })
        }
    }
}

fn check(path: &Path, info: &ListedFile) -> io::Result<Option<String>> {
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    if length > info.bytes {
        return Ok(Some(format!("it is longer than {} bytes, which the list of dumps states", info.bytes)));
    }
    if length < info.bytes {
        return Ok(Some(format!("it has {length} bytes, and the list of dumps states {}", info.bytes)));
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
            return Ok(Some("its SHA-256 is not the one in the list of dumps".to_owned()));
        }
    }
    // The gzip stream is checked during the import: each member has a checksum.
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_very_slow_connection_is_no_progress() {
        for (seconds, bytes, progress) in [
            (0, 0, false),
            (0, 1, true),
            (10, 10 * MIN_RATE - 1, false),
            (10, 10 * MIN_RATE, true),
            (3600, 3600, false),
        ] {
            assert_eq!(is_progress(Duration::from_secs(seconds), bytes), progress, "{bytes} in {seconds} s");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_dump_needs_space_for_itself_and_its_documents() {
        let folder = tempfile::tempdir().unwrap();
        let info = |bytes| ListedFile { file: "sfs.ndjson.gz".into(), bytes, sha256: None };
        let check = |bytes, have| check_space(&folder.path().join("sfs.ndjson.gz"), &info(bytes), have);
        assert!(matches!(check(1 << 60, 0), Err(MirrorError::NoSpace { needed, .. }) if needed > 2 << 60));
        assert!(matches!(check(1 << 60, 1 << 60), Err(MirrorError::NoSpace { .. })));
        assert!(matches!(check(u64::MAX, 0), Err(MirrorError::NoSpace { .. })));
        let free = free_bytes(folder.path()).unwrap();
        assert_eq!(check(0, 0).is_ok(), free >= RESERVED_BYTES);
    }
}
