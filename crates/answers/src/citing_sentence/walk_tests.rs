//! What must hold of every citing sentence, over the real corpus and the demo.

use std::collections::BTreeMap;

use lagrum_artifact::{Artifact, Base, Step};
use lagrum_snapshot::{Snapshot, Snapshots};
use lagrum_sources::{FlowGroup, links, source};

use super::cut::MAX_CHARACTERS;
use super::find::{Spot, find};
use super::{CitingSentence, CitingSentenceKind};

/// The blocks of a document, and what is recorded of it beside them, each on a line of its own.
fn blocks(artifact: &Artifact) -> String {
    let mut text = String::from("\n");
    let mut add = |step: Step<'_>| {
        if let Step::Text(runs) = step {
            text.push_str(&runs.plain_text().replace('\n', " "));
            text.push('\n');
        }
    };
    artifact.presented().walk(&mut add);
    for amendment in artifact.list(&["amendments"]) {
        if let Some(content) = amendment.get("content") {
            lagrum_artifact::walk(content, &mut add);
        }
    }
    for record in ["kommentarer", "implements"].iter().flat_map(|list| artifact.list(&[*list])) {
        for field in record.as_object().into_iter().flat_map(|record| record.values()) {
            text.push_str(field.as_str().unwrap_or_default());
            text.push('\n');
        }
    }
    text
}

/// Checks a sentence, which is looked for from the byte `from` of the blocks first: sentences come in the order of the text.
fn check(uri: &str, blocks: &str, from: &mut usize, sentence: &CitingSentence) {
    let CitingSentence { html, kind } = sentence;
    let marks = usize::from(*kind == CitingSentenceKind::Sentence);
    assert_eq!(
        (html.matches("<em>").count(), html.matches("</em>").count()),
        (marks, marks),
        "{uri}: {html}"
    );
    let escaped = html.replacen("<em>", "", 1).replacen("</em>", "", 1);
    let plain = lagrum_escape::text_of_html(&escaped);
    assert_eq!(lagrum_escape::html(&plain), escaped, "{uri}");
    assert!(plain.chars().count() <= MAX_CHARACTERS, "{uri}: {html}");
    let plain = plain.replace('\n', " ");
    // Where the text has the marks of a cut itself, it has the words between them too.
    let shown = plain.strip_prefix("… ").unwrap_or(&plain);
    let shown = shown.strip_suffix(" …").unwrap_or(shown);
    let found = blocks[*from..].find(shown).map(|at| *from + at).or_else(|| blocks.find(shown));
    assert!(found.is_some(), "{uri}: {html}");
    *from = found.unwrap_or_default();
}

/// How many links of a snapshot's documents have a sentence, by source and kind; those without one by themselves.
fn walk(snapshot: &Snapshot) -> BTreeMap<(String, &'static str), u32> {
    let base: &Base = &snapshot.manifest().base;
    let mut counts: BTreeMap<(String, &'static str), u32> = BTreeMap::new();
    for document in snapshot.catalog().all_documents().map(Result::unwrap) {
        let uri = &document.uri;
        let Some(stored) = document.stored else { continue };
        let artifact = Artifact::parse(&snapshot.artifact(stored).unwrap().unwrap()).unwrap();
        let of_source = source(&document.source);
        let links = links(&artifact, of_source, base);
        let spots: Vec<Spot<'_>> = links
            .iter()
            .map(|link| Spot {
                target: link.to.to_string(),
                anchor: link.from_anchor.as_deref(),
                page: link.from_page,
                predicate: Some(link.predicate),
                comment: None,
            })
            .collect();
        let group = FlowGroup::named(&document.flow_group).unwrap();
        let found = find(&artifact, of_source, group, &spots).into_shown(&spots, None);
        let (blocks, mut from) = (blocks(&artifact), 0);
        for sentence in &found {
            if let Some(sentence) = sentence {
                check(uri, &blocks, &mut from, sentence);
            }
            let kind = match sentence.as_ref().map(|sentence| sentence.kind) {
                None => "none",
                Some(CitingSentenceKind::Sentence) => "sentence",
                Some(CitingSentenceKind::Commentary) => "commentary",
                Some(CitingSentenceKind::Headnote) => "headnote",
            };
            *counts.entry((document.source.clone(), kind)).or_default() += 1;
        }
    }
    counts
}

#[test]
fn every_citation_of_the_real_corpus_is_shown_in_one_block_of_its_document() {
    let Some(data) = lagrum_test_support::built_corpus() else {
        lagrum_test_support::skipped("LAGRUM_TEST_DATA names no data folder");
        return;
    };
    let snapshot = Snapshots::new(&data).open_current().unwrap().unwrap();
    let counts = walk(&snapshot);
    let of =
        |kind: &str| counts.iter().filter(|((_, own), _)| *own == kind).map(|(_, count)| count).sum::<u32>();
    println!("{counts:#?}");
    assert!(of("sentence") > 5 * of("none") && of("sentence") > 100_000, "{counts:?}");
}
