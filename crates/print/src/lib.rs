//! Printing: a page of a PDF as a picture, and a document typeset as a PDF.
//!
//! [`page`] draws with hayro; `paper` typesets with Typst, if the feature `typesetter` is on. Neither is called in
//! the serving process. [`work`] is the whole of a worker process, which does one job within limits, or draws pages
//! of one PDF. `lagrum_print_pool` starts it and reads its result.

pub mod page;
#[cfg(feature = "typesetter")]
pub mod paper;
mod sandbox;
pub mod text;
mod worker;

pub use worker::{WorkerError, work};

#[cfg(feature = "typesetter")]
pub use paper::style;

/// Identifies everything that prints depend on besides their inputs.
#[cfg(not(feature = "typesetter"))]
pub fn style() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}
