//! The markdown of every document of every source.

use std::time::{Duration, Instant};

use lagrum_render::markdown;

use crate::corpus::{artifacts, dumps, folder};
use crate::reading::{missing_in_order, presented_characters, shown_characters};

/// An unoptimised build takes minutes for all of them.
const EVERY: usize = if cfg!(debug_assertions) { 16 } else { 1 };

#[test]
fn the_markdown_of_any_document_has_all_its_text() {
    let Some(folder) = folder() else { return };
    let mut times = Vec::new();
    let (mut bytes, mut total) = (0, Duration::ZERO);
    for dump in dumps(&folder).into_iter().chain(dumps(&folder.join("versions"))) {
        for artifact in artifacts(&dump).step_by(EVERY) {
            let begun = Instant::now();
            let markdown = markdown(&artifact, None);
            let took = begun.elapsed();
            total += took;
            bytes += markdown.len();
            times.push((took, markdown.len(), artifact.uri().to_owned()));
            let missing = missing_in_order(&presented_characters(&artifact), &shown_characters(&markdown));
            assert_eq!(missing, None, "{}", artifact.uri());
        }
    }
    times.sort();
    let at = |share: usize| &times[(times.len() - 1) * share / 100];
    let rate = bytes as f64 / 1e6 / total.as_secs_f64();
    println!(
        "{} documents, {} MB of markdown in {total:?}: {rate:.0} MB a second",
        times.len(),
        bytes / 1_000_000
    );
    println!("median {:?}, 99 of 100 within {:?}, longest {:?}", at(50).0, at(99).0, at(100));
    assert!(times.len() > 7000 / EVERY, "{} documents", times.len());
}
