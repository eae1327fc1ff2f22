//! A query as it is read: once, where it arrives. Everything that asks what its words say asks this.

use std::sync::OnceLock;

use lagrum_words::{ParsedQuery, QueryError, Vocabulary, asks_for_definition, is_question, tokens};

use super::english::is_english;

/// A query, with what its words say by themselves.
#[derive(Clone, Debug)]
pub struct ReadQuery {
    text: String,
    clauses: Result<ParsedQuery, QueryError>,
    words: Vec<String>,
    is_question: bool,
    asks_for_definition: bool,
    is_english: OnceLock<bool>,
}

impl ReadQuery {
    /// Reads a query.
    pub fn new(text: String) -> Self {
        Self {
            clauses: ParsedQuery::parse(&text),
            words: tokens(&text).map(|token| token.word.into_owned()).collect(),
            is_question: is_question(&text),
            asks_for_definition: asks_for_definition(&text),
            is_english: OnceLock::new(),
            text,
        }
    }

    /// The query as typed.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Its clauses; the error says why it is none.
    pub fn clauses(&self) -> Result<&ParsedQuery, QueryError> {
        self.clauses.as_ref().map_err(|error| *error)
    }

    /// All its words, as tokens.
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// Whether it is a question in a person's own words.
    pub fn is_question(&self) -> bool {
        self.is_question
    }

    /// Whether it asks what a word means.
    pub fn asks_for_definition(&self) -> bool {
        self.asks_for_definition
    }

    /// Whether it asks for acts that change another: it says so, or has a number, which may be that of such an act.
    pub fn asks_for_amending_acts(&self) -> bool {
        self.words.iter().any(|word| {
            word.starts_with("ändring")
                || word == "amending"
                || word.bytes().any(|byte| byte.is_ascii_digit())
        })
    }

    /// Whether it is in English, by the words of the snapshot that is asked. A query is asked of one.
    pub fn is_english(&self, vocabulary: &Vocabulary) -> bool {
        *self.is_english.get_or_init(|| is_english(vocabulary, &self.text))
    }
}

impl Default for ReadQuery {
    fn default() -> Self {
        Self::new(String::new())
    }
}

impl From<&str> for ReadQuery {
    fn from(text: &str) -> Self {
        Self::new(text.to_owned())
    }
}
