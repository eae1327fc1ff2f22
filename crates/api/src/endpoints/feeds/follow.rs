//! `GET /feeds/uri.atom?uri=` and `GET /feeds/search.atom?q=`: feeds of one document or one query, without an account.

use std::sync::Arc;

use atom_syndication::{Entry, Text};
use axum::extract::RawQuery;
use axum::response::Response;
use axum::routing::get;
use jiff::civil::Date;
use lagrum_answers::{
    self as answers, AnswerError, Followed, FollowedChange, FollowedEvent, MAX_EVENTS, MatchingQuestion,
    SourceName,
};
use lagrum_escape::one_line;
use lagrum_snapshot::Snapshot;
use serde::Deserialize;
use utoipa::IntoParams;

use super::super::search::years;
use super::atom::{atom, category, day, entry, link, time, write_feed};
use crate::error::{LocPart, ValidationError};
use crate::response::json::Provisional;
use crate::{ApiError, Caching, Current, Query, Routes, Today, comparing, searching};

#[derive(Debug, Deserialize, IntoParams)]
struct UriQuery {
    /// A document, or a provision of one.
    uri: String,
}

#[derive(Debug, Deserialize, IntoParams)]
struct MatchingQuery {
    /// A query, as of `/api/v1/search`.
    q: String,
    /// Only documents of this source.
    #[param(value_type = Option<String>)]
    source: Option<SourceName>,
    /// Only documents of this kind.
    kind: Option<String>,
    /// Only documents of this year, or of these years: `2010..2015`, `2010..`, `..2015`.
    #[param(pattern = "^([0-9]{4}|[0-9]{4}[.][.]([0-9]{4})?|[.][.][0-9]{4})$")]
    year: Option<String>,
}

pub(super) fn routes() -> Routes {
    Routes::new()
        .undescribed_with("/feeds/uri.atom", get(of_uri), Caching::SnapshotAndDay, &["uri"])
        .undescribed_with(
            "/feeds/search.atom",
            get(of_query),
            Caching::SnapshotAndDay,
            &["q", "source", "kind", "year"],
        )
}

/// The most documents and provisions of one feed.
const MAX_URIS: usize = 100;

/// What happened to a document or a provision, or to several.
async fn of_uri(
    Current(snapshot): Current,
    Today(day): Today,
    RawQuery(sent): RawQuery,
    query: Query<UriQuery>,
) -> Result<Response, ApiError> {
    let sent = sent.unwrap_or_default();
    let sent = form_urlencoded::parse(sent.as_bytes()).filter(|(name, _)| name == "uri");
    let uris: Vec<String> = sent.map(|(_, uri)| uri.into_owned()).take(MAX_URIS + 1).collect();
    if uris.len() > MAX_URIS {
        let message = format!("a feed is of at most {MAX_URIS} documents: /feeds/lista.atom takes 500 acts");
        return Err(query.reject([("uri", message)]));
    }
    if uris.len() > 1 {
        return of_several(snapshot, day, uris).await;
    }
    let UriQuery { uri } = query.into_inner();
    let path = path("/feeds/uri.atom", &[("uri", Some(&uri))]);
    let xml = comparing(move || {
        let Followed { name, events, .. } = answers::followed(&snapshot, day, &uri)?;
        let manifest = snapshot.manifest();
        let updated = events.first().map_or(&manifest.built, |event| &event.at).clone();
        let entries = events.into_iter().map(event_entry).collect();
        Ok(write_feed(&manifest.base, &format!("{name}: vad som händer"), &path, &updated, entries))
    });
    Ok(atom(xml.await?))
}

