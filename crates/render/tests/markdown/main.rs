//! The markdown of documents: each node type, and that no text is lost and none becomes markup.

#![expect(clippy::unwrap_used, reason = "a broken fixture should end the test")]

mod nodes;
mod numbers;
mod parsed;
#[path = "../support/reading.rs"]
mod reading;
mod tables;
mod text;
mod whole;

use lagrum_artifact::Artifact;
use lagrum_render::markdown;
use serde_json::{Value, json};

fn document(structure: &Value) -> Artifact {
    Artifact::parse(
        json!({"uri": "https://lag.example/1931:47", "structure": structure}).to_string().as_bytes(),
    )
    .unwrap()
}

/// Checks the blocks of a body.
#[track_caller]
fn check(structure: &Value, expected: &[&str]) {
    assert_eq!(markdown(&document(structure), None), expected.join("\n\n"), "{structure}");
}
