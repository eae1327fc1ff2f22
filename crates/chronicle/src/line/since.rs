//! Whether a provision has changed since a day.
//!
//! A provision is unchanged only where that is known: no act after the day names it, and the text of the day and that of
//! today are known and the same.

use std::collections::BTreeSet;

use jiff::civil::Date;

use super::provision_line::ProvisionLine;
use crate::number::{Borne, Certainty};

/// What became of a provision after a day, until today.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineSince {
    /// Whether its text, its force or its number changed; None where neither the texts nor the register show it.
    pub changed: Option<bool>,
    /// The day of its first change after the day asked for; None where nothing changed, and where that day is not known.
    pub from: Option<Date>,
    /// The amendments that changed it, in the order of their days.
    pub acts: Vec<usize>,
}

impl ProvisionLine<'_> {
    /// What became of the provision after a day, until today.
    pub fn since(&self, day: Date, today: Date) -> LineSince {
        let act = self.present().facts.act;
        let end = act.end.day();
        let is_after = |on: &Date| *on > day && *on <= today && end.is_none_or(|end| *on < end);
        let mut acts: BTreeSet<(Date, usize)> = BTreeSet::new();
        let mut until: Option<Date> = None;
        for number in self.numbers() {
            let of_number = number.facts.named_by_day().into_iter().filter(|(on, _)| {
                // The act that gives the number ends the one before it, and counts once.
                number.from.is_none_or(|from| from <= *on) && until.is_none_or(|until| *on < until)
            });
            acts.extend(of_number.filter(|(on, _)| is_after(on)));
            until = number.from;
        }
        let mut days: BTreeSet<Date> = acts.iter().map(|(on, _)| *on).collect();
        // What ended before its act does not end again with it.
        let ends_with_act = |end: &Date| {
            let number = &self.numbers()[self.number_on(*end)];
            number.facts.on(&number.spans, *end).borne == Borne::ActExpired
        };
        days.extend(end.filter(|end| *end > day && *end <= today).filter(ends_with_act));
        days.extend(act.begins.known().filter(|first| *first > day && *first <= today));
        let certain = |on: Date| {
            let number = &self.numbers()[self.number_on(on)];
            let borne = number.facts.on(&number.spans, on).borne;
            match borne {
                Borne::Text { digest, certainty: Certainty::Dated, .. } => Some(Some(digest)),
                Borne::Expired { .. } | Borne::ActExpired if act.end != crate::act::ActEnd::Unknown => {
                    Some(None)
                }
                _ => None,
            }
        };
        if days.is_empty() {
            let (then, now) = (certain(day.min(today)), certain(today));
            let Some((then, now)) = then.zip(now) else { return LineSince::default() };
            let from = (then != now).then(|| self.first_other(day, today)).flatten();
            return LineSince { changed: Some(then != now), from, acts: Vec::new() };
        }
        LineSince {
            changed: Some(true),
            from: days.first().copied(),
            acts: acts.into_iter().map(|(_, act)| act).collect(),
        }
    }

    /// The first day after a day on which the text is another.
    fn first_other(&self, day: Date, today: Date) -> Option<Date> {
        let number = self.present();
        let then = number.facts.on(&number.spans, day).borne.digest();
        let later =
            number.spans.iter().filter(|span| span.from.is_some_and(|from| from > day && from <= today));
        later.into_iter().find(|span| span.borne.digest() != then)?.from
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::ActEnd;
    use crate::number::tests::Told;

    #[test]
    fn the_end_of_an_act_changes_what_had_not_ended_before() {
        for (said, expected) in [("repealed", false), (".", true)] {
            let acts = format!("2030:1 2030-01-01 new; 2031:5 2032-01-01 {said}");
            let mut told = Told::of(&acts, "2030-01-01 0; 2032-01-01 0 1", "0 2030-01-01 a");
            told.act.end = ActEnd::On(date(2034, 1, 1));
            let line = ProvisionLine::new(lagrum_artifact::Anchor::new("P1").unwrap(), told.facts());
            let since = line.since(date(2033, 1, 1), date(2035, 1, 1));
            assert_eq!(since.changed, Some(expected), "{said}: {since:?}");
        }
    }
}
