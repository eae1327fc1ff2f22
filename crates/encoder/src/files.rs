//! Reading the files of a model folder, never more than a limit.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use sha2::{Digest as _, Sha256};

use crate::error::{ModelError, file_error, unusable};

/// The whole of a file, which may not have more than `limit` bytes.
pub(crate) fn read_bounded(path: &Path, limit: u64) -> Result<Vec<u8>, ModelError> {
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(file_error(path))?;
    file.take(limit + 1).read_to_end(&mut bytes).map_err(file_error(path))?;
    if bytes.len() as u64 > limit {
        return Err(unusable(path, format!("more than {limit} bytes, which is not read")));
    }
    Ok(bytes)
}

/// Adds the bytes of a file, which may not have more than `limit`, to a digest. It stops between blocks when the work is
/// cancelled.
pub(crate) fn digest_into(digest: &mut Sha256, path: &Path, limit: u64) -> Result<(), ModelError> {
    let mut file = File::open(path).map_err(file_error(path))?;
    let too_long = || unusable(path, format!("more than {limit} bytes, which is not read"));
    // A length that is stated is checked before anything is read; a device states none.
    if file.metadata().map_err(file_error(path))?.len() > limit {
        return Err(too_long());
    }
    let mut block = vec![0; 1 << 20];
    let mut read = 0;
    loop {
        lagrum_cancel::check()?;
        match file.read(&mut block) {
            Ok(0) => return Ok(()),
            Ok(length) => {
                read += length as u64;
                if read > limit {
                    return Err(too_long());
                }
                digest.update(&block[..length]);
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(file_error(path)(error)),
        }
    }
}
