//! The shared cases settled against the real corpus: its own names must not disturb a reading, and every provision
//! that the corpus has must be found.

#![allow(clippy::unwrap_used, reason = "a broken fixture may end a test")]

use std::collections::HashSet;

use lagrum_artifact::Base;
use lagrum_citation::{CitationNames, CitedLocation, Resolver};
use serde_json::Value;

/// Documents that the rows name in one form and the corpus holds in another.
fn settles_elsewhere(expected: &str, found: &str) -> bool {
    // A number with a numbered part is held by its page.
    let by_page =
        expected.split_once('_').is_some_and(|(number, _)| found.starts_with(&format!("{number}_s.")));
    // The consolidated text of an act that is held.
    let act = expected.strip_prefix("celex/0").and_then(|number| number.split_once('-'));
    by_page || act.is_some_and(|(number, _)| found.strip_prefix("celex/3") == Some(number))
}

#[test]
fn the_shared_cases_against_the_whole_corpus() {
    let Some(folder) = lagrum_test_support::real_corpus() else { return };
    let rows = std::fs::read_to_string(folder.join("cases/resolve.jsonl")).unwrap();
    let rows: Vec<Value> = rows.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let rows: Vec<(String, Vec<CitedLocation>)> = rows
        .iter()
        // One row asks for an application number that this corpus holds and the row does not.
        .filter(|row| row.get("held").is_none() && row["q"] != "23452/94")
        .map(|row| {
            let expected = row["expect"].as_array().unwrap().iter();
            let query = row["q"].as_str().unwrap().replace("{base}", "https://lag.example");
            (query, expected.map(|target| CitedLocation::parse(target.as_str().unwrap())).collect())
        })
        .collect();
    let wanted: HashSet<String> =
        rows.iter().flat_map(|(_, targets)| targets).map(|target| target.document.clone()).collect();
    let corpus = crate::support::Corpus::read(&folder, &wanted);
    println!("{} documents, {} names", corpus.documents.len(), corpus.names.len());
    let resolver =
        Resolver::new(CitationNames::build(&corpus.names), Base::parse("https://lag.example").unwrap());

    let (mut held, mut pinned, mut unpinned) = (0, 0, Vec::new());
    let mut misses = Vec::new();
    for (query, expected) in &rows {
        let resolution = resolver.resolve(query, &corpus);
        let results = resolution.results.iter().map(|resolved| resolved.document.as_str());
        let found: Vec<&str> =
            results.chain(resolution.recognized.iter().map(|r| r.document.as_str())).collect();
        let documents: Vec<&str> = expected.iter().map(|target| target.document.as_str()).collect();
        let same = found.len() == documents.len()
            && documents.iter().all(|d| found.iter().any(|f| f == d || settles_elsewhere(d, f)));
        if !same {
            misses.push(format!("{query:?} expected {documents:?} found {found:?}"));
        }
        held += usize::from(!resolution.results.is_empty());
        if let (Some(anchor), Some(result)) =
            (expected.first().and_then(|t| t.anchor.as_ref()), resolution.results.first())
        {
            match &result.anchor {
                Some(_) => pinned += 1,
                None => unpinned.push(format!("{query:?}: {}#{anchor}", result.document)),
            }
        }
    }
    println!("{} rows, {held} held, {pinned} pinned, {} without pin:", rows.len(), unpinned.len());
    println!("{}", unpinned.join("\n"));
    assert!(misses.is_empty(), "{} misses:\n{}", misses.len(), misses.join("\n"));
}

/// The links of regulations, case law and EU acts were made by another program from the same words. What we read in
/// a link's text alone, without the text around it, must name the document the link leads to. It cannot always: names
/// that have moved between acts are linked by the day of the document, and change notes lead to the citing act.
#[test]
fn the_links_of_the_corpus_read_as_they_lead() {
    let Some(folder) = lagrum_test_support::real_corpus() else { return };
    let resolver = Resolver::new(CitationNames::shipped(), Base::parse("https://lagen.nu").unwrap());
    let (mut read, mut right, mut wrong) = (0_u32, 0_u32, Vec::new());
    for file in ["foreskrift", "dv", "hudoc", "kommentar"] {
        crate::support::links(&folder, file, |text, uri| {
            let target = CitedLocation::parse(uri);
            let note = target.anchor.as_ref().is_some_and(|anchor| anchor.as_str().starts_with('L'));
            let Some(reading) = resolver.read(text).filter(|reading| reading.is_whole() && !note) else {
                return;
            };
            read += 1;
            if reading.targets.iter().any(|found| found.document == target.document) {
                right += 1;
            } else if wrong.len() < 30 {
                wrong.push(format!("{text:?} leads to {target}, read {}", reading.targets[0]));
            }
        });
    }
    println!(
        "{read} link texts read, {right} name the document linked; among the others:\n{}",
        wrong.join("\n")
    );
    assert!(read > 3_000, "{read}");
    assert!(right * 1000 >= read * 985, "{right} of {read}");
}
