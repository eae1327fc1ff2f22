//! What is known of an act over time: its texts, its amendments and its end.

use std::collections::BTreeSet;

use jiff::civil::Date;
use lagrum_artifact::LydelseId;

use super::index::TimelineIndex;
use crate::act::ActEnd;

/// A held text of an act.
#[derive(Clone, Debug)]
pub struct TimelineText {
    /// The last amendment worked in, or the day of an EU act; None for a document that does not say.
    pub id: Option<LydelseId>,
    /// The day it applies from, where that follows from its name alone.
    pub named_day: Option<Date>,
    /// The days that its nodes state.
    pub node_dates: BTreeSet<Date>,
    /// Newer amendments that are worked in too.
    pub named: BTreeSet<LydelseId>,
    /// Whether it names an amendment as worked in that the register lacks.
    pub names_unregistered: bool,
    /// Whether it is an act as printed, for which no source states until when it applies.
    pub as_printed: bool,
}

impl TimelineText {
    /// Whether it has an amendment worked in.
    pub fn has_worked_in(&self, change: &TextChange) -> bool {
        self.id.as_ref().is_none_or(|id| change.id <= *id) || self.named.contains(&change.id)
    }

    /// The newest amendment that is worked in, by which texts are ordered. None for a document that does not state it;
    /// that document comes last.
    pub fn newest(&self) -> Option<&LydelseId> {
        self.id.as_ref().map(|id| self.named.last().map_or(id, |named| named.max(id)))
    }
}

/// An amendment that changes the text.
#[derive(Clone, Debug)]
pub struct TextChange {
    /// Its number.
    pub id: LydelseId,
    /// The day it entered into force.
    pub day: Option<Date>,
}

impl TextChange {
    /// An amendment of a statute, with the day that its register states. A day before the year of its number is not the day: the
    /// act itself (`is_own`) then begins with that year, and the day of an amendment is not known.
    pub fn registered(id: LydelseId, stated: Option<Date>, is_own: bool) -> Self {
        let day = match (stated, year_begins(&id)) {
            (Some(day), Some(first)) if day < first => is_own.then_some(first),
            (day, _) => day,
        };
        Self { id, day }
    }

    /// An amendment of an EU act, of which only the day of adoption is known: it was in force no later than the first
    /// consolidation after it. `id` is that day.
    pub fn adopted(id: LydelseId, adopted: Date, consolidations: &[Date]) -> Self {
        let day = consolidations.iter().filter(|day| **day >= adopted).min().copied();
        Self { id, day }
    }

    /// The first day on which it may have been in force.
    pub fn earliest(&self) -> Option<Date> {
        self.day.or_else(|| year_begins(&self.id))
    }
}

/// What is known of an act over time.
#[derive(Clone, Debug)]
pub struct HeldAct {
    /// Its texts, ordered by the newest amendment worked in.
    pub texts: Vec<TimelineText>,
    /// The place of the document itself among them, where its first day follows from the register.
    pub document: Option<usize>,
    /// Its amendments. The first of a statute is the act itself.
    pub changes: Vec<TextChange>,
    /// Its end.
    pub end: ActEnd,
    /// The day on which what is known of it was gathered.
    pub made: Date,
    /// The day up to which it is known.
    pub known_until: Date,
}

/// An act on its days: [`Self::text_of_day`] and [`Self::periods`] answer.
#[derive(Clone, Debug)]
pub struct ActTimeline {
    pub(super) act: HeldAct,
    pub(super) index: TimelineIndex,
}

impl ActTimeline {
    /// Works out what all questions about days use. Cancelled work leaves it unfinished, so the caller checks whether it was
    /// cancelled.
    pub fn new(act: HeldAct) -> Self {
        let index = TimelineIndex::of(&act);
        Self { act, index }
    }

    /// What it was made of.
    pub fn act(&self) -> &HeldAct {
        &self.act
    }

    /// Whether a text has a change worked in, by the place of the change.
    pub fn is_held(&self, change: usize) -> bool {
        self.index.is_held[change]
    }

    /// The changes after a day, up to another, by their places. One without a day counts from the first day on which it may have been
    /// in force.
    pub fn changed_between(&self, day: Date, until: Date) -> Vec<usize> {
        let is_between =
            |change: &TextChange| change.earliest().is_none_or(|first| first > day && first <= until);
        (0..self.act.changes.len()).filter(|at| is_between(&self.act.changes[*at])).collect()
    }
}

impl HeldAct {
    pub(super) fn end_day(&self) -> Option<Date> {
        self.end.day()
    }
}

/// The first day of the year of a number.
pub(super) fn year_begins(id: &LydelseId) -> Option<Date> {
    id.not_before()?.parse().ok()
}
