//! Whether a provision has changed since a day, by its history and the register.
//!
//! The register counts also where no text is held. A provision is reported as unchanged only if both sources show it:
//! no act after the day names the provision, no unclear act stands outside the held texts, and no text differs.

use std::collections::BTreeSet;

use jiff::civil::Date;

use super::answer::HistoryBasis;
use super::entries::{Entry, Known, Named};
use crate::as_of::Ended;

/// What became of a provision after a day, until today.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Since {
    /// None where neither the texts nor the register show it.
    pub(super) changed: Option<bool>,
    /// The day of its first change after the day asked for; None where nothing changed, and where that day is not
    /// known.
    pub(super) from: Option<Date>,
    /// The indexes of the acts that changed it, in the order of their days.
    pub(super) acts: Vec<usize>,
}

/// What became of a provision after a day. `entries` are those of `known`, the oldest first.
pub(super) fn since(known: &Known, entries: &[Entry], day: Date) -> Since {
    let is_after = |at: Date| at > day && at <= known.today;
    let end = match known.end {
        Ended::On(end) => Some(end),
        Ended::No | Ended::Unknown => None,
    };
    // What would have begun after the end of the document never applied.
    let of_act = |at: usize| known.acts[at].day.filter(|at| end.is_none_or(|end| *at < end));
    let mut acts: BTreeSet<(Date, usize)> = (0..known.acts.len())
        .filter(|at| matches!(known.acts[*at].named, Named::Yes(_)))
        .filter_map(|at| Some((of_act(at)?, at)))
        .collect();
    let mut days: BTreeSet<Date> = end.into_iter().collect();
    let mut is_unknown = known.end == Ended::Unknown;
    let mut has_changed = false;
    for (at, entry) in entries.iter().enumerate() {
        if at == 0 && entry.change.is_none() && entry.acts.is_empty() {
            continue;
        }
        // Of several acts that do not say what they changed, any may be the one.
        if entry.acts.len() == 1 {
            acts.extend(entry.acts.iter().filter_map(|at| Some((of_act(*at)?, *at))));
        }
        match entry.from {
            Some(from) => {
                days.insert(from);
            }
            None => match undated(known, entries, at, day) {
                Some(is_later) => has_changed |= is_later,
                None => is_unknown = true,
            },
        }
    }
    acts.retain(|(at, _)| is_after(*at));
    days.extend(acts.iter().map(|(at, _)| *at));
    days.retain(|at| is_after(*at));
    if acts.is_empty() && has_same_text(known, entries, day) {
        // Texts in between differ without an act as the cause, and the text of today is that of the day again.
        days.clear();
    }
    has_changed |= !days.is_empty();
    let is_known = !is_unknown && !is_hidden(known, entries, is_after) && reaches_back(known, entries, day);
    Since {
        changed: if has_changed { Some(true) } else { is_known.then_some(false) },
        from: days.first().copied(),
        acts: acts.into_iter().map(|(_, at)| at).collect(),
    }
}

/// Whether the texts of a day and of today are the same, and no act made the texts in between.
fn has_same_text(known: &Known, entries: &[Entry], day: Date) -> bool {
    let on = |day: Date| entries.iter().rposition(|entry| entry.from.is_some_and(|from| from <= day));
    // After a day to come nothing has happened.
    let (Some(then), Some(now)) = (on(day.min(known.today)), on(known.today)) else { return false };
    let is_told = |entry: &Entry| entry.change.is_some() || !entry.acts.is_empty();
    entries[then].digest == entries[now].digest && !entries[then + 1..=now].iter().any(is_told)
}

/// Whether an entry without a day began after a day; None where that is not known.
fn undated(known: &Known, entries: &[Entry], at: usize, day: Date) -> Option<bool> {
    let next = entries[at + 1..].iter().find_map(|entry| entry.from);
    if next.is_some_and(|next| next <= day) {
        return Some(false);
    }
    let begun = entries[at].acts.iter().all(|act| known.begun_by(*act).is_some_and(|by| by <= day));
    if begun && !entries[at].acts.is_empty() {
        return Some(false);
    }
    let acts: Vec<Date> = entries[at].acts.iter().filter_map(|act| known.acts[*act].day).collect();
    if acts.is_empty() || acts.len() < entries[at].acts.len() {
        return None;
    }
    match (acts.iter().all(|act| *act <= day), acts.iter().all(|act| *act > day)) {
        (true, _) => Some(false),
        (_, true) => Some(true),
        _ => None,
    }
}

/// Whether an act after the day may have changed the provision unnoticed: the register does not state what the act
/// changed, and the act is not between two held texts.
fn is_hidden(known: &Known, entries: &[Entry], is_after: impl Fn(Date) -> bool) -> bool {
    let has = |text: Option<&super::entries::Text>, at| text.is_some_and(|text| text.worked_in.contains(&at));
    let (oldest, newest) = (known.texts.first(), known.texts.last());
    let begins = entries.first().is_some_and(|entry| entry.basis == HistoryBasis::Dated);
    known.acts.iter().enumerate().any(|(at, act)| {
        let is_unclear = act.named == Named::Unclear && known.base != Some(at);
        let is_outside = !has(newest, at) || has(oldest, at) && !begins;
        is_unclear && act.day.is_none_or(&is_after) && is_outside
    })
}

