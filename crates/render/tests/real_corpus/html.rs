//! The HTML of every document of every source: its words are those of the markdown, its ids the anchors.

use std::time::{Duration, Instant};

use lagrum_render::html::{NoSurroundings, html};

use crate::corpus::{artifacts, dumps, folder};
use crate::page::{Everything, check};

/// An unoptimised build takes minutes for all of them.
const EVERY: usize = if cfg!(debug_assertions) { 16 } else { 1 };

#[test]
fn the_html_of_any_document_has_its_words_and_anchors() {
    let Some(folder) = folder() else { return };
    let (mut documents, mut bytes, mut total) = (0, 0, Duration::ZERO);
    let mut failures = Vec::new();
    for dump in dumps(&folder).into_iter().chain(dumps(&folder.join("versions"))) {
        for artifact in artifacts(&dump).step_by(EVERY) {
            let begun = Instant::now();
            bytes += html(&artifact, &NoSurroundings).html.len();
            total += begun.elapsed();
            documents += 1;
            if let Err(failure) = check(&artifact, &Everything) {
                failures.push(format!("{}: {failure}", artifact.uri()));
            }
        }
    }
    let rate = bytes as f64 / 1e6 / total.as_secs_f64();
    println!("{documents} documents, {} MB of HTML in {total:?}: {rate:.0} MB a second", bytes / 1_000_000);
    assert!(
        failures.is_empty(),
        "{} of {documents} documents:\n{}",
        failures.len(),
        failures[..failures.len().min(20)].join("\n")
    );
    assert!(documents > 7000 / EVERY, "{documents} documents");
}
