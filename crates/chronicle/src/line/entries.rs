//! The history of a provision: the stretches of days on which it had one text, or none any longer.

use std::collections::HashSet;

use jiff::civil::Date;
use lagrum_artifact::RegisterChange;

use super::provision_line::{ProvisionLine, ProvisionLineNumber};
use crate::number::{Borne, Certainty, Said, Signer, Span, WordsDigest, begins, is_renumbered};

/// What became of a provision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineChange {
    /// It was inserted, or is as old as its act.
    Inserted,
    /// It got another text.
    Amended,
    /// It got another number, or gave this one away.
    Renumbered,
    /// It was repealed, or its act was.
    Repealed,
    /// It was inserted again.
    Restored,
}

/// One text of a provision, or its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineEntry {
    /// The first day; None where it is not known.
    pub from: Option<Date>,
    /// The day from which another text or none is that of the day; None where none is known.
    pub until: Option<Date>,
    /// How well it is known that this was the text, from the first day until the next entry.
    pub certainty: Certainty,
    /// What became of the provision; None where no act accounts for it.
    pub change: Option<LineChange>,
    /// The amendments that made it.
    pub acts: Vec<usize>,
    /// The amendments that changed it, or may have, and are not worked in.
    pub missing: Vec<usize>,
    /// The digest of the text; None where the provision ended.
    pub digest: Option<WordsDigest>,
    /// The moment of the number that is its text on the first day; None where the provision ended.
    pub moment: Option<usize>,
    /// The number that it had, by its place in [`ProvisionLine::numbers`].
    pub number: usize,
    /// Whether the text may have begun before `from`, which is only the first day on which it is known: the entry before has the
    /// same text, in doubt.
    pub may_be_older: bool,
}

impl LineEntry {
    /// Whether the next entry says no more than that yet another act may have changed the text.
    fn is_continued_by(&self, next: &Self) -> bool {
        let is_undated = |entry: &Self| entry.certainty == Certainty::Undated && entry.digest.is_some();
        is_undated(self)
            && is_undated(next)
            && (self.digest, self.number, self.until) == (next.digest, next.number, next.from)
            && next.change.is_none()
            && next.acts.is_empty()
    }
}

impl LineEntry {
    /// Whether an entry before it has its text, in doubt, and no act begins it.
    fn is_as_doubted_before(&self, before: &Self) -> bool {
        let is_known = |entry: &Self| matches!(entry.certainty, Certainty::Dated | Certainty::AsKnown);
        self.digest.is_some() && self.digest == before.digest && self.acts.is_empty() && !is_known(before)
    }
}

impl ProvisionLine<'_> {
    /// The entries of the history, the oldest first.
    pub fn entries(&self) -> Vec<LineEntry> {
        let mut entries: Vec<LineEntry> = Vec::new();
        for (number, spans) in self.own_spans() {
            let mut before: Option<&Span> = None;
            for span in &spans {
                let entry = self.entry(number, before, span, &entries);
                before = Some(span);
                let Some(entry) = entry else { continue };
                match entries.last_mut() {
                    Some(last) if last.is_continued_by(&entry) => {
                        last.until = span.until;
                        last.missing.extend(entry.missing);
                        last.missing.sort_unstable();
                        last.missing.dedup();
                    }
                    last => {
                        let may_be_older = last.is_some_and(|last| entry.is_as_doubted_before(last));
                        entries.push(LineEntry { until: span.until, may_be_older, ..entry });
                    }
                }
            }
        }
        entries
    }

    /// Whether the text of every day is known, from the day on which the provision was inserted until a day.
    pub fn is_complete(&self, today: Date) -> bool {
        let entries = self.entries();
        let begun = entries.iter().filter(|entry| entry.from.is_none_or(|from| from <= today));
        let is_first = entries.first().is_some_and(|first| first.change == Some(LineChange::Inserted));
        is_first && begun.into_iter().all(|entry| entry.certainty == Certainty::Dated) && !self.has_holes()
    }

    /// The spans of each number while the provision had it, the oldest number first.
    fn own_spans(&self) -> Vec<(usize, Vec<Span>)> {
        let mut until: Option<Date> = None;
        let mut own = Vec::new();
        for (at, number) in self.numbers().iter().enumerate() {
            own.push((at, cut(&number.spans, number.from, until)));
            until = number.from;
        }
        own.reverse();
        own
    }

    /// Whether on some day the provision existed and no text of it is held, after a day on which one is.
    fn has_holes(&self) -> bool {
        let mut was_held = false;
        for (_, spans) in self.own_spans() {
            for span in spans {
                match span.borne {
                    Borne::Text { .. } => was_held = true,
                    Borne::NotHeld { .. } if was_held => return true,
                    _ => {}
                }
            }
        }
        false
    }

    fn entry(
        &self,
        number: usize,
        before: Option<&Span>,
        span: &Span,
        entries: &[LineEntry],
    ) -> Option<LineEntry> {
        let of = &self.numbers()[number];
        let had = entries.iter().rev().find_map(|entry| entry.digest);
        let last = entries.last();
        match &span.borne {
            Borne::Text { digest, moment, certainty, missing } => {
                let acts = acts_of(of, span, *moment, missing);
                let is_moved = last.is_some_and(|last| last.number != number);
                let change = change_of(of, before, span, &acts, *digest, last);
                let change = if is_moved { Some(LineChange::Renumbered) } else { change };
                Some(LineEntry {
                    from: span.from,
                    until: None,
                    certainty: *certainty,
                    change,
                    acts,
                    missing: missing.clone(),
                    digest: Some(*digest),
                    moment: Some(*moment),
                    number,
                    may_be_older: false,
                })
            }
            Borne::Expired { until, act } => {
                let is_told = last.is_some_and(|last| last.digest.is_none());
                let is_known = had.is_some() || act.is_some();
                let said = act.and_then(|act| last_of(of.facts.said[act]));
                let change = if said.is_some_and(is_renumbered) {
                    LineChange::Renumbered
                } else {
                    LineChange::Repealed
                };
                (is_known && !is_told)
                    .then(|| ended(number, *until, Some(change), act.iter().copied().collect()))
            }
            Borne::ActExpired => {
                let is_told = last.is_some_and(|last| last.digest.is_none());
                let day = of.facts.act.end.day();
                (!is_told && had.is_some())
                    .then(|| ended(number, day, Some(LineChange::Repealed), Vec::new()))
            }
            Borne::NotHeld { .. } | Borne::Coming { .. } | Borne::ActComing | Borne::Nothing => None,
        }
    }
}

