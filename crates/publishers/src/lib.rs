//! Asks publishers for what they publish, and keeps what they send in the raw archive.
//!
//! [`fetch()`] asks one publisher. Pauses, robots.txt and further tries are in one module ([`polite_client`]). What a publisher has, how its
//! documents are numbered and how changes are found is in a folder for each publisher ([`sfs`]). [`probe()`] compares a few answers
//! with the form that this program expects.
//!
//! Nothing here parses a document: an act is a number and some bytes.

mod base_url;
mod canonical;
mod clock;
mod download;
mod due_run;
mod dv;
mod eurlex;
mod fetch;
mod folder;
mod forarbete;
mod hudoc;
mod lacking;
mod polite_client;
mod probe;
mod probe_report;
mod publisher;
mod refusal;
mod robots;
mod row_limit;
mod session;
mod sfs;
mod stall_limit;
mod wire;

pub use base_url::BaseUrl;
pub use clock::{Clock, SystemClock};
pub use fetch::{fetch, fetch_folder};
pub use polite_client::Stop;
pub use probe::{MAX_REQUESTS, probe};
pub use probe_report::ProbeReport;
pub use publisher::Publisher;
pub use session::{AskedPublisher, Extent, FetchCounts, FetchOptions, FetchReport};

/// All publishers.
pub fn all() -> &'static [&'static dyn Publisher] {
    &[&dv::Courts, &eurlex::EurLex, &forarbete::Riksdagen, &hudoc::Hudoc, &sfs::Sfs]
}

/// The publisher of a source.
pub fn publisher(source: &str) -> Option<&'static dyn Publisher> {
    all().iter().copied().find(|publisher| publisher.asked().source == source)
}
