//! Decides the state of a provision of a Swedish act on a day from what is known of it. Nothing is looked up here.
//!
//! The rules, the first that fits:
//!
//! 1. The text has it, with days or without, and it applies on the day: held. If the register states that it was inserted later
//!    than the day, and nothing shows it before: coming. Also coming if the text of the day is an archived wording that lacks it,
//!    and the register has no change of it until then.
//! 2. The text of the day is an archived wording that has it: held.
//! 3. The text has it with days, and the day is before them: coming; after them: expired.
//! 4. The text prints it as repealed, or the last entry of the register until the day repealed it: expired. Before the day of
//!    the repeal: not held, since no text of it is held.
//! 5. An act of the register that was in force on the day changed or inserted it: not held, with that act missing; an act that
//!    was not: coming.
//! 6. Only an archived wording has it: expired, without a day.
//! 7. The register names it in another way (its heading, an amendment of an amendment): not held.
//! 8. Nothing names it: impossible.

use jiff::civil::Date;
use lagrum_artifact::RegisterChange;

use super::state::{PlaceState, PlaceStatus, known_day};

/// A period in which a node of the text applies: from a day, until another one. None is open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Period {
    pub(super) from: Option<Date>,
    pub(super) until: Option<Date>,
}

impl Period {
    pub(super) fn covers(&self, day: Date) -> bool {
        self.from.is_none_or(|from| from <= day) && self.until.is_none_or(|until| day < until)
    }
}

/// An archived wording. Lists of wordings are in the order of the days on which they began to apply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ArchivedWording {
    /// The day it began to apply, where that is known.
    pub(super) from: Option<Date>,
    /// Whether it has the provision.
    pub(super) has: bool,
}

/// What an act of the register did to the provision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Event {
    pub(super) change: RegisterChange,
    pub(super) in_amendment: bool,
    /// The uri of the act.
    pub(super) act: String,
    /// The day it entered into force.
    pub(super) day: Option<Date>,
}

/// What is known of a provision.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Facts {
    /// The nodes of the text that have it.
    pub(super) text: Vec<Period>,
    /// The note of repeal that the text prints instead of it: the act that repealed it and the day of that act.
    pub(super) note: Option<(String, Option<Date>)>,
    /// The archived wordings.
    pub(super) archived: Vec<ArchivedWording>,
    /// The day from which the document itself is the text, where the register states it.
    pub(super) text_from: Option<Date>,
    /// The entries of the register that name it, in their order.
    pub(super) events: Vec<Event>,
}

impl Facts {
    /// Whether any fact names the number.
    pub(super) fn is_known(&self) -> bool {
        !self.text.is_empty()
            || self.note.is_some()
            || !self.events.is_empty()
            || self.archived.iter().any(|wording| wording.has)
    }

    /// The archived wording that was the text of a day, and the day from which another one was.
    fn archived_on(&self, day: Date) -> Option<(&ArchivedWording, Option<Date>)> {
        if self.text_from.is_some_and(|from| from <= day) {
            return None;
        }
        let at = self.archived.iter().rposition(|wording| wording.from.is_some_and(|from| from <= day))?;
        let next = self.archived.get(at + 1).and_then(|next| next.from).or(self.text_from);
        // Without the day on which the next text began it is not known that this one still applied.
        next.filter(|next| day < *next).map(|next| (&self.archived[at], Some(next)))
    }

    /// The day from which the first text after a day has the provision, where that of the day is an archived wording that does not.
    fn first_text_after_lack(&self, day: Date) -> Option<Date> {
        self.archived_on(day).filter(|(wording, _)| !wording.has)?;
        let later = self.archived.iter().filter(|wording| wording.has).filter_map(|wording| wording.from);
        later.chain(self.text_from).filter(|from| *from > day).min()
    }

