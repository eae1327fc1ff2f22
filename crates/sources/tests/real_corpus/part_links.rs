//! The links of parts of every document: exactly those of the part's own nodes, and each a link of the document. And the text of
//! recitals, which ends where the enacting words begin.

use std::collections::BTreeMap;

use lagrum_artifact::{AnchorTarget, Artifact, Node, Runs, Step, is_web_address, walk};
use lagrum_sources::{links, part_links, source};

use crate::corpus::{corpus, sources};

/// Parts of each document that are read.
const SAMPLED: usize = 8;

type Words = (String, String);

#[test]
fn the_links_of_a_part_are_those_of_its_nodes() {
    let Some(corpus) = corpus() else { return };
    let (mut parts, mut found) = (0, 0);
    for name in sources() {
        for artifact in corpus.artifacts(name) {
            let source = source(name);
            let mut all: BTreeMap<(Words, Option<String>), usize> = BTreeMap::new();
            for link in links(&artifact, source, &corpus.base) {
                let words = (link.to.into_owned(), link.text.into_owned());
                *all.entry((words, link.from_anchor.map(String::from))).or_default() += 1;
            }
            let named = artifact.presented().named_parts();
            let step = (named.len() / SAMPLED).max(1);
            for part in named.iter().skip(step / 2).step_by(step) {
                let ours = part_links(&artifact, &part.target, source);
                let mut counts: BTreeMap<(Words, Option<String>), usize> = BTreeMap::new();
                for link in &ours {
                    let words = (link.to.clone().into_owned(), link.text.clone().into_owned());
                    *counts.entry((words, link.from_anchor.clone().map(String::from))).or_default() += 1;
                }
                let place = format!("{}#{}", artifact.uri(), part.anchor);
                for (link, count) in &counts {
                    assert!(
                        all.get(link).is_some_and(|of_document| count <= of_document),
                        "{place}: {link:?}"
                    );
                }
                let mut ours: Vec<String> = ours.into_iter().map(|link| link.to.into_owned()).collect();
                let mut expected = of_nodes(&part.target);
                ours.sort();
                expected.sort();
                assert_eq!(ours, expected, "{place}");
                parts += 1;
                found += ours.len();
            }
        }
    }
    println!("{found} links in {parts} parts");
    assert!(found > 1000, "{found}");
}

/// The links in the nodes of a part, from the nodes alone.
fn of_nodes(part: &AnchorTarget<'_>) -> Vec<String> {
    let mut uris = Vec::new();
    for node in part.nodes() {
        let whole =
            part.has_children() || (matches!(part, AnchorTarget::Blocks(_)) && node.kind() == "tabell");
        collect(*node, whole, &mut uris);
    }
    uris.retain(|uri| is_web_address(uri));
    uris
}

/// The links of a node's own text and cells, and of its children.
fn collect(node: Node<'_>, whole: bool, uris: &mut Vec<String>) {
    // As the artifact has them, with the notes of days.
    let stored = node.to_value();
    let cells = stored["cells"].as_array().into_iter().flatten();
    let own = std::iter::once(&stored["text"]).chain(cells).map(|text| Runs::new(Some(text)));
    uris.extend(own.flat_map(|runs| runs.links().map(|link| link.uri.to_owned()).collect::<Vec<_>>()));
    if whole {
        // A treaty printed in a statute: its language versions and its paragraphs.
        for field in ["versions", "paragraphs"].iter().filter_map(|name| node.field(name)) {
            walk(field, &mut |step| {
                if let Step::Text(runs) = step {
                    uris.extend(runs.links().map(|link| link.uri.to_owned()));
                }
            });
        }
        for child in node.children() {
            collect(child, whole, uris);
        }
    }
}

#[test]
fn a_recital_has_nothing_of_the_enacting_words() {
    let Some(corpus) = corpus() else { return };
    let (mut recitals, mut acts) = (0, 0);
    for artifact in corpus.artifacts("eurlex") {
        let enacting = enacting_words(&artifact);
        acts += usize::from(!enacting.is_empty());
        for part in artifact.presented().named_parts() {
            if part.anchor.recital().is_none() {
                continue;
            }
            recitals += 1;
            let text = part.target.plain_text();
            let place = format!("{}#{}", artifact.uri(), part.anchor);
            assert!(part.target.nodes().iter().all(|node| node.kind() != "preamble"), "{place}: {text}");
            assert!(enacting.iter().all(|words| !text.ends_with(words.as_str())), "{place}: {text}");
        }
    }
    println!("{recitals} recitals of {acts} acts");
    assert!(recitals > 1000 && acts > 100, "{recitals} {acts}");
}

/// The texts of the nodes between the recitals and the articles.
fn enacting_words(artifact: &Artifact) -> Vec<String> {
    let mut words = Vec::new();
    artifact.presented().walk(&mut |step| {
        if let Step::Enter(node) = step
            && node.kind() == "preamble"
        {
            words.push(text_of(node));
        }
    });
    words.retain(|words| !words.is_empty());
    words
}

fn text_of(node: Node<'_>) -> String {
    node.text().plain_text().trim().to_owned()
}
