//! The digest of a zip by its members. The publisher makes zips anew for each request, so that equal contents come as other bytes.

use std::io::{Cursor, Read as _};

use lagrum_raw::BodyDigest;
use sha2::{Digest as _, Sha256};
use zip::ZipArchive;

/// The greatest number of bytes of all members, and of members.
const MAX_BYTES: u64 = 256 << 20;
const MAX_MEMBERS: usize = 10_000;

/// What a zip has.
#[derive(Debug, PartialEq)]
pub(super) struct ZipMembers {
    /// The digest of the names and bytes of all members, in the order of their names.
    pub(super) digest: BodyDigest,
    /// Whether one of them is XML.
    pub(super) has_xml: bool,
}

/// Whether bytes begin as a zip does.
pub(super) fn is_zip(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06")
}

/// Reads a zip to its end. Fails when it is cut or damaged, or has more than any publication.
pub(super) fn read(bytes: &[u8]) -> Result<ZipMembers, String> {
    let broken = |error: zip::result::ZipError| format!("a zip that cannot be read: {error}");
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(broken)?;
    if archive.len() > MAX_MEMBERS {
        return Err(format!("a zip with more than {MAX_MEMBERS} members"));
    }
    let mut left = MAX_BYTES;
    let mut members: Vec<(String, [u8; 32])> = Vec::new();
    let mut part = vec![0; 1 << 16];
    for at in 0..archive.len() {
        let mut member = archive.by_index(at).map_err(broken)?;
        let name = member.name().map_err(broken)?.into_owned();
        let mut hash = Sha256::new();
        loop {
            // The sizes that a zip states may be wrong, so what comes is counted.
            let count =
                member.read(&mut part).map_err(|error| format!("a zip that cannot be read: {error}"))?;
            if count == 0 {
                break;
            }
            left = left
                .checked_sub(count as u64)
                .ok_or_else(|| format!("a zip with more than {} MiB, unpacked", MAX_BYTES >> 20))?;
            hash.update(&part[..count]);
        }
        members.push((name, hash.finalize().into()));
    }
    members.sort();
    let mut whole = Sha256::new();
    for (name, digest) in &members {
        whole.update(name.as_bytes());
        whole.update([0]);
        whole.update(digest);
    }
    let has_xml = members.iter().any(|(name, _)| name.to_ascii_lowercase().ends_with(".xml"));
    Ok(ZipMembers { digest: whole.finalize().into(), has_xml })
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::*;

    fn zip(members: &[(&str, &str)], year: u16) -> Vec<u8> {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        let time = zip::DateTime::from_date_and_time(year, 1, 1, 0, 0, 0).unwrap();
        for (name, text) in members {
            zip.start_file(*name, SimpleFileOptions::default().last_modified_time(time)).unwrap();
            zip.write_all(text.as_bytes()).unwrap();
        }
        zip.finish().unwrap().into_inner()
    }

    #[test]
    fn a_zip_is_known_by_its_members() {
        let one = zip(&[("a.xml", "<A/>"), ("b.tif", "x")], 2031);
        let again = zip(&[("b.tif", "x"), ("a.xml", "<A/>")], 2032);
        assert_ne!(one, again);
        assert_eq!(read(&one), read(&again));
        for other in [&[("a.xml", "<B/>"), ("b.tif", "x")][..], &[("a.xml", "<A/>")], &[("c.xml", "<A/>")]] {
            assert_ne!(read(&one), read(&zip(other, 2031)), "{other:?}");
        }
        assert!(read(&one).unwrap().has_xml && !read(&zip(&[("b.tif", "x")], 2031)).unwrap().has_xml);
        for cut in 0..one.len() {
            assert!(read(&one[..cut]).is_err(), "cut at {cut}");
        }
    }
}
