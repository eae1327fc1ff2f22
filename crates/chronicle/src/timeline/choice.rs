//! Which of the texts is chosen for a day: by the amendments that had entered into force.

use jiff::civil::Date;

use super::act::{ActTimeline, TextChange, TimelineText};
use super::index::{FirstDay, TimelineIndex};

impl ActTimeline {
    /// Chooses the text of a day; the preferred one where it fits.
    pub(super) fn choose(&self, day: Date, preferred: Option<usize>) -> Result<usize, Option<Date>> {
        let TimelineIndex { first_days, bounds, .. } = &self.index;
        let fits = |at: &usize| self.fits(*at, day);
        if let Some(preferred) = preferred.filter(fits) {
            return Ok(preferred);
        }
        let may_apply = |first: &FirstDay| first.earliest().is_none_or(|earliest| earliest <= day);
        let newest = preferred.or_else(|| first_days.iter().rposition(may_apply));
        if let Some(at) = newest.filter(fits) {
            return Ok(self.before_what_is_pending(at, day));
        }
        // Another text may have exactly the changes of the day.
        let applies = |at: &usize| {
            let is_known = first_days[*at].known().is_some_and(|first| first <= day);
            is_known && !self.act.texts[*at].names_unregistered || bounds[*at].is_known_by_register
        };
        let exact = (0..self.act.texts.len()).rev().filter(fits).find(applies);
        exact.or(newest).ok_or_else(|| first_days.iter().filter_map(|first| first.earliest()).min())
    }

    /// Whether a text has worked in what was in force on a day, and nothing else.
    fn fits(&self, at: usize, day: Date) -> bool {
        let bounds = &self.index.bounds[at];
        !bounds.has_missing(day) && !bounds.has_ahead(day)
    }

    /// The text before a given one, if the given one shows changes of a later day beside what they replace and the text
    /// before it fits the day too. Otherwise the given text.
    fn before_what_is_pending(&self, at: usize, day: Date) -> usize {
        let TimelineIndex { first_days, bounds, .. } = &self.index;
        let Some(before) = at.checked_sub(1).filter(|_| bounds[at].has_pending(day)) else { return at };
        let applies = first_days[before].known().is_some_and(|first| first <= day);
        if applies && self.fits(before, day) { before } else { at }
    }

    /// How the changes fit a text on a day.
    pub(super) fn fitting(&self, text: usize, day: Date) -> FittingChanges {
        FittingChanges::of(&self.act.texts[text], &self.act.changes, day)
    }
}

/// How the changes of an act fit a text on a day, as indexes.
#[derive(Default)]
pub(super) struct FittingChanges {
    /// They were or may have been in force, and are not worked in.
    pub(super) missing: Vec<usize>,
    /// They are worked in and were not in force, and what they replace is gone.
    pub(super) ahead: Vec<usize>,
}

impl FittingChanges {
    fn of(text: &TimelineText, changes: &[TextChange], day: Date) -> Self {
        let mut fitting = Self::default();
        for (at, change) in changes.iter().enumerate() {
            let is_worked_in = text.has_worked_in(change);
            let may_be_in_force = change.earliest().is_none_or(|earliest| earliest <= day);
            let is_shown_beside = change.day.is_some_and(|day| text.node_dates.contains(&day));
            match (is_worked_in, may_be_in_force) {
                (false, true) => fitting.missing.push(at),
                // What stands beside what it replaces takes nothing from the text of the day.
                (true, false) if change.day.is_some() && !is_shown_beside => fitting.ahead.push(at),
                _ => {}
            }
        }
        fitting
    }
}
