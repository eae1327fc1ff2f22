//! The lines of a dump file, in batches that fit in memory.
//!
//! A file that is packed may unpack to far more than anybody could read. So a line has a bound, beyond which it is passed
//! over without being kept, and a file that unpacks to many times what any text packs to is not read on.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use flate2::bufread::MultiGzDecoder;

/// A batch is full at this many bytes or lines, whichever comes first.
const BATCH_BYTES: usize = 16 << 20;
const BATCH_LINES: usize = 8192;

/// A longer line is no artifact but a mistake or an attack; it is passed over in pieces.
const LINE_MAX: usize = lagrum_artifact::MAX_ARTIFACT_BYTES;

/// Files that unpack to more than this, and to more than so many times what has been read of them, are not read on.
/// Dumps of real artifacts unpack to some five times their size.
const UNPACKED_FREELY: u64 = 64 << 20;
const UNPACKED_TIMES: u64 = 200;

/// A line of a dump with its number, counted from 1.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) number: u64,
    /// None for a line too long to read.
    pub(super) bytes: Option<Vec<u8>>,
}

/// Reads a dump file line by line.
pub(super) struct Lines {
    reader: Box<dyn BufRead + Send>,
    number: u64,
    taken: Arc<AtomicU64>,
    reported: u64,
    unpacked: u64,
}

impl Lines {
    /// Opens a dump by the ending of its name: gzip (of many members), zstd, or neither.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let taken = Arc::new(AtomicU64::new(0));
        let file =
            BufReader::with_capacity(1 << 18, Counted { file: File::open(path)?, taken: taken.clone() });
        let reader: Box<dyn BufRead + Send> = match path.extension().and_then(|ending| ending.to_str()) {
            Some("gz") => Box::new(BufReader::with_capacity(1 << 18, MultiGzDecoder::new(file))),
            Some("zst") => {
                Box::new(BufReader::with_capacity(1 << 18, zstd::stream::Decoder::with_buffer(file)?))
            }
            _ => Box::new(file),
        };
        Ok(Self { reader, number: 0, taken, reported: 0, unpacked: 0 })
    }

    /// Bytes of the file read since this was last asked.
    pub(super) fn newly_read(&mut self) -> u64 {
        let taken = self.taken.load(Ordering::Relaxed);
        let new = taken - self.reported;
        self.reported = taken;
        new
    }

    /// The next lines; an empty batch at the end. White space lines count but are left out. An error says that the
    /// file is damaged from here on; lines before it have been given or are lost with it.
    pub(super) fn next_batch(&mut self) -> io::Result<Vec<Line>> {
        let (mut batch, mut bytes) = (Vec::new(), 0);
        while bytes < BATCH_BYTES && batch.len() < BATCH_LINES {
            let mut line = Vec::new();
            match self.read_line(&mut line) {
                Ok(0) => break,
                Ok(_) => {}
                // What was read before the damage is good: give it first, the error comes back next time.
                Err(_) if !batch.is_empty() => break,
                Err(error) => return Err(error),
            }
            self.number += 1;
            if line.len() > LINE_MAX && line.last() != Some(&b'\n') {
                batch.push(Line { number: self.number, bytes: None });
                self.pass_over_line()?;
                continue;
            }
            while line.last().is_some_and(u8::is_ascii_whitespace) {
                line.pop();
            }
            bytes += line.len();
            if !line.is_empty() {
                batch.push(Line { number: self.number, bytes: Some(line) });
            }
        }
        Ok(batch)
    }

    /// Reads to the end of the line, or one byte further than a line may be long.
    fn read_line(&mut self, line: &mut Vec<u8>) -> io::Result<usize> {
        let length = (&mut self.reader).take(LINE_MAX as u64 + 1).read_until(b'\n', line)?;
        self.account(length)?;
        Ok(length)
    }

    /// Goes on to the next line without keeping anything of this one.
    fn pass_over_line(&mut self) -> io::Result<()> {
        loop {
            let buffer = self.reader.fill_buf()?;
            let end = buffer.iter().position(|byte| *byte == b'\n');
            let length = end.map_or(buffer.len(), |end| end + 1);
            self.reader.consume(length);
            self.account(length)?;
            if length == 0 || end.is_some() {
                return Ok(());
            }
        }
    }

    /// Counts what was unpacked, and fails when it is more than any text packs to.
    fn account(&mut self, length: usize) -> io::Result<()> {
        self.unpacked += length as u64;
        let read = self.taken.load(Ordering::Relaxed);
        if self.unpacked > UNPACKED_FREELY && self.unpacked > read.saturating_mul(UNPACKED_TIMES) {
            return Err(io::Error::other(format!(
                "{read} bytes of it unpack to {} and more, which no dump does",
                self.unpacked
            )));
        }
        Ok(())
    }
}

struct Counted {
    file: File,
    taken: Arc<AtomicU64>,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.file.read(buffer)?;
        self.taken.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}
