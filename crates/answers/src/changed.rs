//! Whether a provision has changed since a day, and by which acts.

use jiff::civil::Date;
use lagrum_artifact::Anchor;
use lagrum_snapshot::Snapshot;

use crate::AnswerError;
use crate::history::{HistoryAct, history_since};

/// What became of a provision after a day, until today.
#[derive(Clone, Debug, Default)]
pub(crate) struct ChangedSince {
    /// Whether its text, its force or its number changed; None where neither the held texts nor the register can tell.
    pub(crate) changed: Option<bool>,
    /// The first day after the day on which it did; None where nothing did, and where that day is not known.
    pub(crate) from: Option<Date>,
    /// The acts that changed it, in the order of their days.
    pub(crate) acts: Vec<HistoryAct>,
}

/// What became of a provision of an act after a day. Of a part of a paragraf or an article, the whole one counts. Nothing is known of a
/// document that is neither a statute nor an EU act, and of a provision that it never had.
pub(crate) fn changed_since(
    snapshot: &Snapshot,
    document: &str,
    provision: &Anchor,
    day: Date,
    today: Date,
) -> Result<ChangedSince, AnswerError> {
    match history_since(snapshot, today, &format!("{document}#{provision}"), day) {
        Err(AnswerError::NotFound(_)) => Ok(ChangedSince::default()),
        found => found,
    }
}
