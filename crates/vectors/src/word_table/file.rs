//! The file of a word table.
//!
//! ```text
//! magic        8 bytes
//! digest       SHA-256 of everything after it
//! body         a WordTableFile (postcard)
//! ```

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::MAX_DIMENSIONS;

const MAGIC: &[u8; 8] = b"lagWrd01";

/// Bytes that a file may have; the table of the program has some millions.
const MAX_BYTES: usize = 256 << 20;

/// What a word table consists of.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct WordTableFile {
    /// The id of the model that made it.
    pub(super) model: String,
    /// Numbers of a row.
    pub(super) dimensions: u16,
    /// The row of each stem: a finite state transducer.
    pub(super) rows: Vec<u8>,
    /// The factor of the numbers of each row.
    pub(super) scales: Vec<f32>,
    /// The numbers of all rows, signed.
    pub(super) numbers: Vec<u8>,
    /// The parts that compounds have, as crate `words` writes them.
    pub(super) compounds: Vec<u8>,
}

/// Why a word table cannot be read or made.
#[derive(Debug, thiserror::Error)]
pub enum WordTableError {
    /// The bytes are not those of a word table of this version.
    #[error("not a word table of this version of the program: get that of the same release")]
    Kind,
    /// The bytes are cut short or changed.
    #[error("the word table is damaged: get it again")]
    Damaged,
    /// There are too few words, or vectors of different lengths, or numbers that are not finite.
    #[error("no word table can be made of these words: {0}")]
    Unsuitable(&'static str),
}

pub(super) fn pack(file: &WordTableFile) -> Result<Vec<u8>, WordTableError> {
    let body = postcard::to_allocvec(file).map_err(|_| WordTableError::Unsuitable("they are too many"))?;
    let digest = Sha256::digest(&body);
    Ok([MAGIC.as_slice(), digest.as_slice(), &body].concat())
}

/// The first half of the digest and the contents of the file. The lengths of the contents are checked.
pub(super) fn unpack(bytes: &[u8]) -> Result<([u8; 16], WordTableFile), WordTableError> {
    let rest = bytes.strip_prefix(MAGIC).ok_or(WordTableError::Kind)?;
    let (digest, body) = rest.split_first_chunk::<32>().ok_or(WordTableError::Damaged)?;
    if bytes.len() > MAX_BYTES || Sha256::digest(body)[..] != digest[..] {
        return Err(WordTableError::Damaged);
    }
    let file: WordTableFile = postcard::from_bytes(body).map_err(|_| WordTableError::Damaged)?;
    let dimensions = usize::from(file.dimensions);
    let is_whole = (1..=MAX_DIMENSIONS).contains(&dimensions)
        && file.numbers.len() == file.scales.len() * dimensions
        && file.scales.iter().all(|scale| scale.is_finite());
    let first = digest.first_chunk().ok_or(WordTableError::Damaged)?;
    if is_whole { Ok((*first, file)) } else { Err(WordTableError::Damaged) }
}
