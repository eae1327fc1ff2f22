//! Finds the events of a document from its register, its metadata and its text: what is to come, and what has come.
//!
//! A register states which act changes which provisions on which day, and a text prints the coming wording with that
//! day. If both state one change, it is one event. A phrase instead of a day (`den dag regeringen bestämmer`) stands
//! until an act of the register has given the amendment a day.

mod of_document;

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;
use lagrum_artifact::{
    ActFamily, Anchor, Base, DatedProvision, NamedUnit, PlaceNotes, ProvisionNumber, RegisterChange,
    RegisterPlace, RegisterWords, RegisteredChange,
};
use lagrum_catalog::{
    ActRecord, ChangingAct, ComingBasis, ComingEvent, ComingKind, ProvisionText, RECENT_DAYS,
    RegisterEntryKind, changing_entries,
};
use lagrum_sources::{Description, parse_date};

pub(crate) use self::of_document::events_of;

/// The maximum number of events of one document; of more, the oldest are left out. Real registers have up to a thousand
/// entries.
const MAX_EVENTS: usize = 5_000;

/// The maximum number of provisions of one event. Real events have up to a few hundred.
const MAX_ANCHORS: usize = 2_000;

/// The day after which a build of `day` keeps decisions.
fn last_past_day(day: Date) -> Date {
    day.saturating_sub(jiff::Span::new().days(i64::from(RECENT_DAYS) + 1))
}

/// The data of a document from which its events are found.
pub(crate) struct ComingSource<'a> {
    pub(crate) uri: &'a str,
    pub(crate) description: &'a Description,
    /// The record of a statute or an EU act.
    pub(crate) record: Option<&'a ActRecord>,
    /// The notes of repeal and days that the text of a Swedish act prints on its provisions.
    pub(crate) notes: &'a PlaceNotes,
    /// The changes by the acts in its register.
    pub(crate) changes: &'a [ChangingAct],
    /// The texts of the provisions of a statute or an EU act.
    pub(crate) texts: &'a [ProvisionText],
}

/// The events of a document after a day, without its end. A list of laws asks for events of years ago, so a build asks for all.
pub(crate) fn coming(stated: &ComingSource<'_>, base: &Base, after: Date) -> Vec<ComingEvent> {
    let mut events = registered(stated, base, after);
    add_printed(stated, base, after, &mut events);
    events.extend(without_day(stated, base));
    if let Some(limit) = stated.description.time_limit.filter(|limit| *limit > after) {
        events.push(event(limit, ComingKind::Expires, ComingBasis::Register));
    }
    sort(&mut events);
    let without_day = events.iter().take_while(|event| event.day.is_none()).count();
    if let Some(more) = events.len().checked_sub(MAX_EVENTS) {
        events.drain(without_day..without_day + more.min(events.len() - without_day));
    }
    for event in &mut events {
        event.anchors.sort_by_cached_key(|anchor| (ProvisionNumber::parse(anchor), anchor.clone()));
        event.anchors.truncate(MAX_ANCHORS);
    }
    events
}

/// Sorts events by their days.
pub(crate) fn sort(events: &mut [ComingEvent]) {
    events.sort_by(|a, b| (&a.day, a.kind, &a.act, &a.anchors).cmp(&(&b.day, b.kind, &b.act, &b.anchors)));
}

/// An event of the whole document.
fn event(day: Date, kind: ComingKind, basis: ComingBasis) -> ComingEvent {
    ComingEvent {
        day: Some(day.to_string()),
        kind,
        anchors: Vec::new(),
        act: None,
        act_label: None,
        basis,
        learned: None,
        is_whole: false,
        is_partly: false,
        stated: None,
    }
}

/// The end of a document on a day. `repealed_by` is the uri of the other act that states the repeal.
fn end(day: Date, is_repeal: bool, repealed_by: Option<&str>) -> ComingEvent {
    let kind = if is_repeal { ComingKind::Repealed } else { ComingKind::Expires };
    let basis = if repealed_by.is_some() { ComingBasis::Text } else { ComingBasis::Register };
    ComingEvent { act: repealed_by.map(str::to_owned), ..event(day, kind, basis) }
}

/// The event that a document was decided on a day.
fn decided(day: Date) -> ComingEvent {
    event(day, ComingKind::Decided, ComingBasis::Register)
}

