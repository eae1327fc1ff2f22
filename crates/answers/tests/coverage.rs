//! Which years of a series are held whole, and what cannot exist then, on corpora of numbered reports.

#![expect(clippy::unwrap_used, reason = "a failed question should end the test")]

use jiff::civil::date;
use lagrum_answers::{
    self as answers, CoverageResponse, ExtractBlock, ExtractQuestion, ResolveQuestion, SourceName,
};
use lagrum_builder::{BuildOptions, StatedYear};
use lagrum_corpus::import::{ImportOptions, import};
use lagrum_corpus::{Corpus, Silent};
use lagrum_snapshot::{Snapshot, Snapshots};
use serde_json::json;
use tempfile::TempDir;

const BASE: &str = "https://lag.example";

/// Reports by their local ids, each citing others.
fn corpus(documents: &[(String, &[&str])]) -> (TempDir, Snapshot) {
    corpus_with(documents, &[])
}

/// Reports as in [`corpus`], with years that the operator states to be held whole.
fn corpus_with(documents: &[(String, &[&str])], stated_years: &[StatedYear]) -> (TempDir, Snapshot) {
    let folder = tempfile::tempdir().unwrap();
    let lines: Vec<String> = documents
        .iter()
        .map(|(local_id, cited)| {
            let number = local_id.split_once('/').unwrap().1;
            let links: Vec<_> = cited.iter().map(|id| json!({"uri": format!("{BASE}/{id}"), "text": "se"})).collect();
            let node = json!({"type": "stycke", "id": "a1", "text": links});
            let name = format!("SOU {number}");
            json!({
                "uri": format!("{BASE}/{local_id}"), "doctype": "sou", "identifier": name, "title": "En utredning",
                "structure": [node],
            })
            .to_string()
        })
        .collect();
    let dump = folder.path().join("forarbete.ndjson");
    std::fs::write(&dump, lines.join("\n")).unwrap();
    let data = folder.path().join("data");
    let corpus = Corpus::create(&data).unwrap();
    let report = import(&corpus, &[dump.display().to_string()], &ImportOptions::default(), &Silent).unwrap();
    assert!(!report.failed(), "{report:?}");
    let options = BuildOptions { stated_years, ..BuildOptions::default() };
    lagrum_builder::build_with(&data, options, &Silent).unwrap();
    let snapshot = Snapshots::new(&data).open_current().unwrap().unwrap();
    (folder, snapshot)
}

fn reports(year: u16, numbers: impl Iterator<Item = u32>) -> Vec<(String, &'static [&'static str])> {
    numbers.map(|number| (format!("sou/{year}:{number}"), &[][..])).collect()
}

fn year(coverage: &CoverageResponse, year: i32) -> (bool, &str) {
    let series = coverage.series.iter().find(|series| series.name == "SOU" && series.year == year).unwrap();
    (series.complete, &series.reason)
}

/// `held`, `not held` or `invalid`, by the resolver.
fn verdict(snapshot: &Snapshot, text: &str) -> &'static str {
    let day = date(2026, 11, 21);
    snapshot.load_resolver(day).unwrap();
    let question = ResolveQuestion { text: text.to_owned(), source: None, kind: None };
    let answer = answers::resolve(snapshot, day, question).unwrap();
    match (answer.results.first(), answer.recognized.first()) {
        (Some(_), _) => "held",
        (None, Some(recognized)) if recognized.invalid => "invalid",
        (None, Some(_)) => "not held",
        (None, None) => "no citation",
    }
}

