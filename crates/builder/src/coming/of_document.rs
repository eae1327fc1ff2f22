//! The events of a document, with its end and its decision.

use jiff::civil::Date;
use lagrum_catalog::{ComingBasis, ComingEvent, ComingKind};
use lagrum_sources::{FlowGroup, UNKNOWN_END, parse_date};

use super::{decided, end, last_past_day};
use crate::documents::{EndSource, FullDocument};

/// The events of a document: those found in registers and texts (`stated`), its end, and its date.
pub(crate) fn events_of(
    document: &FullDocument,
    stated: Option<&Vec<ComingEvent>>,
    group: FlowGroup,
    today: Date,
) -> Vec<ComingEvent> {
    let last_day = document.facts.description.expired;
    let last_day = last_day.filter(|end| *end != UNKNOWN_END);
    let date = document.facts.description.date.as_deref().and_then(parse_date);
    let is_new = |date: &Date| *date > last_past_day(today) && *date <= today;
    let issued = date.filter(|date| group.decides() && is_new(date));
    let mut events = stated.cloned().unwrap_or_default();
    if let Some(day) = last_day {
        let of_day = |event: &ComingEvent| {
            event.kind == ComingKind::Repealed && event.day.as_deref() == Some(&*day.to_string())
        };
        let by = match &document.end {
            EndSource::OtherAct(act) => Some(act.as_str()),
            EndSource::Own | EndSource::StatusList => None,
        };
        let is_told = events.iter().any(|event| is_limit(event, day));
        match events.iter_mut().find(|event| of_day(event)) {
            Some(event) if by.is_some() => event.basis = ComingBasis::Both,
            Some(_) => {}
            // The limit of its time is an event already.
            None if is_told => {}
            None => events.push(end(day, document.end != EndSource::StatusList, by)),
        }
    }
    events.extend(issued.map(decided));
    events
}

/// Whether an event is the end of the whole document by the limit of its time.
fn is_limit(event: &ComingEvent, day: Date) -> bool {
    event.kind == ComingKind::Expires
        && event.anchors.is_empty()
        && event.day.as_deref() == Some(&*day.to_string())
}
