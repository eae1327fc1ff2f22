//! The shared running texts: what a scan finds in each, against the links that it must.

#![allow(clippy::unwrap_used, reason = "a broken fixture may end a test")]

use std::collections::BTreeMap;

use lagrum_citation::{CitationNames, ScanContext, ScanSettings, ScanType, ScanTypes, Scanner};
use serde_json::Value;

use crate::support::{held_names, list, text};

fn scan_type(name: &str) -> ScanType {
    match name {
        "sfs" => ScanType::Statutes,
        "sfs-absolute" => ScanType::NamedStatutes,
        "sfs-abbrev" => ScanType::Abbreviations,
        "eu" => ScanType::EuActs,
        "eu-names" => ScanType::EuActNames,
        "eu-english" => ScanType::EnglishEuActs,
        "case" => ScanType::Reports,
        "casenumber" => ScanType::CaseNumbers,
        "prep" => ScanType::PreparatoryWorks,
        "cjeu" => ScanType::EuCases,
        "echr" => ScanType::Strasbourg,
        "decision" => ScanType::Decisions,
        "position" => ScanType::Positions,
        "guidance" => ScanType::Guidance,
        "regulation" => ScanType::Regulations,
        "english" => ScanType::English,
        other => panic!("unknown type {other}"),
    }
}

fn context(value: &Value) -> ScanContext {
    let field = |name: &str| value[name].as_str().map(str::to_owned);
    let work = field("type").map(|kind| format!("{kind}/{}:{}", text(&value["year"]), number(&value["no"])));
    ScanContext {
        law: field("law"),
        kapitel: field("chapter"),
        paragraf: field("section"),
        stycke: field("stycke"),
        eu_act: None,
        convention: false,
        work,
        committee_report: field("committee_report").map(|number| format!("sou/{number}")),
    }
}

fn number(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// The family of a row: `sfs`, `fixture/SFS`, `late/eu-points`.
fn family(id: &str) -> String {
    let mut parts = id.split('/');
    let first = parts.next().unwrap_or_default();
    let second = parts.next().unwrap_or_default();
    match first {
        "sfs" => "sfs".to_owned(),
        "late" => format!("late/{}", second.trim_end_matches(|c: char| c.is_ascii_digit() || c == '-')),
        "ours" => "ours".to_owned(),
        _ => format!("{first}/{second}"),
    }
}

#[derive(Default)]
struct Count {
    rows: u32,
    right_rows: u32,
    expected: u32,
    found: u32,
    right: u32,
}

/// How many links two lists have in common, in order.
fn common(expected: &[String], found: &[String]) -> u32 {
    let mut table = vec![vec![0; found.len() + 1]; expected.len() + 1];
    for (i, a) in expected.iter().enumerate() {
        for (j, b) in found.iter().enumerate() {
            table[i + 1][j + 1] = if a == b { table[i][j] + 1 } else { table[i][j + 1].max(table[i + 1][j]) };
        }
    }
    table[expected.len()][found.len()]
}

#[test]
fn every_link_is_found() {
    let Some(folder) = lagrum_test_support::real_corpus() else { return };
    let rows = std::fs::read_to_string(folder.join("cases/scan.jsonl")).unwrap();
    let shipped = CitationNames::shipped();
    let mut counts: BTreeMap<String, Count> = BTreeMap::new();
    let mut misses = Vec::new();
    // Rules are written from every other row, the rest shows whether they are rules.
    let mut halves = [Count::default(), Count::default()];
    for (index, line) in rows.lines().enumerate() {
        let row: Value = serde_json::from_str(line).unwrap();
        let held = held_names(&row);
        let own = (!held.is_empty()).then(|| CitationNames::build(&held));
        let types =
            list(&row["types"]).fold(ScanTypes::default(), |types, kind| types.with(scan_type(&text(kind))));
        let settings = ScanSettings {
            types,
            written: row["written"].as_str().map(str::to_owned),
            pinpoints: false,
            bare_case_names: false,
            base: None,
            links_only: false,
        };
        let mut scanner = Scanner::new(own.as_ref().unwrap_or(&shipped), settings);
        let mut right = true;
        let family = family(&text(&row["id"]));
        for step in list(&row["steps"]) {
            if step["reset_names"] == true {
                scanner.forget_names();
            }
            let source = text(&step["text"]);
            let eu_act = row["self_act"].as_str().map(|celex| format!("celex/{celex}"));
            let context = ScanContext { eu_act, ..context(&step["context"]) };
            let reading = scanner.scan(&source, &context).unwrap();
            let worded = list(&step["links"]).all(|link| link["text"].is_string());
            let form =
                |words: &str, uri: &str| if worded { format!("[{words}] {uri}") } else { uri.to_owned() };
            let expected: Vec<String> =
                list(&step["links"]).map(|link| form(&text(&link["text"]), &text(&link["uri"]))).collect();
            let found: Vec<String> = reading
                .links
                .iter()
                .flat_map(|link| {
                    link.targets.iter().map(|target| form(&source[link.range.clone()], &target.to_string()))
                })
                .collect();
            let common = common(&expected, &found);
            for count in [counts.entry(family.clone()).or_default(), &mut halves[index % 2]] {
                count.expected += expected.len() as u32;
                count.found += found.len() as u32;
                count.right += common;
            }
            if expected != found {
                right = false;
                let half = if index % 2 == 1 { "read" } else { "UNREAD" };
                misses.push(format!(
                    "{half} {}\n  {source:?}\n  expected {expected:?}\n  found    {found:?}",
                    row["id"]
                ));
            }
        }
        for count in [counts.entry(family).or_default(), &mut halves[index % 2]] {
            count.rows += 1;
            count.right_rows += u32::from(right);
        }
    }
    let line = |name: &str, c: &Count| {
        println!(
            "{name:28} rows {:3}/{:3}  links {:4} found {:4} right {:4}",
            c.right_rows, c.rows, c.expected, c.found, c.right
        );
    };
    for (family, count) in &counts {
        line(family, count);
    }
    line("unread half", &halves[0]);
    line("read half", &halves[1]);
    let all = counts.values().fold((0, 0, 0), |(e, f, r), c| (e + c.expected, f + c.found, r + c.right));
    let (recall, precision) = (f64::from(all.2) / f64::from(all.0), f64::from(all.2) / f64::from(all.1));
    println!("recall {recall:.4} precision {precision:.4}\n{}", misses.join("\n"));
    assert!(recall >= 0.99 && precision >= 0.99, "recall {recall:.4}, precision {precision:.4}");
}
