//! What is known of one number of an act (`2 kap. 3 §`): what each act did to it, and what each held text has under it.

use jiff::civil::Date;
use lagrum_artifact::{LydelseId, RegisterChange};

use crate::act::ActFacts;
use crate::day::Day;

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

impl Moment {
    /// Whether an act signs what a mark dates.
    fn is_marked_by(&self, act: usize) -> bool {
        self.by_mark && self.signed == Some(Signer::Registered(act))
    }
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
    /// Who signs the text that awaits its day.
    pub awaited_by: Option<Signer>,
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
        let mut signed = self.moments.iter().filter(|moment| moment.is_marked_by(act));
        match (signed.next().and_then(|moment| moment.from), own) {
            (Some(marked), Day::On(day)) if marked <= day => own,
            (Some(marked), Day::On(_) | Day::NotKnown) => Day::On(marked),
            _ => own,
        }
    }

    /// Whether texts refute what the register says of an act, that it ended the number: the last text without the act and all with it
    /// have the same words under the number, although its day has come.
    pub fn is_end_refuted(&self, act: usize) -> bool {
        let is_end = matches!(self.said[act], Said::Yes { first, last, .. } if ends(first) && ends(last));
        let has_come = self.act.amendments[act].day.known().filter(|day| *day <= self.act.made);
        let Some(day) = has_come.filter(|_| is_end) else { return false };
        let text = |moment: &Moment| &self.act.texts[moment.text];
        let before = self.moments.iter().rev().find(|moment| !text(moment).worked_in.contains(&act));
        let Some(digest) = before.and_then(|moment| moment.digest) else { return false };
        let mut with = self.moments.iter().filter(|moment| text(moment).worked_in.contains(&act)).peekable();
        with.peek().is_some()
            && with.all(|moment| moment.digest == Some(digest) && !text(moment).marks.contains(&day))
    }

    /// The acts that changed it with their days, by day.
    pub(crate) fn named_by_day(&self) -> Vec<(Date, usize)> {
        let named = self.affecting().filter(|(_, said)| said.is_named());
        let dated = named.filter_map(|(at, _)| Some((self.day(at).known()?, at)));
        let mut dated: Vec<(Date, usize)> = dated.collect();
        dated.sort_unstable();
        dated
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
