//! Which of the texts is chosen for a day: by the amendments that had entered into force.

use jiff::civil::Date;

use super::act::{Act, HeldText, TextChange};
use super::first_day::FirstDay;

impl Act {
    /// Chooses the text of a day; the preferred one where it fits.
    pub(super) fn choose(
        &self,
        first_days: &[FirstDay],
        day: Date,
        preferred: Option<usize>,
    ) -> Result<usize, Option<Date>> {
        let fits = |at: &usize| self.fits(*at, day);
        if let Some(preferred) = preferred.filter(fits) {
            return Ok(preferred);
        }
        let may_apply = |first: &FirstDay| first.earliest().is_none_or(|earliest| earliest <= day);
        let newest = preferred.or_else(|| first_days.iter().rposition(may_apply));
        if let Some(at) = newest.filter(fits) {
            return Ok(self.before_what_is_pending(first_days, at, day));
        }
        // Another text may have exactly the changes of the day.
        let applies = |at: &usize| {
            let is_known = first_days[*at].known().is_some_and(|first| first <= day);
            is_known && !self.texts[*at].names_unregistered || self.is_known_by_register(*at)
        };
        let exact = (0..self.texts.len()).rev().filter(fits).find(applies);
        exact.or(newest).ok_or_else(|| first_days.iter().filter_map(|first| first.earliest()).min())
    }

    /// Whether a text has worked in what was in force on a day, and nothing else.
    fn fits(&self, at: usize, day: Date) -> bool {
        let FittingChanges { missing, ahead, .. } = FittingChanges::of(&self.texts[at], &self.changes, day);
        missing.is_empty() && ahead.is_empty()
    }

    /// Whether the days of all amendments worked into a text are known, including the amendment that it is named after.
    fn is_known_by_register(&self, at: usize) -> bool {
        let text = &self.texts[at];
        let mut worked_in = self.changes.iter().filter(|change| text.has_worked_in(change));
        let has_own = worked_in.clone().any(|change| text.id.as_ref() == Some(&change.id));
        has_own && !text.names_unregistered && worked_in.all(|change| change.day.is_some())
    }

    /// The text before a given one, if the given one shows changes of a later day beside what they replace and the text
    /// before it fits the day too. The earlier text shows the day as it was. Otherwise the given text.
    fn before_what_is_pending(&self, first_days: &[FirstDay], at: usize, day: Date) -> usize {
        let fitting = FittingChanges::of(&self.texts[at], &self.changes, day);
        let Some(before) = at.checked_sub(1).filter(|_| !fitting.pending.is_empty()) else { return at };
        let applies = first_days[before].known().is_some_and(|first| first <= day);
        if applies && self.fits(before, day) { before } else { at }
    }
}

/// How the changes of an act fit a text on a day, as indexes.
#[derive(Default)]
pub(super) struct FittingChanges {
    /// They were or may have been in force, and are not worked in.
    pub(super) missing: Vec<usize>,
    /// They are worked in and were not in force, and what they replace is gone.
    pub(super) ahead: Vec<usize>,
    /// They are worked in and were not in force, and stand beside what they replace.
    pub(super) pending: Vec<usize>,
}

impl FittingChanges {
    pub(super) fn of(text: &HeldText, changes: &[TextChange], day: Date) -> Self {
        let mut fitting = Self::default();
        for (at, change) in changes.iter().enumerate() {
            let is_worked_in = text.has_worked_in(change);
            let may_be_in_force = change.earliest().is_none_or(|earliest| earliest <= day);
            let is_shown_beside = change.day.is_some_and(|day| text.node_dates.contains(&day));
            match (is_worked_in, may_be_in_force) {
                (false, true) => fitting.missing.push(at),
                (true, false) if is_shown_beside => fitting.pending.push(at),
                (true, false) if change.day.is_some() => fitting.ahead.push(at),
                _ => {}
            }
        }
        fitting
    }
}
