//! What follows once from the facts of a number and serves all of its days: the days of the acts, what each held text shows of
//! each act, and what that means while the act is in force and while it is not.
//!
//! The answer for a day then looks at each act and each text once, and that for a later day at the acts that enter into force until
//! then ([`ReadDay`]). A number that so many acts may have changed, in so many
//! texts, that even this would take long has no table ([`MAX_WORK`]); no real act comes near.

use std::cell::RefCell;

use jiff::civil::Date;
use lagrum_artifact::{LydelseId, RegisterChange};

use super::facts::{Moment, NumberFacts, Said, Signer, begins};
use crate::act::{ActEnd, Covered};
use crate::day::{Day, Happened};

/// The most times that an act may be looked at for a text on a day, for all days of a number together: some tens of milliseconds.
/// The number of the real corpus for which it is most takes a hundredth of it.
const MAX_WORK: usize = 4_000_000;

/// What an act means for a text, as long as it is in force, or is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    None,
    /// It changed the number and is not worked in.
    Missing,
    /// It is worked in and was not in force.
    Ahead,
    /// It may have changed the number, or may be worked in.
    Doubtful,
    /// It may be worked in and was not in force.
    InDoubt,
}

/// How many acts have each effect on a moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct EffectCounts {
    pub(super) missing: usize,
    pub(super) ahead: usize,
    pub(super) doubtful: usize,
    pub(super) in_doubt: usize,
}

/// A day as it was read (`read_day.rs`): the acts in force on it, and how many speak against each moment.
pub(super) struct ReadDay {
    pub(super) day: Date,
    /// Of each affecting act.
    pub(super) in_force: Vec<Happened>,
    /// Of each moment.
    pub(super) counts: Vec<EffectCounts>,
    /// How many of the table's turns have come.
    pub(super) turned: usize,
}

/// An act that changed a number, or may have.
#[derive(Clone, Copy, Debug)]
pub(super) struct AffectingAct {
    /// Its place among the amendments.
    pub(super) act: usize,
    pub(super) said: Said,
    /// The day on which it changed the number.
    pub(super) day: Day,
    /// A day before which it was not in force, and one by which it was, where its day is not known.
    not_before: Option<Date>,
    in_force_by: Option<Date>,
}

impl AffectingAct {
    /// Whether what it did had entered into force by a day.
    pub(super) fn is_in_force(&self, day: Date) -> Happened {
        match self.day {
            Day::On(first) => Happened::of(first <= day),
            Day::Never => Happened::No,
            Day::NotKnown if self.not_before.is_some_and(|first| day < first) => Happened::No,
            Day::NotKnown if self.in_force_by.is_some_and(|by| by <= day) => Happened::Yes,
            Day::NotKnown => Happened::Maybe,
        }
    }
}

/// An act that signs a text and that the register lacks.
#[derive(Clone, Debug)]
pub(super) struct UnregisteredSigner {
    /// The first moment that it signs.
    pub(super) first: usize,
    /// The first day of the year of its number.
    pub(super) not_before: Option<Date>,
    /// A day by which it had entered into force: that of the first act with a later number that is worked in.
    pub(super) by: Option<Date>,
}

/// What is derived once of a number.
pub(super) struct NumberTable<'f> {
    pub(super) facts: &'f NumberFacts<'f>,
    /// The acts that changed it, or may have, without the act itself, in the order of their places.
    pub(super) affecting: Vec<AffectingAct>,
    /// Those that changed it, by day.
    named: Vec<(Date, usize)>,
    /// For each moment and each affecting act whether the moment shows the act.
    shown: Vec<Happened>,
    /// What it means, where the act is in force, where it is not, and where it may be.
    effects: Vec<[Effect; 3]>,
    /// Of each moment whether the source has lost the number or its words there.
    pub(super) holes: Vec<bool>,
    pub(super) unregistered: Vec<UnregisteredSigner>,
    pub(super) covered_from: Option<Date>,
    begun_by: Option<Date>,
    /// The days on which an act enters into force, or may, rising, with the place of the act among the affecting ones.
    pub(super) turns: Vec<(Date, usize)>,
    /// The day that was asked for last.
    pub(super) read_day: RefCell<Option<ReadDay>>,
}

