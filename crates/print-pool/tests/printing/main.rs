//! The print pool: its queue, its cache, and its worker processes.

#![allow(clippy::unwrap_used, reason = "a test that meets the unexpected has failed")]

mod ahead;
mod cache;
mod pool;
mod process;
mod support;
