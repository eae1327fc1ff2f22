//! The scanner on every text of a real corpus: how fast it reads, and how what it finds compares with the links that the
//! artifacts store, per source.
//!
//! `LAGRUM_TEST_CORPUS=DIR cargo bench -p lagrum-citation --bench scan`. With `-- --sample N` it also prints N links of each
//! source that only one side has, with the words around them, evenly spread over the source; with `--source NAME` it reads
//! the texts of one source only.

#![allow(clippy::unwrap_used, reason = "a measurement may stop at the first fault")]

use std::collections::{BTreeMap, HashMap, HashSet};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use flate2::read::GzDecoder;
use lagrum_artifact::{Artifact, Run, Step};
use lagrum_citation::{CitationNames, HeldName, ScanContext, ScanSettings, ScanType, ScanTypes, Scanner};
use lagrum_sources::{ActForm, source_of_local_id};

const BASE: &str = "https://lagen.nu/";

#[derive(Default)]
struct Compared {
    bytes: usize,
    time: Duration,
    both: usize,
    missed: usize,
    beyond: usize,
    missed_rows: Vec<String>,
    beyond_rows: Vec<String>,
}

fn artifacts(folder: &Path, mut visit: impl FnMut(&str, &Artifact)) {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder.join("corpus"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.to_string_lossy().ends_with(".ndjson.gz"))
        .collect();
    files.sort();
    for file in files {
        for line in BufReader::new(GzDecoder::new(std::fs::File::open(file).unwrap())).lines() {
            let artifact = Artifact::parse(line.unwrap().as_bytes()).unwrap();
            if let Some(id) = artifact.uri().strip_prefix(BASE) {
                let id = id.to_owned();
                visit(&id, &artifact);
            }
        }
    }
}

/// The types that texts of a source are scanned for. Statutes are scanned only for the forms that statutes have.
fn types(form: Option<ActForm>) -> ScanTypes {
    let set = |kinds: &[ScanType]| kinds.iter().fold(ScanTypes::default(), |types, kind| types.with(*kind));
    match form {
        Some(ActForm::SwedishAct) => set(&[
            ScanType::Statutes,
            ScanType::EuActs,
            ScanType::EuActNames,
            ScanType::Abbreviations,
            ScanType::Regulations,
        ]),
        Some(ActForm::EuAct) => set(&[ScanType::EuActs, ScanType::EuActNames, ScanType::EuCases]),
        _ => ScanTypes::all(),
    }
}

/// Kapitel, paragraf and stycke from the id of a node.
fn place(context: &mut ScanContext, id: &str) {
    let mut rest = id;
    let parts = [('K', &mut context.kapitel), ('P', &mut context.paragraf), ('S', &mut context.stycke)];
    for (letter, part) in parts {
        *part = None;
        if let Some(after) = rest.strip_prefix(letter) {
            let end = after.find(|c: char| c.is_ascii_uppercase()).unwrap_or(after.len());
            *part = Some(after[..end].to_owned());
            rest = &after[end..];
        }
    }
}

fn around(text: &str, start: usize, end: usize) -> String {
    let from = text[..start].char_indices().rev().nth(60).map_or(0, |(at, _)| at);
    let to = text[end..].char_indices().nth(40).map_or(text.len(), |(at, _)| end + at);
    format!("…{}⟦{}⟧{}…", &text[from..start], &text[start..end], &text[end..to]).replace('\n', " ")
}

impl Compared {
    fn document(&mut self, id: &str, artifact: &Artifact, names: &CitationNames) {
        let form = source_of_local_id(id).and_then(|source| source.act_form);
        let settings = ScanSettings { types: types(form), ..ScanSettings::default() };
        let mut scanner = Scanner::new(names, settings);
        let mut context = ScanContext::default();
        match form {
            Some(ActForm::SwedishAct) => context.law = Some(id.to_owned()),
            Some(ActForm::EuAct) => {
                context.eu_act = Some(format!("celex/{}", id.trim_start_matches("celex/")));
            }
            _ => {}
        }
        let mut ids: Vec<Option<String>> = Vec::new();
        artifact.presented().walk(&mut |step| match step {
            Step::Enter(node) => {
                ids.push(node.id().map(str::to_owned));
                if form == Some(ActForm::SwedishAct)
                    && let Some(id) = ids.iter().rev().flatten().next()
                {
                    place(&mut context, id);
                }
            }
            Step::Leave(_) => {
                ids.pop();
            }
            Step::Text(runs) => {
                let mut text = String::new();
                let mut stored: Vec<(String, usize, usize)> = Vec::new();
                for run in runs.iter() {
                    let start = text.len();
                    text.push_str(run.text());
                    if let Run::Link(link) = run
                        && link.kind.is_none()
                        && let Some(target) = link.uri.strip_prefix(BASE)
                        && source_of_local_id(target).is_some_and(|source| source.name != "begrepp")
                    {
                        stored.push((target.to_owned(), start, text.len()));
                    }
                }
                self.text(id, &text, &stored, &mut scanner, &context);
            }
        });
    }

