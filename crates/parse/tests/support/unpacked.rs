//! Reads raw files.

use std::io::Read as _;
use std::path::Path;

use flate2::read::MultiGzDecoder;

/// The bytes of a raw file, unpacked.
pub(crate) fn unpacked(path: &Path) -> Vec<u8> {
    let bytes = std::fs::read(path).unwrap();
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        return bytes;
    }
    let mut unpacked = Vec::new();
    MultiGzDecoder::new(bytes.as_slice()).read_to_end(&mut unpacked).unwrap();
    unpacked
}