#[test]
fn a_number_after_the_last_of_a_year_held_whole_cannot_exist() {
    let mut documents = reports(2011, 1..=25);
    documents.extend(reports(2012, 1..=25));
    documents.extend(reports(2013, (1..=30).filter(|number| *number != 7)));
    documents.extend(reports(2014, 1..=4));
    documents.extend(reports(2015, 1..=40));
    documents[0].1 = &["sou/2012:26", "sou/2010:3", "sou/2010:3#sid4", "1999:4"];
    documents[1].1 = &["sou/2010:3"];
    let (_folder, snapshot) = corpus(&documents);
    let coverage = answers::coverage(&snapshot, None).unwrap();
    assert!(year(&coverage, 2011).0, "{}", year(&coverage, 2011).1);
    for (of, reason) in [
        (2012, "number 26 is cited and not held"),
        (2013, "1 of the numbers from 1 to 30 are not held"),
        (2014, "no more than 4 held, which may be the beginning of the year"),
        (2015, "no later year of the series is held, so the corpus may end here"),
    ] {
        assert_eq!(year(&coverage, of), (false, reason), "{of}");
    }
    let table = [
        ("SOU 2011:25", "held"),
        ("SOU 2011:26", "invalid"),
        ("SOU 2011:1000", "invalid"),
        ("SOU 2012:26", "not held"),
        ("SOU 2012:99", "not held"),
        ("SOU 2013:7", "not held"),
        ("SOU 2013:31", "not held"),
        ("SOU 2014:5", "not held"),
        ("SOU 2015:41", "not held"),
        ("SOU 2010:1", "not held"),
        ("prop. 2011/12:26", "not held"),
    ];
    for (text, expected) in table {
        assert_eq!(verdict(&snapshot, text), expected, "{text}");
    }
    let most_cited: Vec<_> = coverage.most_cited.iter().map(|d| (d.uri.as_str(), d.cited_by)).collect();
    assert_eq!(most_cited[0], (format!("{BASE}/sou/2010:3").as_str(), 2), "two documents, three links");
    assert_eq!(most_cited.len(), 3);
    let forarbete = coverage.sources.iter().find(|source| source.source == "forarbete").unwrap();
    assert_eq!((forarbete.documents, forarbete.stubs, forarbete.not_held), (123, 0, 2));
}

/// A year that nothing in the corpus shows to be complete, with gaps and few numbers: the statement alone makes a number impossible, and is
/// shown with it.
#[test]
fn a_year_that_the_operator_states_to_be_held_whole() {
    let mut documents = reports(2013, [2, 5, 9].into_iter());
    documents.extend(reports(2014, [2, 5].into_iter()));
    documents[0].1 = &["sou/2013:99"];
    let stated = |year| StatedYear {
        series: "sou/".to_owned(),
        name: "SOU".to_owned(),
        year,
        evidence: "Kungliga bibliotekets förteckning".to_owned(),
    };
    let (_folder, snapshot) = corpus_with(&documents, &[stated(2013), stated(2010)]);
    for (text, expected) in [
        ("SOU 2013:5", "held"),
        ("SOU 2013:4", "invalid"),
        ("SOU 2013:10", "invalid"),
        ("SOU 2013:99", "invalid"),
        ("SOU 2010:1", "invalid"),
        ("SOU 2014:4", "not held"),
        ("SOU 2011:1", "not held"),
    ] {
        assert_eq!(verdict(&snapshot, text), expected, "{text}");
        let question = ResolveQuestion { text: text.to_owned(), source: None, kind: None };
        let resolved = answers::resolve(&snapshot, date(2026, 11, 21), question).unwrap();
        let evidence = resolved.recognized.first().and_then(|found| found.evidence.as_deref());
        let block = ExtractBlock { id: "0".to_owned(), text: format!("Se {text}."), context: None };
        let question = ExtractQuestion { blocks: vec![block], ..ExtractQuestion::default() };
        let extracted = answers::extract(&snapshot, date(2026, 11, 21), &question).unwrap();
        let target = &extracted.occurrences[0].targets[0];
        let expected = (expected == "invalid").then_some("Kungliga bibliotekets förteckning");
        assert_eq!((evidence, target.evidence.as_deref()), (expected, expected), "{text}");
    }
    let coverage = answers::coverage(&snapshot, None).unwrap();
    let years: Vec<_> = coverage
        .series
        .iter()
        .map(|year| (year.year, year.complete, year.held, year.evidence.is_some()))
        .collect();
    assert_eq!(years, [(2010, true, 0, true), (2013, true, 3, true), (2014, false, 2, false)]);
}

#[test]
fn the_current_year_is_never_complete() {
    let this_year = u16::try_from(lagrum_snapshot::today().year()).unwrap();
    let mut documents = reports(this_year, 1..=30);
    documents.extend(reports(this_year + 1, 1..=1));
    let (_folder, snapshot) = corpus(&documents);
    let coverage = answers::coverage(&snapshot, None).unwrap();
    let reason = "the year was not over on the day of the build";
    assert_eq!(year(&coverage, this_year.into()), (false, reason));
}

#[test]
fn one_source_of_several() {
    let (_folder, snapshot) = corpus(&[("sou/2011:1".to_owned(), &["1999:4", "sou/2011:2"])]);
    let of = |name: &str| answers::coverage(&snapshot, Some(&SourceName::from(name.to_owned()))).unwrap();
    let forarbete = of("forarbete");
    assert_eq!((forarbete.sources.len(), forarbete.holdings.len(), forarbete.most_cited.len()), (1, 1, 1));
    let other = of("nonsens");
    assert_eq!((other.sources.len(), other.holdings.len(), other.most_cited.len()), (0, 0, 0));
}
