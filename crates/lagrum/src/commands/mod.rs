//! One file per command.

pub(crate) mod build;
pub(crate) mod changes;
pub(crate) mod check;
pub(crate) mod cite;
pub(crate) mod completions;
pub(crate) mod diff;
pub(crate) mod doctor;
pub(crate) mod export;
pub(crate) mod fetch;
pub(crate) mod history;
pub(crate) mod import;
pub(crate) mod ledger;
pub(crate) mod man_pages;
#[cfg(feature = "mcp")]
pub(crate) mod mcp;
pub(crate) mod parse;
pub(crate) mod parse_archive;
pub(crate) mod provision;
pub(crate) mod raw;
pub(crate) mod resolve;
pub(crate) mod search;
pub(crate) mod serve;
pub(crate) mod status;
pub(crate) mod vectors;
