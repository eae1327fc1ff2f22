//! The digests of a snapshot's files, which its manifest states.
//!
//! A file that is a link to the same file of the snapshot before keeps the digest that was stated then: if it has been damaged since, its
//! digest must not be that of the damage.

use std::collections::BTreeMap;
use std::fs::{self, File, Metadata};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

use crate::{Manifest, SnapshotFile};

/// What no digest is stated of: the manifest, the lock, and what the next build takes over, which may be deleted and has checksums of its
/// own.
const WITHOUT: [&str; 3] = ["manifest.json", "in-use.lock", "derived"];

/// Bytes that are read at a time.
const CHUNK: usize = 1 << 18;

/// A snapshot before, and its folder.
pub(crate) struct Before<'a> {
    pub(crate) folder: &'a Path,
    pub(crate) manifest: &'a Manifest,
}

/// The files in the folder of a snapshot with their digests.
pub(crate) fn digests(
    folder: &Path,
    before: Option<&Before<'_>>,
) -> io::Result<BTreeMap<String, SnapshotFile>> {
    let mut found = BTreeMap::new();
    for (name, path) in files(folder)? {
        let known = before.and_then(|before| {
            let stated = before.manifest.files.get(&name)?;
            let (old, new) = (fs::metadata(before.folder.join(&name)).ok()?, fs::metadata(&path).ok()?);
            is_same_file(&old, &new).then(|| stated.clone())
        });
        let file = match known {
            Some(file) => file,
            None => digest_of(&path)?,
        };
        found.insert(name, file);
    }
    Ok(found)
}

/// A file of a snapshot that is not as its manifest states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedFile {
    /// Its path in the folder of the snapshot.
    pub name: String,
    /// What is wrong with it: the words after its name in a sentence.
    pub problem: String,
}

/// What differs between the files in the folder of a snapshot and its manifest. Empty for a snapshot of an earlier version of the
/// program, whose manifest states no files.
pub fn changed_files(folder: &Path, manifest: &Manifest) -> io::Result<Vec<ChangedFile>> {
    if manifest.files.is_empty() {
        return Ok(Vec::new());
    }
    let found = files(folder)?;
    let mut changed = Vec::new();
    let mut tell = |name: &String, problem| changed.push(ChangedFile { name: name.clone(), problem });
    for (name, stated) in &manifest.files {
        match found.get(name).map(|path| digest_of(path)) {
            Some(Ok(file)) if file == *stated => {}
            Some(Ok(file)) if file.bytes != stated.bytes => {
                tell(name, format!("is {} bytes long, the manifest says {}", file.bytes, stated.bytes));
            }
            Some(Ok(_)) => tell(name, "is not as it was written: its SHA-256 is another".to_owned()),
            Some(Err(error)) => tell(name, format!("cannot be read: {error}")),
            None => tell(name, "is missing".to_owned()),
        }
    }
    for name in found.keys().filter(|name| !manifest.files.contains_key(*name)) {
        tell(name, "is no file of the snapshot".to_owned());
    }
    Ok(changed)
}

/// The files in a folder by their path in it.
fn files(folder: &Path) -> io::Result<BTreeMap<String, PathBuf>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![(String::new(), folder.to_owned())];
    while let Some((prefix, folder)) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            if WITHOUT.contains(&name.as_str()) {
                continue;
            }
            if entry.file_type()?.is_dir() {
                folders.push((format!("{name}/"), entry.path()));
            } else {
                found.insert(name, entry.path());
            }
        }
    }
    Ok(found)
}

fn digest_of(path: &Path) -> io::Result<SnapshotFile> {
    let mut file = File::open(path)?;
    let (mut hash, mut bytes, mut chunk) = (Sha256::new(), 0, vec![0; CHUNK]);
    loop {
        match file.read(&mut chunk)? {
            0 => return Ok(SnapshotFile { bytes, sha256: hex::encode(hash.finalize()) }),
            read => {
                hash.update(&chunk[..read]);
                bytes += read as u64;
            }
        }
    }
}

#[cfg(unix)]
fn is_same_file(a: &Metadata, b: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    (a.dev(), a.ino()) == (b.dev(), b.ino())
}

#[cfg(not(unix))]
fn is_same_file(_: &Metadata, _: &Metadata) -> bool {
    false
}
