//! The day for which a text is read if the question has no day.
//!
//! A statute holds variants of a provision beside each other, each for its days. A reader of the document sees the text of
//! today, and a reader of an archived lydelse that of the first day on which it applied.

use jiff::civil::Date;
use lagrum_artifact::is_date;
use lagrum_snapshot::Snapshot;

use crate::AnswerError;
use crate::lookup::query_catalog;

/// The day for which the text of a uri is read (`YYYY-MM-DD`). None for an archived lydelse of which no first day is known:
/// its text is then shown as it is.
pub(crate) fn reader_day(snapshot: &Snapshot, uri: &str, today: Date) -> Result<Option<String>, AnswerError> {
    let archived = query_catalog(snapshot, |catalog| catalog.lydelse(uri))?;
    Ok(match archived {
        None => Some(today.to_string()),
        Some(lydelse) => first_day(lydelse.ikraft.as_deref(), &lydelse.lydelse_id),
    })
}

/// The first day of an archived lydelse: that of the register, or the one that names it.
pub(crate) fn first_day(ikraft: Option<&str>, lydelse_id: &str) -> Option<String> {
    let day = ikraft.into_iter().chain([lydelse_id]).find(|day| is_date(day));
    day.map(str::to_owned)
}
