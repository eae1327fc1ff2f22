//! The changes of a list as a feed and as a calendar, at the address of the list: `/feeds/lista.atom?lag=1962:700`.
//!
//! A feed has pages (RFC 5005): each but the last leads to the next, older one. A calendar has none. It needs no texts, so it has ten times
//! as many provisions, and says where it ends.

use atom_syndication::{Entry, Text};
use axum::extract::RawQuery;
use axum::response::{IntoResponse, Response};
use http::header;
use icalendar::{Calendar, Component, Event, Property};
use jiff::Timestamp;
use jiff::civil::Date;
use lagrum_answers::{ListChanges, ListedChange, list_changes};
use lagrum_artifact::Base;
use lagrum_escape::one_line;
use lagrum_pages::last_value;

use super::question::{NO_INDEX, next_query, of_address};
use crate::endpoints::coming::CALENDAR;
use crate::endpoints::feeds::atom::{Archive, atom, category, day, link, time, write_archived};
use crate::{ApiError, Current, Today, comparing};

/// The title of a list without a name.
const TITLE: &str = "Lista: ändringar i lagar och regler";

/// What a calendar says that does not have all changes.
const ENDS_EARLY: &str =
    "Listan har fler ändringar än en kalender rymmer. De äldsta är inte med: listans sida har alla.";

fn title(query: &str) -> String {
    let sent: Vec<(String, String)> = form_urlencoded::parse(query.as_bytes()).into_owned().collect();
    last_value(&sent, "namn").map_or_else(|| TITLE.to_owned(), |name| format!("{name}: ändringar"))
}

pub(super) async fn atom_feed(
    Current(snapshot): Current,
    Today(today): Today,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    let query = query.unwrap_or_default();
    let question = of_address(&query, today)?;
    let xml = comparing(move || {
        let found = list_changes(&snapshot, today, &question)?;
        let manifest = snapshot.manifest();
        let path = if query.is_empty() {
            "/feeds/lista.atom".to_owned()
        } else {
            format!("/feeds/lista.atom?{query}")
        };
        let entries: Vec<Entry> = found.changes.iter().map(|change| entry(&manifest.base, change)).collect();
        let newest = found.changes.iter().map(seconds).max();
        let updated = newest.map_or_else(|| manifest.built.clone(), at);
        let next = found
            .next_cursor
            .as_ref()
            .map(|cursor| ("next", format!("/feeds/lista.atom?{}", next_query(&query, &question, cursor))));
        let pages = Archive { links: next.into_iter().collect(), ..Archive::default() };
        Ok(write_archived(&manifest.base, &title(&query), &path, &updated, entries, &pages))
    });
    Ok(([NO_INDEX], atom(xml.await?)).into_response())
}

pub(super) async fn calendar(
    Current(snapshot): Current,
    Today(today): Today,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    let query = query.unwrap_or_default();
    let mut question = of_address(&query, today)?;
    // Without texts no change is known to be formal.
    question.texts = !question.formal;
    let text = comparing(move || {
        let found = list_changes(&snapshot, today, &question)?;
        Ok(calendar_of(&snapshot.manifest().base, &title(&query), &found))
    });
    Ok(([NO_INDEX], [(header::CONTENT_TYPE, CALENDAR)], text.await?).into_response())
}

/// When a change was told last: on its day, or when the text of the act was served that tells of a coming one.
fn seconds(change: &ListedChange) -> i64 {
    let served = change.updated.unwrap_or_default();
    let day = change.date.as_deref().filter(|_| !change.coming).and_then(|day| day.parse::<Date>().ok());
    day.map_or(served, lagrum_snapshot::midnight)
}

fn at(seconds: i64) -> String {
    Timestamp::from_second(seconds).unwrap_or_default().to_string()
}

fn entry(base: &Base, change: &ListedChange) -> Entry {
    let words = change.words(base);
    Entry {
        title: Text::plain(one_line(&format!("{}: {words}", change.name(base))).into_owned()),
        id: change.id.clone(),
        updated: time(&at(seconds(change))),
        // The day of the law. Readers hide what has a day to come, so of that it is when the service learned of it.
        published: change
            .date
            .as_deref()
            .filter(|_| !change.coming)
            .and_then(day)
            .or_else(|| Some(time(&at(seconds(change))))),
        categories: vec![category(change.kind.name(), change.kind.verb(!change.coming))],
        summary: Some(Text::plain(one_line(&change.summary(base)).into_owned())),
        links: vec![link("alternate", change.uri.clone(), Some("text/html"))],
        ..Entry::default()
    }
}

/// A calendar with an event of a whole day for each change that has a day.
fn calendar_of(base: &Base, title: &str, found: &ListChanges) -> String {
    let mut calendar = Calendar::new();
    calendar.name(&one_line(title));
    if found.next_cursor.is_some() {
        calendar.description(ENDS_EARLY);
    }
    for change in &found.changes {
        let Some(date) = &change.date else { continue };
        let digits = |text: &str| text.replace(['-', ':'], "");
        let mut start = Property::new("DTSTART", digits(date));
        start.add_parameter("VALUE", "DATE");
        let event = Event::new()
            .uid(&one_line(&change.id))
            .summary(&one_line(&format!("{}: {}", change.short_name(base), change.kind.verb(!change.coming))))
            .description(&one_line(&change.summary(base)))
            .url(&one_line(&change.uri))
            .append_property(start)
            .append_property(Property::new("DTSTAMP", digits(&at(seconds(change)))))
            .append_property(Property::new("TRANSP", "TRANSPARENT"))
            .done();
        calendar.push(event);
    }
    calendar.to_string()
}
