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

    /// The replacement of the shortest beginning of some characters that the map has.
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

#[cfg(test)]
mod tests {
    use super::super::normalizer::{Normalizer, NormalizerFile};
    use super::*;

    /// A node of a trie that is being laid out: its children by byte, and the place of its text.
    #[derive(Default)]
    struct Node {
        children: Vec<(u8, Node)>,
        value: Option<u32>,
    }

    impl Node {
        fn add(&mut self, bytes: &[u8], value: u32) {
            let Some((first, rest)) = bytes.split_first() else {
                self.value = Some(value);
                return;
            };
            let at = self.children.iter().position(|(byte, _)| byte == first).unwrap_or_else(|| {
                self.children.push((*first, Node::default()));
                self.children.len() - 1
            });
            self.children[at].1.add(rest, value);
        }

        /// Lays out the children of the node at a place, and returns what belongs into the unit of the node: its offset, and
        /// whether it has a value. Offsets are multiples of 256, so the children of two nodes never get one place.
        fn lay_out(&self, at: usize, units: &mut Vec<u32>) -> u32 {
            let base = units.len().div_ceil(256) * 256;
            units.resize(base + 256, 0);
            if let Some(value) = self.value {
                units[base] = value | 0x8000_0000;
            }
            for (byte, child) in &self.children {
                let place = base + usize::from(*byte);
                units[place] = child.lay_out(place, units) | u32::from(*byte);
            }
            let offset = u32::try_from(at ^ base).unwrap();
            offset << 10 | u32::from(self.value.is_some()) << 8
        }
    }

    /// A map as a file has it.
    fn encoded(rows: &[(&str, &str)]) -> String {
        let (mut trie, mut texts) = (Node::default(), String::new());
        for (from, to) in rows {
            trie.add(from.as_bytes(), u32::try_from(texts.len()).unwrap());
            texts.push_str(to);
            texts.push('\0');
        }
        let mut units = vec![0];
        units[0] = trie.lay_out(0, &mut units);
        let table: Vec<u8> = units.into_iter().flat_map(u32::to_le_bytes).collect();
        let length = u32::try_from(table.len()).unwrap().to_le_bytes();
        BASE64_STANDARD.encode([length.as_slice(), &table, texts.as_bytes()].concat())
    }

    const ROWS: [(&str, &str); 6] =
        [("½", "1⁄2"), ("ﬁ", "fi"), ("e\u{301}", "é"), ("\u{a0}", " "), ("\u{ad}", ""), ("㎞", "km")];

    #[test]
    fn characters_and_clusters_become_what_the_map_has() {
        let map = CharsMap::parse(&encoded(&ROWS)).unwrap();
        for (text, expected) in [
            ("½ ﬁl", "1⁄2 fil"),
            ("cafe\u{301}et", "caféet"),
            ("e e\u{302}", "e e\u{302}"),
            ("5\u{a0}㎞", "5 km"),
            ("får\u{ad}hage", "fårhage"),
            ("日本 👍🏽", "日本 👍🏽"),
            ("", ""),
        ] {
            assert_eq!(map.mapped(text), expected, "{text:?}");
        }
    }

    #[test]
    fn a_file_names_the_map_as_a_step() {
        let file = format!(
            r#"{{"type": "Sequence", "normalizers": [
                {{"type": "Precompiled", "precompiled_charsmap": "{}"}},
                {{"type": "Replace", "pattern": {{"Regex": " {{2,}}"}}, "content": " "}}]}}"#,
            encoded(&ROWS)
        );
        let file: NormalizerFile = serde_json::from_str(&file).unwrap();
        let normalizer = Normalizer::new(Some(file)).unwrap();
        assert_eq!(normalizer.normalized("½\u{a0} hage"), "1⁄2 hage");
    }

    #[test]
    fn a_damaged_map_is_refused_or_maps_nothing() {
        let whole = BASE64_STANDARD.decode(encoded(&ROWS)).unwrap();
        for text in ["", "AAA", "!", "//////8="] {
            assert!(CharsMap::parse(text).is_err(), "{text:?}");
        }
        for at in (0..whole.len()).step_by(7) {
            let mut damaged = whole.clone();
            damaged[at] ^= 0x5a;
            for bytes in [&whole[..at], &damaged] {
                if let Ok(map) = CharsMap::parse(&BASE64_STANDARD.encode(bytes)) {
                    map.mapped("½ ﬁl e\u{301} \u{a0}\u{ad}㎞ får");
                }
            }
        }
        let empty = CharsMap::parse(&encoded(&[])).unwrap();
        assert_eq!(empty.mapped("½ hage"), "½ hage");
    }
}
