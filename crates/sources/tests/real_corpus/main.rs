//! The results of this crate for a corpus of real documents, compared with those of another implementation. The other
//! implementation may be wrong too: each accepted difference belongs to a cause that is listed here with the number of its
//! differences, and any other difference fails.
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
