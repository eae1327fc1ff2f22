//! Parts of every document, rendered within it.

use std::collections::BTreeMap;

use lagrum_artifact::{Anchor, AnchorTarget};
use lagrum_render::{markdown, render_part};

use crate::corpus::{artifacts, dumps, folder};

/// An unoptimised build takes minutes for all documents.
const EVERY: usize = if cfg!(debug_assertions) { 8 } else { 1 };

/// Parts of each document that are rendered.
const SAMPLED: usize = 3;

#[test]
fn the_markdown_of_a_part_is_a_piece_of_that_of_its_document() {
    let Some(folder) = folder() else { return };
    let mut counts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let mut wrong = Vec::new();
    for path in dumps(&folder) {
        for artifact in artifacts(&path).step_by(EVERY) {
            let presented = artifact.presented();
            let anchors: Vec<Anchor> =
                presented.anchored_parts().into_iter().map(|part| part.anchor).collect();
            let step = (anchors.len() / SAMPLED).max(1);
            let whole = if anchors.is_empty() { String::new() } else { markdown(&artifact, None) };
            for anchor in anchors.iter().skip(step / 2).step_by(step).take(SAMPLED) {
                let part = presented.part(anchor).unwrap();
                let kind = match part {
                    AnchorTarget::Node(_) => "nodes",
                    AnchorTarget::Blocks(_) => "blocks",
                    AnchorTarget::Page(_) => "pages",
                    AnchorTarget::CourtParagraph(_) => "court paragraphs",
                };
                let rendered = render_part(&artifact, &part);
                let (checked, empty) = counts.entry(kind).or_default();
                *checked += 1;
                *empty += usize::from(rendered.markdown.is_empty());
                // A page may hold parts of texts and tables that are not together in the document.
                let pieces: Vec<&str> = match part {
                    AnchorTarget::Page(_) => {
                        rendered.markdown.split("\n\n").filter(|piece| !piece.starts_with('|')).collect()
                    }
                    _ => vec![&rendered.markdown],
                };
                if !pieces.iter().all(|piece| whole.contains(piece)) {
                    wrong.push(format!("{kind} {}#{anchor}", artifact.uri()));
                }
                let has_words = |text: &str| text.chars().any(char::is_alphanumeric);
                if rendered.text.is_empty() && has_words(&part.plain_text()) {
                    wrong.push(format!("no text: {kind} {}#{anchor}", artifact.uri()));
                }
            }
        }
    }
    println!("parts and those without a text: {counts:?}");
    assert!(wrong.is_empty(), "{} parts, such as {:?}", wrong.len(), &wrong[..wrong.len().min(20)]);
}
