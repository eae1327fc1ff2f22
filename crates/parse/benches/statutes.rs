//! How fast raw files of statutes are parsed on one core, with links: `LAGRUM_TEST_CORPUS=DIR cargo bench -p lagrum-parse --bench
//! statutes`. The goal is 300 statutes of 11,200 letters in 1.2 seconds, 2.8 million letters a second; the scanner alone is
//! measured beside it.

#![allow(clippy::unwrap_used, reason = "a measurement may stop at the first fault")]

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use flate2::read::GzDecoder;
use lagrum_artifact::Base;
use lagrum_citation::CitationNames;
use lagrum_parse::{Numbering, ParseContext, RawParts, parse};

/// Rounds; the fastest of each file counts.
const ROUNDS: usize = 3;

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else {
            found.push(path);
        }
    }
}

fn main() {
    let Some(folder) = lagrum_test_support::real_corpus() else { return };
    let mut paths = Vec::new();
    files(&folder.join("raw/sfs/downloaded"), &mut paths);
    paths.sort();
    let base = Base::parse("https://lagen.nu").unwrap();
    let start = Instant::now();
    let names = CitationNames::shipped();
    println!("names: {:?}", start.elapsed());
    let numbering = Numbering::default();
    let context = ParseContext { base: &base, as_of: "2026-04-01", names: &names, numbering: &numbering };
    let (mut total, mut slowest) = (Duration::ZERO, Duration::ZERO);
    let (mut letters, mut words) = (0, 0);
    for path in &paths {
        let mut body = Vec::new();
        GzDecoder::new(std::fs::File::open(path).unwrap()).read_to_end(&mut body).unwrap();
        let raw = RawParts { body: &body, key: Some("2031:1"), ..RawParts::default() };
        let times = (0..ROUNDS).map(|_| {
            let start = Instant::now();
            let parsed = parse("sfs", &raw, &context).unwrap();
            (start.elapsed(), parsed)
        });
        let (time, parsed) = times.min_by_key(|(time, _)| *time).unwrap();
        total += time;
        slowest = slowest.max(time);
        words += parsed.report.words;
        let artifact: serde_json::Value = serde_json::from_str(&parsed.artifact.unwrap()).unwrap();
        letters += lagrum_artifact::Artifact::parse(artifact.to_string().as_bytes())
            .unwrap()
            .presented()
            .plain_text()
            .chars()
            .count();
    }
    let speed = f64::from(u32::try_from(letters).unwrap_or(u32::MAX)) / 1e6 / total.as_secs_f64();
    println!("{} files, {letters} letters, {words} words in {total:?}, the slowest {slowest:?}", paths.len());
    println!("{speed:.2} million letters a second: 300 statutes of 11,200 letters in {:.2} s", 3.36 / speed);
}
