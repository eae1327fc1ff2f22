//! Search by an OpenSearch cluster, for those who outgrow one machine or run a cluster already.
//!
//! The cluster does the **first step** of a search: which documents match, how many of which source, kind and year, in
//! which order, from where on. That step grows with the corpus. The **second step**, which reads the ten documents of the
//! page for the passages that answer, is done by the server from the snapshot's own files, by the very code of the
//! embedded engine: it needs the positions of words and the text of these ten, which are megabytes that must not travel
//! for each search. So a server keeps, beside the cluster, the files of the snapshot's index, and in memory what the
//! embedded engine keeps there: some forty bytes for each document. `docs/sizing.md` has figures.
//!
//! Words are cut, folded and stemmed by `lagrum-words` for both engines, and what a word weighs comes from the snapshot's
//! vocabulary with each query. So both engines match the same documents, and a score depends on neither shard nor replica.
//!
//! Every snapshot has an index of its own (`<prefix>-<snapshot id>`), which [`Filler`] fills before the snapshot is
//! published, so that no answer mixes two. [`OpenSearch`] searches it.

mod access;
mod again;
mod answer;
mod changes;
mod client;
mod document;
mod engine;
mod error;
mod fill;
mod folder;
mod index;
mod query;
mod remote;
mod request;
mod roster;
mod send;

pub use access::{Access, AccessError};
pub use engine::OpenSearch;
pub use error::{ClusterError, FillError};
pub use fill::{Filler, Shape};
pub use roster::was_filled;
