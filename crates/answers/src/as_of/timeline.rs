//! Which of the held texts of an act applied on a day, and how well that is known.
//!
//! An act is known by its texts (the archived lydelser and the document itself) and by its amendments: for a statute its register,
//! for an EU act the held acts whose titles say that they amend it. Each text has the amendments up to its own number worked in,
//! and newer ones that it names as the source of a provision.
//!
//! * **A text applies from** the day that the amendment it is named after entered into force, unless it shows that
//!   amendment beside what it replaces. The document itself
//!   applies from the newest day among the amendments worked in, except for those whose provisions it still shows
//!   beside the older ones (`node_dates`): these were worked in ahead of their day. So were those whose day comes after the
//!   snapshot was made, or after the repeal of the act. An EU act applies from the day it is named after.
//! * **The text of a day** is the newest one that applies from that day or an earlier one. If it shows changes of a later
//!   day, it is the one before, if that is the text of the day too; if it lacks a change or has one too many, it is another one that
//!   has just those of the day. From the day of the snapshot on it is the document of a statute, unless that has changes ahead and
//!   another text has not.
//! * **An amendment that had entered into force and is not worked in** makes the answer a gap: the text is the last one
//!   held before the day. So does an amendment without a day, from the year of its number on, since it may have been in
//!   force.
//! * **An amendment that is worked in and had not entered into force** makes it a gap too, unless the text shows the
//!   provisions of both, of which the right ones are then chosen.
//! * **A text whose first day is unknown** is answered as such, from the first day that its number allows. So is a text that
//!   names an amendment which the register lacks.
//! * **A text whose end nobody knows** is answered as such too: an EU act as printed after its first day, if no consolidation
//!   came after it; every text after the day on which the corpus was taken.
//! * **After the repeal of an act** the answer is the text of the last day before it. An act of which only is known that it has
//!   ended is repealed from the day of the snapshot on, and before that its end is unknown.

use jiff::ToSpan;
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
    /// Whether it names an amendment as worked in that the register lacks.
    pub(super) names_unregistered: bool,
    /// Whether it is an act as printed, of which nobody says until when it applies.
    pub(super) as_printed: bool,
}

impl HeldText {
    pub(super) fn has_worked_in(&self, change: &TextChange) -> bool {
        self.id.as_ref().is_none_or(|id| change.id <= *id) || self.named.contains(&change.id)
    }

    /// The newest amendment that is worked in, by which texts are ordered. None for a document that does not say, which comes
    /// last.
    pub(super) fn newest(&self) -> Option<&LydelseId> {
        self.id.as_ref().map(|id| self.named.iter().max().map_or(id, |named| named.max(id)))
    }
}

/// An amendment that changes the text.
#[derive(Clone, Debug)]
pub(super) struct TextChange {
    /// Its number.
    pub(super) id: LydelseId,
    /// The day it entered into force.
    pub(super) day: Option<Date>,
}

/// An act with what is known of it over time.
#[derive(Clone, Debug)]
pub(super) struct Act {
    /// Its texts, ordered by the newest amendment worked in.
    pub(super) texts: Vec<HeldText>,
    /// The index of the document itself among them, where its first day follows from the register.
    pub(super) document: Option<usize>,
    pub(super) changes: Vec<TextChange>,
    pub(super) end: ActEnd,
    /// The day on which the snapshot was made.
    pub(super) made: Date,
    /// The day on which the corpus was taken, where that was stated.
    pub(super) taken: Option<Date>,
}

/// Whether an act has ended, as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ActEnd {
    /// No end of it is known.
    None,
    /// It ended, or will.
    On(Date),
    /// It has ended on a day that is not known.
    Unknown,
}

/// The first day of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FirstDay {
    Known(Date),
    /// It is unknown, and not before this day; None for any day.
    NotBefore(Option<Date>),
}

