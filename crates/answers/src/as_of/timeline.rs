//! Which of the held texts of an act applied on a day, and how well that is known.
//!
//! An act is known by its texts (the archived lydelser and the document itself) and, for a statute, by its register of
//! amendments. Each text has the amendments up to its own number worked in, and newer ones that it names as the source of
//! a provision.
//!
//! * **A text applies from** the day that the amendment it is named after entered into force, unless it shows that
//!   amendment beside what it replaces. The document itself
//!   applies from the newest day among the amendments worked in, except for those whose provisions it still shows
//!   beside the older ones (`node_dates`): these were worked in ahead of their day. An EU act applies from the day it is
//!   named after.
//! * **The text of a day** is the newest one that applies from that day or an earlier one. If it shows changes of a later
//!   day, it is the one before, if that is the text of the day too.
//! * **An amendment that had entered into force and is not worked in** makes the answer a gap: the text is the last one
//!   held before the day. So does an amendment without a day, from the year of its number on, since it may have been in
//!   force.
//! * **An amendment that is worked in and had not entered into force** makes it a gap too, unless the text shows the
//!   provisions of both, of which the right ones are then chosen.
//! * **A text whose first day is unknown** is answered as such, from the first day that its number allows.
//!
//! Entries that change no text (the repeal of the whole act, an ordinance on when another act enters into force) are
//! left out.

use jiff::civil::Date;
use lagrum_artifact::LydelseId;

/// A held text of an act.
#[derive(Clone, Debug)]
pub(super) struct HeldText {
    /// The last amendment worked in, or the day of an EU act; None for a document that does not say.
    pub(super) id: Option<LydelseId>,
    /// The day it applies from, where that follows from its name alone.
    pub(super) named_day: Option<Date>,
    /// The days that its nodes state.
    pub(super) node_dates: Vec<Date>,
    /// Newer amendments that are worked in too.
    pub(super) named: Vec<LydelseId>,
}

impl HeldText {
    fn has_worked_in(&self, change: &TextChange) -> bool {
        self.id.as_ref().is_none_or(|id| change.id <= *id) || self.named.contains(&change.id)
    }
}

/// An entry of the register that changes the text.
#[derive(Clone, Debug)]
pub(super) struct TextChange {
    /// Its number.
    pub(super) id: LydelseId,
    /// The day it entered into force.
    pub(super) day: Option<Date>,
}

/// The first day of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FirstDay {
    Known(Date),
    /// It is unknown, and not before this day; None for any day.
    NotBefore(Option<Date>),
}

impl FirstDay {
    fn known(self) -> Option<Date> {
        match self {
            Self::Known(day) => Some(day),
            Self::NotBefore(_) => None,
        }
    }

    /// The first day on which the text may apply.
    fn earliest(self) -> Option<Date> {
        match self {
            Self::Known(day) => Some(day),
            Self::NotBefore(day) => day,
        }
    }
}

/// How well a text is known to be that of a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Certainty {
    /// It is the text of the day.
    Dated,
    /// Its first day is not known.
    Undated,
    /// Other amendments were in force, or some that are worked in were not.
    Gap,
}

/// The text of a day.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TextOfDay {
    /// Which of the texts.
    pub(super) text: usize,
    pub(super) certainty: Certainty,
    /// The first day that it is known to apply or, for an unknown one, a day before it.
    pub(super) from: Option<Date>,
    /// The day from which another text applies, where that is known.
    pub(super) until: Option<Date>,
    /// The changes that were or may have been in force and are not worked in.
    pub(super) missing: Vec<usize>,
    /// The changes that are worked in and were not in force.
    pub(super) ahead: Vec<usize>,
}

