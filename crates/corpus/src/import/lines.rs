//! The lines of a dump file, in batches that fit in memory.
//!
//! A compressed file may unpack to any length. So a line has a maximum length, beyond which it is skipped without being
//! kept, and reading fails when a file unpacks to many times more than text does.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use flate2::bufread::MultiGzDecoder;

/// The size of a batch: this many bytes or lines, whichever comes first.
const BATCH_BYTES: usize = 16 << 20;
const BATCH_LINES: usize = 8192;

/// The maximum length of a line, in bytes. A longer one is a mistake or an attack, and is skipped in pieces.
const MAX_LINE_BYTES: usize = lagrum_artifact::MAX_ARTIFACT_BYTES;

/// Reading fails when a file has unpacked to more than this many bytes, and to more than this many times what was read of
/// it. Dumps of real artifacts unpack to some five times their size.
const MIN_CHECKED_BYTES: u64 = 64 << 20;
const MAX_UNPACK_RATIO: u64 = 200;

/// A line of a dump with its number, counted from 1.
#[derive(Debug)]
pub(super) struct DumpLine {
    pub(super) number: u64,
    /// None for a line that is too long.
    pub(super) bytes: Option<Vec<u8>>,
}

/// Reads a dump file line by line.
pub(super) struct DumpLines {
    reader: Box<dyn BufRead + Send>,
    number: u64,
    read_bytes: Arc<AtomicU64>,
    reported: u64,
    unpacked: u64,
}

impl DumpLines {
    /// Opens a dump. The ending of its name states the compression: gzip (of many members), zstd, or none.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let read_bytes = Arc::new(AtomicU64::new(0));
        let file = BufReader::with_capacity(
            1 << 18,
            CountingReader { file: File::open(path)?, read_bytes: read_bytes.clone() },
        );
        let reader: Box<dyn BufRead + Send> = match path.extension().and_then(|ending| ending.to_str()) {
            Some("gz") => Box::new(BufReader::with_capacity(1 << 18, MultiGzDecoder::new(file))),
            Some("zst") => {
                Box::new(BufReader::with_capacity(1 << 18, zstd::stream::Decoder::with_buffer(file)?))
            }
            _ => Box::new(file),
        };
        Ok(Self { reader, number: 0, read_bytes, reported: 0, unpacked: 0 })
    }

    /// The bytes of the file that were read since the last call.
    pub(super) fn newly_read(&mut self) -> u64 {
        let read_bytes = self.read_bytes.load(Ordering::Relaxed);
        let new = read_bytes - self.reported;
        self.reported = read_bytes;
        new
    }

    /// The next lines; an empty batch at the end. Blank lines are counted and left out. An error means that the file is
    /// damaged from here on.
    pub(super) fn next_batch(&mut self) -> io::Result<Vec<DumpLine>> {
        let (mut batch, mut bytes) = (Vec::new(), 0);
        while bytes < BATCH_BYTES && batch.len() < BATCH_LINES {
            let mut line = Vec::new();
            match self.read_line(&mut line) {
                Ok(0) => break,
                Ok(_) => {}
                // The lines before the damage are good and come first. The error is returned by the next call.
                Err(_) if !batch.is_empty() => break,
                Err(error) => return Err(error),
            }
            self.number += 1;
            if line.len() > MAX_LINE_BYTES && line.last() != Some(&b'\n') {
                batch.push(DumpLine { number: self.number, bytes: None });
                self.skip_line()?;
                continue;
            }
            while line.last().is_some_and(u8::is_ascii_whitespace) {
                line.pop();
            }
            bytes += line.len();
            if !line.is_empty() {
                batch.push(DumpLine { number: self.number, bytes: Some(line) });
            }
        }
        Ok(batch)
    }

    /// Reads to the end of the line, or one byte more than a line may have.
    fn read_line(&mut self, line: &mut Vec<u8>) -> io::Result<usize> {
        let length = (&mut self.reader).take(MAX_LINE_BYTES as u64 + 1).read_until(b'\n', line)?;
        self.count_unpacked(length)?;
        Ok(length)
    }

    /// Skips the rest of the line.
    fn skip_line(&mut self) -> io::Result<()> {
        loop {
            let buffer = self.reader.fill_buf()?;
            let end = buffer.iter().position(|byte| *byte == b'\n');
            let length = end.map_or(buffer.len(), |end| end + 1);
            self.reader.consume(length);
            self.count_unpacked(length)?;
            if length == 0 || end.is_some() {
                return Ok(());
            }
        }
    }

    /// Counts unpacked bytes, and fails when they are more than text unpacks to.
    fn count_unpacked(&mut self, length: usize) -> io::Result<()> {
        self.unpacked += length as u64;
        let read = self.read_bytes.load(Ordering::Relaxed);
        if self.unpacked > MIN_CHECKED_BYTES && self.unpacked > read.saturating_mul(MAX_UNPACK_RATIO) {
            return Err(io::Error::other(format!(
                "{read} bytes of it unpack to more than {}, which no dump does",
                self.unpacked
            )));
        }
        Ok(())
    }
}

struct CountingReader {
    file: File,
    read_bytes: Arc<AtomicU64>,
}

impl Read for CountingReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.file.read(buffer)?;
        self.read_bytes.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}
