//! The text of a day, how well that is known, and from when until when it applies.

use jiff::ToSpan;
use jiff::civil::Date;
use lagrum_chronicle::ActEnd;

use super::act::Act;
use super::choice::FittingChanges;
use super::index::{FirstDay, TimelineIndex};

/// How well it is known that a text is that of a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::as_of) enum Certainty {
    /// It is the text of the day.
    Dated,
    /// Its first day or its end is not known.
    Undated,
    /// Other amendments were in force, or some that are worked in were not.
    Gap,
    /// The act no longer applied; the text is that of its last day.
    Repealed,
}

/// The text of a day.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::as_of) struct TextOfDay {
    /// Which of the texts.
    pub(in crate::as_of) text: usize,
    pub(in crate::as_of) certainty: Certainty,
    /// The first day on which it is known to apply; with an unknown first day, a day before it.
    pub(in crate::as_of) from: Option<Date>,
    /// The day from which another text or no text applies, where that is known.
    pub(in crate::as_of) until: Option<Date>,
    /// The changes that were or may have been in force and are not worked in.
    pub(in crate::as_of) missing: Vec<usize>,
    /// The changes that are worked in and were not in force.
    pub(in crate::as_of) ahead: Vec<usize>,
}

/// The text of a day, without the changes that do not fit it.
#[derive(Clone, Copy, Debug)]
pub(in crate::as_of) struct ChosenText {
    /// Which of the texts.
    pub(in crate::as_of) text: usize,
    pub(in crate::as_of) certainty: Certainty,
    /// See [`TextOfDay::from`].
    pub(in crate::as_of) from: Option<Date>,
    /// See [`TextOfDay::until`].
    pub(in crate::as_of) until: Option<Date>,
}

impl Act {
    /// Finds the text of a day. Fails with the oldest day that can be answered, if there is one.
    pub(in crate::as_of) fn text_of_day(&self, day: Date) -> Result<TextOfDay, Option<Date>> {
        // For a day after the snapshot, only the document itself is known to be the text.
        let found = self.text_by(day, self.document.filter(|_| day >= self.made))?;
        let FittingChanges { missing, ahead } = match found.certainty {
            Certainty::Repealed => FittingChanges::default(),
            _ => self.fitting(found.text, day),
        };
        let ChosenText { text, certainty, from, until } = found;
        Ok(TextOfDay { text, certainty, from, until, missing, ahead })
    }

    /// The text of a day by the first days of the texts alone, without the preference for the document. The periods of
    /// texts are derived from it.
    pub(in crate::as_of) fn text_by_days(&self, day: Date) -> Result<ChosenText, Option<Date>> {
        self.text_by(day, None)
    }

    fn text_by(&self, day: Date, document: Option<usize>) -> Result<ChosenText, Option<Date>> {
        if !self.end.has_come(day, self.made) {
            return self.text_in_force(day, document);
        }
        let last = match self.end {
            ActEnd::On(end) => end.checked_sub(1.day()).unwrap_or(end),
            ActEnd::Unknown | ActEnd::None => day,
        };
        let repealed = self.text_in_force(last, document).unwrap_or_else(|_| self.newest_text());
        Ok(ChosenText { certainty: Certainty::Repealed, until: self.end_day(), ..repealed })
    }

    /// The newest text, without days.
    fn newest_text(&self) -> ChosenText {
        ChosenText {
            text: self.document.unwrap_or(self.texts.len().saturating_sub(1)),
            certainty: Certainty::Undated,
            from: None,
            until: None,
        }
    }

    fn text_in_force(&self, day: Date, document: Option<usize>) -> Result<ChosenText, Option<Date>> {
        let index = self.index();
        let first_days = &index.first_days;
        let at = self.choose(day, document)?;
        let text = &self.texts[at];
        let bounds = &index.bounds[at];
        let first =
            first_days[..=at].iter().rev().filter_map(|first| first.known()).find(|first| *first <= day);
        let later_texts = &first_days[at + 1..];
        let later_text =
            later_texts.iter().filter_map(|first| first.known()).filter(|first| *first > day).min();
        let is_open = text.as_printed || self.end == ActEnd::Unknown && later_text.is_none();
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
            from: first.max(index.last_change(at, day)),
            until: [until, self.end_day()].into_iter().flatten().min(),
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
