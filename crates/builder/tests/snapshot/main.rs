//! Tests builds on small random corpora against a model written from the contract, and `check` on snapshots that are
//! damaged in one way each.

#![allow(clippy::unwrap_used, reason = "a broken fixture should end the test")]

mod citations_by_day;
mod corpus;
mod damage;
mod documents;
mod filing;
mod inbound;
mod incremental;
mod listing;
mod model;
mod past_acts;
mod place;
mod pool;
mod rail;
mod real;
mod rebuild;
mod stated;
mod vectors;
