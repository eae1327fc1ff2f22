//! A fetch: one publisher is asked, and what comes is kept.

use std::path::Path;

use lagrum_progress::Progress;
use lagrum_raw::{ArchiveWriter, RawError};

use crate::clock::Clock;
use crate::folder;
use crate::polite_client::Stop;
use crate::publisher::Publisher;
use crate::session::{FetchOptions, FetchReport, Session};

/// Asks a publisher, and keeps the answers. What was kept stays if the fetch fails later. An error is one of the archive; the report
/// says why a publisher was asked no more.
pub fn fetch(
    publisher: &'static dyn Publisher,
    archive: &mut ArchiveWriter,
    options: &FetchOptions,
    clock: &dyn Clock,
    progress: &dyn Progress,
) -> Result<FetchReport, RawError> {
    let stopped = |problem: String| FetchReport {
        source: publisher.asked().source.to_owned(),
        stopped: Some(problem),
        ..FetchReport::default()
    };
    let mut session = match Session::new(publisher.asked(), archive, options, clock, progress) {
        Ok(session) => session,
        Err(Stop::Publisher(problem)) => return Ok(stopped(problem)),
        Err(Stop::Archive(error)) => return Err(error),
    };
    let result = publisher.fetch(&mut session);
    progress.end();
    match result {
        Ok(()) => Ok(session.report),
        Err(Stop::Publisher(problem)) => Ok(FetchReport { stopped: Some(problem), ..session.report }),
        Err(Stop::Archive(error)) => Err(error),
    }
}

/// Keeps the records of files in a folder, without asking the publisher.
pub fn fetch_folder(
    publisher: &'static dyn Publisher,
    archive: &mut ArchiveWriter,
    folder: &Path,
    clock: &dyn Clock,
    progress: &dyn Progress,
) -> Result<FetchReport, Stop> {
    let options = FetchOptions::default();
    let mut session = Session::new(publisher.asked(), archive, &options, clock, progress)?;
    folder::keep_files(&mut session, publisher, folder)?;
    Ok(session.report)
}
