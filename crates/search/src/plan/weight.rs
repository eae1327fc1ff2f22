//! The weight of a word: how rare it is among the documents.

use lagrum_words::{Vocabulary, is_function_word};

use super::Term;
use super::stems::stems;
use crate::Tuning;

/// The weight of a word in a query or a name.
pub(crate) fn weight(vocabulary: &Vocabulary, word: &str, tuning: &Tuning) -> f32 {
    let rarity = rarity(vocabulary.documents(), documents_with(vocabulary, word));
    if is_function_word(word) { rarity * tuning.function_word } else { rarity }
}

/// How many documents have a word, alone or in a compound.
pub(super) fn documents_with(vocabulary: &Vocabulary, word: &str) -> u64 {
    let own = stems(word);
    let alone = own.iter().map(|stem| vocabulary.form(stem)).max().unwrap_or_default();
    let part = own.first().filter(|_| !is_function_word(word));
    alone.max(part.map_or(0, |stem| vocabulary.form(Term::part(stem).as_str())))
}

/// The inverse document frequency of a word that `documents` of `all` have.
pub(super) fn rarity(all: u64, documents: u64) -> f32 {
    let (all, documents) = (all as f32, documents.min(all) as f32);
    (1.0 + (all - documents + 0.5) / (documents + 0.5)).ln()
}