impl<'f> NumberTable<'f> {
    /// The table of a number; None where it would take too much work to use it.
    pub(super) fn of(facts: &'f NumberFacts<'f>) -> Option<Self> {
        let (acts, moments) = (facts.affecting().count(), facts.moments.len().max(1));
        // An act is looked at for each text on the days on which an act or a text begins, of which an act has up to three.
        let days = 3 * acts + 2 * moments + 8;
        if acts.saturating_mul(moments).saturating_mul(days) > MAX_WORK {
            return None;
        }
        let mut table = Self {
            facts,
            affecting: facts.affecting().map(|(act, said)| affecting_of(facts, act, said)).collect(),
            named: facts.named_by_day(),
            shown: Vec::new(),
            effects: Vec::new(),
            holes: Vec::new(),
            unregistered: unregistered(facts),
            covered_from: facts.act.covered_from(),
            begun_by: facts.act.begun_by(),
            turns: Vec::new(),
            read_day: RefCell::new(None),
        };
        let pairs = (0..facts.moments.len())
            .flat_map(|at| table.affecting.iter().map(move |affecting| (at, affecting)));
        table.shown = pairs.map(|(at, affecting)| table.shows_anew(at, affecting)).collect();
        table.effects = table.effects_of_all();
        table.turns = turns(&table.affecting);
        table.holes = (0..facts.moments.len()).map(|at| table.is_hole(at)).collect();
        Some(table)
    }

    /// The place of an amendment among the affecting acts.
    fn place(&self, act: usize) -> Option<usize> {
        self.affecting.binary_search_by_key(&act, |affecting| affecting.act).ok()
    }

    /// An affecting act by its place among the amendments; None for one that does not affect the number.
    pub(super) fn affecting_act(&self, act: usize) -> Option<&AffectingAct> {
        self.place(act).map(|place| &self.affecting[place])
    }

    /// The day on which an act changed it.
    pub(super) fn day(&self, act: usize) -> Day {
        self.affecting_act(act).map_or_else(|| self.facts.day(act), |affecting| affecting.day)
    }

    /// Whether what an act did to it had entered into force by a day.
    pub(super) fn is_in_force(&self, act: usize, day: Date) -> Happened {
        match self.affecting_act(act) {
            Some(affecting) => affecting.is_in_force(day),
            None => affecting_of(self.facts, act, Said::No).is_in_force(day),
        }
    }

    /// Whether a moment shows the change of an act.
    pub(super) fn shows(&self, at: usize, act: usize) -> Happened {
        self.place(act).map_or(Happened::No, |place| self.shown[at * self.affecting.len() + place])
    }

    /// What the affecting acts mean for a moment, where each is in force, is not, or may be.
    pub(super) fn effects(&self, at: usize) -> &[[Effect; 3]] {
        let acts = self.affecting.len();
        &self.effects[at * acts..(at + 1) * acts]
    }

    /// The last act that changed it by a day, and what it did last.
    pub(super) fn last_change(&self, day: Date) -> Option<(usize, Date, RegisterChange)> {
        let next = self.named.partition_point(|(on, _)| *on <= day);
        let (on, at) = *self.named.get(next.checked_sub(1)?)?;
        match self.facts.said[at] {
            Said::Yes { last, .. } => Some((at, on, last)),
            Said::No | Said::Unclear => None,
        }
    }

    /// The first act that changes it after a day, and what it does first.
    pub(super) fn next_change(&self, day: Date) -> Option<(usize, Date, RegisterChange)> {
        let (on, at) = *self.named_after(day).first()?;
        match self.facts.said[at] {
            Said::Yes { first, .. } => Some((at, on, first)),
            Said::No | Said::Unclear => None,
        }
    }

