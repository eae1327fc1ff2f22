//! Search by an OpenSearch cluster, for corpora that outgrow one machine and for operators who run a cluster already.
//!
//! The cluster does the **first step** of a search: it finds, counts and orders the documents that match. That step grows
//! with the corpus. The server does the **second step** from the snapshot's own files, with the code of the embedded
//! engine: it looks for passages in the ten documents of the page. This needs the positions of words and the text of these
//! documents, megabytes that would travel for every search. So a server keeps the files of the snapshot's embedded index
//! beside the cluster, and in memory what the embedded engine keeps there: some forty bytes a document. `docs/sizing.md`
//! has figures.
//!
//! `lagrum-words` makes the terms for both engines, and the weight of a word comes from the snapshot's vocabulary with each
//! query. So both engines match the same documents, and a score depends on neither shard nor replica.
//!
//! Every snapshot has an index of its own (`<prefix>-<snapshot id>`), which [`ClusterIndexer`] fills before the snapshot is
//! published. So no answer mixes two snapshots. [`OpenSearch`] searches it.

mod access;
mod changes;
mod client;
mod data_folder;
mod document;
mod engine;
mod error;
mod index;
mod indexer;
mod manifest;
mod query;
mod report;
mod search_body;
mod search_response;
mod sender;
mod snapshot_index;

pub use access::{ClusterAccess, ClusterAccessError};
pub use engine::OpenSearch;
pub use error::{ClusterError, ClusterIndexError};
pub use indexer::{ClusterIndexShape, ClusterIndexer};
pub use manifest::has_cluster_index;
pub use report::ClusterReport;
