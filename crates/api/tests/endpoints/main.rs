//! The endpoints on the demo corpus, one file per resource: a few readable answers as snapshots, the rules as tables.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test that meets the unexpected has failed")]

mod beside;
mod browse;
mod card;
mod citations;
#[path = "../promises/client.rs"]
#[expect(dead_code, reason = "shared with the tests of the promises")]
mod client;
mod coverage;
mod document;
mod documents;
mod dumps;
mod dv_verdict;
mod facets;
mod facsimile;
mod graph;
mod health;
mod hostile;
mod inbound;
mod lists;
mod openapi;
mod outbound;
mod path;
mod pdf;
mod permalinks;
mod printer;
mod range;
mod real_faults;
mod resolve;
mod search;
mod served;
mod sfs_graphic;
mod sources;
mod suggest;
mod swap;
