//! What is looked up for every day that is asked of an act, worked out once.
//!
//! A register has hundreds of amendments, and periods ask for the text of each of their days. So a question about a day
//! must not read the register again: whether a text fits it follows from three days of the text.

use jiff::civil::Date;

/// The first day of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FirstDay {
    Known(Date),
    /// It is unknown, and not before this day; None for any day.
    NotBefore(Option<Date>),
}

impl FirstDay {
    pub(super) fn known(self) -> Option<Date> {
        match self {
            Self::Known(day) => Some(day),
            Self::NotBefore(_) => None,
        }
    }

    /// The first day on which the text may apply.
    pub(super) fn earliest(self) -> Option<Date> {
        match self {
            Self::Known(day) => Some(day),
            Self::NotBefore(day) => day,
        }
    }
}

/// What is looked up for every day that is asked of an act.
#[derive(Clone, Debug)]
pub(super) struct TimelineIndex {
    /// For each text.
    pub(super) bounds: Vec<TextBounds>,
    /// For each text.
    pub(super) first_days: Vec<FirstDay>,
    /// The days of the changes, rising.
    pub(super) days: Vec<Date>,
    /// The first days on which changes without a day may have been in force, rising.
    pub(super) undated: Vec<Date>,
    /// For each change, whether a text has it worked in.
    pub(super) is_held: Vec<bool>,
}

/// The days between which a text is whole.
#[derive(Clone, Debug, Default)]
pub(super) struct TextBounds {
    /// From this day on a change is missing; the least day where one may have been in force on any day.
    pub(super) missing_from: Option<Date>,
    /// The same among the changes of which a first day is known.
    pub(super) gap_from: Option<Date>,
    /// Before this day a change is ahead.
    pub(super) ahead_until: Option<Date>,
    /// Before this day a change stands beside what it replaces.
    pub(super) pending_until: Option<Date>,
    /// Whether the days of all amendments worked in are known, including the amendment that the text is named after.
    pub(super) is_known_by_register: bool,
}

impl TextBounds {
    pub(super) fn has_missing(&self, day: Date) -> bool {
        self.missing_from.is_some_and(|from| from <= day)
    }

    pub(super) fn has_ahead(&self, day: Date) -> bool {
        self.ahead_until.is_some_and(|until| until > day)
    }

    pub(super) fn has_pending(&self, day: Date) -> bool {
        self.pending_until.is_some_and(|until| until > day)
    }
}

impl TimelineIndex {
    /// Whether a text has not worked in something that was or may have been in force on a day.
    pub(super) fn has_missing(&self, text: usize, day: Date) -> bool {
        self.bounds[text].has_missing(day)
    }

    /// The day of the last change that a text shows, up to a day. What is shown beside the provisions it replaces changes on its
    /// day, within one text. After something was missing, the text was no longer that of the day; what came into force before
    /// that is worked in.
    pub(super) fn last_change(&self, text: usize, day: Date) -> Option<Date> {
        let gap = self.bounds[text].gap_from;
        let shown = self.days.partition_point(|change| *change <= day && gap.is_none_or(|gap| *change < gap));
        self.days[..shown].last().copied()
    }

    /// The first day of a change after a day.
    pub(super) fn next_day(&self, day: Date) -> Option<Date> {
        self.days.get(self.days.partition_point(|change| *change <= day)).copied()
    }

    /// The first day after a day on which a change without a day may come.
    pub(super) fn next_undated(&self, day: Date) -> Option<Date> {
        self.undated.get(self.undated.partition_point(|change| *change <= day)).copied()
    }
}
