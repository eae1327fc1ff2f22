//! The first day of each text: by its name, or by the amendments worked in.

use jiff::ToSpan;
use jiff::civil::Date;

use super::act::{HeldAct, TextChange, TimelineText, year_begins};
use super::index::FirstDay;

impl HeldAct {
    /// The first day of each text, worked out anew; the index holds them.
    pub(super) fn first_days(&self) -> Vec<FirstDay> {
        let of = |(at, text): (usize, &TimelineText)| {
            let unknown = FirstDay::NotBefore(text.id.as_ref().and_then(year_begins));
            // A lydelse of an EU act is named after its first day, one of a statute after the last amendment worked in.
            match text.named_day {
                // Its last amendment stands beside what it replaces: the text was made before that day.
                Some(day) if text.node_dates.contains(&day) => {
                    FirstDay::Known(self.day_by_register(text, day).unwrap_or(day))
                }
                Some(day) => FirstDay::Known(day),
                None if self.document == Some(at) => {
                    let last =
                        [Some(self.made), self.end_day().and_then(|end| end.checked_sub(1.day()).ok())];
                    let last = last.into_iter().flatten().min().unwrap_or(self.made);
                    self.day_by_register(text, last).map_or(unknown, FirstDay::Known)
                }
                None => unknown,
            }
        };
        self.texts.iter().enumerate().map(of).collect()
    }

    /// The day that a text applies from by the register: the newest among the changes worked in up to a day, without those shown
    /// beside the provisions they replace. None where a newer one has no day.
    fn day_by_register(&self, text: &TimelineText, last: Date) -> Option<Date> {
        let worked_in = || self.changes.iter().filter(|change| text.has_worked_in(change));
        let dated = worked_in().filter_map(|change| Some((change.day?, &change.id)));
        let (day, id) = dated.filter(|(day, _)| !text.node_dates.contains(day) && *day <= last).max()?;
        let is_newer = |change: &TextChange| {
            change.day.is_none()
                && change.id > *id
                && change.earliest().is_none_or(|begins| begins >= day.first_of_year())
        };
        (!worked_in().any(is_newer)).then_some(day)
    }
}
