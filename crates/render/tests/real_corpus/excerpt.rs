//! Excerpts of every long document.

use std::collections::{BTreeMap, BTreeSet};

use lagrum_artifact::Artifact;
use lagrum_render::excerpt::excerpts;

use crate::corpus::{artifacts, dumps, folder};
use crate::shown::difference;

/// One of this many parts of each excerpt is compared: to read a part in a whole document takes tens of milliseconds.
const EVERY: usize = if cfg!(debug_assertions) { 400 } else { 40 };

/// One of this many parts of the text of a day is compared.
const EVERY_OF_DAY: usize = 10 * EVERY;

/// A day before those that texts state.
const BEFORE_ALL: &str = "1900-01-01";

/// The texts that a text which states days has before the first of them, on it and on the last, as it is answered for a day and as a
/// reader of that day sees it; none for a text that states none.
fn texts_of_days(artifact: &Artifact) -> Vec<Artifact> {
    let stated = artifact.node_dates();
    let mut dates = stated.iter().filter(|day| day.starts_with(|first: char| first.is_ascii_digit()));
    let first = dates.next();
    let days: BTreeSet<&str> = first.into_iter().chain(dates.next_back()).map(String::as_str).collect();
    let before = (!stated.is_empty()).then_some(BEFORE_ALL);
    let of_day = |day: &str| [artifact.clone().on_day(day), artifact.clone().read_on(day)];
    before.into_iter().chain(days).flat_map(of_day).collect()
}

#[test]
fn excerpts_show_their_parts_as_the_document_does() {
    let Some(folder) = folder() else { return };
    let mut wrong = Vec::new();
    let mut counts: BTreeMap<String, Counts> = BTreeMap::new();
    for path in dumps(&folder) {
        let source = path.file_name().unwrap().to_string_lossy().into_owned();
        let counts = counts.entry(source).or_default();
        for artifact in artifacts(&path) {
            let bytes = artifact.value().to_string().len();
            let found = excerpts(&artifact, bytes);
            if found.excerpts.is_empty() {
                continue;
            }
            counts.documents += 1;
            counts.bytes += bytes;
            counts.parts += artifact.presented().named_parts().len();
            for excerpt in &found.excerpts {
                counts.excerpts += 1;
                counts.excerpt_bytes += excerpt.artifact.len();
                let before = counts.excerpted;
                counts.excerpted += excerpt.anchors.len();
                let anchors = excerpt.anchors.iter().enumerate();
                let sampled = anchors.filter(|(at, _)| (before + at).is_multiple_of(EVERY));
                wrong.extend(sampled.filter_map(|(_, anchor)| difference(&artifact, excerpt, anchor)));
            }
            counts.changing += found.changing.len();
            for text in texts_of_days(&artifact) {
                let parts = found
                    .excerpts
                    .iter()
                    .flat_map(|excerpt| excerpt.anchors.iter().map(move |anchor| (excerpt, anchor)));
                let steady = parts.filter(|(_, anchor)| !found.changing.contains(*anchor));
                for (excerpt, anchor) in steady.skip(counts.days % EVERY_OF_DAY).step_by(EVERY_OF_DAY) {
                    wrong.extend(difference(&text, excerpt, anchor));
                    counts.compared_on_days += 1;
                }
                counts.days += 1;
            }
        }
    }
    println!("{counts:#?}");
    assert!(wrong.is_empty(), "{} parts, such as {}", wrong.len(), wrong[..wrong.len().min(3)].join("\n"));
}

#[derive(Debug, Default)]
struct Counts {
    documents: usize,
    bytes: usize,
    parts: usize,
    excerpts: usize,
    excerpted: usize,
    changing: usize,
    days: usize,
    compared_on_days: usize,
    excerpt_bytes: usize,
}
