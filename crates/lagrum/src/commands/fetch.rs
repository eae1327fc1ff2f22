//! `lagrum fetch`

use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use lagrum_corpus::Corpus;
use lagrum_publishers::{
    Extent, FetchOptions, FetchReport, Publisher, Stop, SystemClock, fetch, fetch_folder, probe, publisher,
};
use lagrum_raw::{Archive, ArchiveWriter};
use lagrum_snapshot::Snapshots;

use super::parse_archive::{self, ParseOptions};
use crate::cli::FetchArguments;
use crate::failure::Failure;
use crate::progress::ProgressReporter;

/// The exit code when the program stopped asking a publisher, or the publisher's answers are not as expected.
const STOPPED: u8 = 3;

/// The exit code of arguments that do not fit.
const WRONG_USE: u8 = 2;

pub(crate) fn run(data: &Path, arguments: &FetchArguments) -> Result<ExitCode, Failure> {
    let publishers: Vec<&'static dyn Publisher> =
        arguments.sources.iter().map(|source| known(source)).collect::<Result<_, _>>()?;
    for base in &arguments.base_url {
        known(&base.source)?;
    }
    let mut wanted = Vec::new();
    for publisher in &publishers {
        match wanted_documents(*publisher, data, arguments)? {
            Ok(numbers) => wanted.push(numbers),
            Err(problem) => {
                print_error!("error: {problem}");
                return Ok(ExitCode::from(WRONG_USE));
            }
        }
    }
    let parses = !arguments.fetch_only && !arguments.probe;
    if parses {
        // If the corpus cannot be written, nothing is fetched.
        let corpus = Corpus::create(data)?;
        for source in &arguments.sources {
            lagrum_harvest::check_origin(&corpus, source)?;
        }
    }
    let mut archive = ArchiveWriter::open(data)?;
    if let bytes @ 1.. = archive.unnamed_bytes()? {
        print_line!("{}", super::raw::unnamed(bytes, data))?;
    }
    let mut is_sound = true;
    for (publisher, wanted) in publishers.into_iter().zip(wanted) {
        is_sound &= if arguments.probe {
            print_probe(publisher, &mut archive, arguments)?
        } else {
            print_fetched(&ask(publisher, &mut archive, arguments, wanted)?)?
        };
    }
    drop(archive);
    if parses {
        let archive = Archive::open(data)?;
        let options = ParseOptions { is_dry_run: false, allow_removals: arguments.allow_removals };
        is_sound &= parse_archive::parse_sources(data, &archive, &arguments.sources, options)?;
    }
    Ok(if is_sound { ExitCode::SUCCESS } else { ExitCode::from(STOPPED) })
}

fn known(source: &str) -> Result<&'static dyn Publisher, Failure> {
    publisher(source).ok_or_else(|| {
        let names: Vec<&str> =
            lagrum_publishers::all().iter().map(|publisher| publisher.asked().source).collect();
        format!("no publisher of {source:?} is known, only of {}", names.join(", ")).into()
    })
}

/// The documents that held ones cite, by the publisher's numbers, or what is wrong with the arguments. Empty where everything is asked for.
fn wanted_documents(
    publisher: &dyn Publisher,
    data: &Path,
    arguments: &FetchArguments,
) -> Result<Result<Vec<String>, String>, Failure> {
    let asked = publisher.asked();
    let Some(prefix) = asked.cited_prefix.filter(|_| !arguments.probe && arguments.from_dir.is_none()) else {
        let is_wrong = arguments.in_force && asked.cited_prefix.is_none();
        return Ok(if is_wrong {
            Err(format!("--in-force is not for {}", asked.source))
        } else {
            Ok(Vec::new())
        });
    };
    let Some(snapshot) = Snapshots::new(data).open_current()? else {
        let problem = || {
            format!(
                "{}: what held documents cite is asked for, and nothing is published in {}: `lagrum build` first, or --in-force",
                asked.source,
                data.display()
            )
        };
        return Ok(if arguments.in_force { Ok(Vec::new()) } else { Err(problem()) });
    };
    let prefix = format!("{}/{prefix}", snapshot.manifest().base);
    let cited = snapshot.catalog().with(|catalog| catalog.unheld_beginning(&prefix))?;
    Ok(Ok(cited.iter().filter_map(|uri| uri.strip_prefix(&prefix)).map(str::to_owned).collect()))
}

fn options(publisher: &dyn Publisher, arguments: &FetchArguments) -> FetchOptions {
    let base = arguments.base_url.iter().find(|base| base.source == publisher.asked().source);
    let base_url = base.map(|base| base.url.clone());
    FetchOptions {
        extent: match arguments.since {
            Some(day) => Extent::Since(day),
            None if arguments.full => Extent::Everything,
            None => Extent::Due,
        },
        limit: arguments.limit,
        // A server on this machine needs no pause between requests.
        gap: base_url.as_ref().filter(|base| base.is_local()).map(|_| Duration::ZERO),
        base_url,
        contact: arguments.contact.clone(),
        wanted: Vec::new(),
        in_force: arguments.in_force,
    }
}

fn ask(
    publisher: &'static dyn Publisher,
    archive: &mut ArchiveWriter,
    arguments: &FetchArguments,
    wanted: Vec<String>,
) -> Result<FetchReport, Failure> {
    let progress = ProgressReporter::new();
    if let Some(folder) = &arguments.from_dir {
        return Ok(fetch_folder(publisher, archive, folder, &SystemClock, &progress)?);
    }
    let options = FetchOptions { wanted, ..options(publisher, arguments) };
    Ok(fetch(publisher, archive, &options, &SystemClock, &progress)?)
}

/// Prints what was fetched. Returns whether the publisher answered to the end.
fn print_fetched(report: &FetchReport) -> Result<bool, Failure> {
    let FetchReport { source, counts, requests, is_complete, stopped, problems } = report;
    let rest = if *is_complete || stopped.is_some() { "" } else { "; there is more, the next run goes on" };
    print_line!("{source}: {counts} ({requests} requests){rest}")?;
    for problem in problems {
        print_line!("{source}: {problem}")?;
    }
    if let Some(problem) = stopped {
        print_error!(
            "error: {source} stopped: {problem}. What came is kept; the next run goes on from there"
        );
    }
    Ok(stopped.is_none())
}

/// Prints the result of a probe. Returns whether nothing differs.
fn print_probe(
    publisher: &'static dyn Publisher,
    archive: &mut ArchiveWriter,
    arguments: &FetchArguments,
) -> Result<bool, Failure> {
    let source = publisher.asked().source;
    let report = match probe(publisher, archive, &options(publisher, arguments), &SystemClock) {
        Ok(report) => report,
        Err(Stop::Publisher(problem)) => {
            print_error!("error: {source}: {problem}");
            return Ok(false);
        }
        Err(error) => return Err(error.into()),
    };
    for text in &report.sound {
        print_line!("{source}: as expected: {text}")?;
    }
    for text in &report.differs {
        print_line!("{source}: DIFFERS: {text}")?;
    }
    print_line!(
        "{source}: {} as expected, {} differ ({} requests)",
        report.sound.len(),
        report.differs.len(),
        report.requests
    )?;
    Ok(report.differs.is_empty())
}
