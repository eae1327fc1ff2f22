//! The tokenizers by which tantivy gets the terms of texts and names.
//!
//! tantivy passes only a string to a tokenizer. The language of a text is therefore the first line of the value,
//! which [`text_value`] writes and [`parse_text_value`] reads; no other module uses that line. Names have the forms of
//! both languages, so their value has no language. A case number is a single term ([`term_value`]).

use std::sync::Arc;

use lagrum_words::{Analyser, Language};
use tantivy::tokenizer::{PreTokenizedString, Token, TokenStream, Tokenizer, TokenizerManager};

use crate::term_reader::{FormLanguage, TermReader};

/// The tokenizer of fields that hold words as they stand.
pub(super) const WORDS: &str = "words";
/// The tokenizer of fields that hold forms of words.
pub(super) const FORMS: &str = "forms";

/// The values of the fields of an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FieldValues {
    /// Texts, as [`text_value`] writes them.
    Texts,
    /// Names as they are.
    Names,
}

/// The value of a field for a text in a language.
pub(super) fn text_value(language: Language, text: &str) -> String {
    format!("{}\n{text}", code(language))
}

fn code(language: Language) -> &'static str {
    match language {
        Language::Swedish => "sv",
        Language::English => "en",
    }
}

/// The language and the text of a value that [`text_value`] wrote.
fn parse_text_value(value: &str) -> (Language, &str) {
    let (first, text) = value.split_once('\n').unwrap_or_default();
    let language = if first == code(Language::English) { Language::English } else { Language::Swedish };
    (language, text)
}

/// The value of a field for a single term.
pub(super) fn term_value(term: String) -> PreTokenizedString {
    let token = Token { position: 0, offset_to: term.len(), text: term.clone(), ..Token::default() };
    PreTokenizedString { text: term, tokens: vec![token] }
}

/// Registers the tokenizers of an index whose fields have these values.
pub(super) fn register(tokenizers: &TokenizerManager, values: FieldValues, analyser: &Arc<Analyser>) {
    tokenizers.register(WORDS, TermTokenizer { values, analyser: None });
    tokenizers.register(FORMS, TermTokenizer { values, analyser: Some(analyser.clone()) });
}

#[derive(Clone)]
struct TermTokenizer {
    values: FieldValues,
    /// None for words as they stand.
    analyser: Option<Arc<Analyser>>,
}

impl Tokenizer for TermTokenizer {
    type TokenStream<'a> = TermStream<'a>;

    fn token_stream<'a>(&'a mut self, value: &'a str) -> TermStream<'a> {
        let (language, text) = match self.values {
            FieldValues::Texts => {
                let (language, text) = parse_text_value(value);
                (FormLanguage::One(language), text)
            }
            FieldValues::Names => (FormLanguage::Either, value),
        };
        let terms = TermReader::new(text, language, self.analyser.as_deref());
        TermStream { terms, token: Token { position: 0, ..Token::default() } }
    }
}

/// The terms of a value. Each is written into the one token that tantivy looks at, so no word is copied more than once.
struct TermStream<'a> {
    terms: TermReader<'a>,
    token: Token,
}

impl TokenStream for TermStream<'_> {
    fn advance(&mut self) -> bool {
        let position = self.terms.read(&mut self.token.text);
        self.token.position = position.unwrap_or(self.token.position);
        position.is_some()
    }

    fn token(&self) -> &Token {
        &self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        &mut self.token
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use lagrum_words::Compounds;

    use super::*;

    fn forms(values: FieldValues, value: &str) -> Vec<String> {
        let analyser = Arc::new(Analyser::new(Compounds::learn(&HashMap::new())));
        let mut tokenizer = TermTokenizer { values, analyser: Some(analyser) };
        let mut stream = tokenizer.token_stream(value);
        let mut found = Vec::new();
        while stream.advance() {
            found.push(format!("{}:{}", stream.token().text, stream.token().position));
        }
        found
    }

    #[test]
    fn the_language_of_a_text_chooses_its_forms_and_is_no_term() {
        assert_eq!(forms(FieldValues::Texts, &text_value(Language::English, "running")), ["run:0"]);
        assert_eq!(forms(FieldValues::Texts, &text_value(Language::Swedish, "running")), ["running:0"]);
        // A text that looks like the name of a language is a text all the same.
        assert_eq!(
            forms(FieldValues::Texts, &text_value(Language::Swedish, "en\nrunning")),
            ["=en:0", "running:2"]
        );
        assert_eq!(forms(FieldValues::Names, "running"), ["running:0", "run:0"]);
        assert!(forms(FieldValues::Texts, "").is_empty());
    }
}
