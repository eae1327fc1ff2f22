//! `GET /feeds/<source>.atom` and `/feeds/all.atom`: the last changes as Atom feeds (RFC 4287).
//!
//! `GET /feeds/uri.atom?uri=` lists what happened to a document or a provision. `GET /feeds/search.atom?q=` lists the documents
//! that match a query and are new or have a new text. Both are in `feeds/follow.rs`.
//!
//! `GET /dataset/<name>/feed.atom` are the feeds at the addresses that older services had, with their filters.
//! `/dataset/<name>/feed` is such a feed as a page, which a site draws.
//!
//! A feed is whole by its archive documents (RFC 5005): `?archive=1` has the 200 oldest changes, and so on. A document of the corpus is in one
//! of them, by its last change: where it changes again it moves to the end, and the documents after it move up by one. A reader that follows
//! `prev-archive` misses none of them. The log of changes reaches back 400 days; documents that have not changed since are
//! listed by when they were imported.

pub(super) mod atom;
mod follow;

use std::sync::Arc;

use axum::extract::{Path, RawQuery};
use axum::response::Response;
use axum::routing::get;
use jiff::civil::Date;
use lagrum_answers::{self as answers, DATA_SET_FILTERS, DocumentChange, LatestQuestion, SourceName};
use lagrum_artifact::Base;
use lagrum_pages::last_value;
use lagrum_snapshot::Snapshot;

use self::atom::{Archive, atom, eli_entry, entry, write_archived};
use crate::extract::served::PublicUrl;
use crate::{ApiError, Caching, Current, Routes, Today, answer};

/// Maximum number of changes in a feed.
const ENTRIES: usize = 100;

/// Maximum number of changes in a feed at an old address.
const OLD_ENTRIES: usize = 200;

/// Entries of an archive document, and the parameter with its number.
const ARCHIVED: usize = 200;
const ARCHIVE: &str = "archive";

/// The feed of the acts that have ELI identifiers.
const ELI_FEED: &str = "/eli/feed.atom";

/// The name of the feed of all sources.
const ALL: &str = "all";

pub(super) fn routes() -> Routes {
    let [kind, series, publisher] = DATA_SET_FILTERS;
    follow::routes()
        .undescribed_with(ELI_FEED, get(eli_feed), Caching::SnapshotAndDay, &[ARCHIVE])
        .undescribed_with("/feeds/{name}", get(feed), Caching::SnapshotAndDay, &[ARCHIVE])
        .undescribed_with(
            "/dataset/{name}/feed.atom",
            get(old_feed),
            Caching::SnapshotAndDay,
            &[kind, series, publisher, ARCHIVE],
        )
}

async fn feed(
    Current(snapshot): Current,
    Today(day): Today,
    Path(name): Path<String>,
    RawQuery(query): RawQuery,
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
    let sent = sent(query.as_deref());
    let feed = FeedOf { question, entries: ENTRIES, path, eli: None };
    respond(snapshot, day, feed, last_value(&sent, ARCHIVE)).await
}

/// The changes of acts under their ELI identifiers.
async fn eli_feed(
    Current(snapshot): Current,
    Today(day): Today,
    PublicUrl(address): PublicUrl,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    let Some(address) = address else {
        return Err(ApiError::not_found(
            "no address of this service is configured, so that it gives no ELI identifiers (--public-url)",
        ));
    };
    let question = LatestQuestion { has_eli: true, ..LatestQuestion::default() };
    let feed = FeedOf { question, entries: ENTRIES, path: ELI_FEED.to_owned(), eli: Some(address) };
    respond(snapshot, day, feed, last_value(&sent(query.as_deref()), ARCHIVE)).await
}

/// A feed of changes.
struct FeedOf {
    question: LatestQuestion,
    /// How many of the last changes it has.
    entries: usize,
    /// Its own path.
    path: String,
    /// The address that ELI identifiers begin with, where entries are named by these.
    eli: Option<Arc<str>>,
}

async fn old_feed(
    Current(snapshot): Current,
    Today(day): Today,
    Path(name): Path<String>,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    let sent = sent(query.as_deref());
    let question = answers::data_set_question(&name, |filter| last_value(&sent, filter))
        .ok_or_else(|| ApiError::not_found(format!("no data set named {name}")))?;
    let path = format!("/dataset/{name}/feed.atom{}", query_of_filters(&sent));
    let feed = FeedOf { question, entries: OLD_ENTRIES, path, eli: None };
    respond(snapshot, day, feed, last_value(&sent, ARCHIVE)).await
}

