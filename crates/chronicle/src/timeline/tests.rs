//! Acts by their texts and amendments, and what is answered for days.

use crate::act::ActEnd;
use jiff::civil::Date;
use lagrum_artifact::ActFamily::{EuAct, Statute};

use super::*;

pub(super) fn date(text: &str) -> Date {
    text.parse().unwrap()
}

/// A text: `number day node-date…`, `-` for an unknown day; `+number` for a newer amendment that it names.
fn text(line: &str) -> TimelineText {
    let mut words = line.split(' ');
    let id = words.next().unwrap();
    let family = if id.contains(':') { Statute } else { EuAct };
    let named_day = words.next().filter(|day| *day != "-").map(date);
    let (named, days): (Vec<&str>, Vec<&str>) = words.partition(|word| word.starts_with('+'));
    TimelineText {
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
pub(super) fn act(texts: &[&str], changes: &[&str]) -> HeldAct {
    HeldAct {
        texts: texts.iter().map(|line| text(line)).collect(),
        document: texts.len().checked_sub(1),
        changes: changes.iter().map(|line| change(line)).collect(),
        end: ActEnd::None,
        made: date("2100-01-01"),
        known_until: Date::MAX,
    }
}

fn answer(act: &HeldAct, day: &str) -> String {
    let HeldAct { texts, changes, .. } = act;
    let shown = |day: Option<Date>| day.map_or("-".to_owned(), |day| day.to_string());
    match ActTimeline::new(act.clone()).text_of_day(date(day)) {
        Err(oldest) => format!("none before {}", shown(oldest)),
        Ok(found) => {
            let ids = |indexes: &[usize]| -> Vec<String> {
                indexes.iter().map(|at| changes[*at].id.to_string()).collect()
            };
            let beside = |word: &str, ids: Vec<String>| {
                if ids.is_empty() { String::new() } else { format!(" {word} {}", ids.join(",")) }
            };
            format!(
                "{} {} {}..{}{}{}",
                texts[found.text].id.as_ref().unwrap(),
                if found.has_ended { "Repealed".to_owned() } else { format!("{:?}", found.certainty) },
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

fn check_act(act: &HeldAct, table: &[(&str, &str)]) {
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
    let of_2026 = |texts: &[&str]| HeldAct {
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
        &HeldAct {
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
        &HeldAct { end: ActEnd::On(date("2009-06-30")), ..act(&["2008:2 -"], &changes) },
        &[
            ("2009-01-01", "2008:2 Gap 2009-01-01..2009-06-30 ahead 2007:4"),
            ("2009-06-30", "2008:2 Repealed 2009-01-01..2009-06-30"),
            ("2030-01-01", "2008:2 Repealed 2009-01-01..2009-06-30"),
        ],
    );
    // Amendments that entered into force after the repeal are not listed.
    check_act(
        &HeldAct { end: ActEnd::On(date("2001-01-01")), ..act(&["1980:1 -"], &changes) },
        &[
            ("2000-12-31", "1980:1 Dated 1980-07-01..2001-01-01"),
            ("2026-01-01", "1980:1 Repealed 1980-07-01..2001-01-01"),
        ],
    );
    // All that is known of the end is that it has come.
    check_act(
        &HeldAct { end: ActEnd::Unknown, made: date("2026-01-01"), ..act(&["1980:1 -"], &changes[..1]) },
        &[("1990-01-01", "1980:1 Undated 1980-07-01..-"), ("2026-01-01", "1980:1 Repealed 1980-07-01..-")],
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
            ("2014-05-15", "2014-05-15 Undated 2014-05-15..-"),
            ("2014-05-16", "2014-05-15 Undated 2014-05-15..-"),
            ("2019-03-14", "2014-05-15 Gap 2014-05-15..- missing 2019-03-14"),
        ],
    );
    check_act(
        &printed(&["2014-05-15 2014-05-15", "2018-01-01 2018-01-01"], &["2024-02-28"]),
        &[
            ("2017-12-31", "2014-05-15 Undated 2014-05-15..2018-01-01"),
            ("2018-01-02", "2018-01-01 Dated 2018-01-01..-"),
            ("2024-02-28", "2018-01-01 Gap 2018-01-01..- missing 2024-02-28"),
        ],
    );
}
