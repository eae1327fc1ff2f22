//! Terms in the order of their bytes, each with a count, in a file without a name: a large corpus has millions.
//!
//! ```text
//! terms        for each: bytes shared with the term before, bytes after them, these bytes, its count
//! ```
//!
//! All numbers are varints. A term takes some five bytes.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;

use lagrum_files::varint;

/// The bytes of a file that are held while it is written or read.
pub(super) const BUFFER: usize = 256 << 10;

/// Terms that have been packed.
#[derive(Debug)]
pub(super) struct PackedTerms {
    file: File,
    terms: u64,
}

/// Packs terms that come in order.
pub(super) struct TermPacker {
    file: BufWriter<File>,
    terms: u64,
    before: Vec<u8>,
    packed: Vec<u8>,
}

impl TermPacker {
    /// Begins a file without a name in a folder; the system removes it when it is closed.
    pub(super) fn new(folder: &Path) -> io::Result<Self> {
        let file = BufWriter::with_capacity(BUFFER, tempfile::tempfile_in(folder)?);
        Ok(Self { file, terms: 0, before: Vec::new(), packed: Vec::new() })
    }

    pub(super) fn push(&mut self, term: &str, count: u32) -> io::Result<()> {
        let Self { file, terms, before, packed } = self;
        let term = term.as_bytes();
        let shared = before.iter().zip(term).take_while(|(a, b)| a == b).count();
        let rest = &term[shared..];
        packed.clear();
        varint::push(packed, shared as u32);
        varint::push(packed, rest.len() as u32);
        packed.extend_from_slice(rest);
        varint::push(packed, count);
        before.truncate(shared);
        before.extend_from_slice(rest);
        *terms += 1;
        file.write_all(packed)
    }

    pub(super) fn finish(self) -> io::Result<PackedTerms> {
        let file = self.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        Ok(PackedTerms { file, terms: self.terms })
    }
}

impl PackedTerms {
    /// The terms from the first on. They share the place in the file, so they are read by one reader at a time.
    pub(super) fn read(&self) -> io::Result<UnpackedTerms<'_>> {
        let mut file = BufReader::with_capacity(BUFFER, &self.file);
        file.seek(SeekFrom::Start(0))?;
        let mut terms = UnpackedTerms { file, left: self.terms, term: Vec::new(), count: 0, ended: false };
        terms.advance()?;
        Ok(terms)
    }
}

#[cfg(test)]
impl PackedTerms {
    /// Cuts so many bytes off the end of the file.
    pub(super) fn cut(&self, bytes: u64) {
        let length = self.file.metadata().unwrap().len();
        self.file.set_len(length.saturating_sub(bytes)).unwrap();
    }
}

/// Terms that are read one after another.
pub(super) struct UnpackedTerms<'a> {
    file: BufReader<&'a File>,
    /// How many terms come after the one at hand.
    left: u64,
    /// The term at hand.
    term: Vec<u8>,
    count: u32,
    ended: bool,
}

impl UnpackedTerms<'_> {
    /// The term at hand; None after the last.
    pub(super) fn term(&self) -> Option<&[u8]> {
        (!self.ended).then_some(&self.term)
    }

    /// The count of the term at hand.
    pub(super) fn count(&self) -> u32 {
        self.count
    }

    /// The term at hand as text, which it was packed from.
    pub(super) fn text(&self) -> io::Result<Option<&str>> {
        self.term().map(std::str::from_utf8).transpose().map_err(io::Error::other)
    }

    /// Goes on to the next term. A file that is cut short is an error.
    pub(super) fn advance(&mut self) -> io::Result<()> {
        let Some(left) = self.left.checked_sub(1) else {
            self.ended = true;
            return Ok(());
        };
        self.left = left;
        let shared = varint::read(&mut self.file)? as usize;
        let length = varint::read(&mut self.file)? as usize;
        self.term.truncate(shared);
        self.term.resize(shared + length, 0);
        self.file.read_exact(&mut self.term[shared..])?;
        self.count = varint::read(&mut self.file)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn unpacked(packed: &PackedTerms) -> io::Result<Vec<(String, u32)>> {
        let (mut terms, mut all) = (packed.read()?, Vec::new());
        while let Some(term) = terms.text()? {
            all.push((term.to_owned(), terms.count()));
            terms.advance()?;
        }
        Ok(all)
    }

    proptest! {
        #[test]
        fn terms_come_back_each_time_they_are_read(
            terms in prop::collection::btree_map("[a-cå]{0,4}(d{200})?", any::<u32>(), 0..20),
            cut in 0..10_u64,
        ) {
            let folder = tempfile::tempdir().unwrap();
            let mut packer = TermPacker::new(folder.path()).unwrap();
            for (term, count) in &terms {
                packer.push(term, *count).unwrap();
            }
            let packed = packer.finish().unwrap();
            let terms: Vec<_> = terms.into_iter().collect();
            prop_assert_eq!(&unpacked(&packed).unwrap(), &terms);
            prop_assert_eq!(&unpacked(&packed).unwrap(), &terms);
            packed.cut(cut);
            prop_assert_eq!(unpacked(&packed).is_err(), cut > 0 && !terms.is_empty());
        }
    }
}