/// The parameters of a query.
fn sent(query: Option<&str>) -> Vec<(String, String)> {
    form_urlencoded::parse(query.unwrap_or_default().as_bytes()).into_owned().collect()
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

/// The last changes, as a feed whose own address is a path; or an archive document of that feed.
async fn respond(
    snapshot: Arc<Snapshot>,
    day: Date,
    feed: FeedOf,
    archive: Option<&str>,
) -> Result<Response, ApiError> {
    let number = archive.map(|number| number.parse::<usize>().ok().filter(|number| *number > 0));
    if number == Some(None) {
        return Err(ApiError::not_found(no_archive()));
    }
    let xml = answer(move || {
        let FeedOf { question, entries, path, .. } = &feed;
        let (question, entries) = (question, *entries);
        let (archived, total) = match number.flatten() {
            Some(number) => answers::oldest_changes(
                &snapshot,
                day,
                question,
                (number - 1).saturating_mul(ARCHIVED),
                ARCHIVED,
            )?,
            None => answers::oldest_changes(&snapshot, day, question, 0, 0)?,
        };
        let total = usize::try_from(total).unwrap_or(usize::MAX);
        let full = total / ARCHIVED;
        let (changes, number) = match number.flatten() {
            Some(number) if number > full => return Err(answers::AnswerError::not_found(no_archive())),
            Some(number) => (archived, number),
            // What no archive document has is in the feed itself.
            None => {
                (answers::latest_changes(&snapshot, day, question, entries.max(total % ARCHIVED))?, full + 1)
            }
        };
        Ok(written(&snapshot, &feed, changes, &place(path, number, full)))
    });
    Ok(atom(xml.await?))
}

fn no_archive() -> String {
    "no archive document with this number: the feed names the last, and each the one before it".to_owned()
}

/// Where the archive document with a number stands among the full ones; the feed itself has the number after the last.
fn place(path: &str, number: usize, full: usize) -> Archive {
    let address =
        |number: usize| format!("{path}{}{ARCHIVE}={number}", if path.contains('?') { '&' } else { '?' });
    let is_archived = number <= full;
    let mut links = Vec::new();
    if is_archived {
        links.push(("current", path.to_owned()));
    }
    if number > 1 {
        links.push(("prev-archive", address(number - 1)));
    }
    if number < full {
        links.push(("next-archive", address(number + 1)));
    }
    let own = is_archived.then(|| address(number));
    Archive { links, own, is_archived }
}

/// Whether a source is described or has documents.
pub(super) fn is_known(snapshot: &Snapshot, source: &SourceName) -> bool {
    let name = source.current();
    lagrum_sources::known(name).is_some() || snapshot.manifest().counts.sources.contains_key(name)
}

fn written(snapshot: &Snapshot, feed: &FeedOf, changes: Vec<DocumentChange>, archive: &Archive) -> String {
    let base = &snapshot.manifest().base;
    let source = feed.question.source.as_ref();
    let title = match source {
        Some(source) => lagrum_sources::source_label(source.current()),
        None if feed.eli.is_some() => "Svenska författningar (ELI)",
        None => "Alla källor",
    };
    let last = changes.iter().map(|change| &*change.at).max();
    let updated = last.unwrap_or(&snapshot.manifest().built).to_owned();
    let entries = changes.into_iter().map(|change| match &feed.eli {
        Some(address) => eli_entry(base, address, change),
        None => entry(base, change),
    });
    let entries = entries.collect();
    let path = archive.own.as_deref().unwrap_or(&feed.path);
    // The feed of identifiers of this service has its own address among them.
    let own = feed.eli.as_deref().and_then(|address| Base::parse(address).ok());
    let base = own.as_ref().unwrap_or(base);
    write_archived(base, &format!("{title}: ändringar"), path, &updated, entries, archive)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reader_is_led_from_a_feed_to_its_oldest_archive_document() {
        let links = |number, full| place("/feeds/sfs.atom", number, full).links;
        let address = |number: usize| format!("/feeds/sfs.atom?archive={number}");
        assert!(links(1, 0).is_empty());
        assert_eq!(links(3, 2), [("prev-archive", address(2))]);
        let current = ("current", "/feeds/sfs.atom".to_owned());
        assert_eq!(links(2, 2), [current.clone(), ("prev-archive", address(1))]);
        assert_eq!(links(1, 2), [current, ("next-archive", address(2))]);
        assert_eq!(
            place("/dataset/sfs/feed.atom?rdf_type=lag", 1, 1).own.unwrap(),
            "/dataset/sfs/feed.atom?rdf_type=lag&archive=1"
        );
    }
}
