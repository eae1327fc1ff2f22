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
mod probe_report;
mod publisher;
mod refusal;
mod robots;
mod session;
mod sfs;
mod wire;

pub use asker::Stop;
pub use base_url::BaseUrl;
pub use clock::{Clock, SystemClock};
pub use fetch::{fetch, fetch_folder};
pub use probe::{MAX_REQUESTS, probe};
pub use probe_report::ProbeReport;
pub use publisher::Publisher;
pub use session::{AskedPublisher, Extent, FetchCounts, FetchOptions, FetchReport};

/// All publishers.
pub fn all() -> &'static [&'static dyn Publisher] {
    &[&sfs::Sfs]
}

/// The publisher of a source.
pub fn publisher(source: &str) -> Option<&'static dyn Publisher> {
    all().iter().copied().find(|publisher| publisher.asked().source == source)
}
