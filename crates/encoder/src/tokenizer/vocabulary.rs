//! The pieces of a tokenizer as its file has them: a list with scores, or numbers by piece.

use std::collections::HashMap;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};

use super::unigram::ScoredPiece;

/// Pieces that a file may have.
const MAX_PIECES: usize = 1_000_000;

/// The pieces of a tokenizer.
#[derive(Debug)]
pub(super) enum Vocabulary {
    /// Pieces with the logarithm of their probability, in the order of their numbers.
    Scored(Vec<ScoredPiece>),
    /// Pieces with their numbers.
    Numbered(HashMap<String, u32>),
}

impl Vocabulary {
    pub(super) fn highest_id(&self) -> Option<u32> {
        match self {
            Self::Scored(pieces) => pieces.len().checked_sub(1).map(|last| last as u32),
            Self::Numbered(pieces) => pieces.values().copied().max(),
        }
    }
}

impl<'de> Deserialize<'de> for Vocabulary {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(PieceVisitor)
    }
}

struct PieceVisitor;

impl<'de> Visitor<'de> for PieceVisitor {
    type Value = Vocabulary;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at most {MAX_PIECES} pieces")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vocabulary, A::Error> {
        let mut pieces = Vec::new();
        while let Some(piece) = list.next_element()? {
            if pieces.len() == MAX_PIECES {
                return Err(serde::de::Error::invalid_length(MAX_PIECES + 1, &self));
            }
            let (piece, score) = piece;
            pieces.push(ScoredPiece { piece, score });
        }
        Ok(Vocabulary::Scored(pieces))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Vocabulary, A::Error> {
        let mut pieces = HashMap::new();
        while let Some((piece, number)) = map.next_entry()? {
            if pieces.len() == MAX_PIECES {
                return Err(serde::de::Error::invalid_length(MAX_PIECES + 1, &self));
            }
            pieces.insert(piece, number);
        }
        Ok(Vocabulary::Numbered(pieces))
    }
}
