//! Compounds: splitting a Swedish word into the words it is made of.
//!
//! Swedish writes compounds as one word, and a search for *upphovsrätt* must find *upphovsrättslagen*. No dictionary has
//! all words of a legal corpus, but they can be learnt from it: *dataskydd* begins many of its words and *förordning* ends
//! many. The beginnings and ends learnt have weights (`learning` says how). A word is cut where the weights of its
//! beginning and its end are the greatest, if they are great enough. Long parts are cut again.
//!
//! Ends are stored as stems, so that all inflections of a word are cut in the same place. Beginnings are stored as they are
//! written, with the letters that link them (*arbets-*, *skatte-*, *gatu-*), which are left out of the part.

mod learning;
mod lists;
mod stem_at_end;

use fst::Map;
use fst::raw::{Fst, Node};
use lagrum_files::sections::{PackedError, pack, unpack};

use crate::{Language, stem};

/// Parts from this number of letters on are cut again.
const LONG_PART: usize = 11;

/// The most bytes of a word that is cut.
const MAX_BYTES: usize = 64;

const KIND: [u8; 8] = *b"lagCmp01";

/// Beginnings and ends of compounds, learnt from the words of a corpus.
#[derive(Debug, Clone)]
pub struct Compounds {
    /// Beginnings, with their linking letter, to a [`Beginning`].
    beginnings: Map<Vec<u8>>,
    /// Stems of ends, bytes reversed, to their weight.
    ends: Map<Vec<u8>>,
}

/// A beginning, which is packed in one number.
#[derive(Debug, Clone, Copy)]
struct Beginning {
    weight: u64,
    /// The bytes at its end that only link.
    linking: usize,
}

impl Beginning {
    fn packed(self) -> u64 {
        self.weight << 2 | self.linking as u64
    }

    fn unpacked(packed: u64) -> Self {
        Self { weight: packed >> 2, linking: (packed & 3) as usize }
    }
}

/// The least weight of beginning and end together that makes a compound, in the unit of `learning`. Below it, half of
/// the cuts inspected in a corpus of two hundred thousand words were wrong.
const MIN_WEIGHT: u64 = 600;

impl Compounds {
    /// The parts of a word in lower case: whole words without linking letters, in reading order, each part followed
    /// by its own parts where it is cut again. Empty when the word is no compound.
    pub fn parts<'a>(&self, word: &'a str) -> Vec<&'a str> {
        let mut parts = Vec::new();
        if word.len() <= MAX_BYTES {
            self.add_parts(word, &mut parts);
        }
        parts
    }

    fn add_parts<'a>(&self, word: &'a str, parts: &mut Vec<&'a str>) {
        let Some((linked, rest, linking)) = self.cut(word) else { return };
        let unlinked = linked.get(..linked.len().saturating_sub(linking)).unwrap_or(linked);
        for part in [unlinked, rest] {
            parts.push(part);
            if part.chars().count() >= LONG_PART {
                self.add_parts(part, parts);
            }
        }
    }

    /// The best cut of a word: its beginning, its end, and how many bytes of the beginning only link.
    fn cut<'a>(&self, word: &'a str) -> Option<(&'a str, &'a str, usize)> {
        let stem = stem(word, Language::Swedish);
        if !word.starts_with(&stem) || lists::is_whole(&stem) {
            return None;
        }
        let mut ends = [0_u64; MAX_BYTES + 1];
        follow(self.ends.as_fst(), stem.bytes().rev(), |length, weight| ends[stem.len() - length] = weight);
        let mut best: Option<(u64, usize, usize)> = None;
        follow(self.beginnings.as_fst(), stem.bytes(), |length, packed| {
            let beginning = Beginning::unpacked(packed);
            let weight = beginning.weight + ends[length];
            if ends[length] > 0 && weight >= MIN_WEIGHT && best.is_none_or(|(most, ..)| weight > most) {
                best = Some((weight, length, beginning.linking));
            }
        });
        let (_, at, linking) = best?;
        let (beginning, end) = word.split_at_checked(at)?;
        Some((beginning, end, linking))
    }

    /// The compounds as bytes, for [`Self::from_bytes`].
    pub fn to_bytes(&self) -> Vec<u8> {
        pack(KIND, &[self.beginnings.as_fst().as_bytes(), self.ends.as_fst().as_bytes()])
    }

    /// The compounds written by [`Self::to_bytes`]. Takes a copy of the bytes; a checksum is verified.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, PackedError> {
        let [beginnings, ends] = unpack(KIND, bytes)?;
        let read = |section: &[u8]| Map::new(section.to_vec()).map_err(|_| PackedError::Damaged);
        Ok(Self { beginnings: read(beginnings)?, ends: read(ends)? })
    }
}

/// Follows bytes through a transducer and calls `found` with the length and the value of every key they begin with.
fn follow(keys: &Fst<Vec<u8>>, bytes: impl Iterator<Item = u8>, mut found: impl FnMut(usize, u64)) {
    let mut node: Node<'_> = keys.root();
    let mut value = 0;
    for (at, byte) in bytes.enumerate() {
        let Some(transition) = node.find_input(byte) else { return };
        let transition = node.transition(transition);
        value += transition.out.value();
        node = keys.node(transition.addr);
        if node.is_final() {
            found(at + 1, value + node.final_output().value());
        }
    }
}
