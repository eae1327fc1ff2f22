//! What a word is, to the full-text search.
//!
//! Everything that search knows of language stands here, as pure functions and small data structures: how a text
//! falls into [`tokens`], what a word's stem and its compound parts are ([`Analyser`]), which words and forms a
//! corpus has and how often ([`Vocabulary`]), what people mean by an everyday word ([`everyday()`]), and how a typed
//! query is read ([`ParsedQuery`]). Nothing here does input or output, knows an index, or fails on any text.
//!
//! Text of documents and text of queries go through the same [`tokens`], so whatever is dropped or kept there is
//! dropped or kept on both sides.
//!
//! ```
//! use std::collections::HashMap;
//! use lagrum_words::{Analyser, Clause, Compounds, Language, PART, ParsedQuery, Vocabulary, tokens};
//!
//! // At build: the words of the corpus tell the compounds, then each word its forms.
//! let text = "Trafiklagen och skattelagen, trafiken, en skatt och en lag; trafikskatten";
//! let mut counts: HashMap<String, u32> = HashMap::new();
//! for token in tokens(text) {
//!     *counts.entry(token.word.into_owned()).or_default() += 1_000;
//! }
//! let analyser = Analyser::new(Compounds::learn(&counts));
//! let forms = analyser.forms("trafiklagen", Language::Swedish);
//! assert_eq!((&*forms.stem, forms.parts.join(" ")), ("trafiklag", "trafik lag".to_owned()));
//!
//! // The vocabulary holds how many documents have each word and each form.
//! let words = ["skattelagen", "trafiklagen"].map(|word| (word.to_owned(), 1));
//! let vocabulary = Vocabulary::build(1, words, [("trafiklag".to_owned(), 1), (format!("{PART}lag"), 2)])?;
//! assert_eq!(vocabulary.form("~lag"), 2);
//! assert_eq!(vocabulary.nearest("trafikklagen")[0].word, "trafiklagen");
//!
//! // A query is read by the same tokens.
//! let query = ParsedQuery::parse("Trafiklagen -skatt*").unwrap();
//! assert!(matches!(&query.clauses[0], Clause::Word { word, .. } if word == "trafiklagen"));
//! # Ok::<(), lagrum_words::VocabularyError>(())
//! ```

mod compound;
mod everyday;
mod folding;
mod forms;
mod identifiers;
mod language;
mod packed;
mod query;
mod spelling;
mod swedish;
mod token;
mod vocabulary;

pub use compound::Compounds;
pub use everyday::{Everyday, everyday};
pub use folding::folded;
pub use forms::{Analyser, Forms};
pub use identifiers::{CaseNumber, Court, case_numbers};
pub use language::{FUNCTION, Language, form, is_function_word, is_lone_mark, stem};
pub use packed::PackedError;
pub use query::{Clause, MOST_CHARACTERS, MOST_DEPTH, MOST_WORDS, ParsedQuery, QueryError};
pub use token::{MOST_LETTERS, Token, Tokens, tokens};
pub use vocabulary::{Beginning, Neighbour, PART, Vocabulary, VocabularyError};
