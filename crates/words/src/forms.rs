//! The forms under which a word is indexed and searched for.

use std::sync::Arc;

use quick_cache::sync::Cache;

use crate::{Compounds, Language, form, is_function_word, stem};

/// The number of words that are cached with their forms. Most of a text is made up of few words.
const CACHED_WORDS: usize = 1 << 16;

/// The forms of a word.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WordForms {
    /// Its stem; for a function word its [`form`].
    pub stem: String,
    /// The stems of the parts of a compound, each once, without [`crate::PART`] before them.
    pub parts: Vec<String>,
}

/// Finds the forms of words, and caches those found lately. It can be used from several threads at once.
#[derive(Debug)]
pub struct Analyser {
    compounds: Compounds,
    swedish: Cache<Box<str>, Arc<WordForms>>,
    english: Cache<Box<str>, Arc<WordForms>>,
}

impl Analyser {
    /// An analyser with these compounds.
    pub fn new(compounds: Compounds) -> Self {
        Self { compounds, swedish: Cache::new(CACHED_WORDS), english: Cache::new(CACHED_WORDS) }
    }

    /// The forms of a word, as [`crate::tokens`] reads it, in a text of this language. Only Swedish words have parts.
    pub fn forms(&self, word: &str, language: Language) -> Arc<WordForms> {
        // There are many numbers, most occur once, and a number is its only form.
        if word.bytes().any(|byte| byte.is_ascii_digit()) {
            return Arc::new(WordForms { stem: word.to_owned(), parts: Vec::new() });
        }
        let cache = match language {
            Language::Swedish => &self.swedish,
            Language::English => &self.english,
        };
        if let Some(forms) = cache.get(word) {
            return forms;
        }
        let forms = Arc::new(self.find(word, language));
        cache.insert(word.into(), Arc::clone(&forms));
        forms
    }

    fn find(&self, word: &str, language: Language) -> WordForms {
        let mut parts: Vec<String> = Vec::new();
        if language == Language::Swedish && !is_function_word(word) {
            for part in self.compounds.parts(word) {
                let part = stem(part, language);
                if !parts.contains(&part) {
                    parts.push(part);
                }
            }
        }
        WordForms { stem: form(word, language), parts }
    }
}
