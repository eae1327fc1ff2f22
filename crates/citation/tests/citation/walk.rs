//! Nothing is passed over in silence: each number beside a sign of law in the texts of the real corpus is in a citation, in a
//! relative reference, or reported as not understood.
//!
//! Reads every document whose place in its file is divisible by [`STEP`]; `LAGRUM_TEST_WALK=all` reads all. What counts as a sign
//! is written down here anew, and not taken from the scanner. `tables/walk-exceptions.tsv` has what is no number of law.

#![allow(clippy::unwrap_used, reason = "a broken fixture may end a test")]

use std::collections::{BTreeMap, HashSet};
use std::io::{BufRead, BufReader};
use std::ops::Range;

use flate2::read::GzDecoder;
use lagrum_artifact::{Artifact, Step};
use lagrum_citation::{CitationNames, ScanContext, ScanSettings, ScanTypes, ScannedText, Scanner};
use lagrum_sources::{ActForm, source_of_local_id};

const BASE: &str = "https://lagen.nu/";

/// Every so many documents are read in each file.
const STEP: usize = 25;

/// Signs that stand before their number. Those that begin with `~` count only behind a citation in the same sentence.
const BEFORE: [&str; 28] = [
    "§",
    "art.",
    "artikel",
    "artiklarna",
    "article",
    "articles",
    "kap.",
    "mom.",
    "prop.",
    "bet.",
    "rskr.",
    "skr.",
    "dir.",
    "sou",
    "ds",
    "nja",
    "rå",
    "hfd",
    "rh",
    "möd",
    "~p.",
    "~pp.",
    "~s.",
    "~st.",
    "~punkt",
    "~punkten",
    "~punkterna",
    "~sid.",
];

/// Signs that stand after their number.
const AFTER: [&str; 5] = ["§", "kap.", "mom.", "~st.", "~p."];

/// A number beside a sign.
struct Marked {
    sign: &'static str,
    number: Range<usize>,
}

fn digits(text: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for (at, c) in text.char_indices().filter(|(_, c)| c.is_ascii_digit()) {
        match found.last_mut() {
            Some(last) if last.end == at => last.end = at + c.len_utf8(),
            _ => found.push(at..at + 1),
        }
    }
    found
}

/// The numbers of a text that a sign stands beside.
fn marked(text: &str, is_behind: impl Fn(usize) -> bool) -> Vec<Marked> {
    let mut found = Vec::new();
    for number in digits(text) {
        let before = text[..number.start].trim_end();
        let gap = number.start - before.len();
        let mut at = before.len().saturating_sub(16);
        while !before.is_char_boundary(at) {
            at += 1;
        }
        let tail = before[at..].to_lowercase();
        let ends = |sign: &str| {
            tail.strip_suffix(sign).is_some_and(|rest| sign == "§" || !rest.ends_with(char::is_alphanumeric))
        };
        let sign = BEFORE.iter().find(|sign| {
            let bare = sign.trim_start_matches('~');
            ends(bare) && (gap > 0 || bare == "§" || bare.ends_with('.'))
        });
        let after = &text[number.end..];
        let lettered = after.trim_start().strip_prefix(|c: char| c.is_ascii_lowercase());
        let follows = |rest: &str, sign: &str| {
            rest.trim_start_matches([' ', '\u{a0}']).to_lowercase().starts_with(sign)
        };
        let near = |rest: &str| rest.chars().take(12).collect::<String>();
        let short = near(after);
        let short_lettered = lettered.map(near);
        let sign = sign.or_else(|| {
            AFTER.iter().find(|sign| {
                let bare = sign.trim_start_matches('~');
                follows(&short, bare) || short_lettered.as_deref().is_some_and(|rest| follows(rest, bare))
            })
        });
        if let Some(sign) = sign.filter(|sign| !sign.starts_with('~') || is_behind(number.start)) {
            found.push(Marked { sign, number });
        }
    }
    found
}

/// Whether a link ends in the sentence of a number, before it.
fn is_behind_link(text: &str, found: &ScannedText, at: usize) -> bool {
    let before = found.links.partition_point(|link| link.range.end <= at);
    let Some(link) = before.checked_sub(1).map(|index| &found.links[index]) else { return false };
    let between = &text[link.range.end..at];
    between.len() <= 120 && !between.contains(['.', '?', '!', ';', ':', '\n'])
}

#[derive(Default)]
struct Count {
    numbers: usize,
    told: usize,
    /// Those told, by what they are told as, source and sign.
    told_by: BTreeMap<String, usize>,
    /// Examples of what is told and of what is passed over.
    examples: Vec<String>,
    silent: BTreeMap<&'static str, usize>,
    rows: Vec<String>,
}

/// Patterns of what is no number of law: words around the number, `#` for it.
fn exceptions() -> Vec<(String, String)> {
    let rows = include_str!("../tables/walk-exceptions.tsv")
        .lines()
        .filter(|row| !row.is_empty() && !row.starts_with('#'));
    rows.map(|row| {
        let pattern = row.split('\t').next().unwrap();
        let (before, after) = pattern.split_once("<n>").unwrap();
        (before.to_owned(), after.to_owned())
    })
    .collect()
}

