//! The text of a day, how well that is known, and from when until when it applies.

use crate::act::ActEnd;
use jiff::ToSpan;
use jiff::civil::Date;

use super::act::ActTimeline;
use super::choice::FittingChanges;
use super::index::{FirstDay, TimelineIndex};
use crate::number::Certainty;

/// The text of a day.
#[derive(Debug, PartialEq, Eq)]
pub struct TextOfDay {
    /// Which of the texts, by its place.
    pub text: usize,
    /// How well it is known that it was the text of the day; of an act that had ended, of its last day.
    pub certainty: Certainty,
    /// Whether the act had ended. The text is that of its last day.
    pub has_ended: bool,
    /// The first day on which it is known to apply; with an unknown first day, a day before it.
    pub from: Option<Date>,
    /// The day from which another text or no text applies, where that is known.
    pub until: Option<Date>,
    /// The changes that were or may have been in force and are not worked in, by their places.
    pub missing: Vec<usize>,
    /// The changes that are worked in and were not in force, by their places.
    pub ahead: Vec<usize>,
}

/// The text of a day, without the changes that do not fit it.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChosenText {
    /// Which of the texts.
    pub(super) text: usize,
    /// See [`TextOfDay::certainty`].
    pub(super) certainty: Certainty,
    /// See [`TextOfDay::has_ended`].
    pub(super) has_ended: bool,
    /// See [`TextOfDay::from`].
    pub(super) from: Option<Date>,
    /// See [`TextOfDay::until`].
    pub(super) until: Option<Date>,
}

impl ActTimeline {
    /// Finds the text of a day. Fails with the oldest day that can be answered, if there is one.
    pub fn text_of_day(&self, day: Date) -> Result<TextOfDay, Option<Date>> {
        // For a day after the snapshot, only the document itself is known to be the text.
        let found = self.text_by(day, self.act.document.filter(|_| day >= self.act.made))?;
        let FittingChanges { missing, ahead } =
            if found.has_ended { FittingChanges::default() } else { self.fitting(found.text, day) };
        let ChosenText { text, certainty, has_ended, from, until } = found;
        let certainty = certainty.on(day, self.act.known_until);
        Ok(TextOfDay { text, certainty, has_ended, from, until, missing, ahead })
    }

    /// The text of a day by the first days of the texts alone, without the preference for the document. The periods of
    /// texts are derived from it.
    pub(super) fn text_by_days(&self, day: Date) -> Result<ChosenText, Option<Date>> {
        self.text_by(day, None)
    }

    fn text_by(&self, day: Date, document: Option<usize>) -> Result<ChosenText, Option<Date>> {
        if !self.act.end.has_come(day, self.act.made) {
            return self.text_in_force(day, document);
        }
        let last = match self.act.end {
            ActEnd::On(end) => end.checked_sub(1.day()).unwrap_or(end),
            ActEnd::Unknown | ActEnd::None => day,
        };
        let repealed = self.text_in_force(last, document).unwrap_or_else(|_| self.newest_text());
        Ok(ChosenText { has_ended: true, until: self.act.end_day(), ..repealed })
    }

    /// The newest text, without days.
    fn newest_text(&self) -> ChosenText {
        ChosenText {
            text: self.act.document.unwrap_or(self.act.texts.len().saturating_sub(1)),
            certainty: Certainty::Undated,
            has_ended: false,
            from: None,
            until: None,
        }
    }

    fn text_in_force(&self, day: Date, document: Option<usize>) -> Result<ChosenText, Option<Date>> {
        let index = &self.index;
        let first_days = &index.first_days;
        let at = self.choose(day, document)?;
        let text = &self.act.texts[at];
        let bounds = &index.bounds[at];
        let first =
            first_days[..=at].iter().rev().filter_map(|first| first.known()).find(|first| *first <= day);
        let later_texts = &first_days[at + 1..];
        let later_text =
            later_texts.iter().filter_map(|first| first.known()).filter(|first| *first > day).min();
        let is_open = text.as_printed || self.act.end == ActEnd::Unknown && later_text.is_none();
        let certainty = match first_days[at] {
            _ if bounds.has_missing(day) || bounds.has_ahead(day) => Certainty::Gap,
            FirstDay::Known(_) if !text.names_unregistered && !is_open => Certainty::Dated,
            _ => Certainty::Undated,
        };
        let until = match certainty {
            Certainty::Gap => later_text,
            _ => next_change(index, later_texts, later_text, day),
        };
        Ok(ChosenText {
            text: at,
            certainty,
            has_ended: false,
            from: first.max(index.last_change(at, day)),
            until: [until, self.act.end_day()].into_iter().flatten().min(),
        })
    }
}

/// The day after a day on which the next change applies, where that is known.
fn next_change(
    index: &TimelineIndex,
    later_texts: &[FirstDay],
    later_text: Option<Date>,
    day: Date,
) -> Option<Date> {
    let next = [index.next_day(day), later_text].into_iter().flatten().min()?;
    let undated_texts = later_texts.iter().filter(|first| first.known().is_none());
    let mut undated = undated_texts.filter_map(|first| first.earliest()).chain(index.next_undated(day));
    // A change or text without a day may come earlier.
    (!undated.any(|earliest| earliest > day && earliest < next)).then_some(next)
}
