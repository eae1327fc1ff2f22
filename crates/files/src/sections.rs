//! Data structures as bytes: a magic number, sections, and a checksum over all of it.
//!
//! Reading returns what was written, or an error for bytes of another version of the format and for bytes that are cut
//! short or damaged. Bytes forged on purpose, checksum included, are not detected.

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
fn checksum(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    // The rotation lets the high bits of a word reach the low bits of the sum.
    let with_word =
        |sum: u64, word: &[u8; 8]| (sum ^ u64::from_le_bytes(*word)).wrapping_mul(PRIME).rotate_left(23);
    let sum = words.iter().fold(BASIS, with_word);
    rest.iter().fold(sum, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(PRIME))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn sections_come_back(
            sections in prop::array::uniform3(prop::collection::vec(any::<u8>(), 0..40)),
        ) {
            let sections = sections.each_ref().map(Vec::as_slice);
            let packed = pack(*b"sections", &sections);
            prop_assert_eq!(unpack(*b"sections", &packed), Ok(sections));
            for at in 0..packed.len() {
                let mut damaged = packed.clone();
                damaged[at] ^= 0x41;
                prop_assert!(unpack::<3>(*b"sections", &damaged).is_err(), "byte {}", at);
                prop_assert!(unpack::<3>(*b"sections", &packed[..at]).is_err(), "cut at {}", at);
            }
        }
    }
}
