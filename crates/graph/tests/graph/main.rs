//! Every answer of the graph against one computed by definition, on random small graphs and on a real corpus.

#![expect(clippy::expect_used, reason = "a test fails by panicking")]

mod building;
mod cancelling;
mod chains;
mod corpus;
mod naive;
mod neighbours;
mod rings;
mod work;
mod world;
