//! What bears a number on each day: one text or state from a day until another.
//!
//! The answer for a day is computed once for each stretch between two days on which something may change; the history of a
//! provision is the list of these stretches, and the answer for a day is the stretch that has it. So both agree.

use jiff::civil::Date;
use lagrum_artifact::RegisterChange;

use super::facts::{NumberFacts, Said, Signer, WordsDigest, begins, ends};
use super::fit::Fit;
use super::table::{AffectingAct, NumberTable};
use crate::act::ActEnd;
use crate::day::{Day, Happened};

/// How well it is known that a text is that of a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty {
    /// It is the text of the day.
    Dated,
    /// It is the text of the day as far as was known on the last day for which the document is known.
    AsKnown,
    /// The days of the text are not known, or an act that does not say what it changed may have changed it.
    Undated,
    /// An act that names the provision was or may have been in force and is not worked in.
    Gap,
    /// It is not the text of the day: only a later one is held.
    Earlier,
}

impl Certainty {
    /// What is known of a text on a day: after the day up to which its document is known, what is dated is so as far as was known.
    #[must_use]
    pub fn on(self, day: Date, known_until: Date) -> Self {
        match self {
            Self::Dated if day > known_until => Self::AsKnown,
            certainty => certainty,
        }
    }

    /// Its name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Dated => "dated",
            Self::AsKnown => "as_known",
            Self::Undated => "undated",
            Self::Gap => "gap",
            Self::Earlier => "earlier",
        }
    }
}

/// What bears a number on a day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Borne {
    /// A text that is held.
    Text {
        /// The digest of its words.
        digest: WordsDigest,
        /// The moment that is the text, by its place in [`NumberFacts::moments`].
        moment: usize,
        /// How well it is known that it is the text of the day.
        certainty: Certainty,
        /// The amendments that changed it, or may have, and are not worked in.
        missing: Vec<usize>,
    },
    /// Something of which no text of the day is held.
    NotHeld {
        /// The amendments that changed it and whose text is not held.
        missing: Vec<usize>,
    },
    /// Nothing any longer.
    Expired {
        /// The day from which.
        until: Option<Date>,
        /// The amendment that ended it.
        act: Option<usize>,
    },
    /// Nothing yet.
    Coming {
        /// The day from which something will.
        since: Option<Date>,
        /// The amendment that brings it.
        act: Option<usize>,
    },
    /// The whole act does not apply yet.
    ActComing,
    /// The whole act does not apply any longer.
    ActExpired,
    /// Nothing, as far as anything knows.
    Nothing,
}

impl Borne {
    /// The digest of a held text.
    pub fn digest(&self) -> Option<WordsDigest> {
        match self {
            Self::Text { digest, .. } => Some(*digest),
            _ => None,
        }
    }

    /// Whether both are the same answer, apart from the held text that shows the words.
    fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (
                Self::Text { digest, certainty, missing, .. },
                Self::Text { digest: words, certainty: known, missing: lacking, .. },
            ) => digest == words && certainty == known && missing == lacking,
            (one, other) => one == other,
        }
    }
}

/// What bears a number from a day until another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// The first day; None before all days on which something is known to change.
    pub from: Option<Date>,
    /// The first day of the next one; None for the last.
    pub until: Option<Date>,
    /// What bears the number.
    pub borne: Borne,
}

impl NumberFacts<'_> {
    /// What bears the number on each day, the oldest first: at least one span, without a gap between them.
    pub fn spans(&self) -> Vec<Span> {
        match NumberTable::of(self) {
            Some(table) => spans(&table.turning_points(), |day| table.borne_on(day)),
            None => spans(&self.turning_points_of_act(), |day| self.borne_undated(day)),
        }
    }

    /// What bears the number on a day.
    pub fn borne_on(&self, day: Date) -> Borne {
        match NumberTable::of(self) {
            Some(table) => table.borne_on(day),
            None => self.borne_undated(day),
        }
    }

    /// What bears a number of which nothing more is worked out than that a text has it: the newest that does.
    fn borne_undated(&self, day: Date) -> Borne {
        if self.act.has_begun(day) == Happened::No {
            return Borne::ActComing;
        }
        if self.act.has_ended(day) {
            return Borne::ActExpired;
        }
        let newest = self.moments.iter().enumerate().rev();
        let held = newest.into_iter().find_map(|(moment, has)| Some((moment, has.digest?)));
        match held {
            Some((moment, digest)) => {
                Borne::Text { digest, moment, certainty: Certainty::Undated, missing: Vec::new() }
            }
            None => Borne::NotHeld { missing: Vec::new() },
        }
    }

    /// The days on which the act begins, or may, and ends, rising.
    fn turning_points_of_act(&self) -> Vec<Date> {
        let act = self.act;
        let begun_by = act.begun_by().filter(|_| act.begins == Day::NotKnown);
        let made = (act.end == ActEnd::Unknown).then_some(act.made);
        let days = [act.begins.known(), act.not_before, begun_by, act.end.day(), made];
        let mut days: Vec<Date> = days.into_iter().flatten().collect();
        days.sort_unstable();
        days.dedup();
        days
    }
}

