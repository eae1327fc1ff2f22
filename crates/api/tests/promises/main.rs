//! The conventions that hold for every endpoint, one file for each, tested on invented routes that are declared exactly as real
//! ones are.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test that meets the unexpected has failed")]
#![expect(clippy::similar_names, reason = "a shelf is not a self")]

mod caching;
mod cancelling;
mod client;
mod clock;
mod compression;
mod cors;
mod description;
mod errors;
mod in_flight;
mod ledger;
mod methods;
mod panics;
mod ranges;
mod server;
mod shelf;
mod telemetry;
mod validation;