    /// The acts that change it after a day, by day.
    pub(super) fn named_after(&self, day: Date) -> &[(Date, usize)] {
        &self.named[self.named.partition_point(|(on, _)| *on <= day)..]
    }

    /// Whether the act had entered into force by a day.
    pub(super) fn has_begun(&self, day: Date) -> Happened {
        self.facts.act.has_begun_with(day, self.begun_by)
    }

    /// Whether a text until a moment has the number although it has worked an act in.
    pub(super) fn is_had_after(&self, act: usize, at: usize) -> bool {
        let has_after = |moment: usize| {
            self.facts.moments[moment].digest.is_some() && self.shows(moment, act) == Happened::Yes
        };
        (0..=at).any(has_after)
    }

    /// The last act that gives the number to something and was in force by a day, or may have been.
    pub(super) fn last_beginning(&self, day: Date) -> Option<usize> {
        let begins_by = |affecting: &&AffectingAct| {
            matches!(affecting.said, Said::Yes { last, .. } if begins(last))
                && affecting.is_in_force(day) != Happened::No
        };
        self.affecting.iter().rev().find(begins_by).map(|affecting| affecting.act)
    }

    /// The days on which something may change for the number, rising, each once.
    pub(super) fn turning_points(&self) -> Vec<Date> {
        let (facts, act) = (self.facts, self.facts.act);
        let mut days: Vec<Date> = Vec::new();
        days.extend(self.turns.iter().map(|(day, _)| *day));
        for moment in &facts.moments {
            days.extend(moment.from);
            days.extend(act.texts[moment.text].doubtful_from);
        }
        for signer in &self.unregistered {
            days.extend(signer.not_before);
            days.extend(signer.by);
        }
        if facts.moments.iter().any(|moment| moment.from.is_none()) {
            days.push(act.made);
        }
        days.extend(act.begins.known());
        days.extend(act.not_before);
        days.extend(act.may_end_from);
        if act.begins == Day::NotKnown {
            days.extend(self.begun_by);
        }
        days.extend(self.covered_from.filter(|from| *from != Date::MIN));
        days.extend(act.end.day());
        if act.end == ActEnd::Unknown || facts.printed_end.is_some_and(|by| act.base == Some(by)) {
            days.push(act.made);
        }
        days.sort_unstable();
        days.dedup();
        days
    }

    fn shows_anew(&self, at: usize, affecting: &AffectingAct) -> Happened {
        let facts = self.facts;
        let moment = &facts.moments[at];
        let text = &facts.act.texts[moment.text];
        if !text.worked_in.contains(&affecting.act) {
            return Happened::of(self.is_superseded(at, affecting));
        }
        let Day::On(day) = affecting.day else { return Happened::Yes };
        if text.marks.binary_search(&day).is_err() || text.from.is_some_and(|from| day <= from) {
            return Happened::Yes;
        }
        // The text was made before the day of the act, and shows both texts of what it changes.
        let mut of_text =
            facts.moments.iter().filter(|other| other.text == moment.text && other.by_mark).peekable();
        let first = of_text.peek().and_then(|first| first.from);
        if !of_text.any(|other| other.from == Some(day)) {
            // An act that was in force when the text was gathered, before the first day that the text states for the number, is
            // in what the text has first.
            let is_before = day <= facts.act.made && first.is_some_and(|first| day < first);
            return if is_before { Happened::Yes } else { Happened::Maybe };
        }
        Happened::of(moment.by_mark && moment.from.is_some_and(|from| day <= from))
    }

    /// Whether an act that a text has not worked in was superseded by the later one that signs the text: that act gave the whole
    /// provision another wording.
    fn is_superseded(&self, at: usize, affecting: &AffectingAct) -> bool {
        let moment = &self.facts.moments[at];
        let Some(Signer::Registered(signer)) = moment.signed else { return false };
        let gives_wording = matches!(
            self.facts.said[signer],
            Said::Yes { last: RegisterChange::Amended | RegisterChange::New, is_wording: true, .. }
        );
        let is_earlier = || {
            let days = affecting.day.known().zip(self.day(signer).known());
            days.is_some_and(|(earlier, signed)| earlier < signed)
        };
        let is_shown = self.facts.act.texts[moment.text].worked_in.contains(&signer);
        gives_wording && is_shown && affecting.act < signer && is_earlier()
    }

