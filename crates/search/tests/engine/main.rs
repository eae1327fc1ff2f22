//! The embedded engine, on small corpora.

#![expect(clippy::unwrap_used, reason = "a test that meets the unexpected has failed")]

mod contexts;
mod corpus;
mod explained;
mod index;
mod naive;
mod provisions;
mod queries;
mod random;
mod support;
mod topics;
