//! How tantivy is given the words of a text.
//!
//! A text comes as one value, its pieces parted by line feeds; a number is left out between them, as in
//! [`crate::text`]. The first character says which forms the words are to have, so that one field holds texts in either
//! language. No word is copied more often than tantivy asks for.

use std::sync::Arc;

use lagrum_words::{Analyser, Forms, Language, PART, Tokens, tokens};
use tantivy::tokenizer::{Token, TokenStream, Tokenizer, TokenizerManager};

/// The tokenizer of fields that hold words as they stand.
pub(super) const WORDS: &str = "words";
/// The tokenizer of fields that hold forms of words.
pub(super) const FORMS: &str = "forms";

const SWEDISH: char = '\u{1}';
const ENGLISH: char = '\u{2}';
const EITHER: char = '\u{3}';
const TERM: char = '\u{4}';

/// What stands before a text, for the index to know how to read it.
pub(crate) fn marked(language: Option<Language>, text: &str) -> String {
    let mark = match language {
        Some(Language::Swedish) => SWEDISH,
        Some(Language::English) => ENGLISH,
        None => EITHER,
    };
    format!("{mark}{text}")
}

/// A text that is one term as it stands.
pub(super) fn term(text: &str) -> String {
    format!("{TERM}{text}")
}

/// Tells an index how its fields are read.
pub(super) fn register(tokenizers: &TokenizerManager, analyser: &Arc<Analyser>) {
    tokenizers.register(WORDS, WordTokenizer { analyser: None });
    tokenizers.register(FORMS, WordTokenizer { analyser: Some(analyser.clone()) });
}

#[derive(Clone)]
struct WordTokenizer {
    /// None for words as they stand.
    analyser: Option<Arc<Analyser>>,
}

impl Tokenizer for WordTokenizer {
    type TokenStream<'a> = Words<'a>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> Words<'a> {
        read(self.analyser.as_deref(), text)
    }
}

/// The words of a marked text as they stand or, with an analyser, their forms.
pub(crate) fn read<'a>(analyser: Option<&'a Analyser>, text: &'a str) -> Words<'a> {
    let mark = text.chars().next().unwrap_or(EITHER);
    let text = text.get(mark.len_utf8()..).unwrap_or_default();
    let mut pieces = text.split('\n');
    let first = pieces.next().unwrap_or_default();
    Words {
        analyser,
        mark,
        text,
        tokens: tokens(first),
        pieces,
        next: 0,
        forms: [None, None],
        part: 0,
        token: Token::default(),
    }
}

/// The words of a text, one token for each form.
pub(crate) struct Words<'a> {
    analyser: Option<&'a Analyser>,
    mark: char,
    text: &'a str,
    tokens: Tokens<'a>,
    pieces: std::str::Split<'a, char>,
    /// The position of the next word.
    next: usize,
    /// What is left to tell of the last word: its forms in one language, and its stem in the other.
    forms: [Option<Arc<Forms>>; 2],
    part: usize,
    token: Token,
}

impl Words<'_> {
    /// The forms of a word that were not told yet.
    fn advance_in_word(&mut self) -> bool {
        if let Some(forms) = &self.forms[0] {
            if let Some(part) = forms.parts.get(self.part) {
                self.part += 1;
                self.token.text.clear();
                self.token.text.push(PART);
                self.token.text.push_str(part);
                return true;
            }
            self.forms[0] = None;
        }
        if let Some(forms) = self.forms[1].take() {
            self.token.text.clear();
            self.token.text.push_str(&forms.stem);
            return true;
        }
        false
    }

    fn advance_to_word(&mut self) -> bool {
        if self.mark == TERM {
            let first = self.next == 0;
            self.next = 1;
            self.token.position = 0;
            self.token.text.clear();
            self.token.text.push_str(self.text);
            return first;
        }
        loop {
            if let Some(word) = self.tokens.next() {
                self.token.position = self.next;
                self.next += 1;
                self.begin(&word.word);
                return true;
            }
            let Some(piece) = self.pieces.next() else { return false };
            self.next += 1;
            self.tokens = tokens(piece);
        }
    }

    fn begin(&mut self, word: &str) {
        self.token.text.clear();
        let Some(analyser) = self.analyser else {
            self.token.text.push_str(word);
            return;
        };
        let language = if self.mark == ENGLISH { Language::English } else { Language::Swedish };
        let forms = analyser.forms(word, language);
        self.token.text.push_str(&forms.stem);
        if self.mark == EITHER {
            let other = analyser.forms(word, Language::English);
            self.forms[1] = (other.stem != forms.stem).then_some(other);
        }
        self.part = 0;
        self.forms[0] = Some(forms);
    }
}

impl TokenStream for Words<'_> {
    fn advance(&mut self) -> bool {
        self.advance_in_word() || self.advance_to_word()
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

    fn read(forms: bool, text: &str) -> String {
        let analyser = Arc::new(Analyser::new(Compounds::learn(&HashMap::new())));
        let mut tokenizer = WordTokenizer { analyser: forms.then_some(analyser) };
        let mut stream = tokenizer.token_stream(text);
        let mut found = Vec::new();
        while stream.advance() {
            found.push(format!("{}:{}", stream.token().text, stream.token().position));
        }
        found.join(" ")
    }

    #[test]
    fn words_and_forms_stand_at_the_same_positions() {
        let text = marked(Some(Language::Swedish), "Fårens tillsyn\n—\nbete");
        assert_eq!(read(false, &text), "fårens:0 tillsyn:1 bete:4");
        assert_eq!(read(true, &text), "får:0 tillsyn:1 bet:4");
        assert_eq!(read(true, &marked(Some(Language::English), "houses")), "hous:0");
        assert_eq!(read(true, &marked(None, "houses")), "hous:0");
        assert_eq!(read(true, &marked(None, "running")), "running:0 run:0");
        assert_eq!(read(true, &term("#t 3-08")), "#t 3-08:0");
        assert_eq!(read(true, ""), "");
    }
}