impl FirstDay {
    pub(super) fn known(self) -> Option<Date> {
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

/// How well it is known that a text is that of a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Certainty {
    /// It is the text of the day.
    Dated,
    /// Its first day or its end is not known.
    Undated,
    /// Other amendments were in force, or some that are worked in were not.
    Gap,
    /// The act no longer applied; the text is that of its last day.
    Repealed,
}

/// The text of a day.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TextOfDay {
    /// Which of the texts.
    pub(super) text: usize,
    pub(super) certainty: Certainty,
    /// The first day that it is known to apply or, for an unknown one, a day before it.
    pub(super) from: Option<Date>,
    /// The day from which another text applies, or none, where that is known.
    pub(super) until: Option<Date>,
    /// The changes that were or may have been in force and are not worked in.
    pub(super) missing: Vec<usize>,
    /// The changes that are worked in and were not in force.
    pub(super) ahead: Vec<usize>,
}

impl Act {
    /// Finds the text of a day. Fails with the oldest day that can be answered, if there is one.
    pub(super) fn text_of_day(&self, day: Date) -> Result<TextOfDay, Option<Date>> {
        // Only the document is known to be the text of what comes after the snapshot.
        self.text_by(day, self.document.filter(|_| day >= self.made))
    }

    /// The text of a day as its days alone say it, of which the period of each text follows.
    pub(super) fn text_by_days(&self, day: Date) -> Result<TextOfDay, Option<Date>> {
        self.text_by(day, None)
    }

    fn text_by(&self, day: Date, document: Option<usize>) -> Result<TextOfDay, Option<Date>> {
        let repealed = match self.end {
            ActEnd::On(end) if end <= day => {
                let last = end.checked_sub(1.day()).unwrap_or(end);
                self.text_in_force(last, document).unwrap_or_else(|_| self.newest_text())
            }
            ActEnd::Unknown if self.made <= day => {
                self.text_in_force(day, document).unwrap_or_else(|_| self.newest_text())
            }
            _ => return self.text_in_force(day, document),
        };
        Ok(TextOfDay {
            certainty: Certainty::Repealed,
            until: self.end_day(),
            missing: Vec::new(),
            ahead: Vec::new(),
            ..repealed
        })
    }

    pub(super) fn end_day(&self) -> Option<Date> {
        match self.end {
            ActEnd::On(end) => Some(end),
            ActEnd::None | ActEnd::Unknown => None,
        }
    }

    /// The newest text, of which nothing more is said.
    fn newest_text(&self) -> TextOfDay {
        TextOfDay {
            text: self.document.unwrap_or(self.texts.len().saturating_sub(1)),
            certainty: Certainty::Undated,
            from: None,
            until: None,
            missing: Vec::new(),
            ahead: Vec::new(),
        }
    }

    fn text_in_force(&self, day: Date, document: Option<usize>) -> Result<TextOfDay, Option<Date>> {
        let first_days = self.first_days();
        let at = self.choose(&first_days, day, document)?;
        let text = &self.texts[at];
        let FittingChanges { missing, ahead, .. } = FittingChanges::of(text, &self.changes, day);
        let first =
            first_days[..=at].iter().rev().filter_map(|first| first.known()).find(|first| *first <= day);
        let later_texts = &first_days[at + 1..];
        let later_text =
            later_texts.iter().filter_map(|first| first.known()).filter(|first| *first > day).min();
        let is_open = text.as_printed && later_text.is_none() && first.is_some_and(|first| first < day)
            || self.taken.is_some_and(|taken| taken < day)
            || self.end == ActEnd::Unknown && later_text.is_none();
        let certainty = match first_days[at] {
            _ if !missing.is_empty() || !ahead.is_empty() => Certainty::Gap,
            FirstDay::Known(_) if !text.names_unregistered && !is_open => Certainty::Dated,
            _ => Certainty::Undated,
        };
        let until = match certainty {
            Certainty::Gap => later_text,
            _ => self.next_change(later_texts, later_text, day),
        };
        Ok(TextOfDay {
            text: at,
            certainty,
            from: first.max(self.last_change(text, &missing, day)),
            until: [until, self.end_day()].into_iter().flatten().min(),
            missing,
            ahead,
        })
    }

