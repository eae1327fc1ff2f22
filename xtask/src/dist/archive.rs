//! Archives whose bytes follow from their entries: sorted, owned by root, all with one time.

use std::collections::BTreeMap;
use std::io::Write;

use flate2::{Compression, GzBuilder};
use tar::{Builder, EntryType, Header};

use super::Failure;

/// The mode of a file that everybody may read, and of a program or a folder.
pub(super) const READABLE: u32 = 0o644;
pub(super) const EXECUTABLE: u32 = 0o755;

/// Files by their paths, without a leading slash.
#[derive(Clone, Debug, Default)]
pub(super) struct FileTree(BTreeMap<String, PackedFile>);

#[derive(Clone, Debug)]
struct PackedFile {
    mode: u32,
    bytes: Vec<u8>,
}

impl FileTree {
    /// Adds a file.
    pub(super) fn add(&mut self, path: impl Into<String>, mode: u32, bytes: impl Into<Vec<u8>>) {
        self.0.insert(path.into(), PackedFile { mode, bytes: bytes.into() });
    }

    /// The same files in a folder.
    pub(super) fn under(self, folder: &str) -> Self {
        Self(self.0.into_iter().map(|(path, file)| (format!("{folder}/{path}"), file)).collect())
    }

    /// The bytes of all files.
    pub(super) fn bytes(&self) -> u64 {
        self.0.values().map(|file| file.bytes.len() as u64).sum()
    }

    /// The folders above the files, each before what is in it.
    fn folders(&self) -> Vec<String> {
        let mut folders: Vec<String> = Vec::new();
        for path in self.0.keys() {
            let ends = path.match_indices('/').map(|(end, _)| path[..=end].to_owned());
            folders.extend(ends);
        }
        folders.sort();
        folders.dedup();
        folders
    }
}

/// A gzipped tar of the files.
pub(super) fn tar_gz(files: &FileTree, time: u64) -> Result<Vec<u8>, Failure> {
    let mut tar = Builder::new(gzip_writer());
    for folder in files.folders() {
        tar.append_data(
            &mut header(EntryType::Directory, EXECUTABLE, 0, time),
            format!("./{folder}"),
            &[][..],
        )?;
    }
    for (path, PackedFile { mode, bytes }) in &files.0 {
        let mut header = header(EntryType::Regular, *mode, bytes.len() as u64, time);
        tar.append_data(&mut header, format!("./{path}"), &bytes[..])?;
    }
    Ok(tar.into_inner()?.finish()?)
}

fn header(kind: EntryType, mode: u32, size: u64, time: u64) -> Header {
    let mut header = Header::new_gnu();
    header.set_entry_type(kind);
    header.set_mode(mode);
    header.set_size(size);
    header.set_mtime(time);
    header.set_uid(0);
    header.set_gid(0);
    header
}

fn gzip_writer() -> flate2::write::GzEncoder<Vec<u8>> {
    // The header has neither a time nor a name.
    GzBuilder::new().mtime(0).write(Vec::new(), Compression::default())
}

/// A gzipped file, as for manuals and changelogs.
pub(super) fn gzip(bytes: &[u8]) -> Result<Vec<u8>, Failure> {
    let mut writer = gzip_writer();
    writer.write_all(bytes)?;
    Ok(writer.finish()?)
}

/// An `ar` archive, the format of a Debian package.
pub(super) fn ar(members: &[(&str, &[u8])], time: u64) -> Vec<u8> {
    let mut archive = b"!<arch>\n".to_vec();
    for (name, bytes) in members {
        let size = bytes.len();
        archive.extend_from_slice(
            format!("{name:<16}{time:<12}{:<6}{:<6}{:<8}{size:<10}`\n", 0, 0, "100644").as_bytes(),
        );
        archive.extend_from_slice(bytes);
        if size % 2 == 1 {
            archive.push(b'\n');
        }
    }
    archive
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    #[test]
    fn entries_are_sorted_and_tell_nothing_of_the_machine() {
        let mut one = FileTree::default();
        one.add("share/b", READABLE, "b");
        one.add("bin/a", EXECUTABLE, "a");
        let mut other = FileTree::default();
        other.add("bin/a", EXECUTABLE, "a");
        other.add("share/b", READABLE, "b");
        let packed = tar_gz(&one.clone().under("x"), 7).unwrap();
        assert_eq!(packed, tar_gz(&other.under("x"), 7).unwrap());
        let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(&packed[..]));
        let mut told = Vec::new();
        for entry in archive.entries().unwrap() {
            let mut entry = entry.unwrap();
            let header = entry.header().clone();
            assert_eq!((header.uid().unwrap(), header.gid().unwrap(), header.mtime().unwrap()), (0, 0, 7));
            let mut text = String::new();
            entry.read_to_string(&mut text).unwrap();
            told.push((entry.path().unwrap().display().to_string(), header.mode().unwrap(), text));
        }
        let expected = [
            ("x/", EXECUTABLE, ""),
            ("x/bin/", EXECUTABLE, ""),
            ("x/share/", EXECUTABLE, ""),
            ("x/bin/a", EXECUTABLE, "a"),
            ("x/share/b", READABLE, "b"),
        ];
        let told: Vec<_> = told
            .iter()
            .map(|(path, mode, text)| (path.trim_start_matches("./"), *mode, text.as_str()))
            .collect();
        assert_eq!(told, expected);
        assert_eq!(one.bytes(), 2);
    }

    #[test]
    fn members_of_ar_begin_at_even_places() {
        let archive = ar(&[("debian-binary", b"2.0\n"), ("x", b"odd"), ("y", b"")], 7);
        let text = String::from_utf8(archive).unwrap();
        assert!(
            text.starts_with("!<arch>\ndebian-binary   7           0     0     100644  4         `\n2.0\n")
        );
        assert!(text.contains("`\nodd\ny "), "{text}");
        assert_eq!(text.len(), 8 + 3 * 60 + 4 + 4);
    }
}