/// Finds the text of a day. `texts` are ordered by their ids; `document` is the index of the document itself among them,
/// where its first day follows from the register. Fails with the oldest day that can be answered, if there is one.
pub(super) fn text_of_day(
    texts: &[HeldText],
    document: Option<usize>,
    changes: &[TextChange],
    day: Date,
) -> Result<TextOfDay, Option<Date>> {
    let first_days = first_days(texts, document, changes);
    let may_apply = |first: &FirstDay| first.earliest().is_none_or(|earliest| earliest <= day);
    let Some(at) = first_days.iter().rposition(may_apply) else {
        return Err(first_days.iter().filter_map(|first| first.earliest()).min());
    };
    let at = before_what_is_pending(texts, &first_days, changes, at, day);
    let FittingChanges { missing, ahead, .. } = FittingChanges::of(&texts[at], changes, day);
    let certainty = match first_days[at] {
        _ if !missing.is_empty() || !ahead.is_empty() => Certainty::Gap,
        FirstDay::Known(_) => Certainty::Dated,
        FirstDay::NotBefore(_) => Certainty::Undated,
    };
    let later_texts = &first_days[at + 1..];
    let later_text = later_texts.iter().filter_map(|first| first.known()).filter(|first| *first > day).min();
    let first = first_days[..=at].iter().rev().find_map(|first| first.known());
    let change_days = || changes.iter().filter_map(|change| change.day);
    let (from, until) = match certainty {
        Certainty::Gap => (first, later_text),
        Certainty::Dated | Certainty::Undated => {
            let next = change_days().filter(|change| *change > day).chain(later_text).min();
            let undated_texts = later_texts.iter().filter(|first| first.known().is_none());
            let undated_changes = changes.iter().filter(|change| change.day.is_none());
            let undated = undated_texts
                .filter_map(|first| first.earliest())
                .chain(undated_changes.filter_map(|change| year_begins(&change.id)));
            // Something without a day may end it earlier.
            let is_certain =
                |next: &Date| !undated.clone().any(|earliest| earliest > day && earliest < *next);
            let last = change_days().filter(|change| *change <= day).max();
            // What is shown beside the provisions it replaces changes on its day, within one text.
            let from = if certainty == Certainty::Dated { first.max(last) } else { first };
            (from, next.filter(is_certain))
        }
    };
    Ok(TextOfDay { text: at, certainty, from, until, missing, ahead })
}

/// How the changes of an act fit a text on a day, as indexes.
#[derive(Default)]
struct FittingChanges {
    /// They were or may have been in force, and are not worked in.
    missing: Vec<usize>,
    /// They are worked in and were not in force, and what they replace is gone.
    ahead: Vec<usize>,
    /// They are worked in and were not in force, and stand beside what they replace.
    pending: Vec<usize>,
}

impl FittingChanges {
    fn of(text: &HeldText, changes: &[TextChange], day: Date) -> Self {
        let mut fitting = Self::default();
        for (at, change) in changes.iter().enumerate() {
            let is_worked_in = text.has_worked_in(change);
            let may_be_in_force = match change.day {
                Some(entered) => entered <= day,
                None => year_begins(&change.id).is_none_or(|begins| begins <= day),
            };
            let is_shown_beside = change.day.is_some_and(|day| text.node_dates.contains(&day));
            match (is_worked_in, may_be_in_force) {
                (false, true) => fitting.missing.push(at),
                (true, false) if is_shown_beside => fitting.pending.push(at),
                (true, false) if change.day.is_some() => fitting.ahead.push(at),
                _ => {}
            }
        }
        fitting
    }
}

/// A text that shows changes of a later day beside what they replace gives way to the text before it, if that is the text
/// of the day too: it shows the day as it was.
fn before_what_is_pending(
    texts: &[HeldText],
    first_days: &[FirstDay],
    changes: &[TextChange],
    at: usize,
    day: Date,
) -> usize {
    let fitting = |at: usize| FittingChanges::of(&texts[at], changes, day);
    let Some(before) = at.checked_sub(1).filter(|_| !fitting(at).pending.is_empty()) else { return at };
    let applies = first_days[before].known().is_some_and(|first| first <= day);
    let FittingChanges { missing, ahead, .. } = fitting(before);
    if applies && missing.is_empty() && ahead.is_empty() { before } else { at }
}

fn first_days(texts: &[HeldText], document: Option<usize>, changes: &[TextChange]) -> Vec<FirstDay> {
    let of = |(at, text): (usize, &HeldText)| {
        let unknown = FirstDay::NotBefore(text.id.as_ref().and_then(year_begins));
        // The name of an EU act is its day, that of a statute the amendment it is named after.
        match text.named_day {
            // Its last amendment stands beside what it replaces: the text was made before that day.
            Some(day) if text.node_dates.contains(&day) => {
                FirstDay::Known(day_by_register(text, changes).unwrap_or(day))
            }
            Some(day) => FirstDay::Known(day),
            None if document == Some(at) => day_by_register(text, changes).map_or(unknown, FirstDay::Known),
            None => unknown,
        }
    };
    texts.iter().enumerate().map(of).collect()
}

