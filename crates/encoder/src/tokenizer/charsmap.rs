//! The map of characters that SentencePiece models carry (`precompiled_charsmap`): what a character or a short cluster of
//! characters becomes. In Base64: four bytes with the length of a table, the table, and the texts that it points into, each ended
//! by a zero byte. The table is a double array: a trie in which the child of a node for a byte stands at the node's offset
//! XOR the byte, if its label is that byte.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use unicode_segmentation::UnicodeSegmentation as _;

/// Bytes of a cluster that is looked up as a whole; a longer one is looked up by characters.
const MAX_CLUSTER: usize = 5;

/// Bytes that one character or cluster may become; the longest in use has 33.
const MAX_TEXT: usize = 64;

/// A map of characters.
pub(super) struct CharsMap {
    units: Vec<Unit>,
    texts: String,
}

impl std::fmt::Debug for CharsMap {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CharsMap").field("units", &self.units.len()).finish_non_exhaustive()
    }
}

/// A node of the trie, or the value of one.
#[derive(Clone, Copy)]
struct Unit(u32);

impl Unit {
    fn has_value(self) -> bool {
        self.0 >> 8 & 1 == 1
    }

    fn value(self) -> usize {
        (self.0 & 0x7fff_ffff) as usize
    }

    fn label(self) -> u32 {
        self.0 & 0x8000_00ff
    }

    fn offset(self) -> usize {
        ((self.0 >> 10) << ((self.0 & 1 << 9) >> 6)) as usize
    }
}

impl CharsMap {
    /// Parses the map. Nothing in it is trusted: a place outside the table ends a look-up.
    pub(super) fn parse(encoded: &str) -> Result<Self, String> {
        let damaged = || "its precompiled_charsmap is damaged: get the file again".to_owned();
        let bytes = BASE64_STANDARD.decode(encoded).map_err(|_| damaged())?;
        let (length, rest) = bytes.split_first_chunk().ok_or_else(damaged)?;
        let length = u32::from_le_bytes(*length) as usize;
        let (table, texts) = rest.split_at_checked(length).ok_or_else(damaged)?;
        let units = table.as_chunks().0.iter().map(|&four| Unit(u32::from_le_bytes(four))).collect();
        let texts = String::from_utf8(texts.to_vec()).map_err(|_| damaged())?;
        Ok(Self { units, texts })
    }

    pub(super) fn mapped(&self, text: &str) -> String {
        let mut mapped = String::with_capacity(text.len());
        for cluster in text.graphemes(true) {
            if cluster.len() <= MAX_CLUSTER
                && let Some(by) = self.find(cluster)
            {
                mapped.push_str(by);
                continue;
            }
            for character in cluster.chars() {
                match self.find(character.encode_utf8(&mut [0; 4])) {
                    Some(by) => mapped.push_str(by),
                    None => mapped.push(character),
                }
            }
        }
        mapped
    }

    /// What the shortest beginning of some characters that the map has becomes.
    fn find(&self, characters: &str) -> Option<&str> {
        let mut place = self.units.first()?.offset();
        for byte in characters.bytes().take_while(|&byte| byte != 0) {
            place ^= usize::from(byte);
            let unit = *self.units.get(place)?;
            if unit.label() != u32::from(byte) {
                return None;
            }
            place ^= unit.offset();
            if unit.has_value() {
                let text = self.texts.get(self.units.get(place)?.value()..)?;
                let end = text.bytes().take(MAX_TEXT + 1).position(|byte| byte == 0)?;
                return text.get(..end);
            }
        }
        None
    }
}
