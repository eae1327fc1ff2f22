//! The distinct texts of one provision over time, derived from the held texts and the register.
//!
//! [`Moment`]s are the texts in the order of time: the provision in each held text, and once more from each day that
//! its marks name. If two neighbours differ, the acts between them are the cause: those that name the provision, else
//! those whose words could not be read. If there is one act, its day dates the text. If there are several, only the
//! text of the last is held, so the others are missing.

use std::collections::BTreeSet;
use std::rc::Rc;

use jiff::civil::Date;
use lagrum_artifact::RegisterChange;
use lagrum_catalog::TextDigest;

use super::answer::{HistoryBasis, HistoryChange};
use crate::as_of::Ended;

/// What the register says that an act did to the provision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Named {
    /// Nothing.
    No,
    /// It does not say what the act changed, in words that could be read.
    Unclear,
    /// It changed the provision.
    Yes(RegisterChange),
}

/// An act that changes the text of the document.
#[derive(Clone, Copy, Debug)]
pub(super) struct Act {
    /// The day it entered into force.
    pub(super) day: Option<Date>,
    pub(super) named: Named,
}

/// A held text of the document.
#[derive(Clone, Debug)]
pub(super) struct Text {
    /// The acts that are worked in.
    pub(super) worked_in: BTreeSet<usize>,
    /// Whether it is the act as it was issued.
    pub(super) is_issued: bool,
    /// The first day of a later text, where one is known.
    pub(super) replaced: Option<Date>,
}

/// The provision in one text, from a day on.
#[derive(Clone, Debug)]
pub(super) struct Moment {
    /// The index of the text.
    pub(super) text: usize,
    /// The first day on which the provision stands so in the text; None where it is not known.
    pub(super) day: Option<Date>,
    /// Whether a mark in the text names the day.
    pub(super) by_mark: bool,
    /// None where the text does not have the provision.
    pub(super) digest: Option<TextDigest>,
    /// The index of the number that the provision has, among its numbers.
    pub(super) number: usize,
    /// The act that signs the text.
    pub(super) signed: Option<usize>,
}

/// All that is known of a provision.
pub(super) struct Known {
    pub(super) texts: Rc<[Text]>,
    pub(super) moments: Vec<Moment>,
    /// The acts in the order of their numbers.
    pub(super) acts: Vec<Act>,
    /// The act that is the document itself, as the register has it; None for a register that begins later, and for an EU act.
    pub(super) base: Option<usize>,
    /// Whether the document has ended.
    pub(super) end: Ended,
    pub(super) today: Date,
}

impl Known {
    /// The last day on which an act may have entered into force: its own day. For the document itself without a day,
    /// the day of the first act that amends it.
    pub(super) fn begun_by(&self, act: usize) -> Option<Date> {
        let own = self.acts[act].day;
        own.or_else(|| (self.base == Some(act)).then(|| self.acts.iter().filter_map(|act| act.day).min())?)
    }

    /// Whether the document itself entered into force after a day.
    pub(super) fn is_younger_than(&self, day: Date) -> bool {
        self.base.and_then(|base| self.acts[base].day).is_some_and(|begins| begins > day)
    }
}

/// One distinct text of the provision, or its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) from: Option<Date>,
    pub(super) basis: HistoryBasis,
    /// None for the oldest text, unless its beginning is known, and for a change of which no act is known.
    pub(super) change: Option<HistoryChange>,
    pub(super) acts: Vec<usize>,
    /// Acts that name the provision and whose text is not held.
    pub(super) missing: Vec<usize>,
    /// None where the provision ended.
    pub(super) digest: Option<TextDigest>,
    /// The index of the first text that has it.
    pub(super) text: usize,
    /// The index of the number that the provision had; for an end, of its number in the text before.
    pub(super) number: usize,
    /// A day on which that text has it so; None for one without days.
    pub(super) shown_on: Option<Date>,
}

