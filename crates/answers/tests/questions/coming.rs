//! What is to come, on the demo.

use jiff::civil::{Date, date};
use lagrum_answers::{Coming, ComingQuestion, DocumentForm, coming};

use crate::fixture::{TODAY, loaded};
use crate::reader::{Reader, source};

fn asked(day: Date, change: impl FnOnce(&mut ComingQuestion)) -> Coming {
    let mut question = ComingQuestion { source: None, from: None, until: None };
    change(&mut question);
    coming(loaded(), day, &question).unwrap()
}

/// Each event as day, kind and document.
fn events(coming: &Coming) -> Vec<String> {
    let of_day = |day: &lagrum_answers::ComingDay| {
        let date = day.date.clone();
        day.events
            .iter()
            .map(move |event| format!("{date} {:?} {}", event.kind, event.uri))
            .collect::<Vec<_>>()
    };
    coming.days.iter().flat_map(of_day).collect()
}

#[test]
fn days_rise_from_today_on() {
    for day in [TODAY, date(2029, 1, 1), date(2060, 1, 1)] {
        let found = asked(day, |_| ());
        let days: Vec<Date> = found.days.iter().map(|day| day.date.parse().unwrap()).collect();
        assert!(days.iter().all(|coming| *coming >= day), "{day}: {days:?}");
        assert!(days.windows(2).all(|pair| pair[0] < pair[1]), "{day}: {days:?}");
        assert!(found.days.iter().all(|day| !day.events.is_empty()));
        assert!(!found.more);
    }
    assert!(!events(&asked(TODAY, |_| ())).is_empty());
}

#[test]
fn what_came_is_no_longer_to_come() {
    let all = asked(TODAY, |_| ());
    let last: Date = all.days.last().unwrap().date.parse().unwrap();
    assert!(asked(last.tomorrow().unwrap(), |_| ()).days.is_empty());
    for day in &all.days {
        let on: Date = day.date.parse().unwrap();
        let of_day = |found: &Coming| found.days.iter().any(|other| other.date == day.date);
        assert!(of_day(&asked(on, |_| ())), "{on} is the day itself");
        assert!(!of_day(&asked(on.tomorrow().unwrap(), |_| ())), "{on}");
    }
}

#[test]
fn a_range_of_days_is_a_part_of_all() {
    let all = asked(TODAY, |_| ());
    let days: Vec<Date> = all.days.iter().map(|day| day.date.parse().unwrap()).collect();
    for (from, until) in days.iter().flat_map(|from| days.iter().map(move |until| (*from, *until))) {
        let part = asked(TODAY, |question| (question.from, question.until) = (Some(from), Some(until)));
        let expected: Vec<String> = events(&all)
            .into_iter()
            .filter(|event| (from.to_string()..=until.to_string()).contains(&event[..10].to_owned()))
            .collect();
        assert_eq!(events(&part), expected, "{from} {until}");
        assert!(part.without_day.is_empty(), "a question of days");
    }
    // A first day that has passed is today.
    let past = asked(TODAY, |question| question.from = Some(date(1900, 1, 1)));
    assert_eq!(events(&past), events(&all));
}

#[test]
fn a_source_has_its_own() {
    let all = events(&asked(TODAY, |_| ()));
    let mut found = Vec::new();
    for name in lagrum_sources::all().iter().map(|source| source.name) {
        let of_source = asked(TODAY, |question| question.source = Some(source(name)));
        assert!(of_source.days.iter().flat_map(|day| &day.events).all(|event| event.source == name));
        found.extend(events(&of_source));
    }
    found.sort();
    let mut expected = all;
    expected.sort();
    assert_eq!(found, expected);
}

#[test]
fn every_event_is_of_a_held_document_and_its_places() {
    let reader = Reader::demo();
    for event in asked(TODAY, |_| ()).days.iter().flat_map(|day| &day.events) {
        let document = reader.try_document(&event.uri, DocumentForm::Artifact, None);
        assert!(document.is_ok(), "{}", event.uri);
        let words = event.words(&loaded().manifest().base, false);
        assert!(!words.is_empty() && words.chars().next().unwrap().is_uppercase(), "{words}");
    }
}