/// The events that the register and the metadata state.
fn registered(stated: &ComingSource<'_>, base: &Base, after: Date) -> Vec<ComingEvent> {
    let mut events = Vec::new();
    let changes = |act: &str| stated.changes.iter().find(|change| change.uri == act);
    let amended = |act: &str, label: Option<&String>, day: Date| ComingEvent {
        anchors: changes(act).map(|act| anchors(&act.changes, stated)).unwrap_or_default(),
        act: Some(act.to_owned()),
        act_label: label.cloned(),
        ..event(day, ComingKind::Amended, ComingBasis::Register)
    };
    let begins = |day: Date| event(day, ComingKind::InForce, ComingBasis::Register);
    if let Some(record) = stated.record {
        for entry in changing_entries(&record.register, base, ActFamily::Statute) {
            let Some(day) = entry.day.filter(|day| *day > after) else { continue };
            let act = entry.entry;
            let is_base = act.uri == stated.uri;
            events.push(if is_base { begins(day) } else { amended(&act.uri, act.identifier.as_ref(), day) });
        }
        let has_own_day = record.register.first().is_some_and(|first| first.own_day().is_some());
        for entry in &record.register {
            let Some(day) = entry.own_day().filter(|day| *day > after) else { continue };
            match entry.kind() {
                RegisterEntryKind::Repeal => events.push(ComingEvent {
                    act: Some(entry.uri.clone()),
                    act_label: entry.identifier.clone(),
                    ..event(day, ComingKind::Repealed, ComingBasis::Register)
                }),
                // The entry does not name what it puts into force.
                RegisterEntryKind::EntryIntoForce
                    if has_own_day && !entry.andrar.as_deref().unwrap_or_default().contains(':') =>
                {
                    events.push(amended(&entry.uri, entry.identifier.as_ref(), day));
                }
                _ => {}
            }
        }
    } else {
        for change in stated.changes {
            let day = change.ikraft.as_deref().and_then(parse_date).filter(|day| *day > after);
            let Some(day) = day.filter(|_| change.uri != stated.uri) else { continue };
            events.push(amended(&change.uri, None, day));
        }
    }
    let begun = events.iter().any(|event| event.kind == ComingKind::InForce);
    if let Some(day) = stated.description.in_force_from.filter(|day| *day > after && !begun) {
        events.push(begins(day));
    }
    events
}

/// The anchors of the provisions that an act changes.
fn anchors(changes: &[RegisteredChange], stated: &ComingSource<'_>) -> Vec<String> {
    let by_kapitel = stated.notes.by_kapitel;
    let mut found = Vec::new();
    let of_text = changes
        .iter()
        .filter(|change| !matches!(change.change, RegisterChange::Heading | RegisterChange::EntryIntoForce));
    for RegisteredChange { place, .. } in of_text {
        match place {
            RegisterPlace::Kapitel(first, last) if first == last => found.push(format!("K{first}")),
            RegisterPlace::Paragraf(kapitel, first, last) if first == last => {
                let kapitel = kapitel.clone().filter(|_| by_kapitel);
                let number = ProvisionNumber { kapitel, paragraf: Some(first.clone()) };
                found.extend(number.anchor().map(|anchor| anchor.to_string()));
            }
            RegisterPlace::Bilaga(Some((first, last))) if first == last => found.push(format!("B{first}")),
            _ => {
                let covers = |anchor: &&str| {
                    let words = RegisterWords { changes: vec![with_place(place)], unread: 0 };
                    let anchor = Anchor::new(anchor);
                    anchor.is_some_and(|anchor| {
                        NamedUnit::of(&anchor, &[]).is_some_and(|unit| unit.is_named(&words))
                    })
                };
                found.extend(provisions(stated).filter(covers).map(str::to_owned));
            }
        }
    }
    let mut seen = BTreeSet::new();
    found.retain(|anchor| seen.insert(anchor.clone()));
    found
}

fn with_place(place: &RegisterPlace) -> RegisteredChange {
    RegisteredChange { change: RegisterChange::Amended, place: place.clone(), in_amendment: false }
}

/// The anchors of the provisions of the text, each once.
fn provisions<'a>(stated: &'a ComingSource<'_>) -> impl Iterator<Item = &'a str> {
    let mut seen = BTreeSet::new();
    stated.texts.iter().map(|text| text.anchor.as_str()).filter(move |anchor| seen.insert(*anchor))
}

/// The provisions that a text prints with one day.
#[derive(Default)]
struct Printed<'a> {
    /// Anchors of provisions that begin, with the number of the act that signs each.
    begins: Vec<(&'a str, Option<&'a str>)>,
    /// Anchors of provisions that end without a text after them, with the number of the act that signs each.
    ends: Vec<(&'a str, Option<&'a str>)>,
}

/// Adds the provisions that the text prints with a day: to the event of the register on that day, else as an event of
/// their own.
fn add_printed(stated: &ComingSource<'_>, base: &Base, after: Date, events: &mut Vec<ComingEvent>) {
    for (day, printed) in printed(stated, after) {
        let mut left = printed;
        let of_day = |event: &&mut ComingEvent| event.day.as_deref() == Some(day);
        for event in events.iter_mut().filter(of_day) {
            let before = left.begins.len() + left.ends.len();
            let is_listed = |anchor: &str| is_listed(event, anchor, stated);
            left.begins.retain(|(anchor, _)| !is_listed(anchor));
            left.ends.retain(|(anchor, _)| !is_listed(anchor));
            if left.begins.len() + left.ends.len() < before {
                event.basis = ComingBasis::Both;
            }
        }
        let Printed { begins, ends } = left;
        for (kind, anchors) in [(ComingKind::Starts, begins), (ComingKind::Expires, ends)] {
            events.extend(by_act(anchors, stated, base).into_iter().map(|(act, anchors)| ComingEvent {
                day: Some(day.to_owned()),
                kind,
                anchors,
                act_label: act.as_deref().and_then(|act| label(act, stated)),
                act,
                basis: ComingBasis::Text,
                learned: None,
                is_whole: false,
                is_partly: false,
                stated: None,
            }));
        }
    }
}

