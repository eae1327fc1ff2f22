//! Writes documents as a dump file.
//!
//! A dump is gzipped NDJSON: one minified artifact per line, in the given order. It consists of many gzip members of about
//! a mebibyte of text each, cut at line ends, so that members are compressed in parallel and any slice between two
//! members is valid gzip by itself. The same artifacts give the same bytes: the gzip header has no time and no name, and
//! the borders of members depend only on the documents.
//!
//! Whether a member may end after a document depends only on the uri and the size of the document. So a changed
//! document changes its own member and at most some after it, and the other members are copied from the dump before
//! ([`EarlierDump`]). A dump in which nothing has changed is hard-linked.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use flate2::{Compression, GzBuilder};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::{ArtifactDigest, DocumentEntry, LydelseEntry, ReaderPool, StoredId, minify};

/// The minimum number of bytes of artifacts in a member, except in the last one.
const MEMBER_MIN: u64 = 256 << 10;

/// The number of bytes of artifacts after which a member ends with the current document, even if that is no border
/// ([`is_border`]).
const MEMBER_MAX: u64 = 4 << 20;

/// The mean number of bytes between two documents that are borders. With [`MEMBER_MIN`], the mean of a member is a
/// mebibyte. Larger members compress no better.
const BORDER_MEAN: u64 = 768 << 10;

/// The number of members made at a time, for each thread.
const WINDOW: usize = 4;

/// Compression level. Higher ones take twice the time and save one percent.
const LEVEL: u32 = 6;

/// A dump file that has been written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WrittenDump {
    /// Length of the file, in bytes.
    pub bytes: u64,
    /// Number of artifacts in it.
    pub lines: u64,
    /// SHA-256 of the file, lower-case hex.
    pub sha256: String,
}

/// A document to write.
#[derive(Clone, Debug)]
pub struct DumpLine {
    /// Its uri.
    pub uri: String,
    /// Its stored artifact.
    pub stored: StoredId,
    /// The artifact's length in bytes.
    pub size: u64,
    /// The artifact's digest.
    pub digest: ArtifactDigest,
}

impl From<DocumentEntry> for DumpLine {
    fn from(DocumentEntry { uri, stored, size, digest, .. }: DocumentEntry) -> Self {
        Self { uri, stored, size, digest }
    }
}

impl From<LydelseEntry> for DumpLine {
    fn from(LydelseEntry { uri, stored, size, digest, .. }: LydelseEntry) -> Self {
        Self { uri, stored, size, digest }
    }
}

/// The contents of a dump file: its members.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DumpContents {
    /// The file.
    pub written: WrittenDump,
    members: Vec<DumpMember>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct DumpMember {
    /// A digest of its documents; None when an artifact could not be read, so that the next build makes the member
    /// again.
    holds: Option<String>,
    lines: u64,
    offset: u64,
    bytes: u64,
    /// A digest of its bytes.
    digest: String,
}

/// A dump of the same documents from an earlier build.
#[derive(Clone, Debug)]
pub struct EarlierDump {
    /// The file.
    pub path: PathBuf,
    /// Its contents.
    pub contents: DumpContents,
}

/// Writes a dump file and syncs it to disk. Artifacts that cannot be read are left out.
pub fn write_dump(
    path: &Path,
    lines: impl IntoIterator<Item = DumpLine>,
    earlier: Option<&EarlierDump>,
    pool: &ReaderPool,
) -> io::Result<DumpContents> {
    let wanted = cut(lines);
    if let Some(earlier) = earlier
        && earlier.holds_exactly(&wanted)
        && std::fs::hard_link(&earlier.path, path).is_ok()
    {
        return Ok(earlier.contents.clone());
    }
    let kept = earlier.map(EarlierDump::by_content).unwrap_or_default();
    let mut file = BufWriter::new(File::create(path)?);
    let mut hasher = Sha256::new();
    let written = WrittenDump { bytes: 0, lines: 0, sha256: String::new() };
    let mut contents = DumpContents { written, members: Vec::with_capacity(wanted.len()) };
    for window in wanted.chunks(WINDOW * rayon::current_num_threads()) {
        let made: Vec<(Option<String>, u64, Vec<u8>)> = window
            .par_iter()
            .map(|wanted| {
                let kept = kept.get(wanted.holds.as_str()).and_then(|member| earlier?.member(member));
                match kept {
                    Some((lines, bytes)) => Ok((Some(wanted.holds.clone()), lines, bytes)),
                    None => wanted.pack(pool),
                }
            })
            .collect::<io::Result<_>>()?;
        for (holds, lines, bytes) in made {
            hasher.update(&bytes);
            file.write_all(&bytes)?;
            let (offset, length) = (contents.written.bytes, bytes.len() as u64);
            contents.members.push(DumpMember { holds, lines, offset, bytes: length, digest: digest(&bytes) });
            contents.written.bytes += length;
            contents.written.lines += lines;
        }
    }
    file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
    contents.written.sha256 = hex::encode(hasher.finalize());
    Ok(contents)
}

