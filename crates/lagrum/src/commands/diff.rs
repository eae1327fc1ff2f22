//! `lagrum diff`

use std::path::Path;
use std::process::ExitCode;

use lagrum_answers::{DiffQuestion, compare, find_lydelser};
use lagrum_snapshot::{Snapshots, today};

use super::provision::document_uri;
use crate::cli::DiffArguments;
use crate::failure::{Failure, no_snapshot};
use crate::output::{print_json, print_text};

pub(crate) fn run(data: &Path, arguments: &DiffArguments) -> Result<ExitCode, Failure> {
    let snapshot = Snapshots::new(data).open_current()?.ok_or_else(|| no_snapshot(data))?;
    let base = &snapshot.manifest().base;
    let DiffArguments { uri, from, to, from_date, to_date, json } = arguments;
    let uri = &document_uri(&snapshot, uri)?;
    let question = match (from, from_date) {
        (Some(from), _) => DiffQuestion::parse(base, uri, from, to.as_deref())?,
        (None, Some(from)) => DiffQuestion::parse_days(base, uri, *from, *to_date)?,
        (None, None) => return Err("one of --from and --from-date is needed".to_owned().into()),
    };
    let comparison = compare(&snapshot, find_lydelser(&snapshot, today(), question)?)?;
    if *json {
        print_json(&comparison.answer(false)?)?;
    } else {
        print_text(&comparison.markdown()?)?;
    }
    Ok(ExitCode::SUCCESS)
}
