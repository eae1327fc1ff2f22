//! What a body was kept as. It is written beside the body in its pack, so that rows can be made of packs when the database is lost.
//!
//! It is the content of a skippable frame of zstd: the first eight bytes of the SHA-256 of the rest, and a JSON object.

use serde::{Deserialize, Serialize};

use crate::record::{BodyDigest, NewRecord, digest};

/// The first bytes of the frame, one of those that zstd reserves for frames that are skipped.
const MAGIC: [u8; 4] = 0x184D_2A5B_u32.to_le_bytes();

/// Bytes of a frame before its JSON: magic, length, and the checksum.
const HEAD: usize = 16;

/// What a body was kept as: the row that it was written for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Origin {
    pub(crate) source: String,
    pub(crate) key: String,
    pub(crate) part: String,
    pub(crate) url: String,
    /// When it came, in seconds since 1970.
    pub(crate) at: i64,
    pub(crate) status: u16,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) etag: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) last_modified: Option<String>,
    /// The normalised hash, in hexadecimal digits.
    pub(crate) norm: String,
}

impl Origin {
    pub(crate) fn new(source: &str, record: &NewRecord, now: i64) -> Self {
        let NewRecord { key, part, url, status, etag, last_modified, norm_hash, .. } = record;
        Self {
            source: source.to_owned(),
            key: key.clone(),
            part: part.clone(),
            url: url.clone(),
            at: now,
            status: *status,
            etag: etag.clone(),
            last_modified: last_modified.clone(),
            norm: hex::encode(norm_hash),
        }
    }

    /// The record of which this is the origin. None when its normalised hash cannot be read.
    pub(crate) fn record(self, body: Vec<u8>) -> Option<NewRecord> {
        let mut norm_hash = BodyDigest::default();
        hex::decode_to_slice(&self.norm, &mut norm_hash).ok()?;
        let Self { key, part, url, status, etag, last_modified, .. } = self;
        Some(NewRecord { key, part, url, status, etag, last_modified, body, norm_hash })
    }

    /// The frame that is written before the body. Empty if the origin is too long for one.
    pub(crate) fn to_frame(&self) -> Vec<u8> {
        let json = serde_json::to_vec(self).unwrap_or_default();
        let Ok(length) = u32::try_from(json.len() + 8) else { return Vec::new() };
        [&MAGIC[..], &length.to_le_bytes(), &digest(&json)[..8], &json].concat()
    }

    /// Reads the content of a frame. None when it is damaged.
    fn read(content: &[u8]) -> Option<Self> {
        let (sum, json) = content.split_at_checked(8)?;
        if digest(json)[..8] == *sum { serde_json::from_slice(json).ok() } else { None }
    }
}

/// What stands before the frame of a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum StatedOrigin {
    /// Nothing: an earlier version of the program wrote the entry.
    None,
    /// What the body was kept as.
    Sound(Origin),
    /// The same, and damaged.
    Damaged,
}

/// What stands before the frame of a body, and that frame.
pub(crate) fn split(bytes: &[u8]) -> (StatedOrigin, &[u8]) {
    let length = bytes.strip_prefix(&MAGIC).and_then(|rest| rest.first_chunk::<4>());
    let Some(length) = length.map(|bytes| u32::from_le_bytes(*bytes) as usize) else {
        return (StatedOrigin::None, bytes);
    };
    match bytes[HEAD - 8..].split_at_checked(length) {
        Some((content, frame)) => {
            (Origin::read(content).map_or(StatedOrigin::Damaged, StatedOrigin::Sound), frame)
        }
        None => (StatedOrigin::Damaged, &[]),
    }
}

/// Whether bytes begin a frame of zstd, that of an origin or that of a body.
pub(crate) fn begins_frame(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC) || bytes.starts_with(&0xFD2F_B528_u32.to_le_bytes())
}
