//! What is known of an act over time: its texts, its amendments and its end.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use jiff::civil::Date;
use lagrum_artifact::LydelseId;
use lagrum_chronicle::ActEnd;

use super::index::TimelineIndex;

/// A held text of an act.
#[derive(Clone, Debug)]
pub(in crate::as_of) struct HeldText {
    /// The last amendment worked in, or the day of an EU act; None for a document that does not say.
    pub(in crate::as_of) id: Option<LydelseId>,
    /// The day it applies from, where that follows from its name alone.
    pub(in crate::as_of) named_day: Option<Date>,
    /// The days that its nodes state.
    pub(in crate::as_of) node_dates: BTreeSet<Date>,
    /// Newer amendments that are worked in too.
    pub(in crate::as_of) named: BTreeSet<LydelseId>,
    /// Whether it names an amendment as worked in that the register lacks.
    pub(in crate::as_of) names_unregistered: bool,
    /// Whether it is an act as printed, for which no source states until when it applies.
    pub(in crate::as_of) as_printed: bool,
}

impl HeldText {
    pub(in crate::as_of) fn has_worked_in(&self, change: &TextChange) -> bool {
        self.id.as_ref().is_none_or(|id| change.id <= *id) || self.named.contains(&change.id)
    }

    /// The newest amendment that is worked in, by which texts are ordered. None for a document that does not state it;
    /// that document comes last.
    pub(in crate::as_of) fn newest(&self) -> Option<&LydelseId> {
        self.id.as_ref().map(|id| self.named.last().map_or(id, |named| named.max(id)))
    }
}

/// An amendment that changes the text.
#[derive(Clone, Debug)]
pub(in crate::as_of) struct TextChange {
    /// Its number.
    pub(in crate::as_of) id: LydelseId,
    /// The day it entered into force.
    pub(in crate::as_of) day: Option<Date>,
}

impl TextChange {
    /// The first day on which it may have been in force.
    pub(in crate::as_of) fn earliest(&self) -> Option<Date> {
        self.day.or_else(|| year_begins(&self.id))
    }
}

/// An act with what is known of it over time.
#[derive(Clone, Debug)]
pub(in crate::as_of) struct Act {
    /// Its texts, ordered by the newest amendment worked in.
    pub(in crate::as_of) texts: Vec<HeldText>,
    /// The index of the document itself among them, where its first day follows from the register.
    pub(in crate::as_of) document: Option<usize>,
    pub(in crate::as_of) changes: Vec<TextChange>,
    pub(in crate::as_of) end: ActEnd,
    /// The day on which the snapshot was made.
    pub(in crate::as_of) made: Date,
    /// Worked out at the first question; see `indexing.rs`.
    pub(in crate::as_of) index: OnceLock<TimelineIndex>,
}

impl Act {
    pub(in crate::as_of) fn end_day(&self) -> Option<Date> {
        self.end.day()
    }
}

/// The first day of the year of a number.
pub(super) fn year_begins(id: &LydelseId) -> Option<Date> {
    id.not_before()?.parse().ok()
}
