//! The shared queries set into sentences: a query that `/resolve` reads as a whole is read by a scan in running text, and the reverse.
//! A table has the reasons for the accepted differences.

#![allow(clippy::unwrap_used, reason = "a broken fixture may end a test")]

use std::collections::{BTreeMap, HashSet};

use lagrum_artifact::Base;
use lagrum_citation::{
    CandidateReading, CitationNames, CitedBy, Resolver, ScanContext, ScanSettings, ScanTypes, Scanner,
    Spelling,
};
use serde_json::Value;

use crate::support::{held_names, text};

/// The words before and after a query in a sentence.
const SENTENCES: [(&str, &str); 2] =
    [("Frågan regleras i ", "."), ("Domstolen hänvisade till ", ", som den tolkade.")];

/// Queries that are read otherwise in a sentence, one by one.
const SINGLE: [(&str, &str); 3] = [
    ("wp248", "the word before the number may be any in small letters"),
    ("GDPR 6:1", "a number without its mark may count anything"),
    ("MOD 2006:18", "without its diacritics a series needs a word for its report"),
];

/// Why a query is read and a sentence with it is not, or otherwise.
fn reason(query: &str, reading: &CandidateReading) -> Option<&'static str> {
    let targets = &reading.targets;
    let alone = targets.iter().all(|target| target.anchor.is_none());
    let sources = |names: &[&str]| {
        targets.iter().all(|target| target.source().is_some_and(|name| names.contains(&name)))
    };
    if let Some((_, reason)) = SINGLE.iter().find(|(single, _)| *single == query) {
        return Some(reason);
    }
    if reading.spelling != Spelling::AsWritten {
        return Some("a name in another spelling is looked for only in what somebody typed");
    }
    if !reading.is_whole() {
        return Some("words stand beside the citation, which a search may be for");
    }
    let is_unmarked = {
        let (before, last) = query.rsplit_once(char::is_whitespace).unwrap_or_default();
        let mark = ["art", "artikel", "article", "skäl", "recital", "st.", "p.", "s.", "nr"];
        last.starts_with(|c: char| c.is_ascii_digit() || c == '(')
            && !last.contains([':', '§', '-', '/'])
            && !mark.iter().any(|mark| before.ends_with(mark))
    };
    match reading.how {
        CitedBy::Abbreviation if alone => {
            Some("an abbreviation without a provision is an ordinary word of a text")
        }
        CitedBy::CaseName => Some("the name of a case without quotation marks is ordinary words"),
        CitedBy::Abbreviation if query.to_lowercase() == query => {
            Some("an abbreviation in another case is an ordinary word of a text")
        }
        CitedBy::Name
            if alone
                && sources(&["coe", "untc", "icrc", "sfs"])
                && query.to_lowercase().contains("konvention") =>
        {
            Some("a treaty without an article is spoken of more often than cited")
        }
        // Some are acts of the same name.
        CitedBy::Name
            if alone
                && (sources(&["coe", "untc", "icrc"]) || query.to_lowercase().ends_with("konventionen")) =>
        {
            Some("a treaty without an article is spoken of more often than cited")
        }
        CitedBy::HeldIdentifier => {
            Some("a number that looks like many others needs its court or a word for it")
        }
        _ if !alone && is_unmarked => Some("a number without its mark may count anything"),
        CitedBy::Number if sources(&["sfs"]) && query.starts_with(|c: char| c.is_ascii_digit()) => {
            Some("a year and a number are those of many series")
        }
        _ => None,
    }
}

#[test]
fn a_query_is_read_alike_in_a_sentence() {
    let Some(folder) = lagrum_test_support::real_corpus() else { return };
    let rows = std::fs::read_to_string(folder.join("cases/resolve.jsonl")).unwrap();
    let rows: Vec<Value> = rows.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let base = Base::parse("https://lag.example").unwrap();
    let corpus = crate::support::Corpus::read(&folder, &HashSet::new());
    let of_corpus = Resolver::new(CitationNames::build(&corpus.names), base.clone());
    let mut same = 0;
    let mut differences: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for row in &rows {
        let query = text(&row["q"]).replace("{base}", base.as_str());
        let own =
            row.get("held").map(|_| Resolver::new(CitationNames::build(&held_names(row)), base.clone()));
        let resolver = own.as_ref().unwrap_or(&of_corpus);
        let reading = resolver.read(&query);
        for (before, after) in SENTENCES {
            let sentence = format!("{before}{query}{after}");
            let settings = ScanSettings {
                types: ScanTypes::all(),
                pinpoints: true,
                bare_case_names: true,
                base: Some(base.clone()),
                ..ScanSettings::default()
            };
            let scan =
                Scanner::new(resolver.names(), settings).scan(&sentence, &ScanContext::default()).unwrap();
            let found: Vec<String> =
                scan.links.iter().flat_map(|link| &link.targets).map(ToString::to_string).collect();
            let read: Vec<String> =
                reading.iter().flat_map(|reading| &reading.targets).map(ToString::to_string).collect();
            // In a text an act is a link of its own beside several provisions, and so is a kapitel beside its paragrafer.
            let holds = |target: &String, other: &String| {
                other.strip_prefix(target.as_str()).is_some_and(|rest| rest.starts_with(['#', 'P', 'S', 'N']))
            };
            let found: Vec<String> = found
                .iter()
                .filter(|target| !found.iter().any(|other| holds(target, other)))
                .cloned()
                .collect();
            // A list in a query gives its first member, a list in a text gives all members.
            if found.starts_with(&read) && read.is_empty() == found.is_empty() {
                same += 1;
                continue;
            }
            let kind = match reading.as_ref().map(|reading| reason(&query, reading)) {
                Some(Some(reason)) => reason.to_owned(),
                Some(None) if found.is_empty() => format!("UNREAD in text: {}", text(&row["shape"])),
                Some(None) => format!("OTHERWISE in text: {}", text(&row["shape"])),
                None => format!("ONLY in text: {}", text(&row["shape"])),
            };
            differences.entry(kind).or_default().push(format!("{sentence:?} query {read:?} text {found:?}"));
        }
    }
    println!("{same} of {} alike", rows.len() * SENTENCES.len());
    for (kind, sentences) in &differences {
        println!("{:4} {kind}", sentences.len());
    }
    differences.retain(|kind, _| kind.contains("in text"));
    let unexplained: Vec<String> = differences
        .iter()
        .flat_map(|(kind, sentences)| std::iter::once(kind).chain(sentences))
        .cloned()
        .collect();
    assert!(unexplained.is_empty(), "{}", unexplained.join("\n"));
}
