//! A snapshot in forms that other programs read: the history of acts as a stream for `git fast-import` ([`git`]), documents and
//! citations as tables ([`tables`]).
//!
//! The same snapshot gives the same bytes. Nothing is held in memory but one text at a time and the list of what is to be
//! written.

mod error;
pub mod git;
#[cfg(feature = "parquet")]
mod parquet;
pub mod tables;

pub use error::ExportError;

use lagrum_catalog::CatalogDocument;
use lagrum_snapshot::Snapshot;

/// Documents that are read from the catalog at once.
const BATCH: u64 = 500;

/// Calls `visit` for every document, in the order of uris.
fn for_each_document(
    snapshot: &Snapshot,
    mut visit: impl FnMut(CatalogDocument) -> Result<(), ExportError>,
) -> Result<(), ExportError> {
    let mut first = 0;
    loop {
        let batch = snapshot.catalog().with(|catalog| catalog.documents_from(first, BATCH))?;
        let Some(last) = batch.last() else { return Ok(()) };
        first = last.id + 1;
        for document in batch {
            visit(document)?;
        }
    }
}