    /// The day of the last change that the text shows, up to a day. What is shown beside the provisions it replaces changes on its
    /// day, within one text. After something was missing, the text was no longer that of the day.
    fn last_change(&self, text: &HeldText, missing: &[usize], day: Date) -> Option<Date> {
        let gap = missing.iter().filter_map(|at| self.changes[*at].earliest()).min();
        let worked_in = self.changes.iter().filter(|change| text.has_worked_in(change));
        let days = worked_in.filter_map(|change| change.day);
        days.filter(|change| *change <= day && gap.is_none_or(|gap| *change < gap)).max()
    }

    /// The day after a day on which the next change applies, where that is known.
    fn next_change(&self, later_texts: &[FirstDay], later_text: Option<Date>, day: Date) -> Option<Date> {
        let days = self.changes.iter().filter_map(|change| change.day);
        let next = days.filter(|change| *change > day).chain(later_text).min();
        let undated_texts = later_texts.iter().filter(|first| first.known().is_none());
        let undated_changes = self.changes.iter().filter(|change| change.day.is_none());
        let mut undated = undated_texts
            .filter_map(|first| first.earliest())
            .chain(undated_changes.filter_map(TextChange::earliest));
        // Something without a day may end it earlier.
        next.filter(|next| !undated.any(|earliest| earliest > day && earliest < *next))
    }

    /// Chooses the text of a day; the document where it is said to be preferred and fits.
    fn choose(
        &self,
        first_days: &[FirstDay],
        day: Date,
        document: Option<usize>,
    ) -> Result<usize, Option<Date>> {
        let fits = |at: &usize| self.fits(*at, day);
        if let Some(document) = document.filter(fits) {
            return Ok(document);
        }
        let may_apply = |first: &FirstDay| first.earliest().is_none_or(|earliest| earliest <= day);
        let newest = document.or_else(|| first_days.iter().rposition(may_apply));
        if let Some(at) = newest.filter(fits) {
            return Ok(self.before_what_is_pending(first_days, at, day));
        }
        // Another text may be just that of the day.
        let applies = |at: &usize| {
            let is_known = first_days[*at].known().is_some_and(|first| first <= day);
            is_known && !self.texts[*at].names_unregistered || self.is_known_by_register(*at)
        };
        let exact = (0..self.texts.len()).rev().filter(fits).find(applies);
        exact.or(newest).ok_or_else(|| first_days.iter().filter_map(|first| first.earliest()).min())
    }

    /// Whether a text has worked in what was in force on a day, and nothing else.
    fn fits(&self, at: usize, day: Date) -> bool {
        let FittingChanges { missing, ahead, .. } = FittingChanges::of(&self.texts[at], &self.changes, day);
        missing.is_empty() && ahead.is_empty()
    }

    /// Whether the days of all amendments of a text are known, those of the one that it is named after among them.
    fn is_known_by_register(&self, at: usize) -> bool {
        let text = &self.texts[at];
        let mut worked_in = self.changes.iter().filter(|change| text.has_worked_in(change));
        let has_own = worked_in.clone().any(|change| text.id.as_ref() == Some(&change.id));
        has_own && !text.names_unregistered && worked_in.all(|change| change.day.is_some())
    }

    /// A text that shows changes of a later day beside what they replace gives way to the text before it, if that is the text
    /// of the day too: it shows the day as it was.
    fn before_what_is_pending(&self, first_days: &[FirstDay], at: usize, day: Date) -> usize {
        let fitting = FittingChanges::of(&self.texts[at], &self.changes, day);
        let Some(before) = at.checked_sub(1).filter(|_| !fitting.pending.is_empty()) else { return at };
        let applies = first_days[before].known().is_some_and(|first| first <= day);
        if applies && self.fits(before, day) { before } else { at }
    }

