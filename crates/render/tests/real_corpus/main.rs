//! The promises of this crate, held against a corpus of real documents.
//!
//! The corpus lies in the folder named by LAGRUM_TEST_CORPUS; without it these tests say that they skip.

#![expect(clippy::unwrap_used, reason = "a broken fixture should end the test")]

#[path = "../support/comparison.rs"]
mod comparison;
mod corpus;
mod diff;
mod markdown;
#[path = "../support/reading.rs"]
mod reading;