/// Writes a small file beside the dumps, and syncs it to disk. It counts as one line.
pub fn write_plain(path: &Path, bytes: &[u8]) -> io::Result<WrittenDump> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    Ok(WrittenDump { bytes: bytes.len() as u64, lines: 1, sha256: hex::encode(Sha256::digest(bytes)) })
}

struct WantedMember {
    artifacts: Vec<StoredId>,
    holds: String,
}

impl WantedMember {
    /// Makes the member. Returns the digest of its documents, its number of lines and its bytes.
    fn pack(&self, pool: &ReaderPool) -> io::Result<(Option<String>, u64, Vec<u8>)> {
        let (mut lines, mut text) = (0, Vec::new());
        for stored in &self.artifacts {
            if let Ok(Some(artifact)) = pool.artifact(*stored) {
                text.extend_from_slice(&minify(&artifact));
                text.push(b'\n');
                lines += 1;
            }
        }
        let mut encoder = GzBuilder::new().mtime(0).write(Vec::new(), Compression::new(LEVEL));
        encoder.write_all(&text)?;
        let whole = lines == self.artifacts.len() as u64;
        Ok((whole.then(|| self.holds.clone()), lines, encoder.finish()?))
    }
}

impl EarlierDump {
    /// Whether it consists of these members, and is not damaged.
    fn holds_exactly(&self, wanted: &[WantedMember]) -> bool {
        let members = &self.contents.members;
        let same =
            |(member, wanted): (&DumpMember, &WantedMember)| member.holds.as_ref() == Some(&wanted.holds);
        members.len() == wanted.len()
            && members.iter().zip(wanted).all(same)
            && self.is_whole().unwrap_or(false)
    }

    fn is_whole(&self) -> io::Result<bool> {
        let mut file = File::open(&self.path)?;
        let (mut hasher, mut buffer) = (Sha256::new(), vec![0; 1 << 20]);
        loop {
            match file.read(&mut buffer)? {
                0 => return Ok(hex::encode(hasher.finalize()) == self.contents.written.sha256),
                count => hasher.update(&buffer[..count]),
            }
        }
    }

    fn by_content(&self) -> HashMap<&str, &DumpMember> {
        let members = self.contents.members.iter();
        members.filter_map(|member| Some((member.holds.as_deref()?, member))).collect()
    }

    /// The lines and bytes of a member; None when it is damaged.
    fn member(&self, member: &DumpMember) -> Option<(u64, Vec<u8>)> {
        let mut file = File::open(&self.path).ok()?;
        file.seek(SeekFrom::Start(member.offset)).ok()?;
        let mut bytes = Vec::new();
        file.take(member.bytes).read_to_end(&mut bytes).ok()?;
        (digest(&bytes) == member.digest).then_some((member.lines, bytes))
    }
}

fn digest(bytes: &[u8]) -> String {
    hex::encode(&Sha256::digest(bytes)[..16])
}

/// The members that documents are written in. There is one at least, since an empty dump is valid gzip too.
fn cut(lines: impl IntoIterator<Item = DumpLine>) -> Vec<WantedMember> {
    let mut members = Vec::new();
    let (mut artifacts, mut holds, mut bytes) = (Vec::new(), Sha256::new(), 0);
    let member = |artifacts: &mut Vec<StoredId>, holds: &mut Sha256| WantedMember {
        artifacts: std::mem::take(artifacts),
        holds: hex::encode(&holds.finalize_reset()[..16]),
    };
    for line in lines {
        artifacts.push(line.stored);
        holds.update(line.digest.0);
        bytes += line.size;
        if bytes >= MEMBER_MAX || (bytes >= MEMBER_MIN && is_border(&line)) {
            members.push(member(&mut artifacts, &mut holds));
            bytes = 0;
        }
    }
    if !artifacts.is_empty() || members.is_empty() {
        members.push(member(&mut artifacts, &mut holds));
    }
    members
}

/// Whether a member may end after a document. The larger a document, the likelier, so that borders are as frequent among
/// small documents as among large ones.
fn is_border(line: &DumpLine) -> bool {
    let hash = Sha256::digest(&line.uri);
    let place = hash[..8].try_into().map_or(0, u64::from_le_bytes);
    place < (u64::MAX / BORDER_MEAN).saturating_mul(line.size)
}
