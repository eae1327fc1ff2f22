//! How long queries take to read: the median, the 99th percentile, and the number of queries a second.
//!
//! Runs over the shared cases when `LAGRUM_TEST_CORPUS` names a folder with them, else over the crate's own tables,
//! and over texts made to be slow. Also prints how long the index takes to build, with and without a million names of a
//! corpus.

#![allow(clippy::unwrap_used, reason = "a measurement may stop at the first fault")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use lagrum_artifact::Base;
use lagrum_citation::{CitationNames, HeldName, NameRole, Resolver};

const ROUNDS: usize = 20;

fn queries() -> Vec<String> {
    if let Some(folder) = lagrum_test_support::optional_real_corpus() {
        let path = std::path::Path::new(&folder).join("cases/resolve.jsonl");
        let rows = std::fs::read_to_string(path).unwrap();
        let query = |line: &str| {
            let row: serde_json::Value = serde_json::from_str(line).unwrap();
            row["q"].as_str().unwrap_or_default().to_owned()
        };
        return rows.lines().map(query).collect();
    }
    let tables = concat!(
        include_str!("../tests/tables/statute.tsv"),
        include_str!("../tests/tables/eu.tsv"),
        include_str!("../tests/tables/none.tsv"),
        include_str!("../tests/tables/amid_words.tsv"),
    );
    tables.lines().filter_map(|line| Some(line.split_once('\t')?.0.to_owned())).collect()
}

fn slow_queries() -> Vec<String> {
    let pieces =
        ["12, ", "36 § ", "lagen om ", "plan- och ", "avtalslagem ", "a ", "artikel 6 i ", "NJA 2015 s. "];
    pieces
        .iter()
        .flat_map(|piece| [296, 8192].map(|length| piece.chars().cycle().take(length).collect()))
        .collect()
}

fn measure(name: &str, resolver: &Resolver, queries: &[String]) {
    let mut times: Vec<Duration> = Vec::with_capacity(queries.len() * ROUNDS);
    // On a busy machine single times say little: the best of each query's rounds is what the query costs.
    let mut best = vec![Duration::MAX; queries.len()];
    let begun = Instant::now();
    for _ in 0..ROUNDS {
        for (query, best) in queries.iter().zip(&mut best) {
            let start = Instant::now();
            black_box(resolver.read(black_box(query)));
            let time = start.elapsed();
            *best = time.min(*best);
            times.push(time);
        }
    }
    let all = begun.elapsed();
    times.sort_unstable();
    let at = |share: usize| times[(times.len() - 1) * share / 100];
    println!(
        "{name}: {} queries, p50 {:?}, p99 {:?}, slowest query at its best {:?}, {:.0} a second",
        queries.len(),
        at(50),
        at(99),
        best.iter().max().copied().unwrap_or_default(),
        times.len() as f64 / all.as_secs_f64()
    );
}

/// A corpus of a million names: titles, case numbers, identifiers.
fn million() -> Vec<HeldName> {
    let roles = |number: usize| match number % 4 {
        0 => (NameRole::Title, format!("Lag (1931:{number}) om vallning i bete {number}")),
        1 => (NameRole::Identifier, format!("ECLI:SE:TEST:2031:{number}")),
        2 => (
            NameRole::CaseNumber { court: "HDO".into(), date: "2031-01-01".into() },
            format!("T {}-31", number % 90_000),
        ),
        _ => (NameRole::CaseName, format!("Vallhunden {number}")),
    };
    (0..1_000_000)
        .map(|number| {
            let (role, name) = roles(number);
            HeldName { document: format!("1931:{number}"), name, role, in_force: true }
        })
        .collect()
}

fn main() {
    let base = Base::parse("https://lag.example").unwrap();
    let start = Instant::now();
    let shipped = Resolver::new(CitationNames::shipped(), base.clone());
    println!("index of the shipped tables: {:?}", start.elapsed());
    let queries = queries();
    measure("citations", &shipped, &queries);
    measure("slow texts", &shipped, &slow_queries());

    let held = million();
    let start = Instant::now();
    let full = Resolver::new(CitationNames::build(&held), base);
    println!("index with a million held names: {:?}", start.elapsed());
    measure("citations, a million names held", &full, &queries);
    measure("slow texts, a million names held", &full, &slow_queries());
}