    /// The entries that changed the provision itself, and not only its heading or its entry into force.
    fn changes(&self) -> impl Iterator<Item = &Event> {
        self.events.iter().filter(|event| {
            !event.in_amendment
                && !matches!(event.change, RegisterChange::Heading | RegisterChange::EntryIntoForce)
        })
    }

    /// The last change until a day. Of those of one day the last entry counts; one without a day may have been in force.
    fn last_change(&self, day: Date) -> Option<&Event> {
        let until = self.changes().filter(|event| event.day.is_none_or(|entered| entered <= day));
        until.max_by_key(|event| event.day.unwrap_or(Date::MIN))
    }

    /// The first change after a day of a kind that `wanted` accepts.
    fn next_change(&self, day: Date, wanted: fn(RegisterChange) -> bool) -> Option<(&Event, Date)> {
        let later = self.changes().filter(|event| wanted(event.change));
        let later = later.filter_map(|event| Some((event, event.day.filter(|entered| *entered > day)?)));
        later.min_by_key(|(_, day)| *day)
    }
}

fn ends(change: RegisterChange) -> bool {
    matches!(change, RegisterChange::Repealed | RegisterChange::RenumberedFrom)
}

fn begins(change: RegisterChange) -> bool {
    matches!(change, RegisterChange::New | RegisterChange::RenumberedTo)
}

/// Decides the state of a provision on a day.
pub(super) fn decide(facts: &Facts, day: Date) -> PlaceState {
    let repeal = facts.next_change(day, ends);
    let coming = facts.next_change(day, begins);
    let archived = facts.archived_on(day).filter(|(wording, _)| wording.has);
    if let Some(period) = facts.text.iter().find(|period| period.covers(day)) {
        let is_younger = facts.last_change(day).is_none() && archived.is_none() && period.from.is_none();
        let first = facts.changes().filter_map(|event| event.day).min();
        if let Some((event, entered)) = coming.filter(|(_, entered)| is_younger && first == Some(*entered)) {
            return PlaceState::coming(entered, Some(&event.act));
        }
        // The text of the day lacks it, and the register does not say when it came.
        if let Some(entered) = facts.first_text_after_lack(day).filter(|_| is_younger) {
            return PlaceState::coming(entered, None);
        }
        let until = period.until.or(repeal.map(|(_, day)| day));
        return PlaceState { since: text(period.from), until: text(until), ..PlaceState::held() };
    }
    if let Some((wording, next)) = archived {
        let until = [next, repeal.map(|(_, day)| day)].into_iter().flatten().min();
        return PlaceState { since: text(wording.from), until: text(until), ..PlaceState::held() };
    }
    if !facts.text.is_empty() {
        let act_of = |wanted: fn(RegisterChange) -> bool, day: Date| {
            facts
                .changes()
                .find(|event| wanted(event.change) && event.day == Some(day))
                .map(|event| &*event.act)
        };
        let from = facts.text.iter().filter_map(|period| period.from).filter(|from| *from > day).min();
        let until = facts.text.iter().filter_map(|period| period.until).filter(|until| *until <= day).max();
        return match (from, until) {
            (Some(from), _) => PlaceState::coming(from, act_of(|change| !ends(change), from)),
            (None, until) => PlaceState {
                until: text(until),
                act: until.and_then(|until| act_of(ends, until)).map(str::to_owned),
                ..PlaceState::of(PlaceStatus::Expired)
            },
        };
    }
    of_missing(facts, day)
}