/// The entries of a provision, the oldest first, and whether they record every act that names it.
pub(super) fn entries(known: &Known) -> (Vec<Entry>, bool) {
    let mut writer = Writer { known, entries: Vec::new(), recorded: BTreeSet::new() };
    let mut before: Option<&Moment> = None;
    for moment in &known.moments {
        writer.take(before, moment);
        before = Some(moment);
    }
    writer.end(before);
    let is_recorded = |(at, act): (usize, &Act)| {
        let is_later = act.day.is_some_and(|day| day > known.today);
        matches!(act.named, Named::No) || is_later || known.base == Some(at) || writer.recorded.contains(&at)
    };
    let oldest = writer.entries.first();
    let complete = oldest.is_some_and(|oldest| oldest.change == Some(HistoryChange::Inserted))
        && writer.entries.iter().all(|entry| entry.basis == HistoryBasis::Dated)
        && known.acts.iter().enumerate().all(is_recorded);
    (writer.entries, complete)
}

/// Why two neighbouring texts differ.
#[derive(Default)]
struct Cause {
    from: Option<Date>,
    is_dated: bool,
    acts: Vec<usize>,
    missing: Vec<usize>,
    /// The change that the register states for the last act.
    said: Option<RegisterChange>,
}

struct Writer<'k> {
    known: &'k Known,
    entries: Vec<Entry>,
    /// The acts that the entries record: their text is held.
    recorded: BTreeSet<usize>,
}

