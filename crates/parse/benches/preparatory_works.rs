//! How fast raw files of preparatory works are parsed on one core, with links: `LAGRUM_TEST_CORPUS=DIR cargo bench -p lagrum-parse --bench
//! preparatory_works`. The goal is 10 million bytes of unpacked raw files a second, and no file above one second.

#![allow(clippy::unwrap_used, reason = "a measurement may stop at the first fault")]

use std::time::{Duration, Instant};

use lagrum_artifact::Base;
use lagrum_citation::CitationNames;
use lagrum_parse::{Numbering, ParseContext, RawParts, parse};
use lagrum_test_support::processor_nanoseconds;

#[path = "../tests/support/unpacked.rs"]
mod unpacked;
use unpacked::unpacked;

/// Rounds; the fastest of each file counts.
const ROUNDS: usize = 3;

fn main() {
    let Some(folder) = lagrum_test_support::real_corpus() else { return };
    let base = Base::parse("https://lagen.nu").unwrap();
    let names = CitationNames::shipped();
    let numbering = Numbering::default();
    let context = ParseContext { base: &base, as_of: "2026-04-01", names: &names, numbering: &numbering };
    let (mut total, mut slowest, mut bytes, mut files) = (Duration::ZERO, Duration::ZERO, 0, 0);
    let begun = processor_nanoseconds();
    for entry in std::fs::read_dir(folder.join("raw/forarbete")).unwrap() {
        let path = entry.unwrap().path();
        if !path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("dokumentstatus-")) {
            continue;
        }
        let body = unpacked(&path);
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
    let millions = f64::from(u32::try_from(bytes).unwrap_or(u32::MAX)) / 1e6;
    let speed = millions / total.as_secs_f64();
    println!("{files} files, {bytes} bytes in {total:?}: {speed:.1} MB/s, the slowest {slowest:?}");
    let time = (processor_nanoseconds() - begun) / 1e9;
    if time > 0.0 {
        let speed = millions * ROUNDS as f64 / time;
        println!("by the time of the processor, with unpacking: {speed:.1} MB/s");
    }
}
