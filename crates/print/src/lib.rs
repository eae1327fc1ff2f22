//! Paper: a page of a PDF as a picture, and a document typeset as a PDF.
//!
//! Both are big dependencies used through one function each: [`page`] draws with hayro, [`paper`] typesets with typst.
//! Neither is called in the process that serves. [`work`] is the whole of a process that does one job within bounds;
//! the press crate starts it and talks to it.

pub mod page;
pub mod paper;
mod sandbox;
mod worker;

pub use worker::{WorkerError, work};
