//! The days on which parts apply, as groups that the metadata lists once each.

use std::collections::HashMap;

use lagrum_artifact::is_date;

use super::metadata::AknPeriod;
use super::text::attribute;
use crate::event::InForce;

/// Days from and until which something applies.
pub(super) type Days = (Option<String>, Option<String>);

/// The pairs of days that a text uses, in the order of their first use, each with its number.
#[derive(Debug, Default)]
pub(super) struct PeriodGroups {
    pub(super) groups: Vec<PeriodGroup>,
    numbers: HashMap<Days, usize>,
}

/// A pair of days and its number.
#[derive(Clone, Debug)]
pub(super) struct PeriodGroup {
    pub(super) number: usize,
    pub(super) days: Days,
}

impl PeriodGroups {
    /// The number of a group, from 1 on.
    pub(super) fn number(&mut self, days: Days) -> usize {
        let Self { groups, numbers } = self;
        *numbers.entry(days).or_insert_with_key(|days| {
            let number = groups.last().map_or(1, |last| last.number + 1);
            groups.push(PeriodGroup { number, days: days.clone() });
            number
        })
    }

    /// The groups whose number a condition holds for.
    pub(super) fn only(&self, is_kept: impl Fn(usize) -> bool) -> Self {
        let groups: Vec<PeriodGroup> =
            self.groups.iter().filter(|group| is_kept(group.number)).cloned().collect();
        let numbers = groups.iter().map(|group| (group.days.clone(), group.number)).collect();
        Self { groups, numbers }
    }

    /// The attributes of a part: of one whose present text has days by its history, those; else the days that the text
    /// states for it.
    pub(super) fn attributes(&mut self, known: Option<&AknPeriod>, stated: InForce<'_>) -> String {
        let mut out = String::new();
        let (mut from, mut until) = (None, None);
        if let Some(known) = known {
            (from, until) = (known.from.clone(), known.until.clone());
            if let Some(basis) = known.basis {
                attribute(&mut out, "lagrum:basis", basis);
            }
        } else {
            for (name, stated, day) in
                [("lagrum:from", stated.from, &mut from), ("lagrum:until", stated.until, &mut until)]
            {
                match stated {
                    Some(stated) if is_date(stated) => *day = Some(stated.to_owned()),
                    Some(phrase) => attribute(&mut out, name, phrase),
                    None => {}
                }
            }
        }
        if from.is_some() || until.is_some() {
            let number = self.number((from, until));
            attribute(&mut out, "period", &format!("#tmpg_{number}"));
        }
        out
    }
}
