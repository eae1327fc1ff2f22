//! The rules of sources: dates, links, listings and snippets, and any artifact.

#![allow(clippy::unwrap_used, reason = "a broken fixture should end the test")]

mod any_artifact;
mod dates;
mod links;
mod listings;
mod snippets;