    fn effects_of_all(&self) -> Vec<[Effect; 3]> {
        let mut effects = Vec::with_capacity(self.shown.len());
        for at in 0..self.facts.moments.len() {
            for affecting in &self.affecting {
                let is_same = !affecting.said.is_named() && self.has_same_words(at, affecting.act);
                let states = [Happened::Yes, Happened::No, Happened::Maybe];
                effects.push(states.map(|in_force| self.effect(at, affecting, in_force, is_same)));
            }
        }
        effects
    }

    /// What an act means for a moment. `is_same` says whether the texts with the act and those without it have the same words.
    fn effect(&self, at: usize, affecting: &AffectingAct, in_force: Happened, is_same: bool) -> Effect {
        let is_named = affecting.said.is_named();
        match (in_force, self.shows(at, affecting.act)) {
            (Happened::Yes, Happened::Yes) if is_named && self.may_be_older(at, affecting) => {
                Effect::Doubtful
            }
            (Happened::Yes, Happened::Yes) | (Happened::No, Happened::No) => Effect::None,
            (Happened::Yes | Happened::Maybe, Happened::No) if is_named => Effect::Missing,
            (Happened::No, Happened::Yes) if is_named => Effect::Ahead,
            _ if is_same => Effect::None,
            (Happened::No, _) => Effect::InDoubt,
            _ => Effect::Doubtful,
        }
    }

    /// Whether the texts with an act and those without it have the same words as a moment, so that the act did not change them.
    fn has_same_words(&self, at: usize, act: usize) -> bool {
        let moments = &self.facts.moments;
        let Some(digest) = moments[at].digest else { return false };
        let mut is_shown = [false; 2];
        for other in (0..moments.len()).filter(|other| moments[*other].digest == Some(digest)) {
            match self.shows(other, act) {
                Happened::Yes => is_shown[0] = true,
                Happened::No => is_shown[1] = true,
                Happened::Maybe => {}
            }
        }
        is_shown == [true; 2]
    }

    /// Whether a text that has worked an act in may nevertheless lack its wording of the provision: the register says
    /// that the act gave another wording, and the text is signed by an earlier act alone.
    #[expect(clippy::similar_names, reason = "what signs and what is signed")]
    fn may_be_older(&self, at: usize, affecting: &AffectingAct) -> bool {
        let Said::Yes { is_wording: true, .. } = affecting.said else { return false };
        let Some(Signer::Registered(signed)) = self.facts.moments[at].signed else { return false };
        let signed_on = || match self.affecting_act(signed) {
            Some(signer) => signer.day.known(),
            None => self.facts.day(signed).known(),
        };
        signed != affecting.act
            && signed_on().zip(affecting.day.known()).is_some_and(|(signed, act)| signed < act)
    }

    /// Whether a text lacks the number, or has it in other words, although the texts before and after it have the same words, and no act
    /// between those changed it, or may have: the source has lost the words there. Words that are there are lost only where the same
    /// act signs all three, and the register has every amendment.
    fn is_hole(&self, at: usize) -> bool {
        let moments = &self.facts.moments;
        let own = &moments[at];
        if own.by_mark {
            return false;
        }
        let is_other =
            |other: &usize| moments[*other].digest.is_some() && moments[*other].digest != own.digest;
        let (Some(before), Some(after)) = ((0..at).rfind(is_other), (at + 1..moments.len()).find(is_other))
        else {
            return false;
        };
        let around = [&moments[before], &moments[after]];
        let is_misprint = || {
            let is_as_own = |other: &&Moment| !other.by_mark && other.signed == own.signed;
            self.facts.act.covered == Covered::Whole && around.iter().all(is_as_own)
        };
        around[0].digest == around[1].digest
            && !self.changed_between(before, after).any(|_| true)
            && (own.digest.is_none() || is_misprint())
    }

