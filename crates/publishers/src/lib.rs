//! Asks publishers for what they publish, and keeps what they send in the raw archive.
//!
//! [`fetch()`] asks one publisher. The manners of asking are in one module ([`asker`]); what a publisher has, how its documents are
//! numbered and how one learns what changed is a folder for each ([`sfs`]). [`probe()`] compares a few living answers with the shape
//! that this program knows.
//!
//! Nothing here reads a document: an act is a number and some bytes.

mod asker;
mod base_url;
mod clock;
mod fetch;
mod folder;
mod probe;
mod publisher;
mod refusal;
mod robots;
mod sfs;
mod wire;

pub use asker::Stop;
pub use base_url::BaseUrl;
pub use clock::{Clock, SystemClock};
pub use fetch::{Extent, FetchCounts, FetchOptions, FetchReport, fetch, fetch_folder};
pub use probe::{MAX_REQUESTS, ProbeReport, probe};
pub use publisher::{Publisher, all, publisher};
