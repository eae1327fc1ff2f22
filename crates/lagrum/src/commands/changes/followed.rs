//! `lagrum changes --since SINCE --uri FILE`: events of the documents and provisions that a file names.

use std::path::Path;
use std::process::ExitCode;

use jiff::Timestamp;
use lagrum_answers::{AnswerError, Followed, FollowedEvent, followed, parse_time};
use lagrum_snapshot::{Snapshots, today};

use crate::cli::ChangesArguments;
use crate::failure::{Failure, no_snapshot};
use crate::output::print_json;

/// Maximum number of bytes of a file of uris.
const MAX_FILE_BYTES: u64 = 16 << 20;

pub(super) fn run(data: &Path, file: &Path, arguments: &ChangesArguments) -> Result<ExitCode, Failure> {
    let snapshot = Snapshots::new(data).open_current()?.ok_or_else(|| no_snapshot(data))?;
    let since = arguments.since.as_deref().unwrap_or_default();
    let since = parse_time(since).ok_or_else(|| format!("{since} is neither a date nor a time"))?;
    let mut happened = Vec::new();
    for uri in uris(file)? {
        match followed(&snapshot, today(), &uri) {
            Ok(mut found) => {
                found.events.retain(|event| is_after(event, since));
                if !found.events.is_empty() {
                    happened.push(found);
                }
            }
            Err(AnswerError::NotFound(missing)) => print_error!("{uri}: {}", missing.detail),
            Err(error) => return Err(error.into()),
        }
    }
    if arguments.json {
        print_json(&happened)?;
    } else {
        happened.iter().try_for_each(print)?;
    }
    Ok(if happened.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The uris of a file, one a line.
fn uris(file: &Path) -> Result<Vec<String>, Failure> {
    let text = String::from_utf8(bytes_of(file)?).map_err(|_| format!("{} is not UTF-8", file.display()))?;
    Ok(text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect())
}

/// The bytes of a file of a list.
pub(super) fn bytes_of(file: &Path) -> Result<Vec<u8>, Failure> {
    let failed = |error: std::io::Error| format!("cannot read {}: {error}", file.display());
    if std::fs::metadata(file).map_err(failed)?.len() > MAX_FILE_BYTES {
        return Err(format!("{} is larger than {MAX_FILE_BYTES} bytes", file.display()).into());
    }
    Ok(std::fs::read(file).map_err(failed)?)
}

/// Whether an event came after a time. An event of a day counts as having happened at the beginning of that day.
fn is_after(event: &FollowedEvent, since: i64) -> bool {
    event.at.parse::<Timestamp>().is_ok_and(|at| at.as_second() > since)
}

fn print(found: &Followed) -> std::io::Result<()> {
    print_line!("{} {}", found.uri, found.name)?;
    found.events.iter().try_for_each(|event| {
        let detail = event.detail.as_deref().unwrap_or_default();
        let day = event.day.as_deref().unwrap_or(&event.at);
        print_line!("  {day} {:10} {} {} {detail}", event.what.name(), event.name, event.uri)
    })
}
