//! The packed form of an inbound list.
//!
//! A list is a sequence of fixed-size records in rail order, in chunks of [`CHUNK`] records, so that a page in rail
//! order reads only the chunks it needs. A record has everything that requests filter or sort by. Names and anchors are
//! numbers into other tables, which are looked up for the rows of a page only.

use crate::{AnchorNumber, DocumentNumber, MeaningNumber};

/// Bytes of a record: eight little-endian words.
const BYTES: usize = 32;

/// The bit of the word of the meaning that is set where the cited provision is gone.
const GONE: u32 = MeaningNumber::MAX + 1;

/// Records per chunk.
pub(crate) const CHUNK: usize = 1024;

/// The maximum number of chunks of a list. A row number consists of the number of the cited document and the number of
/// the chunk.
const CHUNKS: i64 = 1 << 20;

/// A citing spot: one row of an inbound list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InboundRecord {
    /// The number of the citing document.
    pub citing: DocumentNumber,
    /// The number of the cited anchor; 0 for the document as a whole.
    pub target_anchor: AnchorNumber,
    /// The number of the anchor of the citing spot; 0 for none.
    pub anchor: AnchorNumber,
    /// The printed page of the citing spot; negative for none.
    pub page: i32,
    /// How many documents cite the citing document.
    pub inbound_count: u32,
    /// The number of the relation.
    pub predicate: u16,
    /// The number of the citing document's source.
    pub source: u16,
    /// How many links the row stands for: links between the same spot and the same target may differ in relation or
    /// words, or be repeated.
    pub links: u32,
    /// What the citing document means, where that is not what bears the name or number today; 0 else.
    pub meaning: MeaningNumber,
    /// Whether what is meant is gone, and stood in `target_anchor`.
    pub is_gone: bool,
}

impl InboundRecord {
    fn pack(&self) -> [u8; BYTES] {
        let words = [
            self.citing.0,
            self.target_anchor.0,
            self.anchor.0,
            u32::from_le_bytes(self.page.to_le_bytes()),
            self.inbound_count,
            u32::from(self.predicate) << 16 | u32::from(self.source),
            self.links,
            self.meaning.0 | if self.is_gone { GONE } else { 0 },
        ];
        let mut bytes = [0; BYTES];
        for (place, word) in bytes.chunks_exact_mut(4).zip(words) {
            place.copy_from_slice(&word.to_le_bytes());
        }
        bytes
    }

    fn unpack(bytes: &[u8; BYTES]) -> Self {
        let word = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        Self {
            citing: DocumentNumber(word(0)),
            target_anchor: AnchorNumber(word(4)),
            anchor: AnchorNumber(word(8)),
            page: i32::from_le_bytes(word(12).to_le_bytes()),
            inbound_count: word(16),
            predicate: (word(20) >> 16) as u16,
            source: word(20) as u16,
            links: word(24),
            meaning: MeaningNumber(word(28) & MeaningNumber::MAX),
            is_gone: word(28) & GONE != 0,
        }
    }
}

/// Packs records.
pub(crate) fn pack(records: &[InboundRecord]) -> Vec<u8> {
    records.iter().flat_map(InboundRecord::pack).collect()
}

/// Unpacks a chunk; None when its length is not that of whole records.
pub(crate) fn unpack(bytes: &[u8]) -> Option<impl ExactSizeIterator<Item = InboundRecord>> {
    let (records, rest) = bytes.as_chunks::<BYTES>();
    rest.is_empty().then(|| records.iter().map(InboundRecord::unpack))
}

/// The row number of a chunk.
pub(crate) fn chunk_id(target: DocumentNumber, chunk: usize) -> i64 {
    i64::from(target.0) * CHUNKS + i64::try_from(chunk).unwrap_or(CHUNKS).min(CHUNKS - 1)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn packing_loses_nothing(words in any::<[u32; 6]>(), is_gone in any::<bool>(), page in any::<i32>(), small in any::<[u16; 2]>()) {
            let record = InboundRecord {
                citing: DocumentNumber(words[0]), target_anchor: AnchorNumber(words[1]),
                anchor: AnchorNumber(words[2]), inbound_count: words[3],
                page, predicate: small[0], source: small[1], links: words[4],
                meaning: MeaningNumber(words[5] & MeaningNumber::MAX), is_gone,
            };
            let bytes = pack(&[record, record]);
            prop_assert_eq!(unpack(&bytes).unwrap().collect::<Vec<_>>(), vec![record, record]);
            prop_assert!(unpack(&bytes[1..]).is_none());
        }
    }
}
