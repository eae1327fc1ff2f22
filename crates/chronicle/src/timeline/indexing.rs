//! Works out the index of an act, by a pass over its changes for each text.

use jiff::civil::Date;

use super::act::{HeldAct, TextChange, TimelineText};
use super::index::{TextBounds, TimelineIndex};

impl TimelineIndex {
    /// The index of an act. Stops early when the work is cancelled.
    pub(super) fn of(act: &HeldAct) -> Self {
        let earliest: Vec<Option<Date>> = act.changes.iter().map(TextChange::earliest).collect();
        let mut is_held = vec![false; act.changes.len()];
        let mut bounds = vec![TextBounds::default(); act.texts.len()];
        for (text, bounds) in act.texts.iter().zip(&mut bounds) {
            if lagrum_cancel::check().is_err() {
                break;
            }
            *bounds = bounds_of(text, &act.changes, &earliest, &mut is_held);
        }
        let mut days: Vec<Date> = act.changes.iter().filter_map(|change| change.day).collect();
        days.sort_unstable();
        let undated = act.changes.iter().zip(&earliest).filter(|(change, _)| change.day.is_none());
        let mut undated: Vec<Date> = undated.filter_map(|(_, earliest)| *earliest).collect();
        undated.sort_unstable();
        Self { bounds, first_days: act.first_days(), days, undated, is_held }
    }
}

/// The days between which a text is whole. Marks the changes that it has worked in.
fn bounds_of(
    text: &TimelineText,
    changes: &[TextChange],
    earliest: &[Option<Date>],
    is_held: &mut [bool],
) -> TextBounds {
    let mut bounds = TextBounds::default();
    let (mut has_own, mut all_dated) = (false, true);
    for ((change, earliest), is_held) in changes.iter().zip(earliest).zip(is_held) {
        if !text.has_worked_in(change) {
            let from = earliest.unwrap_or(Date::MIN);
            bounds.missing_from = Some(bounds.missing_from.map_or(from, |least| least.min(from)));
            bounds.gap_from = [bounds.gap_from, *earliest].into_iter().flatten().min();
            continue;
        }
        *is_held = true;
        has_own |= text.id.as_ref() == Some(&change.id);
        all_dated &= change.day.is_some();
        match change.day {
            Some(day) if text.node_dates.contains(&day) => {
                bounds.pending_until = bounds.pending_until.max(Some(day));
            }
            day => bounds.ahead_until = bounds.ahead_until.max(day),
        }
    }
    bounds.is_known_by_register = has_own && all_dated && !text.names_unregistered;
    bounds
}
