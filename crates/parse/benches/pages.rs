//! How fast raw files other than statutes are parsed on one core, with links: `LAGRUM_TEST_CORPUS=DIR cargo bench -p lagrum-parse
//! --bench pages`. The goal is 5 MB of raw files a second, 300 records of courts, and a second for the slowest file. Where other work
//! runs beside it, the time of the processor counts: that of all rounds, a round.

#![allow(clippy::unwrap_used, reason = "a measurement may stop at the first fault")]

use std::time::{Duration, Instant};

use lagrum_artifact::Base;
use lagrum_citation::CitationNames;
use lagrum_parse::{Numbering, ParseContext, RawParts, parse};
use lagrum_test_support::processor_nanoseconds;

#[path = "../tests/support/made_decisions.rs"]
mod made_decisions;
#[path = "../tests/support/unpacked.rs"]
mod unpacked;
use unpacked::unpacked;

/// Rounds; the fastest of each file counts.
const ROUNDS: usize = 5;

fn main() {
    let Some(folder) = lagrum_test_support::real_corpus() else { return };
    let base = Base::parse("https://lagen.nu").unwrap();
    let names = CitationNames::shipped();
    let numbering = Numbering::default();
    let context = ParseContext { base: &base, as_of: "2026-04-01", names: &names, numbering: &numbering };
    let time = |source: &str, key: Option<&str>, body: &[u8]| {
        let raw = RawParts { body, key, ..RawParts::default() };
        let times = (0..ROUNDS).map(|_| {
            let start = Instant::now();
            parse(source, &raw, &context).unwrap();
            start.elapsed()
        });
        times.min().unwrap()
    };
    // A zip is left out, since its bytes are packed.
    let sources: [(&str, &[&str]); 3] = [
        ("dv", &[".api.json"]),
        ("eurlex", &[".html", ".html.gz", ".xhtml.gz", ".xml.gz"]),
        ("hudoc", &[".html", ".html.gz"]),
    ];
    for (source, ends) in sources {
        let mut measured = Measured::begin();
        for entry in std::fs::read_dir(folder.join("raw").join(source)).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            if ends.iter().any(|end| name.ends_with(end)) {
                let body = unpacked(&path);
                measured.add(body.len(), time(source, name.split('.').next(), &body));
            }
        }
        measured.print(source);
    }
    let mut measured = Measured::begin();
    for artifact in made_decisions::held(&folder.join("corpus/dv.ndjson.gz")) {
        for form in made_decisions::FORMS {
            let body = made_decisions::made(&artifact, form).to_string();
            measured.add(body.len(), time("dv", None, body.as_bytes()));
        }
    }
    measured.print("dv, made of held decisions");
}

/// What was measured of several files.
struct Measured {
    /// The nanoseconds of the processor at the beginning.
    begun: f64,
    files: u32,
    bytes: usize,
    total: Duration,
    slowest: Duration,
}

impl Measured {
    fn begin() -> Self {
        let (total, slowest) = (Duration::ZERO, Duration::ZERO);
        Self { begun: processor_nanoseconds(), files: 0, bytes: 0, total, slowest }
    }

    fn add(&mut self, bytes: usize, time: Duration) {
        self.files += 1;
        self.bytes += bytes;
        self.total += time;
        self.slowest = self.slowest.max(time);
    }

    fn print(&self, name: &str) {
        let Self { begun, files, bytes, total, slowest } = self;
        let speed = *bytes as f64 / 1e6 / total.as_secs_f64();
        let records = f64::from(*files) / total.as_secs_f64();
        println!(
            "{name}: {files} files, {bytes} bytes in {total:?}, the slowest {slowest:?}: {speed:.1} MB/s, {records:.0} files/s"
        );
        let round = (processor_nanoseconds() - begun) / 1e9 / ROUNDS as f64;
        if round > 0.0 {
            let (speed, records) = (*bytes as f64 / 1e6 / round, f64::from(*files) / round);
            println!("{name}: by the time of the processor {speed:.1} MB/s, {records:.0} files/s");
        }
    }
}
