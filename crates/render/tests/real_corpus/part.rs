//! Parts of every document, rendered within it.

use std::collections::BTreeMap;

use lagrum_artifact::{Anchor, AnchorTarget, FullText};
use lagrum_render::{markdown, render_part};

use crate::corpus::{artifacts, dumps, folder};

/// An unoptimised build takes minutes for all documents.
const EVERY: usize = if cfg!(debug_assertions) { 8 } else { 1 };

/// Parts of each document that are rendered.
const SAMPLED: usize = 3;

/// Parts of each document whose headings are compared.
const SAMPLED_HEADINGS: usize = 6;

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

#[test]
fn the_headings_over_a_part_are_those_that_the_search_has() {
    let Some(folder) = folder() else { return };
    let (mut compared, mut wrong) = (0, Vec::new());
    let collapsed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    for path in dumps(&folder) {
        for artifact in artifacts(&path).step_by(EVERY) {
            let text = FullText::of(&artifact);
            let presented = artifact.presented();
            let step = (text.parts.len() / SAMPLED_HEADINGS).max(1);
            for part in text.parts.iter().skip(step / 2).step_by(step) {
                let Some(target) = presented.part(&part.anchor) else { continue };
                // The search has no headings over a page, and counts those inside a paragraph of a decision.
                if matches!(target, AnchorTarget::Page(_) | AnchorTarget::CourtParagraph(_)) {
                    continue;
                }
                let own = target.heading().map(|own| collapsed(&own));
                let mut of_search: Vec<String> =
                    part.headings.iter().map(|piece| collapsed(&text.pieces[*piece as usize])).collect();
                // The search counts the heading of the part itself.
                if own.is_some() && of_search.last() == own.as_ref() && !part.is_heading {
                    of_search.pop();
                }
                let ours = render_part(&artifact, &target).headings;
                // A heading is shown with the number or label of its part before it, and one may be a label alone.
                let mut rest = ours.iter();
                let is_shown = of_search.iter().all(|heading| rest.any(|shown| shown.ends_with(heading)));
                compared += 1;
                if !is_shown {
                    wrong.push(format!("{}#{}: {ours:?}, search {of_search:?}", artifact.uri(), part.anchor));
                }
            }
        }
    }
    println!("{compared} parts, {} wrong", wrong.len());
    assert!(wrong.is_empty(), "{} parts, such as {:#?}", wrong.len(), &wrong[..wrong.len().min(12)]);
}
