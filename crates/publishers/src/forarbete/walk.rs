//! A run in progress, and its position.

use lagrum_raw::{AskedRun, NewRecord, RecordName, SourceState};
use serde::{Deserialize, Serialize};

use crate::polite_client::Stop;
use crate::session::Session;

/// The position of a run.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
#[serde(default)]
pub(super) struct Cursor {
    /// The day since when changes are asked for, `2031-02-03`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) since: Option<String>,
    /// The last data set that was taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) after: Option<String>,
    /// The data set that is in its file, and its next member.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) data_set: Option<String>,
    pub(super) member: usize,
    /// Whether all data sets were taken.
    pub(super) has_data_sets: bool,
    /// The number of lists that were walked, the pages of the next one and their rows.
    pub(super) lists: usize,
    pub(super) pages: u64,
    pub(super) rows: u64,
    /// The last document that was asked for since the walk did not meet it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) lacking_after: Option<String>,
}

/// A run in progress.
pub(super) struct Walk {
    pub(super) run: AskedRun,
    pub(super) cursor: Cursor,
    pub(super) state: SourceState,
    /// Whether it goes on with a run that ended early.
    pub(super) is_resumed: bool,
}

impl Walk {
    /// Keeps records with the position after them.
    pub(super) fn keep(&mut self, session: &mut Session<'_>, records: &[NewRecord]) -> Result<(), Stop> {
        self.note_position();
        Ok(session.keep(records, Some(&self.state))?)
    }

    /// Counts parts that the publisher still has as they are held, with the position after them.
    pub(super) fn meet(&mut self, session: &mut Session<'_>, parts: &[RecordName]) -> Result<(), Stop> {
        self.note_position();
        Ok(session.meet(parts, Some(&self.state))?)
    }

    fn note_position(&mut self) {
        self.run.cursor = serde_json::to_string(&self.cursor).ok();
        self.state.run = Some(self.run.clone());
    }
}
