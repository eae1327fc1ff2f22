//! Data structures as bytes: a magic number, sections, and a checksum over all of it.
//!
//! Reading returns what was written, or an error for bytes of another version of the format and for bytes that are cut
//! short or damaged. Bytes forged on purpose, checksum included, are not detected.

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

/// Writes sections one after another, each after its length.
pub(crate) fn pack(kind: [u8; 8], sections: &[&[u8]]) -> Vec<u8> {
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
pub(crate) fn unpack<const SECTIONS: usize>(
    kind: [u8; 8],
    bytes: &[u8],
) -> Result<[&[u8]; SECTIONS], PackedError> {
    if !bytes.starts_with(&kind) {
        return Err(PackedError::Kind);
    }
    let (body, sum) = bytes.split_last_chunk::<8>().ok_or(PackedError::Damaged)?;
    if checksum(body) != u64::from_le_bytes(*sum) {
        return Err(PackedError::Damaged);
    }
    let mut rest = body.get(kind.len()..).ok_or(PackedError::Damaged)?;
    let mut sections = [&[][..]; SECTIONS];
    for section in &mut sections {
        let (length, after) = rest.split_first_chunk::<8>().ok_or(PackedError::Damaged)?;
        let length = usize::try_from(u64::from_le_bytes(*length)).map_err(|_| PackedError::Damaged)?;
        (*section, rest) = after.split_at_checked(length).ok_or(PackedError::Damaged)?;
    }
    if rest.is_empty() { Ok(sections) } else { Err(PackedError::Damaged) }
}

/// FNV-1a over words of eight bytes. It detects accidents, not forgery.
pub fn checksum(bytes: &[u8]) -> u64 {
    const PRIME: u64 = 0x0100_0000_01b3;
    let (words, rest) = bytes.as_chunks::<8>();
    let mixed = words.iter().fold(0xcbf2_9ce4_8422_2325_u64, |sum, word| {
        // The rotation lets the high bits of a word reach the low bits of the sum.
        (sum ^ u64::from_le_bytes(*word)).wrapping_mul(PRIME).rotate_left(23)
    });
    rest.iter().fold(mixed, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(PRIME))
}
