//! One file per command.

pub mod build;
pub mod check;
pub mod import;
pub mod ledger;
pub mod resolve;
pub mod search;
pub mod serve;
pub mod status;