/// The spans between some rising days, of which each has what a function says.
fn spans(days: &[Date], borne_on: impl Fn(Date) -> Borne) -> Vec<Span> {
    let before = days.first().and_then(|first| first.yesterday().ok()).unwrap_or(Date::MIN);
    let starts = [None].into_iter().chain(days.iter().copied().map(Some));
    let mut spans: Vec<Span> = Vec::new();
    for from in starts {
        let borne = borne_on(from.unwrap_or(before));
        match spans.last_mut() {
            Some(last) if last.borne.is_same(&borne) => {}
            last => {
                if let Some(last) = last {
                    last.until = from;
                }
                spans.push(Span { from, until: None, borne });
            }
        }
    }
    spans
}

impl NumberTable<'_> {
    fn borne_on(&self, day: Date) -> Borne {
        let borne = self.borne_by_acts(day);
        if !matches!(borne, Borne::NotHeld { .. }) || !self.facts.awaits_day {
            return borne;
        }
        // The newest text has it for a day that is yet to be decided, whatever day the register had.
        let mut named = self.affecting.iter().filter(|affecting| affecting.said.is_named());
        let is_had = self.facts.moments.iter().any(|moment| moment.digest.is_some());
        match named.next() {
            Some(AffectingAct { act, said: Said::Yes { first, .. }, .. }) if begins(*first) && !is_had => {
                Borne::Coming { since: None, act: Some(*act) }
            }
            _ => borne,
        }
    }

    fn borne_by_acts(&self, day: Date) -> Borne {
        if !self.is_known() && !self.facts.moments.is_empty() && !self.facts.awaits_day {
            return Borne::Nothing;
        }
        let has_begun = self.has_begun(day);
        if has_begun == Happened::No {
            return Borne::ActComing;
        }
        if self.facts.act.has_ended(day) {
            return self.ended_before_the_act().unwrap_or(Borne::ActExpired);
        }
        let Some((at, fit)) = self.best(day) else {
            return self.ended_as_printed(day).unwrap_or_else(|| self.without_text(day));
        };
        let is_certain = fit.is_exact() && has_begun == Happened::Yes;
        let is_there = is_certain && self.facts.moments[at].digest.is_some();
        if let Some(ended) = self.ended_as_printed(day).filter(|_| !is_there) {
            return ended;
        }
        if let Some((act, until)) = self.last_end(at, day).filter(|_| !is_there) {
            return if is_certain { expired(until, act) } else { self.ended(until, act, day) };
        }
        match (self.facts.moments[at].digest, fit.missing.is_empty()) {
            (Some(digest), true) => Borne::Text {
                digest,
                moment: at,
                certainty: if is_certain { Certainty::Dated } else { Certainty::Undated },
                missing: fit.doubtful,
            },
            (Some(digest), false) => {
                Borne::Text { digest, moment: at, certainty: Certainty::Gap, missing: fit.missing }
            }
            (None, true) if !fit.is_exact() && self.is_known() => {
                match self.end_without_day(at, day).filter(|act| !self.may_be_back(*act, &fit, day)) {
                    Some(act) => Borne::Expired { until: None, act: Some(act) },
                    None => Borne::NotHeld { missing: fit.doubtful },
                }
            }
            (None, true) => self.absent(at, day),
            (None, false) => Borne::NotHeld { missing: fit.missing },
        }
    }

    /// What had ended before the whole act ended, by the last day of the act.
    fn ended_before_the_act(&self) -> Option<Borne> {
        let end = self.facts.act.end.day().unwrap_or(self.facts.act.made);
        let borne = self.borne_on(end.yesterday().ok().filter(|last| !self.facts.act.has_ended(*last))?);
        matches!(borne, Borne::Expired { .. }).then_some(borne)
    }

    /// The newest text prints it as ended by an act. An act that the text has worked in since and that brought it back would
    /// have changed what the text prints, so only an act that names the number and came later can.
    fn ended_as_printed(&self, day: Date) -> Option<Borne> {
        let by = self.facts.printed_end?;
        if self.facts.act.base == Some(by) {
            // The text names the wrong act.
            let is_gone = self.facts.act.made <= day;
            let ended = Borne::Expired { until: None, act: None };
            return Some(if is_gone { ended } else { Borne::NotHeld { missing: Vec::new() } });
        }
        let until = self.day(by).known();
        let is_back = self.affecting.iter().any(|affecting| brings_back(affecting, by, until, day));
        let has_ended = self.is_in_force(by, day) == Happened::Yes;
        (has_ended && !is_back).then_some(Borne::Expired { until, act: Some(by) })
    }

    /// The act that ended it by a day, and its day, unless a text until a moment has the number although it has worked in the act: a
    /// later one brought it back.
    fn last_end(&self, at: usize, day: Date) -> Option<(usize, Date)> {
        let (act, until, _) = self.last_change(day).filter(|(.., change)| ends(*change))?;
        (!self.is_had_after(act, at)).then_some((act, until))
    }

    /// An act without a day that ended it, and that a moment has worked in, unless a later act brought it back.
    fn end_without_day(&self, at: usize, day: Date) -> Option<usize> {
        let last_beginning = self.last_beginning(day);
        let has_ended = |affecting: &&AffectingAct| {
            matches!(affecting.said, Said::Yes { last, .. } if ends(last))
                && affecting.day == Day::NotKnown
                && affecting.is_in_force(day) == Happened::Yes
                && self.shows(at, affecting.act) == Happened::Yes
                // An act that was decided later, and that was or may have been in force, brought it back.
                && last_beginning.is_none_or(|later| later <= affecting.act)
                && !self.is_had_after(affecting.act, at)
        };
        self.affecting.iter().rev().find(has_ended).map(|affecting| affecting.act)
    }

    /// Whether an act that does not say what it changed may have brought back what another ended. The text of the day lacks such an act,
    /// or has worked it in together with one that may have ended the number again later.
    fn may_be_back(&self, ended_by: usize, fit: &Fit, day: Date) -> bool {
        let said = |act: &usize| self.facts.said[*act];
        let ends_again = |act: &usize| matches!(said(act), Said::Yes { last, .. } if ends(last));
        let is_unclear = |affecting: &AffectingAct| {
            affecting.said == Said::Unclear
                && affecting.act > ended_by
                && affecting.is_in_force(day) != Happened::No
        };
        fit.doubtful.iter().any(|act| said(act) == Said::Unclear)
            || fit.doubtful.iter().any(ends_again) && self.affecting.iter().any(is_unclear)
    }

    /// The text of the day does not have the number.
    fn absent(&self, at: usize, day: Date) -> Borne {
        if let Some(act) = self.end_without_day(at, day) {
            return Borne::Expired { until: None, act: Some(act) };
        }
        if let Some(had) = (0..at).rfind(|before| self.facts.moments[*before].digest.is_some()) {
            let gone = &self.facts.moments[had + 1];
            let by = self.only_change_between(had, had + 1).filter(|_| !gone.by_mark);
            let until = by.and_then(|by| self.day(by).known());
            return Borne::Expired { until: until.or(gone.from.filter(|_| gone.by_mark)), act: by };
        }
        self.to_come(at + 1, day).unwrap_or_else(|| self.unknown(day))
    }

    /// The only act that a moment has worked in, that one before it lacks, and that may have changed the number.
    fn only_change_between(&self, before: usize, after: usize) -> Option<usize> {
        let mut acts = self.changed_between(before, after);
        let only = acts.next()?;
        (only.said.is_named() && acts.next().is_none()).then_some(only.act)
    }

    /// An act ended it. Another one that has no day, or does not say what it changed, may have brought it back since.
    fn ended(&self, until: Date, act: usize, day: Date) -> Borne {
        let may_bring_back = |other: &&AffectingAct| {
            // An act that was decided before the one that ended it does not bring it back on a day that is not known.
            let is_later = other.day.known().map_or(other.act > act, |on| on > until);
            let brings = match other.said {
                Said::Yes { last, .. } => other.day.known().is_none() && begins(last),
                Said::Unclear => true,
                Said::No => false,
            };
            other.act != act && brings && is_later && other.is_in_force(day) != Happened::No
        };
        let missing: Vec<usize> =
            self.affecting.iter().filter(may_bring_back).map(|other| other.act).collect();
        if missing.is_empty() { expired(until, act) } else { Borne::NotHeld { missing } }
    }

    /// An act inserts it after a day. Something else may have borne the number until an act in between that has no day, or does not
    /// say what it changed.
    fn inserted(&self, since: Date, act: usize, day: Date) -> Borne {
        let may_end = |other: &AffectingAct| {
            let on = other.day.known();
            let ends = match other.said {
                Said::Yes { first, .. } => on.is_none() && !begins(first),
                Said::Unclear => on.is_none_or(|on| on > day && on <= since),
                Said::No => false,
            };
            other.act != act && ends && other.is_in_force(since) != Happened::No
        };
        if self.affecting.iter().any(may_end) {
            return Borne::NotHeld { missing: Vec::new() };
        }
        Borne::Coming { since: Some(since), act: Some(act) }
    }

    /// What the register, or a later text, says will bear the number.
    fn to_come(&self, later: usize, day: Date) -> Option<Borne> {
        if let Some((act, since, _)) = self.next_change(day).filter(|(.., change)| begins(*change)) {
            return Some(self.inserted(since, act, day));
        }
        if self.facts.awaits_day {
            return Some(Borne::Coming { since: None, act: self.awaited_by() });
        }
        let first = self.facts.moments.get(later..)?.iter().find(|moment| moment.digest.is_some())?;
        Some(Borne::Coming { since: first.from.filter(|from| *from > day), act: None })
    }

    /// The act that brings what awaits its day.
    fn awaited_by(&self) -> Option<usize> {
        match self.facts.awaited_by {
            Some(Signer::Registered(act)) => Some(act),
            Some(Signer::Unregistered(_)) | None => None,
        }
    }

    /// No text that could be that of the day is held.
    fn without_text(&self, day: Date) -> Borne {
        let next = self.next_change(day);
        match (self.last_change(day), next) {
            (Some((act, until, change)), _) if ends(change) => self.ended(until, act, day),
            (Some(_), _) => Borne::NotHeld { missing: self.changed_after(day) },
            (None, Some((act, since, change))) if begins(change) => self.inserted(since, act, day),
            (None, Some(_)) => Borne::NotHeld { missing: self.changed_after(day) },
            (None, None) => self.unknown(day),
        }
    }

    /// The acts that name it after a day, until the first text that is held, or until what bore it on the day ended.
    fn changed_after(&self, day: Date) -> Vec<usize> {
        let held = self.facts.moments.iter().position(|moment| moment.digest.is_some());
        let is_shown = |act: usize| held.is_some_and(|at| self.shows(at, act) == Happened::Yes);
        let mut acts: Vec<usize> = Vec::new();
        let mut was_shown = false;
        for (_, act) in self.named_after(day).iter().copied() {
            // The text of an act that only ends it is not missing, and later acts are about something else.
            let is_end = matches!(self.facts.said[act], Said::Yes { last, .. } if ends(last));
            if is_end || was_shown && !is_shown(act) {
                break;
            }
            was_shown |= is_shown(act);
            acts.push(act);
        }
        acts
    }

    /// Whether a text has the number, or an act names it.
    fn is_known(&self) -> bool {
        self.facts.moments.iter().any(|moment| moment.digest.is_some())
            || self.affecting.iter().any(|affecting| affecting.said.is_named())
            || self.facts.printed_end.is_some()
    }

    /// Nothing is known of the day: whether it exists at all, only its other days show.
    fn unknown(&self, day: Date) -> Borne {
        match self.last_change(day) {
            Some((act, _, change)) if !ends(change) => Borne::NotHeld { missing: vec![act] },
            _ if self.is_known() || self.facts.moments.is_empty() => Borne::NotHeld { missing: Vec::new() },
            _ if self.facts.awaits_day => Borne::Coming { since: None, act: self.awaited_by() },
            _ => Borne::Nothing,
        }
    }
}

/// Whether an act gave the number to something after another had ended what bore it, or may have, by a day. An act that was
/// decided before the other does not do so on a day that is not known.
fn brings_back(affecting: &AffectingAct, by: usize, until: Option<Date>, day: Date) -> bool {
    let on = affecting.day.known();
    let is_later = on.zip(until).map_or(affecting.act > by, |(on, until)| on > until);
    matches!(affecting.said, Said::Yes { last, .. } if begins(last))
        && affecting.act != by
        && is_later
        && affecting.is_in_force(day) != Happened::No
}

fn expired(until: Date, act: usize) -> Borne {
    Borne::Expired { until: Some(until), act: Some(act) }
}

/// Whether an act gave the number to something that had another one.
pub(crate) fn is_renumbered(change: RegisterChange) -> bool {
    matches!(change, RegisterChange::RenumberedFrom | RegisterChange::RenumberedTo)
}
