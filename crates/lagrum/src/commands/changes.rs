//! `lagrum changes`

mod followed;
mod laws;
mod letter;
mod table;

use std::path::Path;
use std::process::ExitCode;

use lagrum_answers::{ChangeKind, ChangesQuestion, DocumentChange, changes};
use lagrum_snapshot::{Snapshots, today};

use crate::cli::{ChangeName, ChangesArguments};
use crate::failure::{Failure, no_snapshot};
use crate::output::print_json;

/// The exit code of an error with `--uri`: 1 means that something happened.
const FAILED: u8 = 2;

pub(crate) fn run(data: &Path, arguments: ChangesArguments) -> Result<ExitCode, Failure> {
    if let Some(file) = &arguments.uri {
        let is_of_laws = arguments.format.is_some()
            || arguments.diff
            || arguments.why
            || arguments.cited
            || arguments.formal.is_some();
        let asked = if is_of_laws { laws::run } else { followed::run };
        return Ok(asked(data, file, &arguments).unwrap_or_else(|failure| {
            print_error!("error: {failure}");
            ExitCode::from(FAILED)
        }));
    }
    let snapshot = Snapshots::new(data).open_current()?.ok_or_else(|| no_snapshot(data))?;
    let question = ChangesQuestion {
        since: arguments.since,
        cursor: arguments.cursor,
        source: arguments.source.map(Into::into),
        kind: arguments.kind,
        changes: arguments.change.into_iter().map(kind).collect(),
        versions: arguments.versions,
        limit: arguments.limit,
    };
    let answer = changes(&snapshot, today(), &question)?;
    if arguments.json {
        print_json(&answer)?;
        return Ok(ExitCode::SUCCESS);
    }
    for change in &answer.changes {
        print(change)?;
    }
    print_line!("{} of {} changed documents since {}", answer.changes.len(), answer.total, answer.since)?;
    print_line!("snapshot {}", answer.snapshot)?;
    if let Some(cursor) = &answer.next_cursor {
        print_line!("more: --cursor {cursor}")?;
    }
    Ok(ExitCode::SUCCESS)
}

fn print(change: &DocumentChange) -> std::io::Result<()> {
    let name = change.title.as_deref().or(change.label.as_deref()).unwrap_or_default();
    print_line!("{} {:9} {} {name}", change.at, change.change, change.uri)
}

fn kind(name: ChangeName) -> ChangeKind {
    match name {
        ChangeName::Added => ChangeKind::Added,
        ChangeName::Text => ChangeKind::Text,
        ChangeName::Metadata => ChangeKind::Metadata,
        ChangeName::Status => ChangeKind::Status,
        ChangeName::Withdrawn => ChangeKind::Withdrawn,
    }
}
