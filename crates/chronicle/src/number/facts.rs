//! What is known of one number of an act (`2 kap. 3 §`): what each act did to it, and what each held text has under it.

use jiff::civil::Date;
use lagrum_artifact::{LydelseId, RegisterChange};

use crate::act::ActFacts;
use crate::day::{Day, Happened};

/// The digest of the words of a provision: SHA-256.
pub type WordsDigest = [u8; 32];

/// What the register, or the text itself, says that an act did to what bears a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// Nothing.
    No,
    /// It does not say what the act changed, in words that could be read.
    Unclear,
    /// It changed it.
    Yes {
        /// The first thing it did.
        first: RegisterChange,
        /// The last thing it did: an act may repeal a provision and insert another with its number.
        last: RegisterChange,
        /// Whether the words give the provision itself another wording, and not a whole kapitel around it.
        is_wording: bool,
    },
}

impl Said {
    /// A change of a number by words that name it.
    pub fn change(change: RegisterChange) -> Self {
        let is_wording = matches!(change, RegisterChange::Amended | RegisterChange::New);
        Self::Yes { first: change, last: change, is_wording }
    }

    /// Whether it changed what bears the number.
    pub fn is_named(self) -> bool {
        matches!(self, Self::Yes { .. })
    }
}

/// Who signs a text of a provision (`Lag (2019:805).`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Signer {
    /// An act of the register, by its place among the amendments.
    Registered(usize),
    /// An act that the register lacks.
    Unregistered(LydelseId),
}

/// What a held text has under a number, from a day on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The text, by its place in [`ActFacts::texts`].
    pub text: usize,
    /// The first day on which it stands so there; None where it is not known.
    pub from: Option<Date>,
    /// Whether a mark in the text names the day.
    pub by_mark: bool,
    /// A day on which the text shows it so; None for a text without marks.
    pub shown_on: Option<Date>,
    /// The digest of the words; None where the text does not have the number.
    pub digest: Option<WordsDigest>,
    /// Who signs it.
    pub signed: Option<Signer>,
}

/// What is known of one number.
#[derive(Clone, Debug)]
pub struct NumberFacts<'a> {
    /// The act.
    pub act: &'a ActFacts,
    /// What each amendment did to it, in the order of [`ActFacts::amendments`].
    pub said: Vec<Said>,
    /// What the held texts have, the oldest first.
    pub moments: Vec<Moment>,
    /// Whether the newest text has it only for a day that is yet to be decided.
    pub awaits_day: bool,
    /// The amendment that the newest text prints as what ended it, where that text has nothing under the number.
    pub printed_end: Option<usize>,
}

impl NumberFacts<'_> {
    /// The acts that changed it, or may have, without the act itself.
    pub(super) fn affecting(&self) -> impl Iterator<Item = (usize, Said)> {
        let base = self.act.base;
        let all = self.said.iter().copied().enumerate();
        all.filter(move |(at, said)| *said != Said::No && Some(*at) != base)
    }

    /// The day on which an act changed it: that of the act, or a later one from which the text has the words that the act signs. What
    /// the act first ended it ended on its own day.
    pub fn day(&self, act: usize) -> Day {
        let own = self.act.amendments[act].day;
        if matches!(self.said[act], Said::Yes { first, .. } if ends(first)) {
            return own;
        }
        let mut signed = self
            .moments
            .iter()
            .filter(|moment| moment.by_mark && moment.signed == Some(Signer::Registered(act)));
        match (signed.next().and_then(|moment| moment.from), own) {
            (Some(marked), Day::On(day)) if marked <= day => own,
            (Some(marked), Day::On(_) | Day::NotKnown) => Day::On(marked),
            _ => own,
        }
    }

    /// Whether what an act did to it had entered into force by a day.
    pub(super) fn is_in_force(&self, act: usize, day: Date) -> Happened {
        match self.day(act) {
            Day::On(first) => Happened::of(first <= day),
            Day::NotKnown | Day::Never => self.act.is_in_force(act, day),
        }
    }

    /// The acts that changed it with their days, by day.
    pub(crate) fn named_by_day(&self) -> Vec<(Date, usize)> {
        let named = self.affecting().filter(|(_, said)| said.is_named());
        let dated = named.filter_map(|(at, _)| Some((self.day(at).known()?, at)));
        let mut dated: Vec<(Date, usize)> = dated.collect();
        dated.sort_unstable();
        dated
    }

    /// The last act that changed it by a day, and what it did last.
    pub(super) fn last_change(&self, day: Date) -> Option<(usize, Date, RegisterChange)> {
        let named = self.named_by_day();
        let (on, at) = named.into_iter().rfind(|(on, _)| *on <= day)?;
        match self.said[at] {
            Said::Yes { last, .. } => Some((at, on, last)),
            Said::No | Said::Unclear => None,
        }
    }

    /// The first act that changes it after a day, and what it does first.
    pub(super) fn next_change(&self, day: Date) -> Option<(usize, Date, RegisterChange)> {
        let named = self.named_by_day();
        let (on, at) = named.into_iter().find(|(on, _)| *on > day)?;
        match self.said[at] {
            Said::Yes { first, .. } => Some((at, on, first)),
            Said::No | Said::Unclear => None,
        }
    }

    /// Whether a moment shows the change of an act.
    pub(super) fn shows(&self, at: usize, act: usize) -> Happened {
        let moment = &self.moments[at];
        let text = &self.act.texts[moment.text];
        if !text.worked_in.contains(&act) {
            return Happened::No;
        }
        let Day::On(day) = self.day(act) else { return Happened::Yes };
        if text.marks.binary_search(&day).is_err() || text.from.is_some_and(|from| day <= from) {
            return Happened::Yes;
        }
        // The text was made before the day of the act, and shows both texts of what it changes.
        let of_text = |other: &&Moment| other.text == moment.text && other.by_mark;
        let is_marked = self.moments.iter().filter(of_text).any(|other| other.from == Some(day));
        if !is_marked {
            // An act that was in force when the text was gathered, before the first day that the text states for the number, is
            // in what the text has first.
            let mut marked = self.moments.iter().filter(of_text).filter_map(|other| other.from);
            let is_before = day <= self.act.made && marked.next().is_some_and(|first| day < first);
            return if is_before { Happened::Yes } else { Happened::Maybe };
        }
        Happened::of(moment.by_mark && moment.from.is_some_and(|from| day <= from))
    }

    /// Whether a text that has worked an act in may nevertheless lack its wording of the provision: the register says
    /// that the act gave another wording, and the text is signed by an earlier act alone.
    pub(super) fn may_be_older(&self, at: usize, act: usize) -> bool {
        let Said::Yes { is_wording: true, .. } = self.said[act] else { return false };
        let Some(Signer::Registered(signed)) = self.moments[at].signed else { return false };
        let day = |act: usize| self.day(act).known();
        signed != act && day(signed).zip(day(act)).is_some_and(|(signed, act)| signed < act)
    }
}

/// Whether a change ends what bears the number.
pub(crate) fn ends(change: RegisterChange) -> bool {
    matches!(change, RegisterChange::Repealed | RegisterChange::RenumberedFrom)
}

/// Whether a change gives the number to something.
pub(crate) fn begins(change: RegisterChange) -> bool {
    matches!(change, RegisterChange::New | RegisterChange::RenumberedTo)
}
