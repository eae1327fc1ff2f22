//! `lagrum raw`

use std::path::Path;
use std::process::ExitCode;

use jiff::Timestamp;
use lagrum_raw::{Archive, ArchiveWriter, RawDocument, Rebuilt, Record};

use crate::cli::{RawArguments, RawTask};
use crate::failure::Failure;
use crate::progress::ProgressReporter;

pub(crate) fn run(data: &Path, arguments: RawArguments) -> Result<ExitCode, Failure> {
    match arguments.task {
        RawTask::Verify => return verify(data),
        RawTask::Rebuild => rebuild(data)?,
        RawTask::List { source: None, .. } => list_sources(&Archive::open(data)?)?,
        RawTask::List { source: Some(source), key: None } => {
            for document in Archive::open(data)?.documents(&source)? {
                print_document(&document)?;
            }
        }
        RawTask::List { source: Some(source), key: Some(key) } => {
            let records = Archive::open(data)?.records(&source)?;
            for record in records.iter().filter(|record| record.key == key) {
                print_record(record)?;
            }
        }
        RawTask::Export { source, folder } => {
            let exported = Archive::open(data)?.export(&source, &folder)?;
            print_line!("{} files, {} bytes", exported.files, exported.bytes)?;
        }
        RawTask::Purge { source, key } => {
            Archive::open(data)?;
            let purged = ArchiveWriter::open(data)?.purge(&source, &key)?;
            if purged.records == 0 {
                return Err(format!("the archive has no document {key:?} of {source}").into());
            }
            print_line!("purged {} rows and {} bodies of {source} {key}", purged.records, purged.bodies)?;
            let data = data.display();
            print_line!(
                "now run `lagrum parse --data {data}`, which withdraws the document, and `lagrum build --data {data}`"
            )?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn verify(data: &Path) -> Result<ExitCode, Failure> {
    let findings = Archive::open(data)?.verify(&ProgressReporter::new())?;
    for problem in &findings.problems {
        print_line!("{problem}")?;
    }
    print_line!(
        "{} rows, {} bodies of {} bytes, {} problems",
        findings.records,
        findings.bodies,
        findings.bytes,
        findings.problems.len()
    )?;
    if findings.unnamed > 0 {
        print_line!("{}", unnamed(findings.unnamed, data))?;
    }
    Ok(if findings.problems.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// What is said of bytes in packs that no row names.
pub(crate) fn unnamed(bytes: u64, data: &Path) -> String {
    format!(
        "the packs have {bytes} bytes that raw.db does not name: a run was killed, or raw.db is older than the packs. They are kept; \
         `lagrum raw rebuild --data {}` makes rows of what is in them",
        data.display()
    )
}

fn rebuild(data: &Path) -> Result<(), Failure> {
    let read = |body: Vec<u8>| {
        lagrum_publishers::all().iter().find_map(|publisher| {
            let records = publisher.records_of_file(Path::new("body"), body.clone()).ok()?;
            (!records.is_empty()).then(|| (publisher.asked().source.to_owned(), records))
        })
    };
    let rebuilt = lagrum_raw::rebuild(data, &read, &ProgressReporter::new())?;
    for damaged in &rebuilt.damaged {
        print_line!("{damaged}")?;
    }
    let Rebuilt { held, bodies, rows, superseded, unknown, damaged } = &rebuilt;
    print_line!(
        "made {rows} rows of {bodies} bodies; {held} bodies were named already, {superseded} are older than what is held, of {unknown} \
         nothing says what they are, {} places are damaged",
        damaged.len()
    )?;
    print_line!(
        "now run `lagrum fetch SOURCE… --full --data {}`, which asks for everything once, so that it is known what is newest",
        data.display()
    )?;
    Ok(())
}

fn list_sources(archive: &Archive) -> Result<(), Failure> {
    for source in archive.sources()? {
        let (documents, state) = (archive.documents(&source)?, archive.state(&source)?);
        let rows: usize = documents.iter().map(|document| document.records.len()).sum();
        let gone = documents.iter().filter(|document| document.gone_at.is_some()).count();
        let complete = state.complete_at.map_or_else(|| "never".to_owned(), time);
        let walked = archive.last_walk(&source)?.map_or_else(|| "never".to_owned(), time);
        let mark = state.watermark.as_deref().unwrap_or("none");
        let unfinished = if state.run.is_some() { ", a run is not finished" } else { "" };
        print_line!(
            "{source}: {} documents ({gone} gone), {rows} rows; complete {complete}, all asked for {walked}, \
             changes known to {mark}{unfinished}",
            documents.len()
        )?;
    }
    Ok(())
}

fn print_document(document: &RawDocument) -> std::io::Result<()> {
    let last = document.records.iter().map(|record| record.fetched_at).max().unwrap_or_default();
    let gone = document.gone_at.map(|at| format!(", gone {}", time(at))).unwrap_or_default();
    print_line!("{}: {} rows, the last of {}{gone}", document.key, document.records.len(), time(last))
}

fn print_record(record: &Record) -> std::io::Result<()> {
    let Record { id, part, url, fetched_at, seen_at, body, .. } = record;
    let body = u64::from_be_bytes(body.first_chunk().copied().unwrap_or_default());
    print_line!("{id}: {part}, came {}, seen {}, {body:016x}, {url}", time(*fetched_at), time(*seen_at))
}

fn time(second: i64) -> String {
    Timestamp::from_second(second).map_or_else(|_| second.to_string(), |time| time.to_string())
}