    /// The acts that a moment has worked in, or may have, that one before it lacks, or may, and that may have changed the number.
    pub(super) fn changed_between(
        &self,
        before: usize,
        after: usize,
    ) -> impl Iterator<Item = &AffectingAct> + use<'_, 'f> {
        self.affecting.iter().filter(move |affecting| {
            self.shows(after, affecting.act) != Happened::No
                && self.shows(before, affecting.act) != Happened::Yes
        })
    }
}

/// The days on which each act enters into force, or may.
fn turns(affecting: &[AffectingAct]) -> Vec<(Date, usize)> {
    let days = |act: &AffectingAct| match act.day {
        Day::NotKnown => [act.not_before, act.in_force_by],
        day => [day.known(), None],
    };
    let of_act = |(place, act)| days(act).into_iter().flatten().map(move |day| (day, place));
    let mut turns: Vec<(Date, usize)> = affecting.iter().enumerate().flat_map(of_act).collect();
    turns.sort_unstable();
    turns
}

fn affecting_of(facts: &NumberFacts<'_>, act: usize, said: Said) -> AffectingAct {
    let day = facts.day(act);
    let by = || facts.act.in_force_by(act).into_iter().chain(signed_over_on(facts, act, said)).min();
    let in_force_by = if day == Day::NotKnown { by() } else { None };
    AffectingAct { act, said, day, not_before: facts.act.amendments[act].not_before, in_force_by }
}

/// A day by which an act that gave the provision another wording was in force, as texts that have it worked in show: another act
/// signs their words, and one that came later would. None where no text shows it.
fn signed_over_on(facts: &NumberFacts<'_>, act: usize, said: Said) -> Option<Date> {
    let Said::Yes { is_wording: true, .. } = said else { return None };
    let signed_on = |moment: &Moment| match moment.signed {
        Some(Signer::Registered(signer)) if signer > act => {
            let is_worked_in = |act| facts.act.texts[moment.text].worked_in.contains(&act);
            let gives_wording = matches!(facts.said[signer], Said::Yes { is_wording: true, .. });
            let day = facts.day(signer).known()?;
            (gives_wording && is_worked_in(act) && is_worked_in(signer)).then_some(day)
        }
        _ => None,
    };
    facts.moments.iter().filter_map(signed_on).min()
}

/// The acts that sign a text and that the register lacks.
fn unregistered(facts: &NumberFacts<'_>) -> Vec<UnregisteredSigner> {
    let mut found: Vec<(&LydelseId, usize)> = Vec::new();
    for (at, moment) in facts.moments.iter().enumerate() {
        if let Some(Signer::Unregistered(number)) = &moment.signed
            && !found.iter().any(|(known, _)| *known == number)
        {
            found.push((number, at));
        }
    }
    let signer = |(number, first): (&LydelseId, usize)| UnregisteredSigner {
        first,
        not_before: number.not_before().and_then(|first| first.parse::<Date>().ok()),
        by: unregistered_by(facts, number),
    };
    found.into_iter().map(signer).collect()
}

/// A day by which an act that the register lacks had entered into force: that of the first act with a later number that
/// is worked in.
fn unregistered_by(facts: &NumberFacts<'_>, number: &LydelseId) -> Option<Date> {
    let is_worked_in = |at: &usize| facts.act.texts.iter().any(|text| text.worked_in.contains(at));
    let later = (0..facts.act.amendments.len()).filter_map(|at| {
        let amendment = &facts.act.amendments[at];
        let on =
            amendment.day.known().filter(|_| amendment.number.as_ref().is_some_and(|own| own > number))?;
        Some((on, at))
    });
    later.filter(|(_, at)| is_worked_in(at)).map(|(on, _)| on).min()
}