/// Decides the state of a provision that the text does not have.
fn of_missing(facts: &Facts, day: Date) -> PlaceState {
    let last = facts.last_change(day);
    let coming = facts.next_change(day, begins);
    let expired = |act: &str, until: Option<Date>| PlaceState {
        act: Some(act.to_owned()),
        until: text(until),
        ..PlaceState::of(PlaceStatus::Expired)
    };
    let not_held = || PlaceState::of(PlaceStatus::NotHeld);
    let missing = |event: &Event| PlaceState { missing: vec![event.act.clone()], ..not_held() };
    // An act later than the noted repeal that inserted or changed the provision again.
    let again = facts.note.as_ref().and_then(|(_, repealed)| {
        last.filter(|event| !ends(event.change) && event.day.is_some() && event.day > *repealed)
    });
    if let Some((event, entered)) = coming {
        return PlaceState::coming(entered, Some(&event.act));
    }
    if let Some(event) = again.filter(|event| begins(event.change)) {
        return missing(event);
    }
    if let Some((act, repealed)) = &facts.note {
        return match repealed {
            Some(repealed) if *repealed > day => PlaceState { until: text(Some(*repealed)), ..not_held() },
            _ => expired(act, *repealed),
        };
    }
    let is_archived = facts.archived.iter().any(|wording| wording.has);
    match last {
        Some(event) if ends(event.change) => expired(&event.act, event.day),
        Some(_) if is_archived => PlaceState::of(PlaceStatus::Expired),
        Some(event) => missing(event),
        None if is_archived => PlaceState::of(PlaceStatus::Expired),
        None => match facts.next_change(day, |_| true) {
            // A later change shows that it exists, and its text is not held.
            Some((event, entered)) if ends(event.change) => {
                PlaceState { until: text(Some(entered)), act: Some(event.act.clone()), ..not_held() }
            }
            Some(_) => not_held(),
            None if facts.is_known() => not_held(),
            None => PlaceState::of(PlaceStatus::Impossible),
        },
    }
}