/// What happened to several documents and provisions, each named in the title of its events.
async fn of_several(snapshot: Arc<Snapshot>, day: Date, uris: Vec<String>) -> Result<Response, ApiError> {
    let sent: Vec<(&str, Option<&str>)> = uris.iter().map(|uri| ("uri", Some(uri.as_str()))).collect();
    let path = path("/feeds/uri.atom", &sent);
    let xml = comparing(move || {
        let mut events: Vec<(String, FollowedEvent)> = Vec::new();
        let mut held = 0;
        for uri in &uris {
            match answers::followed(&snapshot, day, uri) {
                Ok(found) => {
                    held += 1;
                    events.extend(found.events.into_iter().map(|event| (found.name.clone(), event)));
                }
                Err(AnswerError::NotFound(_)) => {}
                Err(error) => return Err(error.into()),
            }
        }
        if held == 0 {
            return Err(ApiError::not_found("none of these documents is held"));
        }
        events.sort_by(|(_, a), (_, b)| b.at.cmp(&a.at).then_with(|| a.id.cmp(&b.id)));
        events.dedup_by(|(_, a), (_, b)| a.id == b.id);
        events.truncate(MAX_EVENTS);
        let manifest = snapshot.manifest();
        let updated = events.first().map_or(&manifest.built, |(_, event)| &event.at).clone();
        let entry = |(name, event): (String, FollowedEvent)| {
            let entry = event_entry(event);
            let title = one_line(&format!("{name}: {}", entry.title.value)).into_owned();
            Entry { title: Text::plain(title), ..entry }
        };
        let entries = events.into_iter().map(entry).collect();
        Ok(write_feed(&manifest.base, &format!("{held} dokument: vad som händer"), &path, &updated, entries))
    });
    Ok(atom(xml.await?))
}

/// The documents that match a query and are new, or have a new text.
async fn of_query(
    Current(snapshot): Current,
    Today(day): Today,
    query: Query<MatchingQuery>,
) -> Result<Response, ApiError> {
    let years = years(&query, query.year.as_deref())?;
    let MatchingQuery { q, source, kind, year } = query.into_inner();
    if q.contains(char::is_control) {
        return Err(control_characters(q));
    }
    let sent = [
        ("q", Some(q.as_str())),
        ("source", source.as_ref().map(SourceName::current)),
        ("kind", kind.as_deref()),
        ("year", year.as_deref()),
    ];
    let path = path("/feeds/search.atom", &sent);
    let title = format!("{q}: nya träffar");
    let question = MatchingQuestion { query: q, source, kind, year: years };
    let engine = Arc::clone(&snapshot);
    let (xml, is_provisional) = searching(&engine, move || {
        let found = answers::matching_changes(&snapshot, day, question, MAX_EVENTS)?;
        let manifest = snapshot.manifest();
        let base = &manifest.base;
        let updated = found.changes.first().map_or(&manifest.built, |change| &change.at).clone();
        let entries = found.changes.into_iter().map(|change| entry(base, change)).collect();
        Ok((write_feed(base, &title, &path, &updated, entries), found.is_provisional))
    })
    .await?;
    let mut response = atom(xml);
    if is_provisional {
        response.extensions_mut().insert(Provisional);
    }
    Ok(response)
}

/// The rejection of a query that its feed could not repeat.
fn control_characters(q: String) -> ApiError {
    ApiError::Invalid(vec![ValidationError {
        code: "value_error",
        loc: vec![LocPart::Name("query".into()), LocPart::Name("q".into())],
        msg: "Input should have no control characters: write blanks between words".to_owned(),
        input: Some(Some(q)),
        ctx: None,
    }])
}

/// A path with those parameters that have a value.
fn path(path: &str, parameters: &[(&str, Option<&str>)]) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    for (name, value) in parameters {
        if let Some(value) = value.filter(|value| !value.is_empty()) {
            query.append_pair(name, value);
        }
    }
    format!("{path}?{}", query.finish())
}

fn event_entry(event: FollowedEvent) -> Entry {
    let FollowedEvent { id, at, what, uri, name, detail, day: day_of_law } = event;
    // The day of the law, and of what the service itself did the time.
    let published = day_of_law.as_deref().and_then(day).unwrap_or_else(|| time(&at));
    let words = what.words();
    let title = match what {
        FollowedChange::Served(_) => words.trim_end_matches(':').to_owned(),
        _ => format!("{words} {name}"),
    };
    let summary: Vec<String> = [detail, day_of_law.map(|day| format!("({day})"))]
        .into_iter()
        .flatten()
        .filter(|text| !text.is_empty())
        .collect();
    let summary = one_line(&summary.join(" ")).into_owned();
    Entry {
        title: Text::plain(one_line(&title).into_owned()),
        id,
        updated: time(&at),
        published: Some(published),
        categories: vec![category(what.name(), words)],
        summary: Some(summary).filter(|summary| !summary.is_empty()).map(Text::plain),
        links: vec![link("alternate", uri, Some("text/html"))],
        ..Entry::default()
    }
}
