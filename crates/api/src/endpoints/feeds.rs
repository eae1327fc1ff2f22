//! `GET /feeds/<source>.atom` and `/feeds/all.atom`: the last changes as Atom feeds (RFC 4287).

use atom_syndication::{Category, Entry, Feed, FixedDateTime, Generator, Link, Person, Text};
use axum::extract::Path;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use http::{HeaderValue, header};
use lagrum_answers::{self as answers, DocumentChange, SourceName};
use lagrum_artifact::Base;
use lagrum_snapshot::Snapshot;

use crate::{ApiError, Caching, Current, Routes, Today, answer};

/// Changes in a feed.
const ENTRIES: usize = 100;

const ATOM: HeaderValue = HeaderValue::from_static("application/atom+xml; charset=utf-8");

/// The name of the feed of all sources.
const ALL: &str = "all";

pub(super) fn routes() -> Routes {
    Routes::new().undescribed("/feeds/{name}", get(feed), Caching::SnapshotAndDay)
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
    let xml = answer(move || {
        let changes = answers::latest_changes(&snapshot, day, source.clone(), ENTRIES)?;
        Ok(written(&snapshot, source.as_ref(), changes))
    });
    Ok(([(header::CONTENT_TYPE, ATOM)], xml.await?).into_response())
}

/// Whether a source is described or held.
fn is_known(snapshot: &Snapshot, source: &SourceName) -> bool {
    let name = source.current();
    lagrum_sources::known(name).is_some() || snapshot.manifest().counts.sources.contains_key(name)
}

fn written(snapshot: &Snapshot, source: Option<&SourceName>, changes: Vec<DocumentChange>) -> String {
    let base = &snapshot.manifest().base;
    let (name, title) = match source {
        Some(source) => (source.current(), lagrum_sources::source_label(source.current())),
        None => (ALL, "Alla källor"),
    };
    let address = format!("{base}/feeds/{name}.atom");
    let built = time(&snapshot.manifest().built);
    Feed {
        title: Text::plain(format!("{title}: ändringar")),
        id: address.clone(),
        updated: changes.first().map_or(built, |change| time(&change.at)),
        authors: vec![Person { name: base.to_string(), ..Person::default() }],
        generator: Some(Generator {
            value: "lagrum".to_owned(),
            uri: None,
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        }),
        links: vec![link("self", address, Some("application/atom+xml"))],
        entries: changes.into_iter().map(|change| entry(base, change)).collect(),
        lang: Some("sv".to_owned()),
        ..Feed::default()
    }
    .to_string()
}

fn entry(base: &Base, change: DocumentChange) -> Entry {
    let local_id = base.strip(&change.uri).unwrap_or(&change.uri);
    let label = change.label.unwrap_or_else(|| local_id.to_owned());
    let title = match change.title.filter(|title| *title != label) {
        Some(title) => format!("{label}: {title}"),
        None => label,
    };
    let category = |term: &str, label: &str| Category {
        term: term.to_owned(),
        scheme: None,
        label: Some(label.to_owned()),
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
        summary: Some(Text::plain(shown(change.change))),
        links: vec![link("alternate", change.uri, Some("text/html"))],
        ..Entry::default()
    }
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

fn link(rel: &str, href: String, mime_type: Option<&str>) -> Link {
    Link { href, rel: rel.to_owned(), mime_type: mime_type.map(str::to_owned), ..Link::default() }
}

fn time(text: &str) -> FixedDateTime {
    text.parse().unwrap_or_default()
}
