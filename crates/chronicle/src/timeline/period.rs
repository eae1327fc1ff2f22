//! The period of each text of an act, as far as it is known.
//!
//! The periods follow from the answers for days. A text applied from the first day for which it is the answer, until
//! the first day for which another text is, or from which a change is missing in it.

use jiff::civil::Date;

use super::act::{ActTimeline, TextChange};
use super::text_of_day::ChosenText;
use crate::number::Certainty;

/// The period of a text of an act.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextPeriod {
    /// Whether it was the text of any day.
    pub applied: bool,
    /// The first day on which it applied; None where it is not known.
    pub from: Option<Date>,
    /// The first day on which it no longer applied for certain; None where none is known.
    pub until: Option<Date>,
    /// The changes that entered into force before the next held text, by their places; the first of them did on `until`.
    pub missing: Vec<usize>,
    /// The changes that it shows ahead of their day, by their places.
    pub ahead: Vec<usize>,
}

impl ActTimeline {
    /// The texts that were the text of some day, each by its index, with the first day on which it applied, if that is known.
    pub fn applied_from(&self) -> Vec<(usize, Option<Date>)> {
        let periods = self.periods().into_iter().enumerate();
        periods.filter(|(_, period)| period.applied).map(|(at, period)| (at, period.from)).collect()
    }

    /// The period of each text. It is not whole when the work is cancelled.
    pub fn periods(&self) -> Vec<TextPeriod> {
        let days = self.days_of_change().into_iter().take_while(|_| lagrum_cancel::check().is_ok());
        let answers: Vec<_> = days.filter_map(|day| Some((day, self.text_by_days(day).ok()?))).collect();
        let mut own: Vec<Vec<usize>> = vec![Vec::new(); self.act.texts.len()];
        for (at, (_, found)) in answers.iter().enumerate() {
            own[found.text].push(at);
        }
        own.iter().enumerate().map(|(text, own)| self.period(text, own, &answers)).collect()
    }

    /// The period of a text; `own` are the answers that are this text.
    fn period(&self, text: usize, own: &[usize], answers: &[(Date, ChosenText)]) -> TextPeriod {
        let named_day = self.act.texts[text].named_day;
        // A text that was made before the day it is named after shows that day too.
        let is_named = |at: &&usize| named_day.is_none_or(|named| answers[**at].0 >= named);
        let Some(&first) = own.iter().find(is_named).or(own.first()) else { return TextPeriod::default() };
        let (first_day, begin) = answers[first];
        let is_known = (begin.has_ended || begin.certainty != Certainty::Undated)
            && self.index.first_days[text].known().is_some();
        // The answer for some days after `from` may be another text that fits them.
        let before = first.checked_sub(1).map(|before| answers[before]);
        let is_other = |(day, found): (Date, ChosenText)| {
            found.text != text && begin.from.is_none_or(|from| from <= day)
        };
        let from = if before.is_some_and(is_other) { None } else { begin.from };
        let mut until = None;
        // The last day in a row on which it is the answer.
        let mut last = None;
        for (day, found) in &answers[first..] {
            let is_other = found.text != text || found.has_ended;
            if is_other || self.index.has_missing(text, *day) {
                until = until.or(Some(*day));
            }
            if is_other {
                break;
            }
            last = Some(*day);
        }
        // If no later answer ends the period, the end of the last answer does.
        let end = answers.last().filter(|(_, found)| found.text == text).and_then(|(_, found)| found.until);
        TextPeriod {
            applied: true,
            from: Some(from.unwrap_or(first_day)).filter(|_| is_known),
            until: until.or(end),
            missing: last.map(|last| self.fitting(text, last).missing).unwrap_or_default(),
            ahead: if begin.has_ended { Vec::new() } else { self.fitting(text, first_day).ahead },
        }
    }

    /// The days on which the answer may become another one, in order.
    fn days_of_change(&self) -> Vec<Date> {
        let changes = self.act.changes.iter().filter_map(TextChange::earliest);
        let names = self.act.texts.iter().filter_map(|text| text.named_day);
        let ids = self.act.texts.iter().filter_map(|text| text.id.as_ref()?.not_before()?.parse().ok());
        let mut days: Vec<Date> = changes.chain(names).chain(ids).chain(self.act.end_day()).collect();
        days.sort_unstable();
        days.dedup();
        days
    }
}

#[cfg(test)]
mod tests {
    use super::super::act::HeldAct;
    use super::super::tests::{act, date};
    use super::*;
    use crate::act::ActEnd;

    fn shown(act: &HeldAct) -> Vec<String> {
        let day = |day: Option<Date>| day.map_or("-".to_owned(), |day| day.to_string());
        let numbers = |word: &str, indexes: &[usize]| {
            let ids: Vec<_> = indexes.iter().map(|at| act.changes[*at].id.to_string()).collect();
            if ids.is_empty() { String::new() } else { format!(" {word} {}", ids.join(",")) }
        };
        let period = |period: TextPeriod| {
            if !period.applied {
                return "never".to_owned();
            }
            let acts = numbers("missing", &period.missing) + &numbers("ahead", &period.ahead);
            format!("{}..{}{acts}", day(period.from), day(period.until))
        };
        ActTimeline::new(act.clone()).periods().into_iter().map(period).collect()
    }

    #[test]
    fn when_texts_applied() {
        for (texts, changes, expected) in [
            (
                &["1990:1 1990-07-01", "1995:2 1995-07-01", "2001:3 -"][..],
                &["1990:1 1990-07-01", "1995:2 1995-07-01", "2001:3 2002-01-01"][..],
                &["1990-07-01..1995-07-01", "1995-07-01..2002-01-01", "2002-01-01..-"][..],
            ),
            // The next lydelse that is held came after two others.
            (
                &["1995:2 1995-07-01", "2001:3 -"],
                &[
                    "1990:1 1990-07-01",
                    "1995:2 1995-07-01",
                    "1998:9 1998-07-01",
                    "1999:1 2000-01-01",
                    "2001:3 2002-01-01",
                ],
                &["1995-07-01..1998-07-01 missing 1998:9,1999:1", "2002-01-01..-"],
            ),
            // Two entered into force on one day.
            (
                &["2022:7 2026-01-01", "2025:1 -"],
                &["2022:7 2026-01-01", "2025:1 2026-01-01"],
                &["never", "2026-01-01..-"],
            ),
            // The text was made before the day it is named after.
            (
                &["2022:885 2026-01-01 2026-01-01", "2025:1 -"],
                &["2022:884 2023-01-01", "2022:885 2026-01-01", "2025:1 2027-01-01"],
                &["2026-01-01..2027-01-01", "2027-01-01..-"],
            ),
            (
                &["2001:3 -"],
                &["2001:3 2002-01-01", "2004:5 2005-01-01"],
                &["2002-01-01..2005-01-01 missing 2004:5"],
            ),
            (&["1995:2 -"], &["1990:1 1990-07-01", "1995:2 -"], &["-..-"]),
        ] {
            assert_eq!(shown(&act(texts, changes)), expected, "{texts:?} {changes:?}");
        }
        let repealed =
            HeldAct { end: ActEnd::On(date("2009-06-30")), ..act(&["2008:2 -"], &["2008:2 2009-01-01"]) };
        assert_eq!(shown(&repealed), ["2009-01-01..2009-06-30"]);
    }
}
