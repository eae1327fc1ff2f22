//! `GET /api/v1/coming`, and its events as a feed and as a calendar: `/feeds/kommande.atom`, `/feeds/kommande.ics`.

use atom_syndication::{Category, Entry, Text};
use axum::extract::RawQuery;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use http::{HeaderValue, header};
use icalendar::{Calendar, Component, Event, Property};
use jiff::Timestamp;
use lagrum_answers::{self as answers, Coming, ComingChange, ComingQuestion, SourceName};
use lagrum_artifact::Base;
use lagrum_escape::one_line;
use lagrum_pages::last_value;
use lagrum_snapshot::Snapshot;
use serde::Deserialize;
use utoipa::IntoParams;

use super::feeds::atom::{atom, link, time, write_feed};
use super::feeds::is_known;
use crate::extract::day::day;
use crate::{ApiError, Caching, Current, Json, Query, Routes, Today, answer, routes};

pub(super) const CALENDAR: HeaderValue = HeaderValue::from_static("text/calendar; charset=utf-8");

/// Maximum number of characters of a name in the title of an event.
const MAX_NAME: usize = 50;

/// Maximum number of events in the feed and in the calendar.
const ENTRIES: usize = 1_000;

#[derive(Debug, Deserialize, IntoParams)]
struct ComingQuery {
    /// Only of documents of this source.
    #[param(value_type = Option<String>)]
    source: Option<SourceName>,
    /// The first day, included. A day before today is today.
    #[param(pattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]
    from: Option<String>,
    /// The last day, included.
    #[param(pattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]
    until: Option<String>,
}

pub(super) fn routes() -> Routes {
    Routes::new()
        .get(routes!(coming), Caching::SnapshotAndDay)
        .undescribed_with("/feeds/kommande.atom", get(feed), Caching::SnapshotAndDay, &["source"])
        .undescribed_with("/feeds/kommande.ics", get(calendar), Caching::SnapshotAndDay, &["source"])
}

/// What is to come, by day: acts that enter into force, are amended or end, and parts of texts that begin.
#[utoipa::path(get, path = "/api/v1/coming", tag = "catalog", operation_id = "coming", params(ComingQuery),
    responses((status = 200, description = "What is to come", body = Coming)))]
async fn coming(
    Current(snapshot): Current,
    Today(today): Today,
    query: Query<ComingQuery>,
) -> Result<Json<Coming>, ApiError> {
    let from = day(&query, "from", query.from.as_deref())?;
    let until = day(&query, "until", query.until.as_deref())?;
    let question = ComingQuestion { source: query.into_inner().source, from, until };
    answer(move || answers::coming(&snapshot, today, &question)).await.map(Json)
}

async fn feed(
    Current(snapshot): Current,
    Today(today): Today,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    let question = question(&snapshot, query.as_deref())?;
    let path = address("atom", &question);
    let xml = answer(move || {
        let found = answers::coming(&snapshot, today, &question)?;
        let base = &snapshot.manifest().base;
        let entries: Vec<Entry> =
            dated(&found).take(ENTRIES).map(|(date, change)| entry(base, date, change)).collect();
        let newest = dated(&found).filter_map(|(_, change)| change.updated).max().map(at);
        let updated = newest.unwrap_or_else(|| snapshot.manifest().built.clone());
        Ok(write_feed(base, TITLE, &path, &updated, entries))
    });
    Ok(atom(xml.await?))
}

async fn calendar(
    Current(snapshot): Current,
    Today(today): Today,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    let question = question(&snapshot, query.as_deref())?;
    let text = answer(move || {
        let found = answers::coming(&snapshot, today, &question)?;
        Ok(calendar_of(&snapshot.manifest().base, &found))
    });
    Ok(([(header::CONTENT_TYPE, CALENDAR)], text.await?).into_response())
}

/// The title of the feed and the calendar.
const TITLE: &str = "Kommande ändringar i lagar och regler";

