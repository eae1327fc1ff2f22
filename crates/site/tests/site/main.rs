//! The site on the demo corpus, through the router that serves it.

#![expect(clippy::unwrap_used, reason = "a test that meets the unexpected has failed")]

mod addresses;
mod agreement;
mod crawl;
mod documents;
mod english;
mod forms;
mod ids;
mod onward;
mod page;
mod posted;
mod reading;
mod served;
mod sources;
mod states;
mod swap;
