//! How the held texts of a number fit a day: whether each has worked in what was in force on the day, and nothing else.

use jiff::civil::Date;
use lagrum_artifact::LydelseId;

use super::facts::{NumberFacts, Said, Signer};
use crate::act::{ActEnd, Covered};
use crate::day::{Day, Happened};

/// How a moment fits a day, as places of amendments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Fit {
    /// They changed it, were or may have been in force, and are not worked in.
    pub(super) missing: Vec<usize>,
    /// They changed it, are worked in, and were not in force.
    pub(super) ahead: Vec<usize>,
    /// They may have changed it, or may be worked in, and were in force.
    pub(super) doubtful: Vec<usize>,
    /// Whether it is in doubt for another reason.
    pub(super) is_doubtful: bool,
}

impl Fit {
    /// Whether the moment shows just what was in force on the day.
    pub(super) fn is_exact(&self) -> bool {
        self.is_near() && self.doubtful.is_empty() && !self.is_doubtful
    }

    /// Whether no act that names the number speaks against it.
    pub(super) fn is_near(&self) -> bool {
        self.missing.is_empty() && self.ahead.is_empty()
    }
}

impl NumberFacts<'_> {
    /// How a moment fits a day.
    pub(super) fn fit(&self, at: usize, day: Date) -> Fit {
        let mut fit = Fit::default();
        for (act, said) in self.affecting() {
            self.fit_act(at, act, said, day, &mut fit);
        }
        fit.is_doubtful |= self.is_signed_by_unknown(at, day)
            || self.is_out_of_reach(at, day) && self.act.covered != Covered::Whole
            || self.act.texts[self.moments[at].text].doubtful_from.is_some_and(|from| from <= day);
        fit
    }

    fn fit_act(&self, at: usize, act: usize, said: Said, day: Date, fit: &mut Fit) {
        let is_named = said.is_named();
        match (self.is_in_force(act, day), self.shows(at, act)) {
            (Happened::Yes, Happened::Yes) => {
                if is_named && self.may_be_older(at, act) {
                    fit.doubtful.push(act);
                }
            }
            (Happened::No, Happened::No) => {}
            (Happened::Yes | Happened::Maybe, Happened::No) if is_named => fit.missing.push(act),
            (Happened::No, Happened::Yes) if is_named => fit.ahead.push(act),
            _ if !is_named && self.has_same_words(at, act) => {}
            (Happened::No, _) => fit.is_doubtful = true,
            _ => fit.doubtful.push(act),
        }
    }

    /// Whether the texts with an act and those without it have the same words as a moment, so that the act did not change them.
    fn has_same_words(&self, at: usize, act: usize) -> bool {
        let Some(digest) = self.moments[at].digest else { return false };
        let same = (0..self.moments.len()).filter(|other| self.moments[*other].digest == Some(digest));
        let shown: Vec<Happened> = same.map(|other| self.shows(other, act)).collect();
        shown.contains(&Happened::Yes) && shown.contains(&Happened::No)
    }

    /// Whether a moment is signed by an act that the register lacks, or is older than one that is, and it is not known that
    /// the act had, or had not, entered into force.
    fn is_signed_by_unknown(&self, at: usize, day: Date) -> bool {
        self.unregistered().iter().any(|(number, first)| {
            let is_older = at < *first;
            match self.unregistered_in_force(number, day) {
                Happened::Maybe => true,
                Happened::Yes => is_older,
                Happened::No => !is_older,
            }
        })
    }

    /// The acts that sign a text and that the register lacks, each with the first moment that it signs.
    pub(super) fn unregistered(&self) -> Vec<(LydelseId, usize)> {
        let mut found: Vec<(LydelseId, usize)> = Vec::new();
        for (at, moment) in self.moments.iter().enumerate() {
            if let Some(Signer::Unregistered(number)) = &moment.signed
                && !found.iter().any(|(known, _)| known == number)
            {
                found.push((number.clone(), at));
            }
        }
        found
    }

    fn unregistered_in_force(&self, number: &LydelseId, day: Date) -> Happened {
        let first_of_year = number.not_before().and_then(|first| first.parse::<Date>().ok());
        if first_of_year.is_some_and(|first| day < first) {
            return Happened::No;
        }
        // A text of a later act was made when the act had been decided.
        match self.unregistered_by(number) {
            Some(by) if by <= day => Happened::Yes,
            _ => Happened::Maybe,
        }
    }

    /// A day by which an act that the register lacks had entered into force: that of the first act with a later number that
    /// is worked in.
    pub(super) fn unregistered_by(&self, number: &LydelseId) -> Option<Date> {
        let is_worked_in = |at: &usize| self.act.texts.iter().any(|text| text.worked_in.contains(at));
        let later = (0..self.act.amendments.len()).filter(is_worked_in).filter_map(|at| {
            let amendment = &self.act.amendments[at];
            amendment.day.known().filter(|_| amendment.number.as_ref().is_some_and(|own| own > number))
        });
        later.min()
    }

    /// Whether a day is before everything that the register has, and the moment later than the day.
    pub(super) fn is_out_of_reach(&self, at: usize, day: Date) -> bool {
        let is_later = self.moments[at].from.is_none_or(|from| day < from);
        is_later && self.act.covered_from().is_none_or(|from| day < from)
    }

    /// Whether a moment may answer for a day at all. Where amendments are known only as far as they are held, a text says
    /// nothing of the days before it.
    pub(super) fn is_usable(&self, at: usize, day: Date) -> bool {
        let is_later = self.moments[at].from.is_some_and(|from| day < from);
        (self.act.covered != Covered::Unknown || !is_later) && !self.is_hole(at)
    }

    /// Whether a text lacks the number although the texts before and after it have the same words, and no act between those changed
    /// it, or may have: the source has lost it there.
    fn is_hole(&self, at: usize) -> bool {
        if self.moments[at].digest.is_some() || self.moments[at].by_mark {
            return false;
        }
        let has = |other: &usize| self.moments[*other].digest.is_some();
        let (Some(before), Some(after)) = ((0..at).rfind(has), (at + 1..self.moments.len()).find(has)) else {
            return false;
        };
        let is_between =
            |act: usize| self.shows(after, act) != Happened::No && self.shows(before, act) != Happened::Yes;
        self.moments[before].digest == self.moments[after].digest
            && !self.affecting().any(|(act, _)| is_between(act))
    }

    /// The days on which something may change for the number, rising, each once.
    pub(super) fn turning_points(&self) -> Vec<Date> {
        let act = self.act;
        let mut days: Vec<Date> = Vec::new();
        for (at, _) in self.affecting() {
            let amendment = &act.amendments[at];
            days.extend(self.day(at).known());
            if self.day(at) == Day::NotKnown {
                days.extend(amendment.not_before);
                days.extend(act.in_force_by(at));
            }
        }
        for moment in &self.moments {
            days.extend(moment.from);
            days.extend(act.texts[moment.text].doubtful_from);
        }
        for (number, _) in self.unregistered() {
            days.extend(number.not_before().and_then(|first| first.parse::<Date>().ok()));
            days.extend(self.unregistered_by(&number));
        }
        days.extend(act.begins.known());
        days.extend(act.not_before);
        if act.begins == Day::NotKnown {
            days.extend(act.begun_by());
        }
        days.extend(act.covered_from().filter(|from| *from != Date::MIN));
        days.extend(act.end.day());
        if act.end == ActEnd::Unknown || self.printed_end.is_some_and(|by| act.base == Some(by)) {
            days.push(act.made);
        }
        days.sort_unstable();
        days.dedup();
        days
    }
}
