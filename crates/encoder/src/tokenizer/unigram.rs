//! A unigram model: a word is cut into the pieces whose probabilities have the highest product. Every end of a piece within the
//! word keeps the best way to it, so one pass finds it.

use fst::raw::{Fst, Output};

/// By how much (in logarithm) a character without a piece is less probable than the least probable piece.
const UNKNOWN_PENALTY: f64 = 10.0;

/// Bytes that a piece may have. Those of real models have at most 64. Cutting a text takes at most so many steps for each of
/// its bytes.
const MAX_PIECE: usize = 256;

/// Beginnings of pieces that are looked at between two questions whether the work is still wanted.
const STARTS_AT_ONCE: usize = 1024;

/// Pieces with their probabilities.
pub(super) struct Unigram {
    /// The number of each piece, by its bytes.
    numbers: Fst<Vec<u8>>,
    /// The logarithm of the probability of each piece, by number.
    scores: Vec<f64>,
    unknown: u32,
    unknown_score: f64,
}

impl std::fmt::Debug for Unigram {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Unigram").field("pieces", &self.scores.len()).finish_non_exhaustive()
    }
}

/// A piece and the logarithm of its probability.
#[derive(Clone, Debug)]
pub(super) struct ScoredPiece {
    pub(super) piece: String,
    pub(super) score: f64,
}

/// The best way to a place in a word.
#[derive(Clone, Copy, Default)]
struct Way {
    score: f64,
    /// Where its last piece begins, and the piece; None while no way leads here.
    last: Option<(usize, u32)>,
}

impl Way {
    fn offer(&mut self, score: f64, start: usize, piece: u32) {
        if self.last.is_none() || score > self.score {
            *self = Self { score, last: Some((start, piece)) };
        }
    }
}

impl Unigram {
    /// Pieces in the order of their numbers; `special` ones are found in no text.
    pub(super) fn new(
        pieces: Vec<ScoredPiece>,
        unknown: Option<u32>,
        special: &[u32],
    ) -> Result<Self, String> {
        let unknown = unknown
            .filter(|&number| (number as usize) < pieces.len())
            .ok_or("it has no piece for what it does not know (unk_id): take another model")?;
        if let Some(ScoredPiece { piece, .. }) = pieces.iter().find(|scored| scored.piece.len() > MAX_PIECE) {
            return Err(format!(
                "a piece has {} bytes, and {MAX_PIECE} is the most that can be used: take another model",
                piece.len()
            ));
        }
        let scores: Vec<f64> = pieces.iter().map(|scored| scored.score).collect();
        if scores.iter().any(|score| !score.is_finite()) {
            return Err("a piece has a score that is no number: get the file again".to_owned());
        }
        let mut sorted: Vec<(String, u32)> =
            (0..).zip(pieces).map(|(number, scored)| (scored.piece, number)).collect();
        sorted.retain(|(piece, number)| !piece.is_empty() && !special.contains(number));
        // Of a piece that stands twice, the later number counts.
        sorted.sort_by(|a, b| a.0.cmp(&b.0).then(b.1.cmp(&a.1)));
        sorted.dedup_by(|later, first| later.0 == first.0);
        let numbers = fst::Map::from_iter(sorted.iter().map(|(piece, number)| (piece, u64::from(*number))))
            .map_err(|error| error.to_string())?
            .into_fst();
        let least = scores.iter().copied().fold(f64::INFINITY, f64::min);
        Ok(Self { numbers, scores, unknown, unknown_score: least - UNKNOWN_PENALTY })
    }

    /// Appends the numbers of a word's pieces. Neighbouring characters without a piece are one unknown piece. Of work that was
    /// cancelled nothing is appended.
    pub(super) fn cut(&self, word: &str, numbers: &mut Vec<u32>) {
        let mut ways = vec![Way::default(); word.len() + 1];
        for (count, (start, character)) in word.char_indices().enumerate() {
            if count % STARTS_AT_ONCE == STARTS_AT_ONCE - 1 && lagrum_cancel::is_cancelled() {
                return;
            }
            let here = ways[start].score;
            let width = character.len_utf8();
            let mut has_single = false;
            let (mut node, mut output) = (self.numbers.root(), Output::zero());
            for (index, &byte) in word.as_bytes()[start..].iter().enumerate() {
                let Some(at) = node.find_input(byte) else { break };
                let transition = node.transition(at);
                output = output.cat(transition.out);
                node = self.numbers.node(transition.addr);
                if node.is_final() {
                    let piece = output.cat(node.final_output()).value() as u32;
                    ways[start + index + 1].offer(here + self.scores[piece as usize], start, piece);
                    has_single |= index + 1 == width;
                }
            }
            if !has_single {
                ways[start + width].offer(here + self.unknown_score, start, self.unknown);
            }
        }
        let first = numbers.len();
        let mut end = word.len();
        while let Some((start, piece)) = ways[end].last {
            if piece != self.unknown || numbers[first..].last() != Some(&piece) {
                numbers.push(piece);
            }
            end = start;
        }
        numbers[first..].reverse();
    }
}
