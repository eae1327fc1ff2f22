//! Quotations: where a running text has quotes, and whether the quoted text has their words.
//!
//! [`find_quotes`] finds the quotes of a text and the citations that each may belong to. A [`QuoteComparison`] compares a [`Quote`]
//! with ranges of a [`SourceText`], word by word:
//!
//! * *exact*: the words and marks of the text, but for typography: blanks, quotation marks, dashes, hyphens within words, words divided at
//!   a line end, the case of the first letter, and numbers of list items that are left out, or stand without their stop. A comma, a stop and a number are no typography.
//! * *adapted*: also what the quote marks as its own: `[d]en`, `[köparen]`, `[…]`, `(min kurs.)`.
//! * *differs*: at least half of its words stand in order in the text. So too where an ellipsis leaves out a negation or a condition,
//!   and where a bracket puts in or replaces one, a word of duty or a number.
//!
//! Everything here is a function of texts: nothing is looked up. All work is counted in steps of a [`StepBudget`], which limits it and
//! ends it with its request.

mod changes;
mod compare;
mod conditions;
mod differ;
mod find;
mod index;
mod joins;
mod likeness;
mod marks;
mod matcher;
mod pattern;
#[cfg(test)]
mod reference;
mod sentences;
mod spans;
mod steps;
mod tokens;

pub use compare::{Quote, QuoteComparison};
pub use differ::Difference;
pub use find::{FoundQuote, FoundQuotes, MIN_QUOTE_WORDS, find_quotes};
pub use likeness::Likeness;
pub use spans::MAX_QUOTE_CHARS;
pub use steps::{StepBudget, Stopped};
pub use tokens::SourceText;
