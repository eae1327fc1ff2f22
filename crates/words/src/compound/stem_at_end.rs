//! Stems of words that stand at the end of longer ones.

use crate::language::{Language, stem};

/// The stem of a word at the end of a longer one. Snowball does not touch the first three letters of a word, and so
/// removes less from a short one (*skydd*, *året*) than from a compound that ends in it (*naturskyd*, *kalenderår*).
pub(super) fn stem_at_end(word: &str) -> String {
    const LONGER: &str = "kon";
    let mut stem = stem(&format!("{LONGER}{word}"), Language::Swedish);
    stem.drain(..LONGER.len().min(stem.len()));
    stem
}
