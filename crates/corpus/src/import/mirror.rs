//! Mirroring another service: its dumps are fetched and imported.
//!
//! A dump is fetched into `<corpus>/incoming/` with byte ranges. A download that breaks off is taken up where it
//! ended, in this run or the next, as long as the service still has the same file (`If-Range` with its strong
//! ETag). What has arrived is checked against the size and SHA-256 of the manifest before it is imported; a dump
//! that was imported before is not fetched again.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Deserialize;
use sha2::{Digest, Sha256};

use super::naming::Piece;
use super::{Import, ImportError};

/// How often a download is taken up again without a single new byte before it is given up.
const TRIES: usize = 5;

/// The longest manifest we read.
const MANIFEST_MAX: u64 = 16 << 20;

/// Why a service could not be mirrored.
#[derive(Debug, thiserror::Error)]
pub enum MirrorError {
    /// The manifest cannot be had or read.
    #[error("{address}: no list of dumps: {problem}")]
    Manifest {
        /// The address asked.
        address: String,
        /// What went wrong.
        problem: String,
    },
    /// A dump cannot be fetched.
    #[error("{address}: {problem}; run the import again to go on from where it ended")]
    Download {
        /// The address of the dump.
        address: String,
        /// What went wrong.
        problem: String,
    },
    /// What arrived is not what the manifest promised.
    #[error("{address}: {problem}; the service may have been rebuilt meanwhile, run the import again")]
    Mismatch {
        /// The address of the dump.
        address: String,
        /// What differs.
        problem: String,
    },
    /// The download cannot be written.
    #[error("{path}: {source}")]
    File {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

/// What the manifest says of a source. Only `source`, `file` and `bytes` are sure to be there.
#[derive(Debug, Deserialize)]
struct DumpInfo {
    source: String,
    #[serde(flatten)]
    dump: FileInfo,
    versions: Option<FileInfo>,
    status: Option<FileInfo>,
}

#[derive(Debug, Deserialize)]
struct FileInfo {
    file: String,
    bytes: u64,
    sha256: Option<String>,
}

pub(super) fn mirror(import: &mut Import<'_>, corpus: &Path, address: &str) -> Result<(), ImportError> {
    let address = address.trim_end_matches('/');
    let incoming = corpus.join("incoming");
    std::fs::create_dir_all(&incoming)
        .map_err(|source| MirrorError::File { path: incoming.clone(), source })?;
    let agent = ureq::Agent::new_with_config(
        ureq::Agent::config_builder()
            .timeout_connect(Some(Duration::from_secs(20)))
            .timeout_recv_response(Some(Duration::from_mins(1)))
            .http_status_as_error(false)
            .build(),
    );
    for info in manifest(&agent, address)? {
        let dump = Piece::Dump { source: info.source.clone(), file: info.source.clone() };
        let versions = Piece::Versions { source: info.source.clone() };
        let status = Piece::Status { source: info.source.clone() };
        let pieces = [(Some(info.dump), dump), (info.versions, versions), (info.status, status)];
        for (file, piece) in pieces {
            if let Some(file) = file {
                mirror_file(import, &agent, address, &incoming, &file, piece)?;
            }
        }
    }
    Ok(())
}

fn mirror_file(
    import: &mut Import<'_>,
    agent: &ureq::Agent,
    address: &str,
    incoming: &Path,
    info: &FileInfo,
    piece: Piece,
) -> Result<(), ImportError> {
    let name = checked_name(address, &info.file)?;
    if let Some(sha256) = &info.sha256
        && import.intake.writer.mirrored(address, name)?.as_ref() == Some(sha256)
    {
        import.progress.note(&format!("{name}: unchanged since it was last imported"));
        return Ok(());
    }
    let path = incoming.join(name);
    let url = format!("{address}/dumps/{name}");
    fetch(import, agent, &url, &path, info)?;
    verify(&url, &path, info)?;
    let before = import.report.files.len();
    import.piece(&path, piece, true)?;
    let whole = import.report.files[before..].iter().all(super::FileReport::is_whole);
    if let Some(sha256) = info.sha256.as_ref().filter(|_| whole) {
        import.intake.writer.set_mirrored(address, name, sha256)?;
    }
    std::fs::remove_file(&path).map_err(|source| MirrorError::File { path, source })?;
    Ok(())
}

/// A file name of the manifest, refused when it is anything but a plain name.
fn checked_name<'a>(address: &str, name: &'a str) -> Result<&'a str, MirrorError> {
    let plain = !name.is_empty()
        && !name.starts_with('.')
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_'));
    if plain {
        return Ok(name);
    }
    Err(MirrorError::Manifest {
        address: address.to_owned(),
        problem: format!("{name:?} is no name of a dump file"),
    })
}