impl Writer<'_> {
    fn take(&mut self, before: Option<&Moment>, moment: &Moment) {
        let Some(before) = before else {
            if moment.digest.is_some() {
                let (cause, change) = self.oldest(moment);
                self.push(moment, moment.number, cause, change);
            }
            return;
        };
        let mut cause = self.cause(before, moment);
        let is_renumbered = moment.number != before.number;
        if before.digest == moment.digest && !(is_renumbered && moment.digest.is_some()) {
            self.stays(cause);
            return;
        }
        let had_text = self.entries.iter().any(|entry| entry.digest.is_some());
        let is_unnamed = cause.said.is_none() && !cause.acts.is_empty();
        let change = match (before.digest, moment.digest, cause.said) {
            (_, None, Some(RegisterChange::RenumberedFrom)) => Some(HistoryChange::Renumbered),
            (_, None, Some(RegisterChange::Repealed)) => {
                // What the register says is repealed, and the text does not have, was repealed then.
                cause.is_dated |= cause.missing.is_empty() && cause.from.is_some();
                Some(HistoryChange::Repealed)
            }
            (_, None, _) => Some(HistoryChange::Repealed).filter(|_| is_unnamed),
            (_, Some(_), _) if is_renumbered => Some(HistoryChange::Renumbered),
            (None, Some(_), Some(RegisterChange::RenumberedTo)) => Some(HistoryChange::Renumbered),
            (None, Some(_), Some(RegisterChange::Amended)) => None,
            (None, Some(_), _) if had_text => Some(HistoryChange::Restored),
            (None, Some(_), _) => Some(HistoryChange::Inserted),
            (Some(_), Some(_), _) => Some(HistoryChange::Amended),
        };
        let change = change.filter(|_| !cause.acts.is_empty());
        // A difference that no act between the texts explains has no day.
        cause.is_dated &= change.is_some();
        let number = if moment.digest.is_some() { moment.number } else { before.number };
        self.push(moment, number, cause, change);
    }

    /// What ends the history: the repeal of the document, and acts whose text is not held yet.
    fn end(&mut self, last: Option<&Moment>) {
        let Some(last) = last else { return };
        let Known { acts, texts, end, today, .. } = self.known;
        let worked_in = &texts[last.text].worked_in;
        let applied = |day: Date| !matches!(end, Ended::On(end) if *end <= day);
        let is_missing = |(at, act): (usize, &Act)| {
            let has_begun = act.day.is_some_and(|day| day <= *today && applied(day));
            (matches!(act.named, Named::Yes(_)) && has_begun && !worked_in.contains(&at)).then_some(at)
        };
        let missing: Vec<usize> = acts.iter().enumerate().filter_map(is_missing).collect();
        if let Some(entry) = self.entries.last_mut().filter(|_| !missing.is_empty()) {
            entry.basis = HistoryBasis::Gap;
            entry.missing.extend(missing);
        }
        if let Ended::On(end) = end {
            // What would have begun after the end of the document never applied.
            self.entries.retain(|entry| entry.from.is_none_or(|from| from < *end));
        }
        let has_text = self.entries.last().is_some_and(|entry| entry.digest.is_some());
        let day = match end {
            Ended::On(day) => Some(*day),
            Ended::Unknown | Ended::No => None,
        };
        if has_text && *end != Ended::No {
            self.entries.push(Entry {
                from: day,
                basis: if day.is_some() { HistoryBasis::Dated } else { HistoryBasis::Undated },
                change: Some(HistoryChange::Repealed),
                acts: Vec::new(),
                missing: Vec::new(),
                digest: None,
                text: last.text,
                number: last.number,
                shown_on: None,
            });
        }
    }

    fn push(&mut self, moment: &Moment, number: usize, cause: Cause, change: Option<HistoryChange>) {
        let Cause { mut from, mut is_dated, acts, missing, .. } = cause;
        is_dated &= !self.may_be_ahead(moment);
        let before = self.entries.iter().filter_map(|entry| entry.from).max();
        if before.is_some() && from.is_some() && from <= before {
            // Days that contradict each other are not used.
            (from, is_dated) = (None, false);
        }
        let is_coming = from.is_some_and(|from| from > self.known.today);
        self.recorded.extend(acts.iter().filter(|act| !missing.contains(act)));
        self.entries.push(Entry {
            from,
            basis: match is_dated {
                _ if !missing.is_empty() => HistoryBasis::Gap,
                true => HistoryBasis::Dated,
                false => HistoryBasis::Undated,
            },
            change: if is_coming && change.is_some() { Some(HistoryChange::Coming) } else { change },
            acts,
            missing,
            digest: moment.digest,
            text: moment.text,
            number,
            shown_on: moment.day,
        });
    }

    /// The text stayed the same between two moments. One act between them did not change its words; of several all but the last may
    /// have.
    fn stays(&mut self, cause: Cause) {
        let is_named = |at: &usize| matches!(self.known.acts[*at].named, Named::Yes(_));
        let missing: Vec<usize> = cause.missing.into_iter().filter(is_named).collect();
        self.recorded.extend(cause.acts.iter().filter(|act| !missing.contains(act)));
        if let Some(entry) = self.entries.last_mut().filter(|_| !missing.is_empty()) {
            entry.basis = HistoryBasis::Gap;
            entry.missing.extend(missing);
        }
    }

    /// The cause of the oldest text, and the change with which it began, where they are known.
    fn oldest(&self, moment: &Moment) -> (Cause, Option<HistoryChange>) {
        let Known { texts, acts, base, .. } = self.known;
        let text = &texts[moment.text];
        let of_base = |is_dated: bool| {
            let from = base.map_or(moment.day, |base| acts[base].day);
            Cause {
                from,
                is_dated: is_dated && from.is_some(),
                acts: base.iter().copied().collect(),
                ..Cause::default()
            }
        };
        if text.is_issued {
            return (of_base(true), Some(HistoryChange::Inserted));
        }
        let worked_in = || {
            text.worked_in
                .iter()
                .copied()
                .filter(|at| Some(*at) != *base)
                .filter(|at| self.has_begun(*at, moment))
        };
        let last = worked_in().filter(|at| self.is_named(*at, moment)).max_by_key(|at| (acts[*at].day, *at));
        let is_unclear =
            worked_in().any(|at| acts[at].named == Named::Unclear && last.is_none_or(|last| at > last));
        let Some(last) = last else {
            if is_unclear || base.is_none() {
                return (Cause { from: None, ..Cause::default() }, None);
            }
            // No act of the register has changed it since.
            return (of_base(true), Some(HistoryChange::Inserted));
        };
        // The act that signs a text is the last one that changed it by signatures alone: a later act that names it may
        // have changed it too.
        let is_certain = moment.signed.map_or(!is_unclear, |signed| signed == last);
        let cause = Cause {
            from: acts[last].day,
            is_dated: acts[last].day.is_some() && is_certain,
            acts: vec![last],
            ..Cause::default()
        };
        let is_new = acts[last].named == Named::Yes(RegisterChange::New);
        (cause, Some(HistoryChange::Inserted).filter(|_| is_new))
    }

    /// Why a moment differs from the one before it.
    fn cause(&self, before: &Moment, moment: &Moment) -> Cause {
        let acts = &self.known.acts;
        let mut between: Vec<usize> =
            (0..acts.len()).filter(|at| self.is_between(*at, before, moment)).collect();
        between.sort_by_key(|at| (acts[*at].day, *at));
        let of_kind = |is_wanted: &dyn Fn(usize) -> bool| -> Vec<usize> {
            between.iter().copied().filter(|at| is_wanted(*at)).collect()
        };
        let named = of_kind(&|at| self.is_named(at, moment));
        let unclear = of_kind(&|at| acts[at].named == Named::Unclear && !self.is_named(at, moment));
        let is_signed = named.last().is_some_and(|last| moment.signed == Some(*last));
        let (causes, is_certain) = match (named.is_empty(), unclear.len()) {
            (true, 0) => return Cause { from: moment.day, ..Cause::default() },
            (true, one) => (unclear, one == 1),
            (false, others) => (named, others == 0 || is_signed),
        };
        let Some((&last, others)) = causes.split_last() else { return Cause::default() };
        let is_named = self.is_named(last, moment);
        Cause {
            from: acts[last].day.or(moment.day).filter(|_| is_named || is_certain).or(moment.day),
            is_dated: is_certain && acts[last].day.is_some(),
            missing: if is_named { others.to_vec() } else { Vec::new() },
            acts: if is_named { vec![last] } else { causes.clone() },
            said: match acts[last].named {
                Named::Yes(change) => Some(change),
                _ => None,
            },
        }
    }

    /// Whether the register or the signature of the text names an act as one that changed the provision.
    fn is_named(&self, at: usize, moment: &Moment) -> bool {
        matches!(self.known.acts[at].named, Named::Yes(_)) || moment.signed == Some(at)
    }

    /// Whether an act that is worked into a text had entered into force at a moment of it.
    fn has_begun(&self, at: usize, moment: &Moment) -> bool {
        match (self.known.acts[at].day, moment.day) {
            (Some(day), Some(from)) => day <= from,
            // A change that begins with a mark of the text, or is still to come, did not come with the text.
            (Some(day), None) => {
                let replaced = self.known.texts[moment.text].replaced;
                let is_before = replaced.is_none_or(|replaced| day < replaced);
                is_before && day <= self.known.today && !self.is_marked(moment.text, day)
            }
            (None, _) => true,
        }
    }

    /// Whether a text may show, at a moment, a change that enters into force later: the act is worked in and no mark
    /// has its day.
    fn may_be_ahead(&self, moment: &Moment) -> bool {
        let Known { texts, acts, .. } = self.known;
        let is_ahead = |at: &usize| {
            let is_named = matches!(acts[*at].named, Named::Yes(_));
            let is_marked = acts[*at].day.is_some_and(|day| self.is_marked(moment.text, day));
            is_named && !is_marked && !self.has_begun(*at, moment)
        };
        texts[moment.text].worked_in.iter().any(is_ahead)
    }

    /// Whether a mark in a text changes the provision from a day on.
    fn is_marked(&self, text: usize, day: Date) -> bool {
        let mut marked = self.known.moments.iter().filter(|moment| moment.text == text && moment.by_mark);
        marked.any(|moment| moment.day == Some(day))
    }

    /// Whether an act came between two moments.
    fn is_between(&self, at: usize, before: &Moment, moment: &Moment) -> bool {
        let act = &self.known.acts[at];
        if moment.by_mark {
            return act.day.is_some() && act.day == moment.day;
        }
        let texts = &self.known.texts;
        let is_after = act.day.zip(before.day).is_some_and(|(day, before)| day > before);
        let is_new = !texts[before.text].worked_in.contains(&at) || is_after;
        texts[moment.text].worked_in.contains(&at) && is_new && self.has_begun(at, moment)
    }
}

#[cfg(test)]
pub(in crate::history) mod tests;