    pub(super) fn first_days(&self) -> Vec<FirstDay> {
        let of = |(at, text): (usize, &HeldText)| {
            let unknown = FirstDay::NotBefore(text.id.as_ref().and_then(year_begins));
            // The name of an EU act is its day, that of a statute the amendment it is named after.
            match text.named_day {
                // Its last amendment stands beside what it replaces: the text was made before that day.
                Some(day) if text.node_dates.contains(&day) => {
                    FirstDay::Known(self.day_by_register(text, day).unwrap_or(day))
                }
                Some(day) => FirstDay::Known(day),
                None if self.document == Some(at) => {
                    let last =
                        [Some(self.made), self.end_day().and_then(|end| end.checked_sub(1.day()).ok())];
                    let last = last.into_iter().flatten().min().unwrap_or(self.made);
                    self.day_by_register(text, last).map_or(unknown, FirstDay::Known)
                }
                None => unknown,
            }
        };
        self.texts.iter().enumerate().map(of).collect()
    }

    /// The day that a text applies from by the register: the newest among the changes worked in up to a day, without those shown
    /// beside the provisions they replace. None where a newer one has no day.
    fn day_by_register(&self, text: &HeldText, last: Date) -> Option<Date> {
        let worked_in = || self.changes.iter().filter(|change| text.has_worked_in(change));
        let dated = worked_in().filter_map(|change| Some((change.day?, &change.id)));
        let (day, id) = dated.filter(|(day, _)| !text.node_dates.contains(day) && *day <= last).max()?;
        let is_newer = |change: &TextChange| {
            change.day.is_none()
                && change.id > *id
                && change.earliest().is_none_or(|begins| begins >= day.first_of_year())
        };
        (!worked_in().any(is_newer)).then_some(day)
    }
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
            let may_be_in_force = change.earliest().is_none_or(|earliest| earliest <= day);
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

impl TextChange {
    /// The first day on which it may have been in force.
    pub(super) fn earliest(&self) -> Option<Date> {
        self.day.or_else(|| year_begins(&self.id))
    }
}

/// The first day of the year of a number.
fn year_begins(id: &LydelseId) -> Option<Date> {
    id.not_before()?.parse().ok()
}

#[cfg(test)]
pub(super) mod tests {
    use lagrum_artifact::ActFamily::{EuAct, Statute};

    use super::*;

    pub(in crate::as_of) fn date(text: &str) -> Date {
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
            names_unregistered: false,
            as_printed: false,
        }
    }

    /// A change: `number day`.
    fn change(line: &str) -> TextChange {
        let (id, day) = line.split_once(' ').unwrap();
        TextChange { id: Statute.parse_id(id).unwrap(), day: (day != "-").then(|| date(day)) }
    }

    /// An act whose last text is the document itself, in a snapshot made long after.
    pub(in crate::as_of) fn act(texts: &[&str], changes: &[&str]) -> Act {
        Act {
            texts: texts.iter().map(|line| text(line)).collect(),
            document: texts.len().checked_sub(1),
            changes: changes.iter().map(|line| change(line)).collect(),
            end: ActEnd::None,
            made: date("2100-01-01"),
            taken: None,
        }
    }

