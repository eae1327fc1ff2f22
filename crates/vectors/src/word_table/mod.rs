//! The word table: an encoder that needs no model.
//!
//! It has a vector for each of some ten thousand words, made by a model from the word alone. The vector of a text is the sum of
//! those of its words, the rare ones with more weight. It knows neither order nor context, so it is far weaker than a model; but
//! it knows that *svarthandel* is near *olaglig handel*, takes microseconds, and is part of the program.
//!
//! Words are found by their stems, so one row serves all inflections. A compound that has no row is the sum of its parts. Any other
//! word without a row is ignored.

mod file;
mod making;
mod principal;

use lagrum_cancel::check;
use lagrum_words::{Analyser, Compounds, Language, is_function_word, tokens};

pub use self::file::WordTableError;
pub use self::making::{ChosenWord, WordTally, choose_words, make_word_table};
use crate::{EncodeError, EncoderId, EncoderKind, TextEncoder};

/// The file of the table that is part of the program; `data/README.md` says how it was made.
const OWN_TABLE: &[u8] = include_bytes!("../../data/words.table");

/// Words of a text that are read. A passage has some sixty.
const MAX_WORDS: usize = 1_000;

/// Vectors of words.
#[derive(Debug)]
pub struct WordTable {
    id: EncoderId,
    dimensions: usize,
    /// The row of each stem.
    rows: fst::Map<Vec<u8>>,
    /// The factor of the numbers of each row, which includes the weight of the word.
    scales: Vec<f32>,
    /// The rows, one after the other.
    numbers: Vec<i8>,
    /// Finds the stems of words and of the parts of compounds.
    analyser: Analyser,
}

impl WordTable {
    /// Reads a table.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WordTableError> {
        let (digest, file) = file::unpack(bytes)?;
        let rows = fst::Map::new(file.rows).map_err(|_| WordTableError::Damaged)?;
        let compounds = Compounds::from_bytes(&file.compounds).map_err(|_| WordTableError::Damaged)?;
        let id = EncoderId::new(EncoderKind::WordTable, &digest);
        let (dimensions, scales, numbers) = (usize::from(file.dimensions), file.scales, file.numbers);
        let numbers: Vec<i8> = numbers.into_iter().map(|byte| byte.cast_signed()).collect();
        Ok(Self { id, dimensions, rows, scales, numbers, analyser: Analyser::new(compounds) })
    }

    /// The table that is part of the program.
    pub fn of_the_program() -> Result<Self, WordTableError> {
        Self::from_bytes(OWN_TABLE)
    }

    /// Number of words.
    pub fn words(&self) -> usize {
        self.scales.len()
    }

    /// The vector of a text, of length 1. None if the table knows none of its words.
    pub fn vector(&self, text: &str) -> Option<Vec<f32>> {
        let mut sum = vec![0.0; self.dimensions];
        let mut is_known = false;
        for token in tokens(text).take(MAX_WORDS) {
            if is_function_word(&token.word) {
                continue;
            }
            let forms = self.analyser.forms(&token.word, Language::Swedish);
            if self.add(&forms.stem, &mut sum) {
                is_known = true;
            } else {
                for part in &forms.parts {
                    is_known |= self.add(part, &mut sum);
                }
            }
        }
        let length = sum.iter().map(|number| number * number).sum::<f32>().sqrt();
        if !is_known || !length.is_normal() {
            return None;
        }
        for number in &mut sum {
            *number /= length;
        }
        Some(sum)
    }

    /// Adds the row of a stem. Returns whether there is one.
    fn add(&self, stem: &str, sum: &mut [f32]) -> bool {
        let Some(row) = self.rows.get(stem).map(|row| row as usize) else { return false };
        let Some(scale) = self.scales.get(row) else { return false };
        let Some(numbers) = self.numbers.get(row * self.dimensions..(row + 1) * self.dimensions) else {
            return false;
        };
        for (sum, &number) in sum.iter_mut().zip(numbers) {
            *sum += scale * f32::from(number);
        }
        true
    }
}

impl TextEncoder for WordTable {
    fn id(&self) -> &EncoderId {
        &self.id
    }

    fn kind(&self) -> EncoderKind {
        EncoderKind::WordTable
    }

    fn dimensions(&self) -> usize {
        self.dimensions
    }

    fn query(&self, text: &str) -> Result<Option<Vec<f32>>, EncodeError> {
        check()?;
        Ok(self.vector(text))
    }

    fn passages(&self, texts: &[&str]) -> Result<Vec<Option<Vec<f32>>>, EncodeError> {
        texts.iter().map(|text| self.query(text)).collect()
    }
}
