//! Verdicts as the courts wrote them.

use lagrum_corpus::attachments::Verdict;
use lagrum_snapshot::Snapshot;

use crate::AnswerError;

/// The file of a verdict: `court` is a court's code, `record` the UUID of its record, `file` the name of a PDF.
///
/// The names are looked up in a table, and the path of the file follows from its content alone, so no name leads to any
/// other file.
pub fn verdict(snapshot: &Snapshot, court: &str, record: &str, file: &str) -> Result<Verdict, AnswerError> {
    let (court, record, file) = Verdict::name(court, record, file).ok_or_else(|| {
        AnswerError::Malformed(
            "a verdict is named by a court code, a UUID and the name of a .pdf file".to_owned(),
        )
    })?;
    let found = snapshot
        .attached(|attached| attached.verdict(&court, &record, &file))
        .map_err(|error| AnswerError::internal(&error))?;
    found.ok_or_else(|| AnswerError::not_found(format!("no verdict {court}/{record}/{file}")))
}
