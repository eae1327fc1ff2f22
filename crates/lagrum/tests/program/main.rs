//! The program from outside: the binary itself, run on temporary folders and on ports the system chooses.

#![allow(clippy::unwrap_used, reason = "a broken fixture should end the test")]

mod addresses;
mod after_publish;
mod changes;
mod cite;
mod cluster;
mod command_line;
mod completions;
mod corpora;
mod crowd;
mod doctor;
mod examples;
mod export;
mod fairness;
mod faults;
mod fetch;
mod freshness;
mod golden;
mod hostile;
mod killed;
mod loss;
#[cfg(feature = "mcp")]
mod mcp;
mod mirror;
mod mirrored_changes;
mod mistakes;
mod origins;
mod output;
#[cfg(unix)]
mod page_workers;
mod printing;
mod private;
mod provision;
mod proxy;
#[cfg(unix)]
mod reader;
mod resolve;
mod restore;
mod sandbox;
mod serve;
mod support;
mod swap;
mod vectors;
mod verdict_pdf;
