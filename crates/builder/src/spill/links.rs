//! The links of all documents on disk, read in the order they were written.

use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::Path;

use crate::links::NumberedLink;
use crate::positions::{CitedNumber, GatheredAnchor, GatheredRelation, SurfaceNumber};

/// The bytes of a link on disk.
const LINK_BYTES: usize = 24;

/// Links being written, document after document.
pub(crate) struct LinkWriter {
    file: BufWriter<File>,
    /// For each document, the number of links up to and including its own.
    ends: Vec<u64>,
}

/// Links that have been written.
pub(crate) struct SpilledLinks {
    file: File,
    ends: Vec<u64>,
}

impl LinkWriter {
    /// Begins a file without a name in a folder; the system removes it when it is closed.
    pub(crate) fn new(folder: &Path) -> io::Result<Self> {
        Ok(Self { file: BufWriter::with_capacity(1 << 20, tempfile::tempfile_in(folder)?), ends: Vec::new() })
    }

    /// Appends the links of the next document.
    pub(crate) fn push(&mut self, links: &[NumberedLink]) -> io::Result<()> {
        for link in links {
            let page = link.page.cast_unsigned();
            let anchors = [link.target_anchor.0, link.anchor.0];
            let numbers = [link.target.0, anchors[0], anchors[1], page, link.predicate.0, link.text.0];
            let mut bytes = [0; LINK_BYTES];
            for (place, number) in bytes.as_chunks_mut::<4>().0.iter_mut().zip(numbers) {
                *place = number.to_le_bytes();
            }
            self.file.write_all(&bytes)?;
        }
        self.ends.push(self.ends.last().unwrap_or(&0) + links.len() as u64);
        Ok(())
    }

    pub(crate) fn finish(self) -> io::Result<SpilledLinks> {
        let file = self.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        Ok(SpilledLinks { file, ends: self.ends })
    }
}

impl SpilledLinks {
    /// How many links a document has.
    pub(crate) fn count(&self, position: usize) -> u64 {
        self.ends[position] - self.start(position)
    }

    fn start(&self, position: usize) -> u64 {
        position.checked_sub(1).map_or(0, |before| self.ends[before])
    }

    /// The links of a range of documents, in one list.
    pub(crate) fn read(&self, documents: Range<usize>) -> io::Result<Vec<NumberedLink>> {
        let Some(last) = documents.end.checked_sub(1).filter(|last| *last >= documents.start) else {
            return Ok(Vec::new());
        };
        let (start, end) = (self.start(documents.start), self.ends[last]);
        let mut bytes = vec![0; (end - start) as usize * LINK_BYTES];
        let mut file = &self.file;
        file.seek(SeekFrom::Start(start * LINK_BYTES as u64))?;
        file.read_exact(&mut bytes)?;
        let link = |bytes: &[u8; LINK_BYTES]| {
            let number = |at: usize| u32::from_le_bytes(bytes.as_chunks::<4>().0[at]);
            NumberedLink {
                target: CitedNumber(number(0)),
                target_anchor: GatheredAnchor(number(1)),
                anchor: GatheredAnchor(number(2)),
                page: number(3).cast_signed(),
                predicate: GatheredRelation(number(4)),
                text: SurfaceNumber(number(5)),
            }
        };
        Ok(bytes.as_chunks::<LINK_BYTES>().0.iter().map(link).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_come_back_by_document() {
        let folder = tempfile::tempdir().unwrap();
        let link = |number: u32| NumberedLink {
            target: CitedNumber(number),
            target_anchor: GatheredAnchor(number + 1),
            anchor: GatheredAnchor(u32::MAX - number),
            page: -1,
            predicate: GatheredRelation(3),
            text: SurfaceNumber(number * 2),
        };
        let documents: Vec<Vec<NumberedLink>> =
            [0..0, 0..3, 3..3, 3..10, 10..11, 11..11].into_iter().map(|of| of.map(link).collect()).collect();
        let mut writer = LinkWriter::new(folder.path()).unwrap();
        for links in &documents {
            writer.push(links).unwrap();
        }
        let spilled = writer.finish().unwrap();
        for start in 0..documents.len() {
            assert_eq!(spilled.count(start), documents[start].len() as u64);
            for end in start..=documents.len() {
                assert_eq!(spilled.read(start..end).unwrap(), documents[start..end].concat());
            }
        }
    }
}
