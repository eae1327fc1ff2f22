//! From when an EU act and its parts apply, as its newest held text states it. A build reads the text (`lagrum-builder`,
//! `application`).

use jiff::civil::Date;
use lagrum_catalog::{CatalogProblem, CatalogReader, ComingEvent, ComingKind};
use lagrum_chronicle::StatedStart;

use super::register::date;

/// The days from which an EU act and its parts apply.
pub(crate) fn stated_starts(
    catalog: &CatalogReader<'_>,
    uri: &str,
) -> Result<Vec<StatedStart>, CatalogProblem> {
    let events = catalog.coming_of(uri)?.into_iter().map(|event| event.event);
    let events = events.filter(|event| event.stated.is_some() && event.kind == ComingKind::Starts);
    let start = |event: ComingEvent| {
        Some(StatedStart {
            day: date(event.day.as_deref()?)?,
            anchors: event.anchors,
            is_whole: event.is_whole,
            is_partly: event.is_partly,
        })
    };
    Ok(events.filter_map(start).collect())
}

/// The day on which an EU act enters into force, where its newest held text states one. One that is counted from the publication is
/// not known, since no publication is held.
pub(crate) fn stated_entry(catalog: &CatalogReader<'_>, uri: &str) -> Result<Option<Date>, CatalogProblem> {
    let mut events = catalog.coming_of(uri)?.into_iter().map(|event| event.event);
    let entry = events.find(|event| event.stated.is_some() && event.kind == ComingKind::InForce);
    Ok(entry.and_then(|event| date(event.day.as_deref()?)))
}
