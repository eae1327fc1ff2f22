//! The places that links name, looked up in the documents that are held.

use std::collections::{BTreeMap, BTreeSet};

use lagrum_artifact::{Anchor, AnchorTarget, Location};

use crate::corpus::corpus;

/// Found by each way among all places cited in held documents of a source, and not found: articles and recitals that
/// the held text does not have, pages that an excerpt leaves out, paragraphs that an article does not number.
const PLACES: [(&str, Ways); 3] = [
    ("coe", Ways { nodes: 109, computed: 0, pages: 0, missing: 6 }),
    ("eurlex", Ways { nodes: 5866, computed: 4730, pages: 0, missing: 3461 }),
    ("forarbete", Ways { nodes: 0, computed: 0, pages: 34, missing: 17 }),
];

#[derive(Debug, Default, PartialEq, Eq)]
struct Ways {
    nodes: usize,
    computed: usize,
    pages: usize,
    missing: usize,
}

#[test]
fn cited_places_are_found() {
    let Some(corpus) = corpus() else { return };
    let mut cited: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (to, ..) in corpus.documents.values().flat_map(|document| &document.links) {
        if let (document, Some(anchor)) = Location::split(to) {
            cited.entry(corpus.local(document)).or_default().insert(anchor);
        }
    }
    let mut found = Vec::new();
    for (source, expected) in PLACES {
        let mut ways = Ways::default();
        for artifact in corpus.artifacts(source) {
            let presented = artifact.presented();
            for anchor in cited.get(corpus.local(artifact.uri())).into_iter().flatten() {
                let part = presented.part(&Anchor::new(anchor).unwrap());
                if let Some(part) = &part {
                    assert!(!part.plain_text().is_empty(), "{}#{anchor}", artifact.uri());
                }
                *match part {
                    Some(AnchorTarget::Node(_)) => &mut ways.nodes,
                    Some(AnchorTarget::Blocks(_)) => &mut ways.computed,
                    Some(AnchorTarget::Page(_) | AnchorTarget::CourtParagraph(_)) => &mut ways.pages,
                    None => &mut ways.missing,
                } += 1;
            }
        }
        println!("{source}: {ways:?}");
        found.push((source, ways, expected));
    }
    for (source, ways, expected) in found {
        assert_eq!(ways, expected, "{source}");
    }
}
