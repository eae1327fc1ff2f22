//! The promises of this crate, held against a corpus of real documents.
//!
//! The corpus lies in the folder named by LAGRUM_TEST_CORPUS; without it these tests say that they skip.

#![expect(clippy::unwrap_used, reason = "a broken fixture should end the test")]

#[path = "../support/mod.rs"]
mod support;

mod corpus;
mod diff;
mod markdown;
