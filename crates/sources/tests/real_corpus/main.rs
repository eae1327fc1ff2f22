//! What this crate derives from a corpus of real documents, compared with what another implementation of the same
//! tradition derived from it. That one is a check, not an oracle: each difference belongs to a cause that is named
//! here with its number, and anything else fails.
//!
//! The corpus lies in the folder named by LAGRUM_TEST_CORPUS; without it these tests are skipped.

#![allow(clippy::unwrap_used, reason = "a broken fixture should end the test")]

mod catalog;
mod concepts;
mod corpus;
mod facets;
mod labels;
mod links;
mod part_links;
mod parts;
mod repeals;
mod titles;
