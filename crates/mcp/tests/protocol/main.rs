//! Tools, resources and the prompt through the real router, on the demo corpus.

#![expect(clippy::unwrap_used, reason = "a test that meets the unexpected has failed")]

mod answers;
mod client;
mod described;
mod limits;
mod real;
mod truncated;
mod wording;
