//! Raw files that were kept in a folder, taken into the archive and from there into the corpus.

#![allow(clippy::unwrap_used, reason = "a broken fixture should end the test")]

use std::collections::BTreeSet;
use std::path::Path;

use lagrum_corpus::{Corpus, Silent};
use lagrum_harvest::{HarvestOptions, parse_archive};
use lagrum_publishers::{SystemClock, fetch_folder, publisher};
use lagrum_raw::{Archive, ArchiveWriter};
use lagrum_test_support::{real_corpus, skipped};

fn files_below(folder: &Path, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { files_below(&path, found) } else { found.push(path.display().to_string()) }
    }
}

/// A run on a day after all kept files.
fn options(source: &str) -> HarvestOptions<'_> {
    HarvestOptions {
        source,
        as_of: "2026-07-01".parse().unwrap(),
        day_of: |_| "2026-07-01".parse().unwrap(),
        seen_on: "2026-07-01".parse().unwrap(),
        is_dry_run: false,
        published: &[],
        allow_removals: false,
        meaning: None,
        pdf_text: None,
    }
}

#[test]
fn every_kept_file_becomes_a_document_or_a_lydelse_and_a_second_run_finds_nothing() {
    let Some(folder) = real_corpus().map(|corpus| corpus.join("raw/sfs/downloaded")) else { return };
    if !folder.is_dir() {
        return skipped(format_args!("{} is not there", folder.display()));
    }
    let mut files = Vec::new();
    files_below(&folder, &mut files);
    let (archived, current): (Vec<&String>, Vec<&String>) =
        files.iter().partition(|file| file.contains("/.versions/"));
    let data = tempfile::tempdir().unwrap();
    let mut archive = ArchiveWriter::open(data.path()).unwrap();
    let taken =
        fetch_folder(publisher("sfs").unwrap(), &mut archive, &folder, &SystemClock, &Silent).unwrap();
    assert_eq!((taken.counts.new, taken.counts.failed), (files.len() as u64, 0), "{:?}", taken.problems);
    drop(archive);
    let corpus = Corpus::create(data.path()).unwrap();
    let options = options("sfs");
    let run = || {
        let archive = Archive::open(data.path()).unwrap();
        parse_archive(&archive, &corpus, &options, &mut |_, _| {}, &Silent).unwrap()
    };
    let summary = run();
    assert_eq!(summary.failed, 0, "{summary} {:?}", summary.problems);
    // Of some acts only a lydelse was kept.
    let state = corpus.reader().unwrap().state().unwrap();
    assert_eq!(state.documents.len() + summary.empty, summary.documents);
    assert!((current.len()..=files.len()).contains(&summary.documents));
    let with_lydelser: BTreeSet<&str> = state.lydelser.iter().map(|lydelse| &*lydelse.document).collect();
    println!(
        "{} of {} kept lydelser, of {} acts: {summary}",
        state.lydelser.len(),
        archived.len(),
        with_lydelser.len()
    );
    // A lydelse with the text of the next later one is left out.
    assert!(state.lydelser.len() <= archived.len() && state.lydelser.len() * 10 >= archived.len() * 8);
    let again = run();
    assert_eq!((again.due.all(), again.parsed, again.stored), (0, 0, 0));
}

/// EU law and Strasbourg: every kept file whose name has its number. Formex that was kept as a folder of files has none.
#[test]
fn every_kept_text_of_the_union_and_of_strasbourg_becomes_a_document_or_a_lydelse() {
    let Some(folder) = real_corpus().map(|corpus| corpus.join("raw")) else { return };
    for (source, endings) in [
        ("eurlex", &["zip", "html", "xhtml", "xml", "html.gz", "xhtml.gz", "xml.gz"][..]),
        ("hudoc", &["html", "html.gz"]),
    ] {
        let folder = folder.join(source);
        if !folder.is_dir() {
            skipped(format_args!("{} is not there", folder.display()));
            continue;
        }
        let names = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name());
        let names: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
        let is_text = |name: &&String| endings.iter().any(|ending| name.ends_with(&format!(".{ending}")));
        let kept: BTreeSet<&str> =
            names.iter().filter(is_text).filter_map(|name| Some(name.split_once('.')?.0)).collect();
        let data = tempfile::tempdir().unwrap();
        let mut archive = ArchiveWriter::open(data.path()).unwrap();
        fetch_folder(publisher(source).unwrap(), &mut archive, &folder, &SystemClock, &Silent).unwrap();
        drop(archive);
        let corpus = Corpus::create(data.path()).unwrap();
        let options = options(source);
        let run = || {
            let archive = Archive::open(data.path()).unwrap();
            parse_archive(&archive, &corpus, &options, &mut |_, _| {}, &Silent).unwrap()
        };
        let summary = run();
        let state = corpus.reader().unwrap().state().unwrap();
        println!(
            "{source}: {} kept texts, {} documents, {} lydelser: {summary}",
            kept.len(),
            state.documents.len(),
            state.lydelser.len()
        );
        assert_eq!((summary.failed, summary.missing, summary.extra), (0, 0, 0), "{:?}", summary.problems);
        let documents = state.documents.iter().map(|document| document.uri.clone());
        let lydelser = state.lydelser.iter().map(|lydelse| lydelse.uri.clone());
        let uris: Vec<String> = documents.chain(lydelser).collect();
        let stored = |name: &str| match name.split_once('-').filter(|_| source == "eurlex") {
            None => uris.iter().any(|uri| uri.ends_with(&format!("/{}", name.replace('_', "/")))),
            // A consolidated text whose act was not kept waits for it.
            Some((act, day)) => {
                let act = format!("/celex/3{}", act.trim_start_matches('0'));
                let day = format!("/konsolidering/{}-{}-{}", &day[..4], &day[4..6], &day[6..]);
                !uris.iter().any(|uri| uri.ends_with(&act))
                    || uris.iter().any(|uri| uri.contains(&act) && uri.ends_with(&day))
            }
        };
        let lost: Vec<&&str> = kept.iter().filter(|name| !stored(name)).collect();
        assert!(lost.is_empty(), "{source}: {lost:?}");
        assert_eq!(run().due.all(), 0, "{source}: a second run finds nothing");
    }
}
