//! Tests the rows, ranges and orders of a catalog on a small corpus whose answers follow from its tables, and that a
//! damaged file gives errors.

#![allow(clippy::unwrap_used, reason = "a broken fixture should end the test")]

mod acts;
mod beside;
mod coverage;
mod damaged;
mod graph;
mod holdings;
mod integrity;
mod links;
mod listings;
mod lists;
mod log;
mod random;
mod world;