/// The day that a text applies from by the register: the newest among the changes worked in, without those shown beside the
/// provisions they replace. None where a newer one has no day.
fn day_by_register(text: &HeldText, changes: &[TextChange]) -> Option<Date> {
    let worked_in = || changes.iter().filter(|change| text.has_worked_in(change));
    let dated = worked_in().filter_map(|change| Some((change.day?, &change.id)));
    let (day, id) = dated.filter(|(day, _)| !text.node_dates.contains(day)).max()?;
    let is_newer = |change: &TextChange| {
        change.day.is_none()
            && change.id > *id
            && year_begins(&change.id).is_none_or(|begins| begins >= day.first_of_year())
    };
    (!worked_in().any(is_newer)).then_some(day)
}

/// The first day of the year of a number.
fn year_begins(id: &LydelseId) -> Option<Date> {
    id.not_before()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use lagrum_artifact::ActFamily::{EuAct, Statute};

    use super::*;

    fn date(text: &str) -> Date {
        text.parse().unwrap()
    }

    /// A text: `number day node-date…`, `-` for an unknown day; `+number` for a newer amendment that it names.
    fn text(line: &str) -> HeldText {
        let mut words = line.split(' ');
        let id = words.next().unwrap();
        let family = if id.contains(':') { Statute } else { EuAct };
        let named_day = words.next().filter(|day| *day != "-").map(date);
        let (named, days): (Vec<&str>, Vec<&str>) = words.partition(|word| word.starts_with('+'));
        HeldText {
            id: family.parse_id(id),
            named_day,
            node_dates: days.into_iter().map(date).collect(),
            named: named.into_iter().filter_map(|id| family.parse_id(&id[1..])).collect(),
        }
    }

    /// A change: `number day`.
    fn change(line: &str) -> TextChange {
        let (id, day) = line.split_once(' ').unwrap();
        TextChange { id: Statute.parse_id(id).unwrap(), day: (day != "-").then(|| date(day)) }
    }

    fn answer(texts: &[&str], changes: &[&str], day: &str) -> String {
        let texts: Vec<_> = texts.iter().map(|line| text(line)).collect();
        let changes: Vec<_> = changes.iter().map(|line| change(line)).collect();
        let shown = |day: Option<Date>| day.map_or("-".to_owned(), |day| day.to_string());
        match text_of_day(&texts, texts.len().checked_sub(1), &changes, date(day)) {
            Err(oldest) => format!("none before {}", shown(oldest)),
            Ok(found) => {
                let ids = |indexes: &[usize]| -> Vec<String> {
                    indexes.iter().map(|at| changes[*at].id.to_string()).collect()
                };
                let beside = |word: &str, ids: Vec<String>| {
                    if ids.is_empty() { String::new() } else { format!(" {word} {}", ids.join(",")) }
                };
                format!(
                    "{} {:?} {}..{}{}{}",
                    texts[found.text].id.as_ref().unwrap(),
                    found.certainty,
                    shown(found.from),
                    shown(found.until),
                    beside("missing", ids(&found.missing)),
                    beside("ahead", ids(&found.ahead)),
                )
            }
        }
    }

    /// (day, answer) for an act.
    fn check(texts: &[&str], changes: &[&str], table: &[(&str, &str)]) {
        for (day, expected) in table {
            assert_eq!(answer(texts, changes, day), *expected, "{texts:?} {changes:?} {day}");
        }
    }

    #[test]
    fn an_act_of_which_every_lydelse_is_held() {
        check(
            &["1990:1 1990-07-01", "1995:2 1995-07-01", "2001:3 -"],
            &["1990:1 1990-07-01", "1995:2 1995-07-01", "2001:3 2002-01-01"],
            &[
                ("1990-06-30", "none before 1990-07-01"),
                ("1990-07-01", "1990:1 Dated 1990-07-01..1995-07-01"),
                ("1995-06-30", "1990:1 Dated 1990-07-01..1995-07-01"),
                ("1995-07-01", "1995:2 Dated 1995-07-01..2002-01-01"),
                ("2030-01-01", "2001:3 Dated 2002-01-01..-"),
            ],
        );
    }

    #[test]
    fn an_act_with_amendments_between_the_held_lydelser() {
        check(
            &["1995:2 1995-07-01", "2001:3 -"],
            &["1990:1 1990-07-01", "1995:2 1995-07-01", "1998:9 1998-07-01", "2001:3 2002-01-01"],
            &[
                ("1994-01-01", "none before 1995-07-01"),
                ("1998-06-30", "1995:2 Dated 1995-07-01..1998-07-01"),
                ("1998-07-01", "1995:2 Gap 1995-07-01..2002-01-01 missing 1998:9"),
                ("2002-01-01", "2001:3 Dated 2002-01-01..-"),
            ],
        );
    }

    #[test]
    fn an_act_whose_document_is_older_than_its_register() {
        check(
            &["2001:3 -"],
            &["2001:3 2002-01-01", "2004:5 2005-01-01", "2010:7 -"],
            &[
                ("2004-12-31", "2001:3 Dated 2002-01-01..2005-01-01"),
                ("2005-01-01", "2001:3 Gap 2002-01-01..- missing 2004:5"),
                ("2010-01-01", "2001:3 Gap 2002-01-01..- missing 2004:5,2010:7"),
            ],
        );
    }

    #[test]
    fn a_document_that_names_amendments_newer_than_itself() {
        check(
            &["2001:3 - +2004:5"],
            &["2001:3 2002-01-01", "2004:5 2005-01-01", "2010:7 2011-01-01"],
            &[
                ("2004-12-31", "none before 2005-01-01"),
                ("2005-01-01", "2001:3 Dated 2005-01-01..2011-01-01"),
                ("2011-01-01", "2001:3 Gap 2005-01-01..- missing 2010:7"),
            ],
        );
    }

    #[test]
    fn an_amendment_that_is_not_in_force_yet() {
        // Shown beside the provisions it replaces, and not.
        let changes = ["1990:1 1990-07-01", "2025:8 2026-03-01"];
        check(
            &["2025:8 - 2026-03-01"],
            &changes,
            &[
                ("2025-12-01", "2025:8 Dated 1990-07-01..2026-03-01"),
                ("2026-03-01", "2025:8 Dated 2026-03-01..-"),
            ],
        );
        check(
            &["1990:1 1990-07-01", "2025:8 - 2026-03-01"],
            &changes,
            &[
                ("2025-12-01", "1990:1 Dated 1990-07-01..2026-03-01"),
                ("2026-03-01", "2025:8 Dated 2026-03-01..-"),
            ],
        );
        check(&["2025:8 -"], &changes, &[("2025-12-01", "none before 2026-03-01")]);
        check(
            &["1990:1 1990-07-01", "2025:8 -"],
            &changes,
            &[("2025-12-01", "1990:1 Dated 1990-07-01..2026-03-01")],
        );
    }

    #[test]
    fn an_archived_text_made_before_the_day_it_is_named_after() {
        check(
            &["2022:885 2026-01-01 2026-01-01", "2025:1 -"],
            &["1997:239 1998-10-01", "2022:884 2023-01-01", "2022:885 2026-01-01", "2025:1 2027-01-01"],
            &[
                ("2022-12-31", "none before 2023-01-01"),
                ("2024-01-01", "2022:885 Dated 2023-01-01..2026-01-01"),
                ("2026-01-01", "2022:885 Dated 2026-01-01..2027-01-01"),
                ("2027-01-01", "2025:1 Dated 2027-01-01..-"),
            ],
        );
    }

    #[test]
    fn amendments_that_enter_into_force_out_of_order() {
        let changes = ["2020:1 2020-07-01", "2024:1 2026-01-01", "2024:50 2024-07-01"];
        check(
            &["2020:1 2020-07-01", "2024:50 2024-07-01", "2027:1 2027-01-01"],
            &changes,
            &[
                ("2024-06-30", "2020:1 Dated 2020-07-01..2024-07-01"),
                ("2025-01-01", "2024:50 Gap 2024-07-01..2027-01-01 ahead 2024:1"),
                ("2026-01-01", "2024:50 Dated 2026-01-01..2027-01-01"),
            ],
        );
    }

    #[test]
    fn a_text_without_a_day() {
        check(
            &["1990:1 1990-07-01", "1995:2 -", "2001:3 2002-01-01"],
            &["1990:1 1990-07-01", "1995:2 -", "2001:3 2002-01-01"],
            &[
                ("1994-12-31", "1990:1 Dated 1990-07-01..-"),
                ("1995-01-01", "1995:2 Undated 1990-07-01..2002-01-01"),
            ],
        );
        // The document itself: its last amendment has no day.
        check(
            &["1995:2 -"],
            &["1990:1 1990-07-01", "1995:2 -"],
            &[("1994-12-31", "none before 1995-01-01"), ("1996-01-01", "1995:2 Undated -..-")],
        );
    }

    #[test]
    fn an_eu_act() {
        check(
            &["2014-05-01 2014-05-01", "2018-01-01 2018-01-01"],
            &[],
            &[
                ("2014-04-30", "none before 2014-05-01"),
                ("2017-12-31", "2014-05-01 Dated 2014-05-01..2018-01-01"),
                ("2018-01-01", "2018-01-01 Dated 2018-01-01..-"),
            ],
        );
    }
}
