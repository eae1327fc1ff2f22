//! Zips of Formex files: the members of a raw file, within limits.

use std::io::{Cursor, Read as _};

use zip::ZipArchive;

use crate::ParseError;

/// The greatest number of bytes of all members, unpacked.
const MAX_BYTES: u64 = 256 << 20;
/// The greatest number of members. A publication has at most a few hundred.
const MAX_MEMBERS: usize = 10_000;

/// A member: its name without folders, and its bytes.
pub(super) struct Member {
    pub(super) name: String,
    pub(super) bytes: Vec<u8>,
}

/// Whether a raw file is a zip.
pub(super) fn is_zip(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06")
}

/// The XML members of a zip, by name.
pub(super) fn members(bytes: &[u8]) -> Result<Vec<Member>, ParseError> {
    let broken =
        |error: zip::result::ZipError| ParseError::UnknownForm(format!("a zip that cannot be read: {error}"));
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(broken)?;
    if archive.len() > MAX_MEMBERS {
        return Err(ParseError::TooLarge("the zip"));
    }
    let mut left = MAX_BYTES;
    let mut members = Vec::new();
    for at in 0..archive.len() {
        let member = archive.by_index(at).map_err(broken)?;
        let name = base_name(&member.name().map_err(broken)?).to_owned();
        let mut bytes = Vec::new();
        // The sizes that a zip states may be wrong, so what comes is counted.
        let read = member.take(left + 1).read_to_end(&mut bytes);
        if let Err(error) = read {
            return Err(ParseError::UnknownForm(format!("a zip that cannot be read: {error}")));
        }
        left = left.checked_sub(bytes.len() as u64).ok_or(ParseError::TooLarge("the zip, unpacked,"))?;
        if name.to_ascii_lowercase().ends_with(".xml") {
            members.push(Member { name, bytes });
        }
    }
    members.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(members)
}

/// The name of a file without its folders.
pub(super) fn base_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}
