//! The forms under which a word is indexed and sought.

use std::sync::Arc;

use quick_cache::sync::Cache;

use crate::{Compounds, Language, form, is_function_word, stem};

/// How many words are remembered with their forms. Few words make up most of a text, so that nearly all are met again.
const REMEMBERED: usize = 1 << 16;

/// The forms of a word.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Forms {
    /// Its stem or, of a function word, what [`form`] makes of it.
    pub stem: String,
    /// The stems of its parts, each once, when it is a compound; without [`crate::PART`] before them.
    pub parts: Vec<String>,
}

/// Finds the forms of words, and remembers those found lately. It may be asked from several threads at once.
#[derive(Debug)]
pub struct Analyser {
    compounds: Compounds,
    swedish: Cache<Box<str>, Arc<Forms>>,
    english: Cache<Box<str>, Arc<Forms>>,
}

impl Analyser {
    /// An analyser that knows these compounds.
    pub fn new(compounds: Compounds) -> Self {
        Self { compounds, swedish: Cache::new(REMEMBERED), english: Cache::new(REMEMBERED) }
    }

    /// The forms of a word, as [`crate::tokens`] reads it, in a text of this language. Only Swedish words have parts.
    pub fn forms(&self, word: &str, language: Language) -> Arc<Forms> {
        // Numbers are many, seldom met again, and have no forms but themselves.
        if word.bytes().any(|byte| byte.is_ascii_digit()) {
            return Arc::new(Forms { stem: word.to_owned(), parts: Vec::new() });
        }
        let remembered = match language {
            Language::Swedish => &self.swedish,
            Language::English => &self.english,
        };
        if let Some(forms) = remembered.get(word) {
            return forms;
        }
        let forms = Arc::new(self.find(word, language));
        remembered.insert(word.into(), Arc::clone(&forms));
        forms
    }

    fn find(&self, word: &str, language: Language) -> Forms {
        let mut parts: Vec<String> = Vec::new();
        if language == Language::Swedish && !is_function_word(word) {
            for part in self.compounds.parts(word) {
                let part = stem(part, language);
                if !parts.contains(&part) {
                    parts.push(part);
                }
            }
        }
        Forms { stem: form(word, language), parts }
    }
}
