//! `GET /feeds/<source>.atom` and `/feeds/all.atom`: the last changes as Atom feeds (RFC 4287).
//!
//! `GET /feeds/uri.atom?uri=` has what happened to a document or a provision, `GET /feeds/search.atom?q=` the documents that match a query
//! and are new or have another text: in `feeds/follow.rs`.
//!
//! `GET /dataset/<name>/feed.atom` are the feeds at the addresses that older services had, with their filters. `/dataset/<name>/feed` is
//! the same as a page, which a site draws.

mod follow;

use std::sync::Arc;

use atom_syndication::{Category, Entry, Feed, FixedDateTime, Generator, Link, Person, Text};
use axum::extract::{Path, RawQuery};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use http::{HeaderValue, header};
use jiff::civil::Date;
use lagrum_answers::{self as answers, DocumentChange, LatestQuestion, SourceName};
use lagrum_artifact::Base;
use lagrum_snapshot::Snapshot;

use crate::{ApiError, Caching, Current, Routes, Today, answer};

/// Changes in a feed.
const ENTRIES: usize = 100;

/// Changes in a feed at an old address.
const OLD_ENTRIES: usize = 200;

const ATOM: HeaderValue = HeaderValue::from_static("application/atom+xml; charset=utf-8");

/// The name of the feed of all sources.
const ALL: &str = "all";

/// The filters of feeds at old addresses: a type of document, a series of reports, a publisher.
pub const DATA_SET_FILTERS: [&str; 3] = ["rdf_type", "rpubl_rattsfallspublikation", "dcterms_publisher"];

pub(super) fn routes() -> Routes {
    follow::routes().undescribed("/feeds/{name}", get(feed), Caching::SnapshotAndDay).undescribed_with(
        "/dataset/{name}/feed.atom",
        get(old_feed),
        Caching::SnapshotAndDay,
        &DATA_SET_FILTERS,
    )
}

async fn feed(
    Current(snapshot): Current,
    Today(day): Today,
    Path(name): Path<String>,
) -> Result<Response, ApiError> {
    let unknown = || {
        ApiError::not_found(format!("no feed named {name}: expected /feeds/<source>.atom or /feeds/all.atom"))
    };
    let source = name.strip_suffix(".atom").ok_or_else(unknown)?.to_owned();
    let source = (source != ALL).then(|| SourceName::from(source));
    if source.as_ref().is_some_and(|source| !is_known(&snapshot, source)) {
        return Err(unknown());
    }
    let path = format!("/feeds/{}.atom", source.as_ref().map_or(ALL, SourceName::current));
    let question = LatestQuestion { source, ..LatestQuestion::default() };
    respond(snapshot, day, question, ENTRIES, path).await
}

async fn old_feed(
    Current(snapshot): Current,
    Today(day): Today,
    Path(name): Path<String>,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    let sent = form_urlencoded::parse(query.as_deref().unwrap_or_default().as_bytes());
    let sent: Vec<(String, String)> = sent.into_owned().collect();
    let question = data_set_question(&name, &sent)
        .ok_or_else(|| ApiError::not_found(format!("no data set named {name}")))?;
    let path = format!("/dataset/{name}/feed.atom{}", query_of_filters(&sent));
    respond(snapshot, day, question, OLD_ENTRIES, path).await
}

/// The query with which a feed is asked for again: its filters, and nothing else that was sent.
fn query_of_filters(sent: &[(String, String)]) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    for filter in DATA_SET_FILTERS {
        if let Some(value) = last_value(sent, filter) {
            query.append_pair(filter, value);
        }
    }
    let query = query.finish();
    if query.is_empty() { query } else { format!("?{query}") }
}

/// What a data set with its filters asks for; None for an unknown name.
pub fn data_set_question(name: &str, query: &[(String, String)]) -> Option<LatestQuestion> {
    let source = lagrum_sources::data_set(name)?;
    let [kind, series, publisher] =
        DATA_SET_FILTERS.map(|filter| last_value(query, filter).map(lagrum_sources::data_set_filter));
    Some(LatestQuestion { source: Some(SourceName::from(source.name.to_owned())), kind, series, publisher })
}

/// The last value of a parameter; None where it is missing or empty.
pub(super) fn last_value<'q>(query: &'q [(String, String)], name: &str) -> Option<&'q str> {
    let value = query.iter().rev().find(|(sent, _)| sent == name).map(|(_, value)| value.trim());
    value.filter(|value| !value.is_empty())
}

