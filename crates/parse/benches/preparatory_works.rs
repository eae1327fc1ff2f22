//! How fast raw files of preparatory works are parsed on one core, with links: `LAGRUM_TEST_CORPUS=DIR cargo bench -p lagrum-parse --bench
//! preparatory_works`. The goal is 10 million bytes of unpacked raw files a second, and no file above one second.

#![allow(clippy::unwrap_used, reason = "a measurement may stop at the first fault")]

use std::io::Read as _;
use std::time::{Duration, Instant};

use flate2::read::GzDecoder;
use lagrum_artifact::Base;
use lagrum_citation::CitationNames;
use lagrum_parse::{Numbering, ParseContext, RawParts, parse};

/// Rounds; the fastest of each file counts.
const ROUNDS: usize = 3;

fn main() {
    let Some(folder) = lagrum_test_support::real_corpus() else { return };
    let base = Base::parse("https://lagen.nu").unwrap();
    let names = CitationNames::shipped();
    let numbering = Numbering::default();
    let context = ParseContext { base: &base, as_of: "2026-04-01", names: &names, numbering: &numbering };
    let (mut total, mut slowest, mut bytes, mut files) = (Duration::ZERO, Duration::ZERO, 0, 0);
    for entry in std::fs::read_dir(folder.join("raw/forarbete")).unwrap() {
        let path = entry.unwrap().path();
        if !path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("dokumentstatus-")) {
            continue;
        }
        let mut body = std::fs::read(&path).unwrap();
        if body.starts_with(&[0x1f, 0x8b]) {
            let mut unpacked = Vec::new();
            GzDecoder::new(body.as_slice()).read_to_end(&mut unpacked).unwrap();
            body = unpacked;
        }
        let raw = RawParts { body: &body, ..RawParts::default() };
        let times = (0..ROUNDS).map(|_| {
            let start = Instant::now();
            let _ = parse("forarbete", &raw, &context).unwrap();
            start.elapsed()
        });
        let time = times.min().unwrap();
        total += time;
        slowest = slowest.max(time);
        bytes += body.len();
        files += 1;
    }
    let speed = f64::from(u32::try_from(bytes).unwrap_or(u32::MAX)) / 1e6 / total.as_secs_f64();
    println!("{files} files, {bytes} bytes in {total:?}: {speed:.1} MB/s, the slowest {slowest:?}");
}
