//! Writing documents out as a dump file.
//!
//! A dump is gzip of NDJSON: one minified artifact a line, in the order given. It is made of many gzip members of
//! about [`MEMBER_BYTES`] of text each, cut at line ends, so that members are compressed in parallel and any slice
//! between two members is valid gzip by itself. The same artifacts give the same bytes: the gzip header carries no
//! time and no name, and member borders depend on the lines alone.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use flate2::{Compression, GzBuilder};
use rayon::prelude::*;
use sha2::{Digest, Sha256};

use crate::minify;

/// A gzip member ends at the first line end after this many bytes of text. Larger members compress no better.
pub const MEMBER_BYTES: usize = 1 << 20;

/// Text held in memory at a time, before it is compressed in parallel.
const WINDOW_BYTES: usize = 32 << 20;

/// Compression level: higher ones cost twice the time for a per cent.
const LEVEL: u32 = 6;

/// What a written dump file is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenDump {
    /// Length of the file in bytes.
    pub bytes: u64,
    /// Artifacts in it.
    pub lines: u64,
    /// SHA-256 of the file, lower-case hex.
    pub sha256: String,
}

/// Writes a dump file. Give it artifacts as stored; [`DumpWriter::finish`] makes the file durable.
pub struct DumpWriter {
    file: BufWriter<File>,
    hasher: Sha256,
    written: WrittenDump,
    /// Minified lines not yet cut into members.
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

    /// Compresses what is left, and syncs the file to disk.
    pub fn finish(mut self) -> io::Result<WrittenDump> {
        // An empty dump is still valid gzip: one empty member.
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

/// Writes a small file that lies beside the dumps, and syncs it to disk. It counts as one line.
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
