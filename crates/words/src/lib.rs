//! What a word is, to the full-text search.
//!
//! Everything that search knows of language stands here, as pure functions and small data structures: how a text
//! falls into [`tokens`], what a word's stem and its compound parts are ([`Analyser`]), which words and forms a
//! corpus has and how often ([`Vocabulary`]), what people mean by an everyday word ([`everyday`]), and how a typed
//! query is read ([`Query`]). Nothing here does input or output, knows an index, or fails on any text.
//!
//! Text of documents and text of queries go through the same [`tokens`], so whatever is dropped or kept there is
//! dropped or kept on both sides.

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
pub use language::{Language, is_function_word, is_lone_mark, stem};
pub use packed::PackedError;
pub use query::{Clause, MOST_CHARACTERS, MOST_DEPTH, MOST_WORDS, Query, QueryError};
pub use token::{MOST_LETTERS, Token, Tokens, tokens};
pub use vocabulary::{Neighbour, PART, Vocabulary, VocabularyError};
