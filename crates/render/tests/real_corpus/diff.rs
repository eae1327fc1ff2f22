//! Comparisons of all successive lydelser of every document.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use lagrum_artifact::{ActFamily, AnchorGrammar, Artifact, Base, DocumentUri};
use lagrum_render::diff::{Change, DiffBlock, LydelseComparison, UnitChange};

use crate::comparison::text_without;
use crate::corpus::{artifacts, folder};
use crate::joined;

#[test]
fn a_comparison_of_any_two_successive_lydelser_contains_both_texts() {
    let Some(folder) = folder() else { return };
    let mut times = Vec::new();
    let (mut changed, mut added, mut removed, mut moved) = (0, 0, 0, 0);
    let mut units: BTreeMap<UnitChange, usize> = BTreeMap::new();
    for source in ["sfs", "eurlex"] {
        for (uri, lydelser) in lydelser(&folder, source) {
            for (old, new) in lydelser.iter().zip(&lydelser[1..]) {
                let begun = Instant::now();
                let comparison = LydelseComparison::of(old, new);
                let html = comparison.html();
                times.push((begun.elapsed(), uri.clone(), html.len()));
                assert_eq!(text_without(&html, "del"), words(comparison.newer()), "{uri}");
                assert_eq!(text_without(&html, "ins"), words(comparison.older()), "{uri}");
                for change in comparison.changes() {
                    match change {
                        Change::Changed { .. } => changed += 1,
                        Change::Added { moved_from: None, .. } => added += 1,
                        Change::Removed { moved_to: None, .. } => removed += 1,
                        Change::Added { .. } => moved += 1,
                        _ => {}
                    }
                }
                let grammar = if source == "sfs" { AnchorGrammar::Statute } else { AnchorGrammar::General };
                joined::check(&comparison, grammar);
                for unit in comparison.units(grammar, false) {
                    *units.entry(unit.change).or_insert(0_usize) += 1;
                }
                let same = LydelseComparison::of(new, new).html();
                assert!(!same.contains("<del>") && !same.contains("<ins>"), "{uri}");
            }
        }
    }
    times.sort();
    let at = |share: usize| &times[(times.len() - 1) * share / 100];
    println!(
        "{} pairs: {changed} blocks changed, {added} added, {removed} removed, {moved} moved",
        times.len()
    );
    println!("units: {units:?}");
    println!(
        "comparison and HTML: median {:?}, 99 of 100 within {:?}, longest {:?}",
        at(50).0,
        at(99).0,
        at(100)
    );
    assert!(times.len() > 400, "{} pairs", times.len());
}

#[test]
fn a_wording_of_which_every_word_is_new_costs_no_more_than_a_long_one() {
    let Some(folder) = folder() else { return };
    let longest = artifacts(&folder.join("versions/sfs.ndjson.gz"))
        .max_by_key(|artifact| artifact.value().to_string().len())
        .unwrap();
    let old = LydelseComparison::of(&longest, &longest).older().to_vec();
    let other = |word: &str| word.chars().rev().chain(['x']).collect::<String>();
    let every_word = |block: &DiffBlock| DiffBlock {
        text: block.text.split(' ').map(other).collect::<Vec<_>>().join(" "),
        ..block.clone()
    };
    let new: Vec<_> = old.iter().map(every_word).collect();
    let unanchored: Vec<_> =
        new.iter().map(|block| DiffBlock { anchor: None, marker: String::new(), ..block.clone() }).collect();
    let one = |blocks: &[DiffBlock]| {
        vec![DiffBlock {
            text: blocks.iter().map(|block| &*block.text).collect::<Vec<_>>().join(" "),
            ..DiffBlock::default()
        }]
    };
    let reversed: Vec<_> = old.iter().rev().cloned().collect();
    let alike = |word: &str| vec![DiffBlock { text: word.to_owned(), ..DiffBlock::default() }; old.len()];
    let mut doubled = old.clone();
    doubled.extend(old.iter().cloned());
    for (name, old, new) in [
        ("every word", old.clone(), new.clone()),
        ("every word and no anchors", old.clone(), unanchored),
        ("one block each", one(&old), one(&new)),
        ("backwards", old.clone(), reversed),
        ("the same short text over and over", alike("a b"), alike("b a")),
        ("twice over", old.clone(), doubled),
    ] {
        let begun = Instant::now();
        let html = LydelseComparison::of_blocks(old.clone(), new.clone()).html();
        println!("{name}: {} blocks in {:?}", old.len(), begun.elapsed());
        assert_eq!(text_without(&html, "del"), words(&new), "{name}");
        assert!(begun.elapsed() < Duration::from_mins(1), "{name}");
    }
}

/// The lydelser of each document, oldest first, the current one among them.
fn lydelser(folder: &std::path::Path, source: &str) -> BTreeMap<String, Vec<Artifact>> {
    let base = Base::parse("https://lagen.nu").unwrap();
    let family = |uri: &str| ActFamily::of(&DocumentUri::new(uri).unwrap(), &base).unwrap();
    let mut found: BTreeMap<String, Vec<_>> = BTreeMap::new();
    for artifact in artifacts(&folder.join(format!("versions/{source}.ndjson.gz"))) {
        let (document, version) = artifact.uri().split_once("/konsolidering/").unwrap();
        let version = family(document).parse_id(version).unwrap();
        found.entry(document.to_owned()).or_default().push((version, artifact));
    }
    let mut lydelser: BTreeMap<String, Vec<Artifact>> = BTreeMap::new();
    for (document, mut archived) in found {
        archived.sort_by(|a, b| a.0.cmp(&b.0));
        lydelser.insert(document, archived.into_iter().map(|(_, artifact)| artifact).collect());
    }
    for artifact in artifacts(&folder.join(format!("{source}.ndjson.gz"))) {
        if let Some(archived) = lydelser.get_mut(artifact.uri()) {
            // The EU acts of this corpus are stored as first printed.
            let at = if source == "eurlex" { 0 } else { archived.len() };
            archived.insert(at, artifact);
        }
    }
    lydelser
}

fn words(blocks: &[DiffBlock]) -> String {
    let words = blocks.iter().flat_map(|block| [block.marker.as_str(), block.text.as_str()]);
    let words = words.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ");
    words.replace(
        |c: char| (c.is_control() && !c.is_whitespace()) || matches!(c, '\u{fffe}' | '\u{ffff}'),
        "\u{fffd}",
    )
}
