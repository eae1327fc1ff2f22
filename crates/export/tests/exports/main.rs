//! Exports of the demo corpus, read by the programs that they are for.

#![expect(clippy::unwrap_used, reason = "a test that meets the unexpected has failed")]

mod benchmark;
mod citations_by_day;
mod corpus;
mod git;
mod sqlite;
mod tables;
