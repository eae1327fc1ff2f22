//! A snapshot in forms that other programs read: the history of acts as a stream for `git fast-import` ([`git`]), documents and
//! citations as tables ([`tables`]) and as one database ([`sqlite`]), acts as Akoma Ntoso ([`akn`]), what is stated of documents as linked data ([`rdf`]),
//! provisions with queries as a benchmark of retrieval ([`benchmark`]).
//!
//! Equal snapshots give equal bytes. Memory holds one text at a time and the list of what is to be written.

pub mod akn;
mod amendments;
pub mod benchmark;
mod error;
pub mod git;
#[cfg(feature = "parquet")]
mod parquet;
mod provision_cells;
pub mod rdf;
mod related;
pub mod sqlite;
pub mod tables;

pub use amendments::write_amendments;
pub use error::ExportError;
pub use related::write_related;