fn question(snapshot: &Snapshot, query: Option<&str>) -> Result<ComingQuestion, ApiError> {
    let sent: Vec<(String, String)> =
        form_urlencoded::parse(query.unwrap_or_default().as_bytes()).into_owned().collect();
    let source = last_value(&sent, "source").map(|source| SourceName::from(source.to_owned()));
    if let Some(source) = source.as_ref().filter(|source| !is_known(snapshot, source)) {
        return Err(ApiError::not_found(format!("no source {}", source.given())));
    }
    Ok(ComingQuestion { source, ..ComingQuestion::default() })
}

/// The address of a feed or calendar, with its filter.
fn address(form: &str, question: &ComingQuestion) -> String {
    let source = question.source.as_ref().map(|source| format!("?source={}", source.current()));
    format!("/feeds/kommande.{form}{}", source.unwrap_or_default())
}

/// Every event with its day.
fn dated(found: &Coming) -> impl Iterator<Item = (&str, &ComingChange)> {
    found.days.iter().flat_map(|day| day.events.iter().map(|change| (day.date.as_str(), change)))
}

/// The time `seconds` after 1970 as text.
fn at(seconds: i64) -> String {
    Timestamp::from_second(seconds).unwrap_or_default().to_string()
}

/// The id of an event: its day, its document, the kind of change, and the act that makes it. It stays the same from snapshot to
/// snapshot.
fn id(base: &Base, date: &str, change: &ComingChange) -> String {
    let local = |uri: &str| base.strip(uri).unwrap_or(uri).to_owned();
    let act = change.act.as_deref().map(local).unwrap_or_default();
    format!("{date}/{}/{:?}/{act}", local(&change.uri), change.kind)
}

fn entry(base: &Base, date: &str, change: &ComingChange) -> Entry {
    let words = format!("{date}: {}", change.words(base, false));
    Entry {
        title: Text::plain(one_line(&format!("{date} {}", change.name(base))).into_owned()),
        id: format!("{base}/kommande#{}", id(base, date, change)),
        updated: time(&at(change.updated.unwrap_or_default())),
        // Readers hide what has a day to come, so this is when the service learned of it.
        published: change.updated.map(|seconds| time(&at(seconds))),
        categories: vec![Category {
            term: change.source.clone(),
            scheme: None,
            label: Some(lagrum_sources::source_label(&change.source).to_owned()),
        }],
        summary: Some(Text::plain(one_line(&words).into_owned())),
        links: vec![link("alternate", change.uri.clone(), Some("text/html"))],
        ..Entry::default()
    }
}

/// A calendar with one event of a whole day for each day and changed document.
fn calendar_of(base: &Base, found: &Coming) -> String {
    let mut calendar = Calendar::new();
    calendar.name(TITLE);
    let mut count = 0;
    for day in &found.days {
        let mut events: Vec<&ComingChange> = day.events.iter().collect();
        while let Some(first) = events.first().copied() {
            let (own, others): (Vec<&ComingChange>, Vec<&ComingChange>) =
                events.into_iter().partition(|change| change.uri == first.uri);
            events = others;
            if count == ENTRIES {
                return calendar.to_string();
            }
            count += 1;
            calendar.push(calendar_event(base, &day.date, &own));
        }
    }
    calendar.to_string()
}

/// The events of one document on one day.
fn calendar_event(base: &Base, date: &str, changes: &[&ComingChange]) -> Event {
    let first = changes[0];
    // A reader of calendars may end a line at any line end, so no text has one.
    let lines: Vec<String> =
        changes.iter().map(|change| one_line(&change.words(base, false)).into_owned()).collect();
    let stamp = at(changes.iter().filter_map(|change| change.updated).max().unwrap_or_default());
    let digits = |text: &str| text.replace(['-', ':'], "");
    let mut start = Property::new("DTSTART", digits(date));
    start.add_parameter("VALUE", "DATE");
    let local = base.strip(&first.uri).unwrap_or(&first.uri);
    let mut verbs: Vec<&str> = changes.iter().map(|change| change.kind.verb(false)).collect();
    verbs.dedup();
    let verbs = verbs.join(", ");
    // The title of an event is one line of a calendar.
    let name = first.name(base);
    let is_short = name.chars().count() <= MAX_NAME;
    let short = if is_short { name.as_str() } else { first.label.as_deref().unwrap_or(local) };
    let host = base.as_str().split_once("://").map_or(base.as_str(), |(_, host)| host);
    Event::new()
        .uid(&one_line(&format!("{date}/{local}@{host}")))
        .summary(&one_line(&format!("{short}: {verbs}")))
        .description(&format!("{}\n{}", one_line(&name), lines.join("\n")))
        .url(&one_line(&first.uri))
        .append_property(start)
        .append_property(Property::new("DTSTAMP", digits(&stamp)))
        .append_property(Property::new("TRANSP", "TRANSPARENT"))
        .done()
}

