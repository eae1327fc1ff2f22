//! Tests on a corpus of real documents.
//!
//! They read the corpus in the folder that LAGRUM_TEST_CORPUS names, and are skipped without it.

#![expect(clippy::unwrap_used, reason = "a broken fixture should end the test")]

#[path = "../support/comparison.rs"]
mod comparison;
mod corpus;
mod days;
mod diff;
mod excerpt;
mod flattened;
mod forms;
mod html;
#[path = "../support/joined.rs"]
mod joined;
mod lists;
mod markdown;
#[path = "../support/page.rs"]
mod page;
mod part;
#[path = "../support/reading.rs"]
mod reading;
#[path = "../support/shown.rs"]
mod shown;
mod typesetting;
