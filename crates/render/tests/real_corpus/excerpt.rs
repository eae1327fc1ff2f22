//! Excerpts of every long document.

use std::collections::BTreeMap;

use lagrum_render::excerpt::excerpts;

use crate::corpus::{artifacts, dumps, folder};
use crate::shown::difference;

/// One of this many parts of each excerpt is compared: to read a part in a whole document takes tens of milliseconds.
const EVERY: usize = if cfg!(debug_assertions) { 400 } else { 40 };

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
    excerpt_bytes: usize,
}