/// Whether an event of the register states that a provision changes.
fn is_listed(event: &ComingEvent, anchor: &str, stated: &ComingSource<'_>) -> bool {
    let Some(act) = event.act.as_deref().filter(|_| event.kind == ComingKind::Amended) else {
        return event.kind != ComingKind::Expires;
    };
    let changes =
        stated.changes.iter().find(|change| change.uri == act).map(|change| change.changes.as_slice());
    let Some(changes) = changes.filter(|changes| !changes.is_empty()) else { return true };
    let words = RegisterWords { changes: changes.to_vec(), unread: 0 };
    let unit = Anchor::new(anchor).and_then(|anchor| NamedUnit::of(&anchor, &[]));
    unit.is_some_and(|unit| unit.is_named(&words))
}

/// The provisions that the text prints with days after `after`, by day.
fn printed<'a>(stated: &ComingSource<'a>, after: Date) -> BTreeMap<&'a str, Printed<'a>> {
    let mut days: BTreeMap<&str, Printed<'_>> = BTreeMap::new();
    let is_later = |day: &str| parse_date(day).is_some_and(|day| day > after);
    if stated.record.is_some() {
        for text in stated.texts.iter().filter(|text| is_later(&text.begins)) {
            let of_day = days.entry(&text.begins).or_default();
            let list = if text.digest.is_some() { &mut of_day.begins } else { &mut of_day.ends };
            list.push((&text.anchor, text.signed.as_deref()));
        }
        return days;
    }
    for DatedProvision { anchor, from, until, signed } in &stated.notes.dated {
        if let Some(from) = from.as_deref().filter(|from| is_later(from)) {
            days.entry(from).or_default().begins.push((anchor, signed.as_deref()));
        }
        if let Some(until) = until.as_deref().filter(|until| is_later(until)) {
            days.entry(until).or_default().ends.push((anchor, None));
        }
    }
    for of_day in days.values_mut() {
        let begun: BTreeSet<&str> = of_day.begins.iter().map(|(anchor, _)| *anchor).collect();
        of_day.ends.retain(|(anchor, _)| !begun.contains(anchor));
    }
    days
}

/// Anchors of provisions by the uri of the act that signs each.
fn by_act(
    anchors: Vec<(&str, Option<&str>)>,
    stated: &ComingSource<'_>,
    base: &Base,
) -> BTreeMap<Option<String>, Vec<String>> {
    let mut acts: BTreeMap<Option<String>, Vec<String>> = BTreeMap::new();
    for (anchor, signed) in anchors {
        let act = signed.map(|number| base.swedish_act(number));
        let is_registered = |act: &String| stated.changes.iter().any(|change| change.uri == *act);
        acts.entry(act.filter(is_registered)).or_default().push(anchor.to_owned());
    }
    acts
}

/// The printed id of an act of the register.
fn label(act: &str, stated: &ComingSource<'_>) -> Option<String> {
    stated.record?.register.iter().find(|entry| entry.uri == act)?.identifier.clone()
}

/// The events that the text prints with a phrase instead of a day.
fn without_day(stated: &ComingSource<'_>, base: &Base) -> Vec<ComingEvent> {
    let is_phrase = |day: &Option<String>| day.as_deref().is_some_and(|day| parse_date(day).is_none());
    let dated = &stated.notes.dated;
    let begins: Vec<(&str, Option<&str>)> = dated
        .iter()
        .filter(|provision| is_phrase(&provision.from))
        .map(|provision| (provision.anchor.as_str(), provision.signed.as_deref()))
        .collect();
    let begun: BTreeSet<&str> = begins.iter().map(|(anchor, _)| *anchor).collect();
    let ends = dated
        .iter()
        .filter(|provision| is_phrase(&provision.until) && !begun.contains(provision.anchor.as_str()))
        .map(|provision| (provision.anchor.as_str(), None))
        .collect();
    let has_day = |act: &str| {
        let Some(record) = stated.record else { return false };
        let mut entries = changing_entries(&record.register, base, ActFamily::Statute).into_iter();
        entries.any(|entry| entry.entry.uri == act && entry.day.is_some())
    };
    let mut events = Vec::new();
    for (kind, anchors) in [(ComingKind::Starts, begins), (ComingKind::Expires, ends)] {
        for (act, mut anchors) in by_act(anchors, stated, base) {
            if act.as_deref().is_some_and(has_day) {
                continue;
            }
            let mut seen = BTreeSet::new();
            anchors.retain(|anchor| seen.insert(anchor.clone()));
            events.push(ComingEvent {
                day: None,
                kind,
                anchors,
                act_label: act.as_deref().and_then(|act| label(act, stated)),
                act,
                basis: ComingBasis::Text,
                learned: None,
                is_whole: false,
                is_partly: false,
                stated: None,
            });
        }
    }
    events
}

#[cfg(test)]
mod tests;