impl Count {
    fn text(&mut self, id: &str, text: &str, found: &ScannedText, exceptions: &[(String, String)]) {
        let covers = |range: &Range<usize>, number: &Range<usize>| {
            range.start < number.end && number.start < range.end
        };
        for Marked { sign, number } in marked(text, |at| is_behind_link(text, found, at)) {
            self.numbers += 1;
            if found.links.iter().any(|link| covers(&link.range, &number)) {
                continue;
            }
            let (before, after) = (text[..number.start].to_lowercase(), text[number.end..].to_lowercase());
            let row = || {
                let from = before.char_indices().rev().nth(40).map_or(0, |(at, _)| at);
                let to = after.char_indices().nth(30).map_or(after.len(), |(at, _)| at);
                let words = format!("{}⟦{}⟧{}", &before[from..], &text[number.clone()], &after[..to]);
                format!("{id} {sign}: {}", words.replace('\n', "⏎"))
            };
            let is_relative = found.relative.iter().any(|range| covers(range, &number));
            if is_relative || found.not_understood.iter().any(|range| covers(range, &number)) {
                self.told += 1;
                let source = id.split('/').next().filter(|source| !source.contains(':')).unwrap_or("sfs");
                let kind = if is_relative { "relative" } else { "not_understood" };
                *self.told_by.entry(format!("{kind} {source} {sign}")).or_default() += 1;
                if self.told.is_multiple_of(7) {
                    self.examples.push(format!("{kind} {}", row()));
                }
                continue;
            }
            if exceptions.iter().any(|(b, a)| before.ends_with(b.as_str()) && after.starts_with(a.as_str())) {
                continue;
            }
            *self.silent.entry(sign).or_default() += 1;
            if self.rows.len() < 400 {
                self.rows.push(row());
            }
        }
    }
}

#[test]
fn every_number_beside_a_sign_of_law_is_a_citation_relative_or_told() {
    let Some(folder) = lagrum_test_support::real_corpus() else { return };
    let step = if std::env::var("LAGRUM_TEST_WALK").is_ok_and(|value| value == "all") { 1 } else { STEP };
    let corpus = crate::support::Corpus::read(&folder, &HashSet::new());
    let names = CitationNames::build(&corpus.names);
    let exceptions = exceptions();
    let mut swedish = Count::default();
    let mut english = Count::default();
    let mut files: Vec<_> =
        std::fs::read_dir(folder.join("corpus")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.to_string_lossy().ends_with(".ndjson.gz"));
    files.sort();
    for file in files {
        let lines = BufReader::new(GzDecoder::new(std::fs::File::open(file).unwrap())).lines();
        for (_, line) in lines.enumerate().filter(|(index, _)| index.is_multiple_of(step)) {
            let artifact = Artifact::parse(line.unwrap().as_bytes()).unwrap();
            let Some(id) = artifact.uri().strip_prefix(BASE).map(str::to_owned) else { continue };
            let source = source_of_local_id(&id);
            let form = source.and_then(|source| source.act_form);
            let is_english = artifact.str(&["lang"]).is_some_and(|lang| lang.starts_with("en"))
                || ["dom/echr", "icj/", "icc/", "coe/", "untc/"].iter().any(|start| id.starts_with(start));
            let settings = ScanSettings {
                types: ScanTypes::all(),
                pinpoints: true,
                bare_case_names: true,
                ..ScanSettings::default()
            };
            let mut scanner = Scanner::new(&names, settings);
            let context = ScanContext {
                law: (form == Some(ActForm::SwedishAct)).then(|| id.clone()),
                eu_act: (form == Some(ActForm::EuAct)).then(|| id.clone()),
                convention: id.starts_with("dom/echr"),
                ..ScanContext::default()
            };
            let count = if is_english { &mut english } else { &mut swedish };
            artifact.presented().walk(&mut |step| {
                let Step::Text(runs) = step else { return };
                let text = runs.plain_text();
                let found = scanner.scan(&text, &context).unwrap();
                count.text(&id, &text, &found, &exceptions);
            });
        }
    }
    let mut failed = Vec::new();
    for (language, count) in [("Swedish", &swedish), ("English", &english)] {
        let silent: usize = count.silent.values().sum();
        println!(
            "{language}: {} numbers, {} told, {silent} passed over {:?}",
            count.numbers, count.told, count.silent
        );
        let mut told: Vec<_> = count.told_by.iter().collect();
        told.sort_by_key(|(_, times)| std::cmp::Reverse(**times));
        println!("  told: {:?}", told.iter().take(25).collect::<Vec<_>>());
        if std::env::var_os("LAGRUM_TEST_WALK").is_some() {
            println!("{}", count.examples.join("\n"));
        }
        if silent > 0 {
            failed.push(format!("{language}: {silent} of {}\n{}", count.numbers, count.rows.join("\n")));
        }
        // What is told is what a reader must look at.
        assert!(
            count.told * 100 <= count.numbers * 30,
            "{language}: {} of {} are told",
            count.told,
            count.numbers
        );
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}
