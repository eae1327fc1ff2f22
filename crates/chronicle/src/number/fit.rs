//! How the held texts of a number fit a day: whether each has worked in what was in force on the day, and nothing else.

use jiff::civil::Date;

use super::read_day::effect;
use super::table::{Effect, EffectCounts, NumberTable, ReadDay, UnregisteredSigner};
use crate::act::Covered;
use crate::day::Happened;

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

impl NumberTable<'_> {
    /// The moment that answers for a day: of those that show just what was in force the newest that had begun, else one
    /// that is in doubt, else the newest that lacks something. None where only texts of later days are held.
    pub(super) fn best(&self, day: Date) -> Option<(usize, Fit)> {
        let before = self.read_day.take();
        let read = ReadDay::read(self, day, before);
        let best = self.best_of(day, &read).map(|(at, is_doubtful)| {
            let mut fit = self.fit(at, day, &read);
            fit.is_doubtful |= is_doubtful;
            (at, fit)
        });
        self.read_day.replace(Some(read));
        best
    }

    /// The moment of [`NumberTable::best`], and whether it is in doubt for having been gathered only.
    fn best_of(&self, day: Date, read: &ReadDay) -> Option<(usize, bool)> {
        let moments = &self.facts.moments;
        let usable: Vec<usize> = (0..moments.len()).filter(|at| self.is_usable(*at, day)).collect();
        let has_begun = |at: usize| moments[at].from.is_some_and(|from| from <= day);
        let newest = |wanted: &dyn Fn(usize) -> bool| {
            let mut of = usable.iter().copied().filter(|at| wanted(*at));
            let begun = of.clone().rfind(|at| has_begun(*at));
            let gathered = of.clone().rfind(|at| self.is_gathered(*at, day));
            if let (Some(begun), Some(gathered)) = (begun, gathered)
                && moments[begun].text < moments[gathered].text
                && moments[begun].digest != moments[gathered].digest
            {
                return Some((gathered, true));
            }
            begun.or_else(|| of.next()).map(|at| (at, false))
        };
        let is_near = |at: usize| read.counts[at].missing == 0 && read.counts[at].ahead == 0;
        let is_certain = |at: usize| {
            let counts = read.counts[at];
            counts.doubtful == 0 && counts.in_doubt == 0 && !self.is_doubtful(at, day)
        };
        newest(&|at| is_near(at) && is_certain(at))
            .or_else(|| newest(&is_near))
            .or_else(|| usable.iter().copied().rfind(|at| read.counts[*at].ahead == 0).map(|at| (at, false)))
    }

    /// Whether a moment is of the newest text, whose first day is not known, on a day on which it had been gathered. Then it counts
    /// before an older text with other words, though no act tells when it changed.
    fn is_gathered(&self, at: usize, day: Date) -> bool {
        let (moment, act) = (&self.facts.moments[at], self.facts.act);
        moment.from.is_none() && !moment.by_mark && moment.text + 1 == act.texts.len() && act.made <= day
    }

    /// How a moment fits a day.
    fn fit(&self, at: usize, day: Date, read: &ReadDay) -> Fit {
        let EffectCounts { missing, ahead, doubtful, in_doubt } = read.counts[at];
        let mut fit = Fit { is_doubtful: in_doubt > 0 || self.is_doubtful(at, day), ..Fit::default() };
        if missing + ahead + doubtful == 0 {
            return fit;
        }
        let acts = self.affecting.iter().zip(self.effects(at)).zip(&read.in_force);
        for ((affecting, effects), in_force) in acts {
            match effect(*effects, *in_force) {
                Effect::None | Effect::InDoubt => {}
                Effect::Missing => fit.missing.push(affecting.act),
                Effect::Ahead => fit.ahead.push(affecting.act),
                Effect::Doubtful => fit.doubtful.push(affecting.act),
            }
        }
        fit
    }

    /// Whether a moment is in doubt on a day for another reason than an affecting act.
    fn is_doubtful(&self, at: usize, day: Date) -> bool {
        let act = self.facts.act;
        act.may_end_from.is_some_and(|from| from <= day)
            || self.is_signed_by_unknown(at, day)
            || self.is_out_of_reach(at, day) && act.covered != Covered::Whole
            || act.texts[self.facts.moments[at].text].doubtful_from.is_some_and(|from| from <= day)
    }

    /// Whether a moment is signed by an act that the register lacks, or is older than one that is, and it is not known that
    /// the act had, or had not, entered into force.
    fn is_signed_by_unknown(&self, at: usize, day: Date) -> bool {
        self.unregistered.iter().any(|signer| {
            let is_older = at < signer.first;
            match unregistered_in_force(signer, day) {
                Happened::Maybe => true,
                Happened::Yes => is_older,
                Happened::No => !is_older,
            }
        })
    }

    /// Whether a day is before everything that the register has, and the moment later than the day.
    fn is_out_of_reach(&self, at: usize, day: Date) -> bool {
        let is_later = self.facts.moments[at].from.is_none_or(|from| day < from);
        is_later && self.covered_from.is_none_or(|from| day < from)
    }

    /// Whether a moment may answer for a day at all. Where amendments are known only as far as they are held, a text says
    /// nothing of the days before it.
    fn is_usable(&self, at: usize, day: Date) -> bool {
        let is_later = self.facts.moments[at].from.is_some_and(|from| day < from);
        (self.facts.act.covered != Covered::Unknown || !is_later) && !self.holes[at]
    }
}

fn unregistered_in_force(signer: &UnregisteredSigner, day: Date) -> Happened {
    if signer.not_before.is_some_and(|first| day < first) {
        return Happened::No;
    }
    // A text of a later act was made when the act had been decided.
    match signer.by {
        Some(by) if by <= day => Happened::Yes,
        _ => Happened::Maybe,
    }
}