/// Whether the register or the texts cover the whole time after a day: the register begins with the act, or a text is
/// older.
fn reaches_back(known: &Known, entries: &[Entry], day: Date) -> bool {
    let oldest = known.moments.first().and_then(|moment| moment.day);
    let has_text = !entries.is_empty() && oldest.is_some_and(|oldest| oldest <= day);
    let is_printed_only = known.base.is_none() && known.texts.iter().all(|text| text.is_issued);
    known.base.is_some() || has_text && !is_printed_only
}

#[cfg(test)]
mod tests {
    use super::super::entries::entries;
    use super::super::entries::tests::known_of;
    use super::*;

    fn told(acts: &str, texts: &str, moments: &str, end: Ended, day: &str) -> String {
        let base = if acts.starts_with('-') { "" } else { "2030-01-01 .; " };
        let known = known_of(&format!("{base}{acts}"), texts, moments, end);
        let found = since(&known, &entries(&known).0, day.parse().unwrap());
        let changed = found.changed.map_or("unknown", |changed| if changed { "changed" } else { "same" });
        let from = found.from.map(|from| format!(" {from}")).unwrap_or_default();
        let acts = if found.acts.is_empty() { String::new() } else { format!(" by {:?}", found.acts) };
        format!("{changed}{from}{acts}")
    }

    #[test]
    fn what_texts_and_register_tell_of_the_days_after_one() {
        let held = ("0; 0 1; 0 1 2", "0 2030-01-01 a; 1 2031-01-01 b; 2 2033-01-01 b");
        let newest = ("0 1 2", "0 2033-01-01 b");
        let ended = Ended::On("2034-01-01".parse().unwrap());
        for (acts, (texts, moments), end, day, expected) in [
            // A change on the day itself is not after it.
            ("2031-01-01 amended; 2033-01-01 .", held, Ended::No, "2030-12-31", "changed 2031-01-01 by [1]"),
            ("2031-01-01 amended; 2033-01-01 .", held, Ended::No, "2031-01-01", "same"),
            // The register shows it where no text of the day is held.
            (
                "2031-01-01 .; 2033-01-01 amended",
                newest,
                Ended::No,
                "2031-06-01",
                "changed 2033-01-01 by [2]",
            ),
            ("2031-01-01 .; 2033-01-01 .", newest, Ended::No, "2031-06-01", "same"),
            ("2031-01-01 .; 2033-01-01 ?", newest, Ended::No, "2031-06-01", "unknown"),
            ("2031-01-01 .; 2033-01-01 ?", newest, Ended::No, "2033-06-01", "same"),
            // An act that does not say what it changed, between two texts that do.
            ("2031-01-01 amended; 2033-01-01 ?", held, Ended::No, "2032-01-01", "same"),
            ("2031-01-01 ?; 2033-01-01 .", held, Ended::No, "2030-06-01", "changed 2031-01-01 by [1]"),
            // A text that no act accounts for, and the one before it again.
            (
                "2031-01-01 .; 2033-01-01 .",
                ("0; 0 1; 0 1 2", "0 2030-01-01 a; 1 2031-01-01 b; 2 2033-01-01 a"),
                Ended::No,
                "2030-06-01",
                "same",
            ),
            // An act in force that is not worked in, one to come, and one after the end.
            (
                "2031-01-01 amended; 2033-01-01 .; 2034-06-01 amended",
                held,
                Ended::No,
                "2032-01-01",
                "changed 2034-06-01 by [3]",
            ),
            ("2031-01-01 amended; 2033-01-01 .; 2034-06-01 ?", held, Ended::No, "2032-01-01", "unknown"),
            ("2031-01-01 amended; 2033-01-01 .; 2036-06-01 amended", held, Ended::No, "2032-01-01", "same"),
            (
                "2031-01-01 amended; 2033-01-01 .; 2034-06-01 amended",
                held,
                ended,
                "2032-01-01",
                "changed 2034-01-01",
            ),
            ("2031-01-01 amended; 2033-01-01 .", held, Ended::Unknown, "2032-01-01", "unknown"),
            // The act itself has no day, and had begun when it was first amended.
            ("- .; 2031-01-01 .; 2033-01-01 .", newest, Ended::No, "2031-06-01", "same"),
            // A day to come, when another text will apply.
            (
                "2031-01-01 amended; 2036-01-01 amended",
                ("0; 0 1; 0 1 2", "0 2030-01-01 a; 1 2031-01-01 b; 2 2036-01-01 c"),
                Ended::No,
                "2036-06-01",
                "same",
            ),
            // Nothing was amended, and the act is younger than the day.
            ("2031-01-01 .; 2033-01-01 .", held, Ended::No, "2029-01-01", "changed 2030-01-01 by [0]"),
        ] {
            assert_eq!(told(acts, texts, moments, end, day), expected, "{acts} since {day}");
        }
    }
}
