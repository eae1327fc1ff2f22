//! Whether a provision has changed since a day, and by which acts.

use jiff::civil::Date;

use crate::history::HistoryAct;

/// What became of a provision after a day, until today.
#[derive(Clone, Debug, Default)]
pub(crate) struct ChangedSince {
    /// Whether its text, its force or its number changed; None where neither the held texts nor the register show it.
    pub(crate) changed: Option<bool>,
    /// The day of its first change after the day asked for; None where nothing changed, and where that day is not
    /// known.
    pub(crate) from: Option<Date>,
    /// The acts that changed it, in the order of their days.
    pub(crate) acts: Vec<HistoryAct>,
}
