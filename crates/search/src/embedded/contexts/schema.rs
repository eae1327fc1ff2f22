//! The fields of the index of contexts, and how its terms are given to tantivy.

use std::fmt::Write;

use tantivy::schema::{FAST, Field, IndexRecordOption, Schema, TextFieldIndexing, TextOptions};
use tantivy::tokenizer::{Token, TokenStream, Tokenizer, TokenizerManager};

/// The tokenizer of the terms.
const COUNTED_TERMS: &str = "counted terms";

/// Fields of the index of contexts.
#[derive(Clone, Debug)]
pub(super) struct ContextFields {
    pub(super) schema: Schema,
    /// The number of the document that has the provision.
    pub(super) document: Field,
    /// The anchor of the provision.
    pub(super) anchor: Field,
    /// The number of words in the contexts, weighted as the terms are; 0 for a row of names.
    pub(super) length: Field,
    /// The terms, in the form of [`push_term`].
    pub(super) said: Field,
}

impl ContextFields {
    pub(super) const DOCUMENT: &str = "document";
    pub(super) const ANCHOR: &str = "anchor";
    pub(super) const LENGTH: &str = "length";

    pub(super) fn new() -> Self {
        let mut schema = Schema::builder();
        let indexing = TextFieldIndexing::default()
            .set_tokenizer(COUNTED_TERMS)
            .set_fieldnorms(false)
            .set_index_option(IndexRecordOption::WithFreqs);
        Self {
            document: schema.add_u64_field(Self::DOCUMENT, FAST),
            anchor: schema.add_text_field(Self::ANCHOR, FAST),
            length: schema.add_u64_field(Self::LENGTH, FAST),
            said: schema.add_text_field("said", TextOptions::default().set_indexing_options(indexing)),
            schema: schema.build(),
        }
    }
}

/// Appends a term to the value of a row: its frequency, a space, the term, and a line end. No term has a line end.
pub(super) fn push_term(value: &mut String, term: &str, times: u32) {
    // Writing to a string does not fail.
    let _ = writeln!(value, "{times} {term}");
}

/// The tokenizers of the index.
pub(super) fn tokenizers() -> TokenizerManager {
    let tokenizers = TokenizerManager::default();
    tokenizers.register(COUNTED_TERMS, CountedTerms);
    tokenizers
}

/// The tokenizer of values that [`push_term`] wrote. It returns each term as often as its frequency.
#[derive(Clone)]
struct CountedTerms;

struct CountedTermStream<'a> {
    rest: std::str::Lines<'a>,
    /// How many more times the current term is returned.
    again: u32,
    token: Token,
}

impl Tokenizer for CountedTerms {
    type TokenStream<'a> = CountedTermStream<'a>;

    fn token_stream<'a>(&'a mut self, value: &'a str) -> CountedTermStream<'a> {
        // The position of a default token is the largest number, to which tantivy adds. This field keeps no positions.
        let token = Token { position: 0, ..Token::default() };
        CountedTermStream { rest: value.lines(), again: 0, token }
    }
}

impl TokenStream for CountedTermStream<'_> {
    fn advance(&mut self) -> bool {
        while self.again == 0 {
            let Some(line) = self.rest.next() else { return false };
            let (times, term) = line.split_once(' ').unwrap_or_default();
            self.again = times.parse().unwrap_or_default();
            self.token.text.clear();
            self.token.text.push_str(term);
        }
        self.again -= 1;
        true
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
    use super::*;

    #[test]
    fn a_term_comes_as_often_as_it_is_said() {
        let mut value = String::new();
        for (term, times) in [("hyra", 2), ("~hus", 1), ("ersätt", 3)] {
            push_term(&mut value, term, times);
        }
        let (mut tokenizer, mut found) = (CountedTerms, Vec::new());
        let mut stream = tokenizer.token_stream(&value);
        while stream.advance() {
            found.push(stream.token().text.clone());
            assert_eq!(stream.token().position, 0);
        }
        assert_eq!(found, ["hyra", "hyra", "~hus", "ersätt", "ersätt", "ersätt"]);
        assert!(!CountedTerms.token_stream("").advance());
    }
}