fn manifest(agent: &ureq::Agent, address: &str) -> Result<Vec<DumpInfo>, MirrorError> {
    let url = format!("{address}/api/v1/dumps");
    let fail = |problem: String| MirrorError::Manifest { address: url.clone(), problem };
    let mut response = agent.get(&url).call().map_err(|error| fail(error.to_string()))?;
    if !response.status().is_success() {
        return Err(fail(format!("it answered {}", response.status())));
    }
    let mut text = Vec::new();
    let body = response.body_mut().as_reader();
    body.take(MANIFEST_MAX).read_to_end(&mut text).map_err(|error| fail(error.to_string()))?;
    serde_json::from_slice(&text).map_err(|error| fail(error.to_string()))
}

/// Fetches a file, going on where an earlier download ended.
fn fetch(
    import: &Import<'_>,
    agent: &ureq::Agent,
    url: &str,
    path: &Path,
    info: &FileInfo,
) -> Result<(), MirrorError> {
    let file_error = |source| MirrorError::File { path: path.to_owned(), source };
    let tag_path = PathBuf::from(format!("{}.etag", path.display()));
    import.progress.begin(&format!("fetch {url}"), Some(info.bytes));
    let mut have = std::fs::metadata(path).map_or(0, |file| file.len());
    import.progress.advance(have);
    let mut stalled = 0;
    while have < info.bytes || !path.is_file() {
        let tag = std::fs::read_to_string(&tag_path).ok().filter(|_| have > 0);
        let problem = match attempt(agent, url, path, &tag_path, have, tag.as_deref(), &|count| {
            import.progress.advance(count);
        }) {
            Ok(()) => None,
            Err(Attempt::File(error)) => return Err(file_error(error)),
            Err(Attempt::Refused(problem)) => {
                return Err(MirrorError::Download { address: url.to_owned(), problem });
            }
            Err(Attempt::Broke(problem)) => Some(problem),
        };
        let now = std::fs::metadata(path).map_or(0, |file| file.len());
        stalled = if now > have { 0 } else { stalled + 1 };
        have = now;
        if stalled >= TRIES || (problem.is_none() && have < info.bytes) {
            let problem =
                problem.unwrap_or_else(|| format!("{have} bytes came where {} were promised", info.bytes));
            return Err(MirrorError::Download { address: url.to_owned(), problem });
        }
        if stalled > 0 {
            std::thread::sleep(Duration::from_millis(200 << stalled));
        }
    }
    let _ = std::fs::remove_file(&tag_path);
    import.progress.end();
    Ok(())
}

enum Attempt {
    /// The connection or the service failed; worth another try.
    Broke(String),
    /// The service will not give the file.
    Refused(String),
    File(io::Error),
}

/// One request: appends to the file what the service sends, from byte `have` on when it still has the same file.
fn attempt(
    agent: &ureq::Agent,
    url: &str,
    path: &Path,
    tag_path: &Path,
    have: u64,
    tag: Option<&str>,
    advance: &dyn Fn(u64),
) -> Result<(), Attempt> {
    let mut request = agent.get(url).header("Accept-Encoding", "identity");
    if let Some(tag) = tag {
        request = request.header("Range", format!("bytes={have}-")).header("If-Range", tag);
    }
    let mut response = request.call().map_err(|error| Attempt::Broke(error.to_string()))?;
    let goes_on = match response.status().as_u16() {
        206 => true,
        200 => false,
        status @ (429 | 500..) => return Err(Attempt::Broke(format!("it answered {status}"))),
        status => return Err(Attempt::Refused(format!("it answered {status}"))),
    };
    let mut file = OpenOptions::new()
        .create(true)
        .append(goes_on)
        .write(true)
        .truncate(!goes_on)
        .open(path)
        .map_err(Attempt::File)?;
    let strong = |tag: &&str| tag.starts_with('"');
    match response.headers().get("etag").and_then(|tag| tag.to_str().ok()).filter(strong) {
        Some(tag) => std::fs::write(tag_path, tag).map_err(Attempt::File)?,
        None => {
            let _ = std::fs::remove_file(tag_path);
        }
    }
    let mut body = response.body_mut().as_reader();
    let mut buffer = vec![0; 1 << 16];
    loop {
        let count = match body.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(Attempt::Broke(error.to_string())),
        };
        file.write_all(&buffer[..count]).map_err(Attempt::File)?;
        advance(count as u64);
    }
    file.sync_all().map_err(Attempt::File)
}

/// Compares what arrived with the manifest. A file that differs is removed, so that the next run begins afresh.
fn verify(url: &str, path: &Path, info: &FileInfo) -> Result<(), MirrorError> {
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
    if length != info.bytes {
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
        if crate::dump::hex(&hasher.finalize()) != *expected {
            return Ok(Some("its SHA-256 is not the one promised".to_owned()));
        }
    }
    // The gzip stream itself is checked to its end while it is imported: each member carries a checksum.
    Ok(None)
}
