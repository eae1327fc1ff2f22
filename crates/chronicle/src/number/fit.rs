//! How the held texts of a number fit a day: whether each has worked in what was in force on the day, and nothing else.

use jiff::civil::Date;

use super::table::{Effect, NumberTable, UnregisteredSigner};
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
        let moments = &self.facts.moments;
        let in_force: Vec<Happened> = self.affecting.iter().map(|act| act.is_in_force(day)).collect();
        let usable = (0..moments.len()).filter(|at| self.is_usable(*at, day));
        let fits: Vec<(usize, Fit)> = usable.map(|at| (at, self.fit(at, day, &in_force))).collect();
        let has_begun = |at: usize| moments[at].from.is_some_and(|from| from <= day);
        let newest = |wanted: &dyn Fn(&Fit) -> bool| {
            let mut of = fits.iter().filter(|(_, fit)| wanted(fit));
            let begun = of.clone().rfind(|(at, _)| has_begun(*at));
            let gathered = of.clone().rfind(|(at, _)| self.is_gathered(*at, day));
            if let (Some((begun, _)), Some((at, fit))) = (begun, gathered)
                && moments[*begun].text < moments[*at].text
                && moments[*begun].digest != moments[*at].digest
            {
                return Some((*at, Fit { is_doubtful: true, ..fit.clone() }));
            }
            begun.or_else(|| of.next()).cloned()
        };
        newest(&Fit::is_exact)
            .or_else(|| newest(&Fit::is_near))
            .or_else(|| fits.iter().rfind(|(_, fit)| fit.ahead.is_empty()).cloned())
    }

    /// Whether a moment is of the newest text, whose first day is not known, on a day on which it had been gathered. Then it counts
    /// before an older text with other words, though no act tells when it changed.
    fn is_gathered(&self, at: usize, day: Date) -> bool {
        let (moment, act) = (&self.facts.moments[at], self.facts.act);
        moment.from.is_none() && !moment.by_mark && moment.text + 1 == act.texts.len() && act.made <= day
    }

    /// How a moment fits a day on which the affecting acts were in force as `in_force` says.
    fn fit(&self, at: usize, day: Date, in_force: &[Happened]) -> Fit {
        let mut fit = Fit::default();
        for ((affecting, effects), in_force) in self.affecting.iter().zip(self.effects(at)).zip(in_force) {
            let [yes, no, maybe] = *effects;
            let effect = match in_force {
                Happened::Yes => yes,
                Happened::No => no,
                Happened::Maybe => maybe,
            };
            match effect {
                Effect::None => {}
                Effect::Missing => fit.missing.push(affecting.act),
                Effect::Ahead => fit.ahead.push(affecting.act),
                Effect::Doubtful => fit.doubtful.push(affecting.act),
                Effect::InDoubt => fit.is_doubtful = true,
            }
        }
        let act = self.facts.act;
        fit.is_doubtful |= act.may_end_from.is_some_and(|from| from <= day)
            || self.is_signed_by_unknown(at, day)
            || self.is_out_of_reach(at, day) && act.covered != Covered::Whole
            || act.texts[self.facts.moments[at].text].doubtful_from.is_some_and(|from| from <= day);
        fit
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
