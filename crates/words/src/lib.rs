//! What a word is, for full-text search.
//!
//! Everything that search knows of language is here, as pure functions and small data structures: how a text is split
//! into [`tokens`], the stem and the compound parts of a word ([`Analyser`]), the words and forms of a corpus with the
//! number of documents that have each ([`Vocabulary`]), the legal terms for everyday words ([`everyday()`]) and for English ones ([`english_terms()`]), and how a
//! typed query is parsed ([`ParsedQuery`]). Nothing here opens a file, knows an index, or fails on any text.
//!
//! The text of documents and the text of queries go through the same [`tokens`], so both have the same words.
//!
//! ```
//! use std::collections::HashMap;
//! use lagrum_words::{Analyser, Clause, Compounds, Language, PART, ParsedQuery, Vocabulary, tokens};
//!
//! // In a build: compounds are learnt from the words of the corpus, and give the forms of each word.
//! let text = "Trafiklagen och skattelagen, trafiken, en skatt och en lag; trafikskatten";
//! let mut counts: HashMap<String, u32> = HashMap::new();
//! for token in tokens(text) {
//!     *counts.entry(token.word.into_owned()).or_default() += 1_000;
//! }
//! let analyser = Analyser::new(Compounds::learn(&counts));
//! let forms = analyser.forms("trafiklagen", Language::Swedish);
//! assert_eq!((&*forms.stem, forms.parts.join(" ")), ("trafiklag", "trafik lag".to_owned()));
//!
//! // The vocabulary has the number of documents with each word and each form.
//! let words = ["skattelagen", "trafiklagen"].map(|word| (word.to_owned(), 1));
//! let vocabulary = Vocabulary::build(1, words, [("trafiklag".to_owned(), 1), (format!("{PART}lag"), 2)])?;
//! assert_eq!(vocabulary.form("~lag"), 2);
//! assert_eq!(vocabulary.nearest("trafikklagen")[0].word, "trafiklagen");
//!
//! // A query is parsed with the same tokens.
//! let query = ParsedQuery::parse("Trafiklagen -skatt*").unwrap();
//! assert!(matches!(&query.clauses[0], Clause::Word { word, .. } if word == "trafiklagen"));
//! # Ok::<(), lagrum_words::VocabularyError>(())
//! ```

mod compound;
mod days;
mod derivation;
mod everyday;
mod fields;
mod folding;
mod forms;
mod function_words;
mod identifiers;
mod language;
mod light;
mod numerals;
mod operators;
mod query;
mod question;
mod sentence;
mod spelling;
mod swedish;
mod token;
mod vocabulary;

pub use compound::Compounds;
pub use days::{DayRange, DayRangeError};
pub use derivation::{derived_stems, with_particle};
pub use everyday::{Everyday, EverydayPlace, english_terms, everyday, places_of_legal_terms};
pub use fields::QueryField;
pub use folding::folded;
pub use forms::{Analyser, WordForms};
pub use function_words::is_function_word;
pub use identifiers::{CaseNumber, CaseNumberCourt, case_numbers};
pub use language::{FUNCTION, Language, form, is_lone_mark, stem};
pub use light::is_light_word;
pub use numerals::numeral_of_years;
pub use operators::{
    OperatorError, QueryOperators, UnknownOperator, UnknownOperatorKind, YearRange, YearRangeError,
};
pub use query::{
    Clause, MAX_CHARACTERS, MAX_DEPTH, MAX_WORDS, MAX_WORDS_BETWEEN, ParsedQuery, QueryError, is_conjunction,
};
pub use question::{asks_for_definition, is_english_question, is_question};
pub use sentence::sentence_starts;
pub use token::{MAX_LETTERS, Token, Tokens, tokens};
pub use vocabulary::{PART, PrefixedForms, SpellingNeighbour, Vocabulary, VocabularyError};