    fn answer(act: &Act, day: &str) -> String {
        let Act { texts, changes, .. } = act;
        let shown = |day: Option<Date>| day.map_or("-".to_owned(), |day| day.to_string());
        match act.text_of_day(date(day)) {
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
        check_act(&act(texts, changes), table);
    }

    fn check_act(act: &Act, table: &[(&str, &str)]) {
        for (day, expected) in table {
            assert_eq!(answer(act, day), *expected, "{act:?} {day}");
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
            &[("1994-12-31", "none before 1995-01-01"), ("1996-01-01", "1995:2 Undated 1990-07-01..-")],
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

    #[test]
    fn a_document_is_the_text_of_the_day_it_was_made_on() {
        // An appendix has no room for a text beside it, so the text of 2028 stands alone.
        let of_2026 = |texts: &[&str]| Act {
            made: date("2026-02-01"),
            ..act(texts, &["2020:1 2020-07-01", "2025:7 2026-01-01", "2025:8 2028-07-01"])
        };
        check_act(
            &of_2026(&["2020:1 2020-07-01", "2025:8 -"]),
            &[
                ("2025-12-31", "2020:1 Dated 2020-07-01..2026-01-01"),
                ("2026-01-01", "2025:8 Gap 2026-01-01..- ahead 2025:8"),
                ("2026-02-01", "2025:8 Gap 2026-01-01..- ahead 2025:8"),
                ("2028-07-01", "2025:8 Dated 2028-07-01..-"),
            ],
        );
        // Shown beside: on the day of the snapshot it is the document, before that the text that it replaced.
        check_act(
            &of_2026(&["2025:7 2026-01-01", "2025:8 - 2028-07-01"]),
            &[
                ("2026-01-31", "2025:7 Dated 2026-01-01..2028-07-01"),
                ("2026-02-01", "2025:8 Dated 2026-01-01..2028-07-01"),
            ],
        );
        // A lydelse is the text of a day after the snapshot, and the document is ahead of it.
        check_act(
            &of_2026(&["2025:7 2026-01-01", "2025:8 -"]),
            &[
                ("2026-03-01", "2025:7 Dated 2026-01-01..2028-07-01"),
                ("2028-07-01", "2025:8 Dated 2028-07-01..-"),
            ],
        );
        // The document has its newest amendments by naming them.
        check_act(
            &Act {
                made: date("2026-02-01"),
                ..act(
                    &["2007:5 2008-01-01", "2025:3 2025-07-01", "2007:5 - +2025:3 +2025:9"],
                    &["2007:5 2008-01-01", "2025:3 2025-07-01", "2025:9 2026-01-01"],
                )
            },
            &[
                ("2025-08-01", "2025:3 Dated 2025-07-01..2026-01-01"),
                ("2026-03-01", "2007:5 Dated 2026-01-01..-"),
            ],
        );
    }

    #[test]
    fn an_archived_text_that_is_newer_than_its_name() {
        let changes = ["2018:5 2019-01-01", "2019:3 2019-07-01", "2022:7 2023-01-01", "2024:1 2024-07-01"];
        check(
            &["2018:5 2019-01-01 +2022:7", "2024:1 -"],
            &changes,
            &[
                ("2019-06-30", "2018:5 Gap 2019-01-01..2024-07-01 ahead 2022:7"),
                ("2023-01-01", "2018:5 Gap 2019-01-01..2024-07-01 missing 2019:3"),
            ],
        );
        // Another text is just that of the day.
        check(
            &["2019:3 2019-07-01", "2018:5 2019-01-01 +2022:7", "2024:1 -"],
            &changes,
            &[("2020-01-01", "2019:3 Dated 2019-07-01..2023-01-01")],
        );
    }

    #[test]
    fn a_text_that_names_what_the_register_lacks() {
        let mut act = act(&["2001:3 -"], &["2001:3 2002-01-01", "2004:5 2005-01-01"]);
        act.texts[0].names_unregistered = true;
        check_act(
            &act,
            &[
                ("2003-01-01", "2001:3 Undated 2002-01-01..2005-01-01"),
                ("2005-01-01", "2001:3 Gap 2002-01-01..- missing 2004:5"),
            ],
        );
    }

    #[test]
    fn the_first_day_does_not_go_back_at_a_gap() {
        check(
            &["2024:2 2024-05-01 2024-04-15 2024-05-01", "2025:1 -"],
            &[
                "2020:1 2020-01-01",
                "2024:1 2024-04-15",
                "2024:2 2024-05-01",
                "2024:9 2024-04-30",
                "2025:1 2025-01-01",
            ],
            &[
                ("2024-04-14", "2024:2 Dated 2020-01-01..2024-04-15"),
                ("2024-04-29", "2024:2 Dated 2024-04-15..2024-04-30"),
                ("2024-04-30", "2024:2 Gap 2024-04-15..2025-01-01 missing 2024:9"),
                ("2024-06-01", "2024:2 Gap 2024-04-15..2025-01-01 missing 2024:9"),
            ],
        );
    }

    #[test]
    fn an_archived_text_made_before_its_day_with_changes_long_after() {
        check(
            &["2024:2 2024-06-02 2024-06-02", "2025:1 -"],
            &["2023:1 2024-03-11", "2023:9 2025-01-01", "2024:2 2024-06-02", "2025:1 2025-12-30"],
            &[
                ("2024-03-11", "2024:2 Gap 2024-03-11..2025-12-30 ahead 2023:9"),
                ("2024-06-02", "2024:2 Gap 2024-06-02..2025-12-30 ahead 2023:9"),
                ("2025-01-01", "2024:2 Dated 2025-01-01..2025-12-30"),
            ],
        );
    }

    #[test]
    fn a_repealed_act() {
        let changes = ["1980:1 1980-07-01", "2007:4 2011-07-01", "2008:2 2009-01-01"];
        check_act(
            &Act { end: ActEnd::On(date("2009-06-30")), ..act(&["2008:2 -"], &changes) },
            &[
                ("2009-01-01", "2008:2 Gap 2009-01-01..2009-06-30 ahead 2007:4"),
                ("2009-06-30", "2008:2 Repealed 2009-01-01..2009-06-30"),
                ("2030-01-01", "2008:2 Repealed 2009-01-01..2009-06-30"),
            ],
        );
        // What entered into force after the repeal is told no more.
        check_act(
            &Act { end: ActEnd::On(date("2001-01-01")), ..act(&["1980:1 -"], &changes) },
            &[
                ("2000-12-31", "1980:1 Dated 1980-07-01..2001-01-01"),
                ("2026-01-01", "1980:1 Repealed 1980-07-01..2001-01-01"),
            ],
        );
        // All that is known of the end is that it has come.
        check_act(
            &Act { end: ActEnd::Unknown, made: date("2026-01-01"), ..act(&["1980:1 -"], &changes[..1]) },
            &[
                ("1990-01-01", "1980:1 Undated 1980-07-01..-"),
                ("2026-01-01", "1980:1 Repealed 1980-07-01..-"),
            ],
        );
    }

    #[test]
    fn after_the_day_on_which_the_corpus_was_taken() {
        check_act(
            &Act {
                taken: Some(date("2024-04-01")),
                ..act(&["2001:3 -"], &["2001:3 2002-01-01", "2023:5 2025-01-01"])
            },
            &[
                ("2024-04-01", "2001:3 Dated 2002-01-01..2025-01-01"),
                ("2024-04-02", "2001:3 Undated 2002-01-01..2025-01-01"),
                ("2025-01-01", "2001:3 Gap 2002-01-01..- missing 2023:5"),
            ],
        );
    }

    #[test]
    fn an_eu_act_as_printed() {
        let printed = |texts: &[&str], amended: &[&str]| {
            let mut act = act(texts, &[]);
            act.document = None;
            act.texts[0].as_printed = true;
            let change = |day: &&str| TextChange { id: EuAct.parse_id(day).unwrap(), day: None };
            act.changes = amended.iter().map(change).collect();
            act
        };
        check_act(
            &printed(&["2014-05-15 2014-05-15"], &["2019-03-14"]),
            &[
                ("2014-05-15", "2014-05-15 Dated 2014-05-15..-"),
                ("2014-05-16", "2014-05-15 Undated 2014-05-15..-"),
                ("2019-03-14", "2014-05-15 Gap 2014-05-15..- missing 2019-03-14"),
            ],
        );
        check_act(
            &printed(&["2014-05-15 2014-05-15", "2018-01-01 2018-01-01"], &["2024-02-28"]),
            &[
                ("2017-12-31", "2014-05-15 Dated 2014-05-15..2018-01-01"),
                ("2018-01-02", "2018-01-01 Dated 2018-01-01..-"),
                ("2024-02-28", "2018-01-01 Gap 2018-01-01..- missing 2024-02-28"),
            ],
        );
    }
}
