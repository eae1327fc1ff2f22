//! Runs an operator's command after a publication (`lagrum build --after-publish`).
//!
//! The command is a program and its arguments; no shell reads them. Its standard input is the list of changes since the
//! snapshot before, a line of JSON for each document as in `/api/v1/changes`. The list is written to a temporary file first: so
//! the command gets the whole list or is not run, and a command that reads nothing delays nothing. The command cannot undo the
//! publication.

use std::fs::File;
use std::io::{BufWriter, IntoInnerError, Seek, Write};
use std::os::fd::AsFd;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use lagrum_answers::{AnswerError, ChangesQuestion, changes};
use lagrum_snapshot::{Snapshot, SnapshotId, Snapshots, today};
use rustix::process::{Pid, Signal, kill_process_group};

use crate::failure::Failure;
use crate::operator_command::OperatorCommand;

/// How long the command may run.
const TIMEOUT: Duration = Duration::from_mins(10);

/// How often to check whether it has ended.
const POLL: Duration = Duration::from_millis(20);

/// Changes on a page of the list.
const PAGE: u64 = 1000;

/// Runs the command with the changes from the snapshot before to the published one. If there is no snapshot before, or the
/// change log does not know it, the input is empty and the variable LAGRUM_SNAPSHOT_BEFORE is not set.
pub(crate) fn run(wanted: &OperatorCommand, data: &Path, before: Option<&SnapshotId>) -> Result<(), Failure> {
    let OperatorCommand { program, arguments } = wanted;
    let snapshot = Snapshots::new(data).open_current()?.ok_or("no snapshot is published any more")?;
    let input = before.map(|before| change_lines(&snapshot, before)).transpose()?.flatten();
    let before = before.filter(|_| input.is_some());
    let mut command = Command::new(program);
    command
        .args(arguments)
        .stdin(input.map_or_else(Stdio::null, Stdio::from))
        // Standard output is for the messages of the build.
        .stdout(std::io::stderr().as_fd().try_clone_to_owned()?)
        .env("LAGRUM_SNAPSHOT", snapshot.id().as_str())
        .env_remove("LAGRUM_SNAPSHOT_BEFORE")
        // A process group of its own, so that the processes that it starts end with it.
        .process_group(0);
    if let Some(before) = before {
        command.env("LAGRUM_SNAPSHOT_BEFORE", before.as_str());
    }
    drop(snapshot);
    let mut child = command.spawn().map_err(|error| format!("{program}: {error}"))?;
    match wait(&mut child, TIMEOUT)? {
        Some(status) if status.success() => Ok(()),
        Some(status) => Err(format!("{program} failed: {status}").into()),
        None => {
            let seconds = TIMEOUT.as_secs();
            Err(format!("{program} had not ended after {seconds} seconds, and was killed").into())
        }
    }
}

/// The changes since a snapshot, a line of JSON for each document, in an unnamed file. None if the change log does not know
/// that snapshot.
fn change_lines(snapshot: &Snapshot, before: &SnapshotId) -> Result<Option<File>, Failure> {
    let mut question =
        ChangesQuestion { since: Some(before.to_string()), limit: PAGE, ..ChangesQuestion::default() };
    let mut lines = BufWriter::new(tempfile::tempfile()?);
    loop {
        let page = match changes(snapshot, today(), &question) {
            Ok(page) => page,
            Err(AnswerError::Gone(_) | AnswerError::Invalid { .. }) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        for change in &page.changes {
            serde_json::to_writer(&mut lines, change)?;
            lines.write_all(b"\n")?;
        }
        question.cursor = page.next_cursor;
        if question.cursor.is_none() {
            break;
        }
    }
    let mut file = lines.into_inner().map_err(IntoInnerError::into_error)?;
    file.rewind()?;
    Ok(Some(file))
}

/// Waits for the end of a process. After the timeout the process and its group are killed: None.
fn wait(child: &mut Child, timeout: Duration) -> std::io::Result<Option<ExitStatus>> {
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if begun.elapsed() >= timeout {
            // The process may have ended at this moment.
            let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(POLL);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_that_takes_too_long_is_killed_with_what_it_started() {
        let mut child = Command::new("sh").args(["-c", "sleep 600 & wait"]).process_group(0).spawn().unwrap();
        let begun = Instant::now();
        assert_eq!(wait(&mut child, Duration::from_millis(200)).unwrap(), None);
        assert!(begun.elapsed() < Duration::from_mins(1));
        let group = Pid::from_raw(child.id().cast_signed()).unwrap();
        // The kernel may take a moment to end the group.
        let gone = (0..500).any(|_| {
            std::thread::sleep(Duration::from_millis(10));
            rustix::process::test_kill_process_group(group).is_err()
        });
        assert!(gone);
    }
}
