//! What grows with the corpus lies on disk while a build runs: in files without names in the draft's folder.

mod links;
mod rows;
mod sort;

pub(crate) use links::{LinkWriter, SpilledLinks};
pub(crate) use rows::{RowWriter, SpilledRows, row_bytes, rows_in};
pub(crate) use sort::{Record, Sorted, Sorter};
