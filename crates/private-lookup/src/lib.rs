//! Private lookups: a client finds out whether a document or provision is held, and reads it, without disclosing to the
//! server which one.
//!
//! A **unit** is what can be looked up: a document, or a part of it that citations point into, under its uri. The
//! **key** of a unit is the first eight bytes of the SHA-256 of its uri, as a big-endian number. A client downloads the
//! **filter** once, which answers by itself whether a uri is held. For the words of a provision it asks for a
//! **bucket**: all units whose keys begin with the same bits, 12 of them or more. The server learns these bits, and
//! that one of the units in the bucket is asked for; docs/citations.md describes how much that discloses. [`Lookups::most_bits`] is how many
//! bits leave at least [`LEAST_UNITS`] units in a bucket on average. Buckets are padded to a ladder of lengths, so that their length on the wire does not disclose the prefix.
//!
//! A build writes three files into the folder `lookups` of its snapshot ([`LookupWriter`]); a server reads them
//! ([`Lookups`]). All numbers are little-endian.
//!
//! `filter` is sent as it is:
//!
//! | bytes | |
//! | --- | --- |
//! | 15 | `lagen-fuse16-1` and a line feed |
//! | 8 | seed |
//! | 4 | segment length |
//! | 4 | segment count × segment length |
//! | 4 | number of fingerprints |
//! | 2 each | fingerprints of a binary fuse filter (Graf and Lemire 2022) |
//! | 4 | number of most cited units, at most [`MOST_CITED`] |
//! | 4 + 4 each | the top 32 bits of a key, and how many documents cite the unit; most cited first |
//!
//! A bucket:
//!
//! | bytes | |
//! | --- | --- |
//! | 4 | `LUR1` |
//! | 1 | number of bits of the prefix |
//! | 4 | number of units |
//! | per unit, by key | 4: the 32 bits of the key after the prefix; 2: length of the uri; 4: length of the text, [`NO_TEXT`] for none; the uri; the text as markdown, raw-deflated |
//!
//! | | zeros, up to the next length of the ladder: [`FIRST_LENGTH`] and its doubles |
//!
//! `units` has the records of units without the bits of the key, and `index` says for each key where its record is.

mod reader;
mod writer;

use std::path::PathBuf;

use sha2::{Digest, Sha256};

pub use reader::{LookupPrefix, Lookups, bucket_units};
pub use writer::{LookupWriter, PackedText};

/// The maximum number of most cited units in the filter.
pub const MOST_CITED: usize = 4_096;

/// The length that stands for "no text".
pub const NO_TEXT: u32 = u32::MAX;

/// The minimum of the mean number of units in a bucket.
pub const LEAST_UNITS: u64 = 128;

/// The first of the lengths of buckets. Each other is twice the one before.
pub const FIRST_LENGTH: usize = 64 << 10;

/// The maximum length of a bucket, in bytes.
pub const MAX_BUCKET_BYTES: u64 = 16 << 20;

const FILTER_MAGIC: &[u8] = b"lagen-fuse16-1\n";
const BUCKET_MAGIC: &[u8] = b"LUR1";
const FILTER: &str = "filter";
const INDEX: &str = "index";
const UNITS: &str = "units";

/// Bytes of an entry of the index: key, offset and length of the record.
const INDEX_ENTRY: usize = 8 + 8 + 4;

/// Why lookups cannot be written or read.
#[derive(Debug, thiserror::Error)]
pub enum LookupError {
    /// A file cannot be read or written.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
    /// A uri is longer than a record can have.
    #[error("the uri of a unit has {0} bytes, and at most 65535 can be recorded")]
    UriTooLong(usize),
    /// The filter cannot be made of these keys.
    #[error("the filter of the private lookups could not be made: {0}")]
    Filter(&'static str),
    /// A file is shorter than the index states.
    #[error("{0} is damaged; build the snapshot again")]
    Damaged(PathBuf),
    /// A bucket is larger than the server sends.
    #[error("the bucket has {bytes} bytes, and at most {MAX_BUCKET_BYTES} are sent")]
    BucketTooLarge {
        /// Its length.
        bytes: u64,
    },
}

fn file_error(path: impl Into<PathBuf>) -> impl FnOnce(std::io::Error) -> LookupError {
    let path = path.into();
    move |source| LookupError::File { path, source }
}

/// The key of a uri.
pub fn lookup_key(uri: &str) -> u64 {
    let digest = Sha256::digest(uri.as_bytes());
    let mut first = [0; 8];
    first.copy_from_slice(&digest[..8]);
    u64::from_be_bytes(first)
}