    fn text(
        &mut self,
        id: &str,
        text: &str,
        stored: &[(String, usize, usize)],
        scanner: &mut Scanner<'_>,
        context: &ScanContext,
    ) {
        let start = Instant::now();
        let found = scanner.scan(text, context).unwrap();
        self.time += start.elapsed();
        self.bytes += text.len();
        // `29 § lagen (1999:678)` is one citation for the scanner; artifacts may link the number by itself too.
        let of_provisions: HashSet<&str> =
            stored.iter().filter_map(|(target, ..)| target.split_once('#')).map(|(act, _)| act).collect();
        let is_own_number = |target: &str, start: usize, end: usize| {
            of_provisions.contains(target) && text[start..end] == *target
        };
        let stored: Vec<_> =
            stored.iter().filter(|(target, start, end)| !is_own_number(target, *start, *end)).collect();
        let mut wanted: HashMap<&str, usize> = HashMap::new();
        for (target, ..) in &stored {
            *wanted.entry(target).or_default() += 1;
        }
        for link in &found.links {
            for target in &link.targets {
                let uri = target.to_string();
                match wanted.get_mut(uri.as_str()) {
                    Some(left) if *left > 0 => {
                        *left -= 1;
                        self.both += 1;
                    }
                    _ => {
                        self.beyond += 1;
                        let words = around(text, link.range.start, link.range.end);
                        self.beyond_rows.push(format!("{id}: {uri}: {words}"));
                    }
                }
            }
        }
        for (target, start, end) in &stored {
            if let Some(left) = wanted.get_mut(target.as_str()).filter(|left| **left > 0) {
                *left -= 1;
                self.missed += 1;
                self.missed_rows.push(format!("{id}: {target}: {}", around(text, *start, *end)));
            }
        }
    }
}

fn main() {
    let Some(folder) = lagrum_test_support::real_corpus() else { return };
    let sample: usize = std::env::args()
        .skip_while(|argument| argument != "--sample")
        .nth(1)
        .and_then(|number| number.parse().ok())
        .unwrap_or(0);
    let only: Option<String> = std::env::args().skip_while(|argument| argument != "--source").nth(1);
    let mut held = Vec::new();
    artifacts(&folder, |id, artifact| held.extend(HeldName::of(artifact, id, true)));
    let names = CitationNames::build(&held);
    let mut compared: BTreeMap<&str, Compared> = BTreeMap::new();
    artifacts(&folder, |id, artifact| {
        let source = source_of_local_id(id).map_or("", |source| source.name);
        if only.as_deref().is_some_and(|only| only != source) {
            return;
        }
        compared.entry(source).or_default().document(id, artifact, &names);
    });
    println!("| source | MB | MB/s | in both | only stored | only found |");
    println!("| --- | --- | --- | --- | --- | --- |");
    let (mut bytes, mut time) = (0, Duration::ZERO);
    for (source, c) in &compared {
        let megabytes = c.bytes as f64 / 1e6;
        let speed = megabytes / c.time.as_secs_f64();
        println!("| {source} | {megabytes:.1} | {speed:.1} | {} | {} | {} |", c.both, c.missed, c.beyond);
        bytes += c.bytes;
        time += c.time;
    }
    println!("all: {:.1} MB, {:.1} MB/s", bytes as f64 / 1e6, bytes as f64 / 1e6 / time.as_secs_f64());
    for (source, c) in &compared {
        for (what, rows) in [("stored", &c.missed_rows), ("found", &c.beyond_rows)] {
            let step = rows.len().checked_div(sample).unwrap_or_default().max(1);
            for row in rows.iter().step_by(step).take(sample) {
                println!("{source} only {what}: {row}");
            }
        }
    }
    // Texts of the size that the API accepts, of what costs most.
    for piece in [
        "1 § 1, ",
        " mot Sverige",
        "EU:s ",
        "12, ",
        "1-",
        "(EU) nr ",
        "lagen om 3 § avtalslagen och 2 kap. 1 § BrB. ",
    ] {
        let text: String = piece.chars().cycle().take(250_000).collect();
        let settings = ScanSettings { types: ScanTypes::all(), pinpoints: true, ..ScanSettings::default() };
        let start = Instant::now();
        let found = Scanner::new(&names, settings).scan(&text, &ScanContext::default()).unwrap();
        println!("{:?} 250,000 characters of {piece:?}, {} links", start.elapsed(), found.links.len());
    }
}