fn text(day: Option<Date>) -> Option<String> {
    day.and_then(known_day)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Option<Date> {
        (text != "-").then(|| text.parse().unwrap())
    }

    /// Facts in words: `text FROM UNTIL`, `note ACT DAY`, `archived FROM has|lacks`, `current FROM`, `SIGN ACT DAY` with the signs of
    /// register words and `i` for an amendment of an amendment.
    fn facts(lines: &[&str]) -> Facts {
        let mut facts = Facts::default();
        for line in lines {
            let words: Vec<&str> = line.split(' ').collect();
            match words.as_slice() {
                ["text", from, until] => facts.text.push(Period { from: day(from), until: day(until) }),
                ["note", act, at] => facts.note = Some(((*act).to_owned(), day(at))),
                ["archived", from, has] => {
                    facts.archived.push(ArchivedWording { from: day(from), has: *has == "has" });
                }
                ["current", from] => facts.text_from = day(from),
                [sign, act, at] => facts.events.push(Event {
                    change: match &sign[..1] {
                        "~" => RegisterChange::Amended,
                        "-" => RegisterChange::Repealed,
                        "+" => RegisterChange::New,
                        "<" => RegisterChange::RenumberedFrom,
                        ">" => RegisterChange::RenumberedTo,
                        _ => RegisterChange::Heading,
                    },
                    in_amendment: sign.ends_with('i'),
                    act: (*act).to_owned(),
                    day: day(at),
                }),
                _ => panic!("{line}"),
            }
        }
        facts
    }

    fn shown(state: &PlaceState) -> String {
        let mut words = vec![format!("{:?}", state.status)];
        let named = [("from", &state.since), ("until", &state.until), ("by", &state.act)];
        words.extend(named.iter().filter_map(|(name, value)| Some(format!("{name} {}", value.as_ref()?))));
        words.extend(state.missing.iter().map(|act| format!("missing {act}")));
        words.join(" ")
    }

    fn check(lines: &[&str], table: &[(&str, &str)]) {
        for (at, expected) in table {
            assert_eq!(shown(&decide(&facts(lines), at.parse().unwrap())), *expected, "{lines:?} on {at}");
        }
    }

    #[test]
    fn what_the_text_has() {
        check(&["text - -"], &[("2026-01-01", "Held")]);
        check(&["text - -", "~ a 2010-01-01"], &[("2005-01-01", "Held"), ("2026-01-01", "Held")]);
        check(
            &["text - -", "+ a 2010-01-01"],
            &[("2009-12-31", "Coming from 2010-01-01 by a"), ("2010-01-01", "Held")],
        );
        // An older provision had the number.
        check(&["text - -", "- a 2005-01-01", "+ b 2010-01-01"], &[("2004-12-31", "Held until 2005-01-01")]);
        check(&["text - -", "- a 2027-01-01"], &[("2026-01-01", "Held until 2027-01-01")]);
    }

    #[test]
    fn what_the_text_has_with_days() {
        let both = ["text - 2026-07-01", "text 2026-07-01 -"];
        check(&both, &[("2026-06-30", "Held until 2026-07-01"), ("2026-07-01", "Held from 2026-07-01")]);
        check(
            &["text 2028-01-01 -", "+ a 2028-01-01"],
            &[("2026-01-01", "Coming from 2028-01-01 by a"), ("2028-01-01", "Held from 2028-01-01")],
        );
        check(
            &["text - 2026-07-01", "- a 2026-07-01"],
            &[("2026-06-30", "Held until 2026-07-01"), ("2026-07-01", "Expired until 2026-07-01 by a")],
        );
    }

    #[test]
    fn what_has_been_repealed() {
        check(
            &["note a 1985-01-01"],
            &[("1984-12-31", "NotHeld until 1985-01-01"), ("2026-01-01", "Expired until 1985-01-01 by a")],
        );
        check(&["note a -"], &[("2026-01-01", "Expired by a")]);
        check(
            &["+ a 1980-01-01", "- b 1990-01-01"],
            &[
                ("1979-12-31", "Coming from 1980-01-01 by a"),
                ("1985-01-01", "NotHeld missing a"),
                ("1990-01-01", "Expired until 1990-01-01 by b"),
            ],
        );
        // Renumbered, and the number used again by the same act.
        check(&["< a 1990-01-01", "+ a 1990-01-01"], &[("2026-01-01", "NotHeld missing a")]);
        check(&["note a 1985-01-01", "+ b 1999-01-01"], &[("2026-01-01", "NotHeld missing b")]);
        check(&["-i a 1985-01-01"], &[("2026-01-01", "NotHeld")]);
    }

    #[test]
    fn what_an_archived_wording_has() {
        let lines = ["archived 2001-01-01 has", "archived 2010-01-01 lacks", "current 2020-01-01"];
        check(
            &lines,
            &[
                ("2005-01-01", "Held from 2001-01-01 until 2010-01-01"),
                ("2015-01-01", "Expired"),
                ("2026-01-01", "Expired"),
            ],
        );
        check(
            &["archived 2001-01-01 has", "current 2010-01-01", "- a 2010-01-01"],
            &[
                ("2005-01-01", "Held from 2001-01-01 until 2010-01-01"),
                ("2026-01-01", "Expired until 2010-01-01 by a"),
            ],
        );
    }

    #[test]
    fn what_the_text_of_the_day_lacks() {
        let lines =
            ["text - -", "archived 2001-01-01 lacks", "archived 2010-01-01 has", "current 2020-01-01"];
        check(
            &lines,
            &[
                ("2000-12-31", "Held"),
                ("2009-12-31", "Coming from 2010-01-01"),
                ("2010-01-01", "Held"),
                ("2026-01-01", "Held"),
            ],
        );
        check(
            &["text - -", "~ a 2005-01-01", "archived 2001-01-01 lacks", "current 2020-01-01"],
            &[("2004-12-31", "Coming from 2020-01-01"), ("2006-01-01", "Held")],
        );
    }

    #[test]
    fn what_only_the_register_knows() {
        check(
            &["+ a 2027-01-01"],
            &[("2026-01-01", "Coming from 2027-01-01 by a"), ("2027-01-01", "NotHeld missing a")],
        );
        check(&["+ a -"], &[("2026-01-01", "NotHeld missing a")]);
        check(&["r a 2020-01-01"], &[("2026-01-01", "NotHeld")]);
        check(&[], &[("2026-01-01", "Impossible")]);
    }
}