/// The last changes as a feed at a path.
async fn respond(
    snapshot: Arc<Snapshot>,
    day: Date,
    question: LatestQuestion,
    entries: usize,
    path: String,
) -> Result<Response, ApiError> {
    let xml = answer(move || {
        let changes = answers::latest_changes(&snapshot, day, &question, entries)?;
        Ok(written(&snapshot, question.source.as_ref(), &path, changes))
    });
    Ok(atom(xml.await?))
}

/// The response with a feed.
pub(super) fn atom(xml: String) -> Response {
    ([(header::CONTENT_TYPE, ATOM)], xml).into_response()
}

/// Whether a source is described or held.
pub(super) fn is_known(snapshot: &Snapshot, source: &SourceName) -> bool {
    let name = source.current();
    lagrum_sources::known(name).is_some() || snapshot.manifest().counts.sources.contains_key(name)
}

fn written(
    snapshot: &Snapshot,
    source: Option<&SourceName>,
    path: &str,
    changes: Vec<DocumentChange>,
) -> String {
    let base = &snapshot.manifest().base;
    let title = source.map_or("Alla källor", |source| lagrum_sources::source_label(source.current()));
    let updated = changes.first().map_or(&*snapshot.manifest().built, |change| &change.at).to_owned();
    let entries = changes.into_iter().map(|change| entry(base, change)).collect();
    write_feed(base, &format!("{title}: ändringar"), path, &updated, entries)
}

/// A feed at a path, as XML.
pub(super) fn write_feed(base: &Base, title: &str, path: &str, updated: &str, entries: Vec<Entry>) -> String {
    let address = format!("{base}{path}");
    Feed {
        title: Text::plain(title),
        id: address.clone(),
        updated: time(updated),
        authors: vec![Person { name: base.to_string(), ..Person::default() }],
        generator: Some(Generator {
            value: "lagrum".to_owned(),
            uri: None,
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        }),
        links: vec![link("self", address, Some("application/atom+xml"))],
        entries,
        lang: Some("sv".to_owned()),
        ..Feed::default()
    }
    .to_string()
}

fn entry(base: &Base, change: DocumentChange) -> Entry {
    let provisions = change.provisions_in_words(base);
    let local_id = base.strip(&change.uri).unwrap_or(&change.uri);
    let label = change.label.unwrap_or_else(|| local_id.to_owned());
    let title = match change.title.filter(|title| *title != label) {
        Some(title) => format!("{label}: {title}"),
        None => label,
    };
    Entry {
        // A reader of feeds shows titles in a row of its own.
        title: Text::plain(lagrum_escape::plain(&title).into_owned()),
        id: change.uri.clone(),
        updated: time(&change.at),
        categories: vec![
            category(change.change, shown(change.change)),
            category(&change.source, lagrum_sources::source_label(&change.source)),
        ],
        summary: Some(Text::plain(match provisions {
            Some(provisions) => format!("{}: {provisions}", shown(change.change)),
            None => shown(change.change).to_owned(),
        })),
        links: vec![link("alternate", change.uri, Some("text/html"))],
        ..Entry::default()
    }
}

fn category(term: &str, label: &str) -> Category {
    Category { term: term.to_owned(), scheme: None, label: Some(label.to_owned()) }
}

/// What a reader is told of a change.
fn shown(change: &str) -> &'static str {
    match change {
        "added" => "Nytt dokument",
        "text" => "Texten har ändrats",
        "metadata" => "Uppgifter om dokumentet har ändrats",
        "status" => "Giltigheten har ändrats",
        "withdrawn" => "Dokumentet har tagits bort",
        _ => "Ändrat",
    }
}

pub(super) fn link(rel: &str, href: String, mime_type: Option<&str>) -> Link {
    Link { href, rel: rel.to_owned(), mime_type: mime_type.map(str::to_owned), ..Link::default() }
}

pub(super) fn time(text: &str) -> FixedDateTime {
    text.parse().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_stays_in_its_row() {
        let change = DocumentChange {
            uri: "https://lag.example/1931:47".to_owned(),
            source: "sfs".to_owned(),
            kind: None,
            change: "added",
            at: "2031-01-01T00:00:00Z".to_owned(),
            anchors: None,
            sha256: None,
            bytes: None,
            label: Some("SFS 1931:47".to_owned()),
            title: Some("F\u{202e}\u{e0041}årlag <b>".to_owned()),
        };
        let base = Base::parse("https://lag.example").unwrap();
        assert_eq!(entry(&base, change).title.value, "SFS 1931:47: Fårlag <b>");
    }
}
