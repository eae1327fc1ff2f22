//! The folder of stored files.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

use super::Digest;

/// The size of a read, in bytes.
const CHUNK: usize = 128 * 1024;

/// The files of a corpus, named by their content.
#[derive(Clone, Debug)]
pub(crate) struct AttachmentFiles {
    folder: PathBuf,
}

impl AttachmentFiles {
    /// The files under the folder of a corpus.
    pub(crate) fn of(corpus: &Path) -> Self {
        Self { folder: corpus.join("attachments") }
    }

    /// The path of the file with this content, whether or not it exists.
    pub(crate) fn path(&self, digest: &Digest) -> PathBuf {
        let name = digest.to_string();
        self.folder.join(&name[..2]).join(&name[2..])
    }

    /// Stores a copy of a file and syncs it to disk, unless it is held. A held file of other bytes than its name states is replaced.
    /// Returns its digest and its length.
    pub(crate) fn take(&self, origin: &Path) -> io::Result<(Digest, u64)> {
        let (digest, size) = digest_of(origin)?;
        let path = self.path(&digest);
        if self.is_whole(&digest, size).unwrap_or(false) {
            return Ok((digest, size));
        }
        let folder = path.parent().unwrap_or(&self.folder);
        fs::create_dir_all(folder)?;
        let beside = folder.join(format!("{digest}.part"));
        let mut copy = File::create(&beside)?;
        io::copy(&mut File::open(origin)?, &mut copy)?;
        copy.flush()?;
        copy.sync_all()?;
        // A file that changed while it was read is rejected; the next import takes it.
        if digest_of(&beside)? != (digest, size) {
            fs::remove_file(&beside)?;
            return Err(io::Error::other("the file changed while it was read"));
        }
        fs::rename(&beside, &path)?;
        File::open(folder)?.sync_all()?;
        File::open(&self.folder)?.sync_all()?;
        Ok((digest, size))
    }

    /// Deletes a file that no row names.
    pub(crate) fn remove(&self, digest: &Digest) -> io::Result<()> {
        match fs::remove_file(self.path(digest)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    /// Whether the file exists and has the content that its name states.
    pub(crate) fn is_whole(&self, digest: &Digest, size: u64) -> io::Result<bool> {
        Ok(digest_of(&self.path(digest))? == (*digest, size))
    }
}

fn digest_of(path: &Path) -> io::Result<(Digest, u64)> {
    let mut file = File::open(path)?;
    let mut hash = Sha256::new();
    let mut size = 0;
    let mut chunk = vec![0; CHUNK];
    loop {
        match file.read(&mut chunk)? {
            0 => return Ok((Digest(hash.finalize().into()), size)),
            read => {
                hash.update(&chunk[..read]);
                size += read as u64;
            }
        }
    }
}
