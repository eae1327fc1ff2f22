//! `GET /feeds/<source>.atom` and `/feeds/all.atom`: the last changes as Atom feeds (RFC 4287).
//!
//! `GET /feeds/uri.atom?uri=` lists what happened to a document or a provision. `GET /feeds/search.atom?q=` lists the documents
//! that match a query and are new or have a new text. Both are in `feeds/follow.rs`.
//!
//! `GET /dataset/<name>/feed.atom` are the feeds at the addresses that older services had, with their filters.
//! `/dataset/<name>/feed` is such a feed as a page, which a site draws.

pub(super) mod atom;
mod follow;

use std::sync::Arc;

use axum::extract::{Path, RawQuery};
use axum::response::Response;
use axum::routing::get;
use jiff::civil::Date;
use lagrum_answers::{self as answers, DATA_SET_FILTERS, DocumentChange, LatestQuestion, SourceName};
use lagrum_pages::last_value;
use lagrum_snapshot::Snapshot;

use self::atom::{atom, entry, write_feed};
use crate::{ApiError, Caching, Current, Routes, Today, answer};

/// Maximum number of changes in a feed.
const ENTRIES: usize = 100;

/// Maximum number of changes in a feed at an old address.
const OLD_ENTRIES: usize = 200;

/// The name of the feed of all sources.
const ALL: &str = "all";

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
    let question = answers::data_set_question(&name, |filter| last_value(&sent, filter))
        .ok_or_else(|| ApiError::not_found(format!("no data set named {name}")))?;
    let path = format!("/dataset/{name}/feed.atom{}", query_of_filters(&sent));
    respond(snapshot, day, question, OLD_ENTRIES, path).await
}

/// The query of a feed's own address: the filters that were sent, and no other parameter.
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

/// The last changes, as a feed whose own address is a path.
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

/// Whether a source is described or has documents.
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
