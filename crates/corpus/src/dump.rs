//! Writes documents as a dump file.
//!
//! A dump is gzipped NDJSON: one minified artifact per line, in the given order. It consists of many gzip members of about
//! [`MEMBER_BYTES`] of text each, cut at line ends, so that members are compressed in parallel and any slice between two
//! members is valid gzip by itself. The same artifacts give the same bytes: the gzip header has no time and no name, and
//! the borders of members depend only on the lines.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use flate2::{Compression, GzBuilder};
use rayon::prelude::*;
use sha2::{Digest, Sha256};

use crate::minify;

/// A gzip member ends at the first line end after this many bytes of text. Larger members compress no better.
pub const MEMBER_BYTES: usize = 1 << 20;

/// The text held in memory before it is compressed in parallel, in bytes.
const WINDOW_BYTES: usize = 32 << 20;

/// Compression level. Higher ones take twice the time and save one percent.
const LEVEL: u32 = 6;

/// A dump file that has been written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenDump {
    /// Length of the file, in bytes.
    pub bytes: u64,
    /// Number of artifacts in it.
    pub lines: u64,
    /// SHA-256 of the file, lower-case hex.
    pub sha256: String,
}

/// Writes a dump file from artifacts as stored. [`DumpWriter::finish`] makes the file durable.
pub struct DumpWriter {
    file: BufWriter<File>,
    hasher: Sha256,
    written: WrittenDump,
    /// Minified lines that are not in a member yet.
    members: Vec<Vec<u8>>,
    pending: usize,
}

impl DumpWriter {
    /// Creates the file.
    pub fn create(path: &Path) -> io::Result<Self> {
        Ok(Self {
            file: BufWriter::new(File::create(path)?),
            hasher: Sha256::new(),
            written: WrittenDump { bytes: 0, lines: 0, sha256: String::new() },
            members: Vec::new(),
            pending: 0,
        })
    }

    /// Appends one artifact.
    pub fn push(&mut self, artifact: &[u8]) -> io::Result<()> {
        let line = minify(artifact);
        if self.members.last().is_none_or(|member| member.len() >= MEMBER_BYTES) {
            if self.pending >= WINDOW_BYTES {
                self.flush()?;
            }
            self.members.push(Vec::with_capacity(MEMBER_BYTES + (MEMBER_BYTES >> 2)));
        }
        if let Some(member) = self.members.last_mut() {
            member.extend_from_slice(&line);
            member.push(b'\n');
        }
        self.pending += line.len() + 1;
        self.written.lines += 1;
        Ok(())
    }

    /// Compresses the rest, and syncs the file to disk.
    pub fn finish(mut self) -> io::Result<WrittenDump> {
        // An empty dump is valid gzip too: one empty member.
        if self.written.lines == 0 {
            self.members.push(Vec::new());
        }
        self.flush()?;
        self.file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
        Ok(WrittenDump { sha256: hex::encode(self.hasher.finalize()), ..self.written })
    }

    fn flush(&mut self) -> io::Result<()> {
        let packed: Vec<Vec<u8>> =
            self.members.par_drain(..).map(|text| gzip_member(&text)).collect::<io::Result<_>>()?;
        for member in packed {
            self.hasher.update(&member);
            self.file.write_all(&member)?;
            self.written.bytes += member.len() as u64;
        }
        self.pending = 0;
        Ok(())
    }
}

/// Writes a small file beside the dumps, and syncs it to disk. It counts as one line.
pub fn write_plain(path: &Path, bytes: &[u8]) -> io::Result<WrittenDump> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    Ok(WrittenDump { bytes: bytes.len() as u64, lines: 1, sha256: hex::encode(Sha256::digest(bytes)) })
}

fn gzip_member(text: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = GzBuilder::new().mtime(0).write(Vec::new(), Compression::new(LEVEL));
    encoder.write_all(text)?;
    encoder.finish()
}
