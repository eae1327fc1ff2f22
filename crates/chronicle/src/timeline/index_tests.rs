//! What the index says of a day is what the changes say, and what it costs.

use std::collections::BTreeSet;

use crate::act::ActEnd;
use jiff::ToSpan;
use jiff::civil::Date;
use lagrum_artifact::{ActFamily, LydelseId};
use lagrum_test_support::processor_nanoseconds;
use proptest::prelude::*;

use super::tests::date;
use super::{ActTimeline, HeldAct, TextChange, TimelineText};

fn id(number: usize) -> LydelseId {
    ActFamily::Statute.parse_id(&format!("{}:{}", 1990 + number / 1000, number % 1000 + 1)).unwrap()
}

fn day(days: i32) -> Date {
    date("1990-01-01").checked_add(days.days()).unwrap()
}

fn held(number: usize, named: BTreeSet<LydelseId>, node_dates: BTreeSet<Date>) -> TimelineText {
    TimelineText {
        id: Some(id(number)),
        named_day: None,
        node_dates,
        named,
        names_unregistered: false,
        as_printed: false,
    }
}

fn act(texts: Vec<TimelineText>, changes: Vec<TextChange>) -> ActTimeline {
    let document = texts.len().checked_sub(1);
    let (end, made) = (ActEnd::None, date("2100-01-01"));
    ActTimeline::new(HeldAct { texts, document, changes, end, made, known_until: made })
}

/// The day of the last change worked in up to a day, and before anything was missing.
fn last_change(act: &ActTimeline, text: usize, day: Date) -> Option<Date> {
    let missing = act.fitting(text, day).missing;
    let gap = missing.iter().filter_map(|at| act.act.changes[*at].earliest()).min();
    let worked_in = act.act.changes.iter().filter(|change| act.act.texts[text].has_worked_in(change));
    let days = worked_in.filter_map(|change| change.day);
    days.filter(|change| *change <= day && gap.is_none_or(|gap| *change < gap)).max()
}

proptest! {
    #[test]
    fn the_index_says_what_the_changes_say(
        days in prop::collection::vec(prop::option::of(0..4_000_i32), 1..12),
        texts in prop::collection::vec(
            (0..12_usize, prop::collection::btree_set(0..12_usize, 0..3), prop::collection::btree_set(0..12_usize, 0..3)),
            1..5,
        ),
        asked in 0..4_000_i32,
    ) {
        let changes: Vec<TextChange> = days
            .iter()
            .enumerate()
            .map(|(at, days)| TextChange { id: id(at * 997), day: days.map(day) })
            .collect();
        let text = |(number, named, beside): &(usize, BTreeSet<usize>, BTreeSet<usize>)| {
            let beside = beside.iter().filter_map(|at| changes.get(*at)?.day);
            held(*number * 997, named.iter().map(|at| id(at * 997)).collect(), beside.collect())
        };
        let act = act(texts.iter().map(text).collect(), changes.clone());
        let asked = day(asked);
        for at in 0..act.act.texts.len() {
            let bounds = &act.index.bounds[at];
            let fitting = act.fitting(at, asked);
            prop_assert_eq!(bounds.has_missing(asked), !fitting.missing.is_empty());
            prop_assert_eq!(bounds.has_ahead(asked), !fitting.ahead.is_empty());
            prop_assert_eq!(act.index.last_change(at, asked), last_change(&act, at, asked));
        }
        for (at, change) in act.act.changes.iter().enumerate() {
            let is_held = act.act.texts.iter().any(|text| text.has_worked_in(change));
            prop_assert_eq!(act.is_held(at), is_held);
        }
    }
}

/// An act with a register of this length, every seventh entry without a day, and ten texts.
fn registered(length: usize) -> ActTimeline {
    let change = |at: usize| {
        let days = i32::try_from(at * 20_000 / length).unwrap();
        TextChange { id: id(at), day: (at % 7 != 3).then(|| day(days)) }
    };
    let texts = (1..=10).map(|part| held(length * part / 10 - 1, BTreeSet::new(), BTreeSet::new()));
    act(texts.collect(), (0..length).map(change).collect())
}

/// The least of three, since a disturbance does not recur.
fn cost(length: usize) -> f64 {
    let once = || {
        let act = registered(length);
        let before = processor_nanoseconds();
        assert!(!act.applied_from().is_empty());
        processor_nanoseconds() - before
    };
    (0..3).map(|_| once()).fold(f64::MAX, f64::min)
}

#[test]
fn periods_cost_as_much_as_the_register_is_long() {
    // Less than this is too short to measure.
    let short = cost(20_000).max(4_000_000.0);
    let long = cost(160_000);
    assert!(long < short * 24.0, "a register eight times as long costs {:.0} times as much", long / short);
}
