//! The packed form of an inbound list.
//!
//! A list is a row of fixed-size records in rail order, cut into chunks of [`CHUNK`] so that a page in rail order
//! reads just the chunks it touches. Everything a request filters or sorts by stands in the record; names and
//! anchors are numbers into other tables, looked up for the rows of the page only.

/// Bytes of a record: seven little-endian words.
const BYTES: usize = 28;

/// Records in a chunk.
pub(crate) const CHUNK: usize = 1024;

/// Chunks a list may have: the chunk's number is packed beside the target's.
const CHUNKS: i64 = 1 << 20;

/// A place that cites: one row of an inbound list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InboundRecord {
    /// The citing document.
    pub citing: u32,
    /// The anchor cited, by its number; 0 for the document as a whole.
    pub target_anchor: u32,
    /// The anchor it is cited from, by its number; 0 for none.
    pub anchor: u32,
    /// The printed page it is cited from; negative for none.
    pub page: i32,
    /// How many documents cite the citing document.
    pub inbound_count: u32,
    /// The relation, by its number.
    pub predicate: u16,
    /// The citing document's source, by its number.
    pub source: u16,
    /// How many links it stands for: those of the spot to the place that differ in relation or words, and repeated
    /// ones.
    pub links: u32,
}

impl InboundRecord {
    fn pack(&self) -> [u8; BYTES] {
        let words = [
            self.citing,
            self.target_anchor,
            self.anchor,
            u32::from_le_bytes(self.page.to_le_bytes()),
            self.inbound_count,
            u32::from(self.predicate) << 16 | u32::from(self.source),
            self.links,
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
            citing: word(0),
            target_anchor: word(4),
            anchor: word(8),
            page: i32::from_le_bytes(word(12).to_le_bytes()),
            inbound_count: word(16),
            predicate: (word(20) >> 16) as u16,
            source: word(20) as u16,
            links: word(24),
        }
    }
}

/// The records as bytes.
pub(crate) fn pack(records: &[InboundRecord]) -> Vec<u8> {
    records.iter().flat_map(InboundRecord::pack).collect()
}

/// The records in a chunk; None when it is not a whole number of them.
pub(crate) fn unpack(bytes: &[u8]) -> Option<impl ExactSizeIterator<Item = InboundRecord>> {
    let (records, rest) = bytes.as_chunks::<BYTES>();
    rest.is_empty().then(|| records.iter().map(InboundRecord::unpack))
}

/// The row number of a chunk.
pub(crate) fn chunk_id(target: u32, chunk: usize) -> i64 {
    i64::from(target) * CHUNKS + i64::try_from(chunk).unwrap_or(CHUNKS).min(CHUNKS - 1)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn packing_loses_nothing(words in any::<[u32; 5]>(), page in any::<i32>(), small in any::<[u16; 2]>()) {
            let record = InboundRecord {
                citing: words[0], target_anchor: words[1], anchor: words[2], inbound_count: words[3],
                page, predicate: small[0], source: small[1], links: words[4],
            };
            let bytes = pack(&[record, record]);
            prop_assert_eq!(unpack(&bytes).unwrap().collect::<Vec<_>>(), vec![record, record]);
            prop_assert!(unpack(&bytes[1..]).is_none());
        }
    }
}
