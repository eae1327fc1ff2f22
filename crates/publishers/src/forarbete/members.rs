//! The members of a data set: the records in its zip, and the documents that the archive knows it to have.

use std::fs::File;
use std::io::{BufReader, Read as _};
use std::path::Path;

use lagrum_raw::{NewRecord, RecordName, digest};
use zip::ZipArchive;

use super::record::MAX_RECORD;
use crate::download::Validators;
use crate::polite_client::Stop;
use crate::session::Session;

/// The greatest number of members, and of their bytes together.
const MAX_MEMBERS: usize = 200_000;
const MAX_BYTES: u64 = 64 << 30;

/// The part of a data set that lists its records.
const PART: &str = "members";

/// A zip that is read from its file, a member at a time.
pub(super) struct DataSetZip {
    archive: ZipArchive<BufReader<File>>,
    left: u64,
    max_member: u64,
}

/// A member of a zip.
#[derive(Debug, PartialEq)]
pub(super) enum Member {
    /// A record.
    Record { name: String, body: Vec<u8> },
    /// Something else: a folder, a file of another kind.
    Other,
    /// One that is longer than any record.
    TooLong(String),
}

impl DataSetZip {
    /// Opens a zip. Fails when it is none, or is cut.
    pub(super) fn open(path: &Path) -> Result<Self, String> {
        Self::open_within(path, MAX_MEMBERS, MAX_BYTES, MAX_RECORD as u64)
    }

    fn open_within(path: &Path, max_members: usize, max_bytes: u64, max_member: u64) -> Result<Self, String> {
        let file = File::open(path).map_err(|error| error.to_string())?;
        let archive = ZipArchive::new(BufReader::new(file))
            .map_err(|error| format!("a zip that cannot be read: {error}"))?;
        if archive.len() > max_members {
            return Err(format!("a zip with more than {max_members} members"));
        }
        Ok(Self { archive, left: max_bytes, max_member })
    }

    /// The number of members.
    pub(super) fn len(&self) -> usize {
        self.archive.len()
    }

    /// Reads a member. Fails when it is damaged.
    pub(super) fn read(&mut self, at: usize) -> Result<Member, String> {
        let broken = |error: &dyn std::fmt::Display| format!("a zip that cannot be read: {error}");
        let member = self.archive.by_index(at).map_err(|error| broken(&error))?;
        let name = member.name().map_err(|error| broken(&error))?.into_owned();
        if !member.is_file() || !name.to_ascii_lowercase().ends_with(".json") {
            return Ok(Member::Other);
        }
        // The sizes that a zip states may be wrong, so what comes is counted.
        let mut body = Vec::new();
        let most = self.max_member.min(self.left);
        member.take(most + 1).read_to_end(&mut body).map_err(|error| broken(&error))?;
        let length = body.len() as u64;
        self.left = self
            .left
            .checked_sub(length)
            .ok_or_else(|| format!("a zip with more than {} GiB, unpacked", MAX_BYTES >> 30))?;
        Ok(if length > self.max_member { Member::TooLong(name) } else { Member::Record { name, body } })
    }
}

/// What the archive knows of a data set.
#[derive(Clone, Debug, Default)]
pub(super) struct KnownMembers {
    /// The validators of the zip that was taken last.
    pub(super) validators: Validators,
    /// Its records.
    pub(super) names: Vec<RecordName>,
}

/// What the archive knows of the data set with this name. A damaged list of records is as none.
pub(super) fn known(session: &Session<'_>, data_set: &str) -> Result<Option<KnownMembers>, Stop> {
    let Some(row) = session.archive.latest(&source(session), data_set, PART)? else { return Ok(None) };
    let Ok(Some(body)) = session.archive.body(&row.body) else { return Ok(None) };
    let name = |line: &str| {
        let (key, part) = line.split_once(' ')?;
        Some(RecordName { key: key.to_owned(), part: part.to_owned() })
    };
    Ok(Some(KnownMembers {
        validators: Validators { etag: row.etag, last_modified: row.last_modified },
        names: String::from_utf8_lossy(&body).lines().filter_map(name).collect(),
    }))
}

/// Notes the records of a data set that was taken.
pub(super) fn note(session: &mut Session<'_>, data_set: &str, members: KnownMembers) -> Result<(), Stop> {
    let KnownMembers { validators: Validators { etag, last_modified }, names } = members;
    let lines: Vec<String> = names.iter().map(|name| format!("{} {}", name.key, name.part)).collect();
    let body = lines.join("\n").into_bytes();
    // Equal records of another zip are noted with the validators of that.
    let known_by = format!("{etag:?} {last_modified:?}\n");
    let row = NewRecord {
        key: data_set.to_owned(),
        part: PART.to_owned(),
        url: format!("{}/dataset/dokument/{data_set}", session.base()),
        status: 200,
        norm_hash: digest(&[known_by.as_bytes(), &body].concat()),
        etag,
        last_modified,
        body,
    };
    let (source, now) = (source(session), session.now());
    session.archive.keep(&source, &[row], None, now)?;
    Ok(())
}

/// The name under which the archive keeps what is known of data sets: they are no documents.
fn source(session: &Session<'_>) -> String {
    format!("{}-datasets", session.source())
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Write as _};

    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::*;

    fn zip(members: &[(&str, &[u8])]) -> Vec<u8> {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, text) in members {
            zip.start_file(*name, SimpleFileOptions::default()).unwrap();
            zip.write_all(text).unwrap();
        }
        zip.finish().unwrap().into_inner()
    }

    fn open(bytes: &[u8], max_bytes: u64) -> Result<Vec<Member>, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.zip");
        std::fs::write(&path, bytes).unwrap();
        let mut zip = DataSetZip::open_within(&path, 3, max_bytes, 100)?;
        (0..zip.len()).map(|at| zip.read(at)).collect()
    }

    #[test]
    fn members_are_read_within_limits() {
        let long = vec![b' '; 101];
        let bytes = zip(&[("a.json", b"{}"), ("b.txt", b"x"), ("c.json", &long)]);
        let record = Member::Record { name: "a.json".into(), body: b"{}".to_vec() };
        assert_eq!(open(&bytes, 1000).unwrap(), [record, Member::Other, Member::TooLong("c.json".into())]);
        assert!(open(&bytes, 50).is_err(), "too many bytes together");
        assert!(open(&zip(&[("a", b""), ("b", b""), ("c", b""), ("d", b"")]), 1000).is_err());
    }

    #[test]
    fn a_zip_that_is_cut_or_damaged_is_refused() {
        let text = b"{\"dokumentstatus\":{\"dokument\":{\"dok_id\":\"HX1\"}}}";
        let bytes = zip(&[("a.json", text)]);
        for cut in 0..bytes.len() {
            assert!(open(&bytes[..cut], 1000).is_err(), "cut at {cut}");
        }
        let mut damaged = bytes;
        damaged[45] ^= 0x40;
        assert!(open(&damaged, 1000).is_err());
    }
}
