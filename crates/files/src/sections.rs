//! Data structures as bytes: a magic number, sections, and a checksum over all of it.
//!
//! Reading returns what was written, or an error for bytes of another version of the format and for bytes that are cut
//! short or damaged. Bytes forged on purpose, checksum included, are not detected.

use std::io::{self, Read, Write};
use std::ops::Range;

use thiserror::Error;

/// Why bytes could not be read back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum PackedError {
    /// The bytes begin with another magic number: they are another structure, or of another version.
    #[error("not the expected structure, or of another version")]
    Kind,
    /// The bytes are too few, too many, or changed.
    #[error("damaged")]
    Damaged,
}

/// Sections one after another, each after its length.
pub fn pack(kind: [u8; 8], sections: &[&[u8]]) -> Vec<u8> {
    let length: usize = sections.iter().map(|section| section.len() + 8).sum();
    let mut bytes = Vec::with_capacity(length + 16);
    bytes.extend(kind);
    for section in sections {
        bytes.extend((section.len() as u64).to_le_bytes());
        bytes.extend(*section);
    }
    let sum = checksum(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

/// A section that is read, and its length in bytes.
pub struct SectionSource<'a> {
    /// Its length in bytes.
    pub length: u64,
    /// Where its bytes are read from.
    pub bytes: &'a mut dyn Read,
}

/// Writes the bytes of [`pack`] from sections that are in no memory.
pub fn write(kind: [u8; 8], sections: &mut [SectionSource<'_>], out: &mut impl Write) -> io::Result<()> {
    let mut sum = Checksum::default();
    let mut summed = |part: &[u8]| {
        sum.add(part);
        out.write_all(part)
    };
    summed(&kind)?;
    let mut buffer = vec![0; 64 << 10];
    for SectionSource { length, bytes } in sections {
        summed(&length.to_le_bytes())?;
        let mut left = *length;
        while left > 0 {
            let part = buffer.len().min(usize::try_from(left).unwrap_or(usize::MAX));
            bytes.read_exact(&mut buffer[..part])?;
            summed(&buffer[..part])?;
            left -= part as u64;
        }
    }
    out.write_all(&sum.finish().to_le_bytes())
}

/// The sections written by [`pack`].
pub fn unpack<const SECTIONS: usize>(kind: [u8; 8], bytes: &[u8]) -> Result<[&[u8]; SECTIONS], PackedError> {
    Ok(places(kind, bytes)?.map(|place| bytes.get(place).unwrap_or_default()))
}

/// Where the sections written by [`pack`] lie.
pub fn places<const SECTIONS: usize>(
    kind: [u8; 8],
    bytes: &[u8],
) -> Result<[Range<usize>; SECTIONS], PackedError> {
    if !bytes.starts_with(&kind) {
        return Err(PackedError::Kind);
    }
    let (body, sum) = bytes.split_last_chunk::<8>().ok_or(PackedError::Damaged)?;
    if checksum(body) != u64::from_le_bytes(*sum) {
        return Err(PackedError::Damaged);
    }
    let mut sections = [const { 0..0 }; SECTIONS];
    let mut end = kind.len();
    for section in &mut sections {
        let length = body.get(end..).and_then(|rest| rest.first_chunk()).ok_or(PackedError::Damaged)?;
        let length = usize::try_from(u64::from_le_bytes(*length)).map_err(|_| PackedError::Damaged)?;
        let start = end + 8;
        end = start.checked_add(length).filter(|end| *end <= body.len()).ok_or(PackedError::Damaged)?;
        *section = start..end;
    }
    if end == body.len() { Ok(sections) } else { Err(PackedError::Damaged) }
}

const PRIME: u64 = 0x0100_0000_01b3;
const BASIS: u64 = 0xcbf2_9ce4_8422_2325;

/// FNV-1a over words of eight bytes. It detects accidents, not forgery.
pub fn checksum(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    with_rest(words.iter().fold(BASIS, |sum, word| with_word(sum, *word)), rest)
}

fn with_word(sum: u64, word: [u8; 8]) -> u64 {
    // The rotation lets the high bits of a word reach the low bits of the sum.
    (sum ^ u64::from_le_bytes(word)).wrapping_mul(PRIME).rotate_left(23)
}

fn with_rest(sum: u64, rest: &[u8]) -> u64 {
    rest.iter().fold(sum, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(PRIME))
}

/// The [`checksum`] of bytes that come in parts.
struct Checksum {
    /// That of the whole words so far.
    sum: u64,
    /// The bytes of the word that is not whole yet, and how many they are.
    word: [u8; 8],
    filled: usize,
}

impl Default for Checksum {
    fn default() -> Self {
        Self { sum: BASIS, word: [0; 8], filled: 0 }
    }
}

impl Checksum {
    fn add(&mut self, bytes: &[u8]) {
        let missing = if self.filled == 0 { 0 } else { 8 - self.filled };
        let (first, bytes) = bytes.split_at(missing.min(bytes.len()));
        self.word[self.filled..self.filled + first.len()].copy_from_slice(first);
        self.filled += first.len();
        if self.filled == 8 {
            self.sum = with_word(self.sum, self.word);
            self.filled = 0;
        }
        let (words, rest) = bytes.as_chunks::<8>();
        self.sum = words.iter().fold(self.sum, |sum, word| with_word(sum, *word));
        self.word[self.filled..self.filled + rest.len()].copy_from_slice(rest);
        self.filled += rest.len();
    }

    fn finish(self) -> u64 {
        with_rest(self.sum, &self.word[..self.filled])
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn parts_have_the_checksum_of_the_whole(
            parts in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..20), 0..12),
        ) {
            let mut sum = Checksum::default();
            for part in &parts {
                sum.add(part);
            }
            prop_assert_eq!(sum.finish(), checksum(&parts.concat()));
        }

        #[test]
        fn sections_come_back(
            sections in prop::array::uniform3(prop::collection::vec(any::<u8>(), 0..40)),
        ) {
            let sections = sections.each_ref().map(Vec::as_slice);
            let packed = pack(*b"sections", &sections);
            prop_assert_eq!(unpack(*b"sections", &packed), Ok(sections));
            let mut files = sections;
            let mut sources =
                files.each_mut().map(|bytes| SectionSource { length: bytes.len() as u64, bytes });
            let mut written = Vec::new();
            write(*b"sections", &mut sources, &mut written).unwrap();
            prop_assert_eq!(written, packed);
        }
    }
}
