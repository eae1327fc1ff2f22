//! What a word is: tokens, compounds, everyday words, the vocabulary and the query language.

#![allow(clippy::unwrap_used, reason = "a broken fixture should end the test")]

mod compounds;
mod everyday;
mod identifiers;
mod language;
mod query;
mod real_corpus;
mod tokens;
mod vocabulary;
