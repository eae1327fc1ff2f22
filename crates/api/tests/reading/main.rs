//! Reading documents through the real router: markdown, archived lydelser, differences; on the demo corpus, on small invented
//! ones, and on a corpus of real documents.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test that meets the unexpected has failed")]

mod akn;
#[expect(dead_code, reason = "other tests ask for more")]
#[path = "../promises/client.rs"]
mod client;
mod diff;
mod markdown;
mod real_corpus;
mod served;
mod versions;