/// The part of some spans from a day until another.
fn cut(spans: &[Span], from: Option<Date>, until: Option<Date>) -> Vec<Span> {
    let is_inside = |span: &&Span| {
        let ends_before = span.until.zip(from).is_some_and(|(end, from)| end <= from);
        let begins_after = span.from.zip(until).is_some_and(|(begin, until)| begin >= until);
        !ends_before && !begins_after
    };
    let inside = spans.iter().filter(is_inside).cloned();
    let end = |span: &Span| [span.until, until].into_iter().flatten().min();
    inside.map(|span| Span { from: span.from.max(from), until: end(&span), ..span }).collect()
}

/// The acts that made the text of a span: those that name the number and have its first day, and those that make a gap; of a
/// text without them the act that signs it, and of the oldest text of the act the act itself.
fn acts_of(of: &ProvisionLineNumber<'_>, span: &Span, moment: usize, missing: &[usize]) -> Vec<usize> {
    let facts = &of.facts;
    let on = |act: usize| facts.day(act).known();
    let mut acts: Vec<usize> = (0..facts.said.len())
        .filter(|act| span.from.is_some() && facts.said[*act].is_named() && on(*act) == span.from)
        .collect();
    acts.retain(|act| Some(*act) != facts.act.base);
    if acts.is_empty() {
        acts.extend(missing.iter().copied().filter(|act| facts.said[*act].is_named()));
        acts.retain(|act| on(*act).is_none());
    }
    if acts.is_empty()
        && let Some(base) = facts.act.base
        && span.from.is_none_or(|from| facts.act.begins.known() == Some(from))
        && (span.from.is_some() || facts.act.begins.known().is_none())
    {
        acts.push(base);
    }
    if acts.is_empty()
        && let Some(Signer::Registered(act)) = facts.moments[moment].signed
        && span.from.is_none()
    {
        acts.push(act);
    }
    acts
}

/// Whether some acts are not all among others.
fn has_other(acts: &[usize], others: &[usize]) -> bool {
    let others: HashSet<usize> = others.iter().copied().collect();
    acts.iter().any(|act| !others.contains(act))
}

fn last_of(said: Said) -> Option<RegisterChange> {
    match said {
        Said::Yes { last, .. } => Some(last),
        Said::No | Said::Unclear => None,
    }
}

fn ended(number: usize, from: Option<Date>, change: Option<LineChange>, acts: Vec<usize>) -> LineEntry {
    LineEntry {
        from,
        until: None,
        certainty: if from.is_some() { Certainty::Dated } else { Certainty::Undated },
        change,
        acts,
        missing: Vec::new(),
        digest: None,
        moment: None,
        number,
        may_be_older: false,
    }
}

/// What became of the provision when a span with a text began.
fn change_of(
    of: &ProvisionLineNumber<'_>,
    before: Option<&Span>,
    span: &Span,
    acts: &[usize],
    digest: WordsDigest,
    last: Option<&LineEntry>,
) -> Option<LineChange> {
    let said = acts.last().map(|act| of.facts.said[*act]);
    let is_base = acts.last().is_some_and(|act| Some(*act) == of.facts.act.base);
    match (last, said) {
        (None, _) if is_base => Some(LineChange::Inserted),
        (None, Some(Said::Yes { first, .. })) if begins(first) => {
            let is_new = first == RegisterChange::New;
            Some(if is_new { LineChange::Inserted } else { LineChange::Renumbered })
        }
        (None, _) => {
            let was_coming = before.is_some_and(|before| matches!(before.borne, Borne::ActComing));
            was_coming.then_some(LineChange::Inserted).filter(|_| span.from == of.facts.act.begins.known())
        }
        (Some(last), _) if last.digest.is_none() => Some(LineChange::Restored).filter(|_| !acts.is_empty()),
        (Some(last), _) => {
            let is_other = last.digest != Some(digest) || has_other(acts, &last.acts);
            Some(LineChange::Amended).filter(|_| is_other && !acts.is_empty())
        }
    }
}
