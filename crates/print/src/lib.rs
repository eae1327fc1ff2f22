//! Printing: a page of a PDF as a picture, and a document typeset as a PDF.
//!
//! [`page`] draws with hayro, [`paper`] typesets with Typst. Neither is called in the process that serves. [`work`] is all
//! of a worker process, which does one job within limits. `lagrum_print_pool` starts it and reads its result.

pub mod page;
pub mod paper;
mod sandbox;
mod worker;

pub use worker::{WorkerError, work};
