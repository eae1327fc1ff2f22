//! The words of a text that a query asks for, in any inflected form.

use std::collections::HashSet;
use std::ops::Range;

use lagrum_words::{Clause, Language, ParsedQuery, form, is_function_word, tokens};

/// The words that are marked in a text.
#[derive(Debug, Default)]
pub(crate) struct MarkedWords {
    /// Forms of words, as the index has them.
    forms: HashSet<String>,
    prefixes: Vec<String>,
}

impl MarkedWords {
    /// The words that a query asks for. A query that cannot be read asks for none.
    pub(crate) fn new(query: &str) -> Self {
        let mut words = Self::default();
        if let Ok(query) = ParsedQuery::parse(query) {
            query.clauses.iter().for_each(|clause| words.add(clause));
        }
        words
    }

    fn add(&mut self, clause: &Clause) {
        match clause {
            Clause::Word { word, prefix: true, .. } => self.prefixes.push(word.clone()),
            Clause::Word { word, .. } => self.add_word(word),
            Clause::Phrase { words, .. } => words.iter().for_each(|word| self.add_word(word)),
            Clause::Not(_) => {}
            Clause::Any(clauses) | Clause::All(clauses) => clauses.iter().for_each(|clause| self.add(clause)),
        }
    }

    fn add_word(&mut self, word: &str) {
        if !is_function_word(word) {
            let languages = [Language::Swedish, Language::English];
            self.forms.extend(languages.map(|language| form(word, language)));
        }
    }

    /// The stretches of a text that are marked, in bytes.
    pub(crate) fn find(&self, text: &str) -> Vec<Range<usize>> {
        if self.forms.is_empty() && self.prefixes.is_empty() {
            return Vec::new();
        }
        let found = tokens(text).filter(|token| {
            self.prefixes.iter().any(|prefix| token.word.starts_with(prefix.as_str()))
                || self.forms.contains(&form(&token.word, Language::Swedish))
                || self.forms.contains(&form(&token.word, Language::English))
        });
        found.map(|token| token.bytes).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::MarkedWords;

    #[test]
    fn inflected_forms_are_marked() {
        let table = [
            ("tillsyn", "Tillsynen över får", vec!["Tillsynen"]),
            ("\"god man\" -lamm", "En god man och ett lamm", vec!["god"]),
            ("får*", "fårets fårlag", vec!["fårets", "fårlag"]),
            ("och", "får och lamm", vec![]),
            ("2 §", "enligt 2 § andra", vec!["2", "§"]),
            ("", "får", vec![]),
        ];
        for (query, text, expected) in table {
            let found: Vec<&str> =
                MarkedWords::new(query).find(text).into_iter().map(|range| &text[range]).collect();
            assert_eq!(found, expected, "{query}");
        }
    }
}
