//! Temporary files for data that grow with the corpus. They have no names, and lie in the draft's folder.

mod links;
mod rows;
mod sort;

pub(crate) use links::{LinkWriter, SpilledLinks};
pub(crate) use rows::{RowWriter, SpilledRows, row_bytes, rows_in};
pub(crate) use sort::{Record, Sorted, Sorter};
