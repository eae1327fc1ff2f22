//! Comparisons of all successive lydelser of every document.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use lagrum_artifact::{ActFamily, AnchorGrammar, Artifact, Base, DocumentUri};
use lagrum_render::amendments;
use lagrum_render::diff::{Change, DiffBlock, DiffUnit, LydelseComparison, Mark, UnitChange, UnitKind};

use crate::comparison::{text_of, text_without};
use crate::corpus::{artifacts, folder};
use crate::joined;

/// The number of units of the 417 pairs that are wrong: three that differ only in signs that are no words (2017:868 20 and 21 §§,
/// article 21.2 of 32014R0910).
const MOST_WRONG: usize = 3;

/// Signs of a note of a day, which is no text.
const DAY_MARKS: [&str; 4] = [" U:2", " I:2", " U:den dag", " I:den dag"];

#[test]
fn a_comparison_of_any_two_successive_lydelser_contains_both_texts() {
    let Some(folder) = folder() else { return };
    let mut times = Vec::new();
    let (mut changed, mut added, mut removed, mut moved) = (0, 0, 0, 0);
    let mut units: BTreeMap<UnitChange, usize> = BTreeMap::new();
    let mut wrong = Vec::new();
    for source in ["sfs", "eurlex"] {
        for (uri, lydelser) in lydelser(&folder, source) {
            for (old, new) in lydelser.iter().zip(&lydelser[1..]) {
                let begun = Instant::now();
                let comparison = LydelseComparison::of(old, new);
                let grammar = if source == "sfs" { AnchorGrammar::Statute } else { AnchorGrammar::General };
                let html = comparison.html(grammar);
                times.push((begun.elapsed(), uri.clone(), html.len()));
                assert_eq!(text_without(&html, "del"), words(comparison.newer()), "{uri}");
                same_words_are_marked(&html, &comparison.units(grammar, false), &uri, &mut wrong);
                only_words_are_changes(&comparison.units(grammar, true), &uri, &mut wrong);
                changes_are_what_they_say(&comparison.units(grammar, true), &uri);
                for change in comparison.changes() {
                    match change {
                        Change::Changed { .. } => changed += 1,
                        Change::Added { moved_from: None, .. } => added += 1,
                        Change::Removed { moved_to: None, .. } => removed += 1,
                        Change::Added { .. } => moved += 1,
                        _ => {}
                    }
                }
                joined::check(&comparison, grammar);
                for unit in comparison.units(grammar, false) {
                    *units.entry(unit.change).or_insert(0_usize) += 1;
                }
                let same = LydelseComparison::of(new, new).html(AnchorGrammar::Statute);
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
    println!("{} wrong: {:#?}", wrong.len(), &wrong[..wrong.len().min(20)]);
    assert!(wrong.len() <= MOST_WRONG, "{} wrong", wrong.len());
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
        let html = LydelseComparison::of_blocks(old.clone(), new.clone()).html(AnchorGrammar::Statute);
        println!("{name}: {} blocks in {:?}", old.len(), begun.elapsed());
        assert_eq!(text_without(&html, "del"), words(&new), "{name}");
        assert!(begun.elapsed() < Duration::from_mins(1), "{name}");
    }
}

/// HTML and data mark the same words.
fn same_words_are_marked(html: &str, units: &[DiffUnit], uri: &str, wrong: &mut Vec<String>) {
    for (name, mark) in [("del", Mark::Removed), ("ins", Mark::Added)] {
        let in_html: Vec<String> = sorted_words(&text_of(html, name));
        let runs = units.iter().flat_map(|unit| &unit.runs).filter(|run| run.mark == mark);
        let in_data = runs.map(|run| run.text.clone()).collect::<Vec<_>>().join(" ");
        if in_html != sorted_words(&shown(&in_data)) {
            wrong.push(format!("{uri}: HTML and data mark other words by {name}"));
        }
    }
}

fn sorted_words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
    words.sort_unstable();
    words
}

/// Checks that no unit that is the same or editorial is marked, and that no provision of both texts is called added or removed.
fn changes_are_what_they_say(units: &[DiffUnit], uri: &str) {
    let has = |unit: &&DiffUnit, mark: Mark| unit.runs.iter().any(|run| run.mark != mark);
    let anchors = |other: Mark| -> BTreeSet<&str> {
        let provisions = units.iter().filter(|unit| unit.kind == UnitKind::Provision && has(unit, other));
        provisions
            .filter_map(|unit| {
                if other == Mark::Added { unit.from_anchor.as_deref() } else { unit.anchor.as_deref() }
            })
            .collect()
    };
    let (older, newer) = (anchors(Mark::Added), anchors(Mark::Removed));
    for unit in units {
        let anchor = unit.anchor.as_deref().filter(|_| unit.kind == UnitKind::Provision);
        let stands_in_both = anchor.is_some_and(|anchor| older.contains(anchor) && newer.contains(anchor));
        let is_marked = unit.runs.iter().any(|run| run.mark != Mark::Same);
        match unit.change {
            UnitChange::Same => assert!(!is_marked, "{uri} {unit:?}"),
            UnitChange::Editorial => assert!(is_marked, "{uri} {unit:?}"),
            UnitChange::Added | UnitChange::Removed => assert!(!stands_in_both, "{uri} {unit:?}"),
            UnitChange::Replaced => assert!(stands_in_both, "{uri} {unit:?}"),
            _ => {}
        }
    }
}

/// Collects the units that are wrong: added although the older text has them under the same anchor, or changed without a
/// word that differs.
fn only_words_are_changes(units: &[DiffUnit], uri: &str, wrong: &mut Vec<String>) {
    let letters = |unit: &DiffUnit, without: Mark| -> String {
        let runs = unit.runs.iter().filter(|run| run.mark != without);
        runs.flat_map(|run| run.text.chars()).filter(|c| c.is_alphanumeric()).collect()
    };
    let removed: BTreeSet<(Option<&str>, String)> = units
        .iter()
        .filter(|unit| unit.change == UnitChange::Removed)
        .map(|unit| (unit.anchor.as_deref(), letters(unit, Mark::Added)))
        .collect();
    for unit in units {
        if unit.runs.iter().any(|run| DAY_MARKS.iter().any(|mark| run.text.contains(mark))) {
            wrong.push(format!("{uri} {:?} has a note of a day", unit.anchor));
        }
        let (old, new) = (letters(unit, Mark::Added), letters(unit, Mark::Removed));
        match unit.change {
            UnitChange::Added
                if unit.anchor.is_some() && removed.contains(&(unit.anchor.as_deref(), new.clone())) =>
            {
                wrong.push(format!("{uri} {:?} stood before", unit.anchor));
            }
            UnitChange::Renumbered => assert!(unit.from_anchor.is_some(), "{uri} {:?}", unit.anchor),
            UnitChange::Changed => {
                let punctuation = |without: Mark| -> String {
                    let runs = unit.runs.iter().filter(|run| run.mark != without);
                    let signs = |c: &char| {
                        matches!(c, '.' | ',' | ';' | ':' | '(' | ')' | '/' | '%' | '€' | '=' | '+')
                    };
                    runs.flat_map(|run| run.text.chars()).filter(signs).collect()
                };
                let differs = old != new || punctuation(Mark::Added) != punctuation(Mark::Removed);
                if !differs {
                    wrong.push(format!("{uri} {:?} has no word that differs", unit.anchor));
                }
            }
            _ => {}
        }
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
            for lydelse in archived.iter_mut() {
                let version = lydelse.uri().rsplit('/').next().unwrap().to_owned();
                let act =
                    amendments(&artifact).find(|act| act.uri().is_some_and(|uri| uri.ends_with(&version)));
                let first = act.and_then(|act| act.ikraft().map(str::to_owned));
                if let Some(first) = first.filter(|day| lagrum_artifact::is_date(day)) {
                    *lydelse = lydelse.clone().on_day(&first);
                }
            }
            let artifact = artifact.on_day("2026-11-25");
            // The EU acts of this corpus are stored as first printed.
            let at = if source == "eurlex" { 0 } else { archived.len() };
            archived.insert(at, artifact);
        }
    }
    lydelser
}

fn words(blocks: &[DiffBlock]) -> String {
    let words = blocks.iter().flat_map(|block| [block.marker.as_str(), block.text.as_str()]);
    shown(&words.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" "))
}

/// A text as HTML shows it.
fn shown(words: &str) -> String {
    words.replace(
        |c: char| (c.is_control() && !c.is_whitespace()) || matches!(c, '\u{fffe}' | '\u{ffff}'),
        "\u{fffd}",
    )
}
