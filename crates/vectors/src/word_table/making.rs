//! Making a word table: choosing its words, and computing its rows from their vectors.

use std::collections::HashMap;
use std::hash::BuildHasher;

use lagrum_words::{Compounds, Language, is_function_word, stem};

use super::file::{WordTableError, WordTableFile, pack};
use super::principal::Principal;
use crate::MAX_DIMENSIONS;

/// How often a word occurs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WordTally {
    /// In how many documents.
    pub documents: u32,
    /// How often in all.
    pub occurrences: u64,
    /// How often with a capital letter first.
    pub capitalised: u64,
}

/// A word that gets a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChosenWord {
    /// The stem by which it is found.
    pub stem: String,
    /// The most frequent word of this stem, of which the model makes the vector.
    pub word: String,
    /// How often words of this stem occur.
    pub occurrences: u64,
}

/// Words that mostly begin with a capital letter are names: of persons, places, acts.
const NAME: f64 = 0.6;

/// How much of the text a word must be to get half of the weight of a rare one (the constant of smooth inverse frequency).
const COMMON: f64 = 1e-3;

/// Chooses a limited number of stems, those that the most documents have. Names, function words and numbers are left out.
pub fn choose_words<S: BuildHasher>(
    tallies: &HashMap<String, WordTally, S>,
    count: usize,
) -> Vec<ChosenWord> {
    let mut stems: HashMap<String, Vec<(&str, WordTally)>> = HashMap::new();
    for (word, &tally) in tallies {
        let is_word = word.chars().count() > 1 && word.chars().all(char::is_alphabetic);
        let is_name = tally.capitalised as f64 > NAME * tally.occurrences as f64;
        if is_word && !is_name && tally.documents > 1 && !is_function_word(word) {
            stems.entry(stem(word, Language::Swedish)).or_default().push((word, tally));
        }
    }
    let mut ranked: Vec<(u64, ChosenWord)> = stems
        .into_iter()
        .filter_map(|(stem, words)| {
            let most = words.iter().max_by(|a, b| a.1.documents.cmp(&b.1.documents).then(b.0.cmp(a.0)))?;
            let documents = words.iter().map(|(_, tally)| u64::from(tally.documents)).sum();
            let occurrences = words.iter().map(|(_, tally)| tally.occurrences).sum();
            Some((documents, ChosenWord { stem, word: most.0.to_owned(), occurrences }))
        })
        .collect();
    ranked.sort_unstable_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.stem.cmp(&b.1.stem)));
    ranked.truncate(count);
    ranked.into_iter().map(|(_, word)| word).collect()
}

/// Makes the file of a word table from words and the vectors that a model gave for them. `occurrences` is the number of words
/// in the texts that were counted, `dimensions` the numbers that are left of each vector.
pub fn make_word_table(
    model: &str,
    words: &[ChosenWord],
    vectors: &[Vec<f32>],
    occurrences: u64,
    compounds: &Compounds,
    dimensions: usize,
) -> Result<Vec<u8>, WordTableError> {
    let length = vectors.first().map_or(0, Vec::len);
    if words.len() != vectors.len() || vectors.iter().any(|vector| vector.len() != length) {
        return Err(WordTableError::Unsuitable("their vectors are not of one length"));
    }
    if vectors.iter().flatten().any(|number| !number.is_finite()) {
        return Err(WordTableError::Unsuitable("a number is not finite"));
    }
    if !(1..=MAX_DIMENSIONS).contains(&dimensions) || dimensions > length || words.len() < dimensions {
        return Err(WordTableError::Unsuitable("there are fewer words or numbers than each shall have"));
    }
    let principal = Principal::of(vectors, dimensions);
    let mut rows: Vec<(&ChosenWord, &Vec<f32>)> = words.iter().zip(vectors).collect();
    rows.sort_unstable_by(|a, b| a.0.stem.cmp(&b.0.stem));
    let (mut scales, mut numbers) = (Vec::new(), Vec::new());
    for (word, vector) in &rows {
        let reduced = principal.project(vector);
        let largest = reduced.iter().fold(f32::MIN_POSITIVE, |most, number| most.max(number.abs()));
        let share = word.occurrences as f64 / occurrences.max(1) as f64;
        let weight = (COMMON / (COMMON + share)) as f32;
        scales.push(weight * largest / 127.0);
        numbers
            .extend(reduced.iter().map(|number| ((number / largest * 127.0).round() as i8).cast_unsigned()));
    }
    let stems = rows.iter().zip(0_u64..).map(|((word, _), row)| (word.stem.as_bytes(), row));
    let map = fst::Map::from_iter(stems).map_err(|_| WordTableError::Unsuitable("a stem stands twice"))?;
    pack(&WordTableFile {
        model: model.to_owned(),
        dimensions: dimensions as u16,
        rows: map.into_fst().into_inner(),
        scales,
        numbers,
        compounds: compounds.to_bytes(),
    })
}