#[cfg(test)]
mod tests {
    use lagrum_answers::{ComingChangeBasis, ComingChangeKind, ComingDay};

    use super::*;

    fn change(uri: &str, kind: ComingChangeKind, anchors: &[&str]) -> ComingChange {
        ComingChange {
            kind,
            uri: format!("https://lag.example/{uri}"),
            anchors: anchors.iter().map(ToString::to_string).collect(),
            act: Some("https://lag.example/2031:9".to_owned()),
            act_label: Some("SFS 2031:9".to_owned()),
            label: Some(format!("SFS {uri}")),
            title: Some("Fårlag; med, tecken".to_owned()),
            source: "sfs".to_owned(),
            basis: ComingChangeBasis::Both,
            partly: false,
            stated: None,
            is_whole: false,
            updated: Some(1_900_000_000),
        }
    }

    #[test]
    fn no_text_of_a_document_begins_a_line_of_a_calendar() {
        let base = Base::parse("https://lag.example").unwrap();
        let ends = ["\r", "\n", "\u{b}", "\u{c}", "\u{1c}", "\u{85}", "\u{2028}", "\u{2029}"];
        for end in ends {
            let mut event = change("1931:47", ComingChangeKind::Amended, &[]);
            event.act_label = Some(format!("SFS 2031:9{end}ATTENDEE:mailto:a@lag.example"));
            event.title = Some(format!("Lag{end}URL:https://a.example"));
            let days = vec![ComingDay { date: "2033-01-01".to_owned(), events: vec![event] }];
            let text = calendar_of(&base, &Coming { days, without_day: Vec::new(), more: false });
            let rest = text.replace("\r\n", " ");
            // A long line is folded, wherever that is.
            let unfolded = text.replace("\r\n ", "");
            assert!(
                !ends.iter().any(|end| rest.contains(end)) && unfolded.contains("ATTENDEE"),
                "{end:?}: {text:?}"
            );
        }
    }

    #[test]
    fn a_calendar_has_one_event_for_each_day_and_document() {
        let base = Base::parse("https://lag.example").unwrap();
        let events = vec![
            change("1931:47", ComingChangeKind::Amended, &["K3P5"]),
            change("1931:48", ComingChangeKind::Repealed, &[]),
            change("1931:47", ComingChangeKind::Starts, &["P7"]),
        ];
        let days = vec![ComingDay { date: "2033-01-01".to_owned(), events }];
        let text = calendar_of(&base, &Coming { days, without_day: Vec::new(), more: false });
        assert_eq!(text.matches("BEGIN:VEVENT").count(), 2, "{text}");
        let unfolded = text.replace("\r\n ", "");
        for line in [
            "UID:2033-01-01/1931:47@lag.example\r\n",
            "DTSTART;VALUE=DATE:20330101\r\n",
            "DTSTAMP:20300317T174640Z\r\n",
            "SUMMARY:Fårlag\\; med\\, tecken (1931:47): Ändras\\, Börjar gälla\r\n",
            "DESCRIPTION:Fårlag\\; med\\, tecken (1931:47)\\nÄndras genom SFS 2031:9: 3 kap. 5 §\\nBörjar gälla genom SFS 2031:9: 7 §\r\n",
            "SUMMARY:Fårlag\\; med\\, tecken (1931:48): Upphävs\r\n",
        ] {
            assert!(unfolded.contains(line), "{line} in {unfolded}");
        }
    }
}
