//! `/folj?uri=` and `/folj?q=&source=&kind=&year=`: what those who follow a document, a place or a query are told, the last
//! of it, and the address of the feed.

use askama::Template;
use lagrum_answers::{self as answers, AnswerError, FollowedEvent, MatchingQuestion, SourceName};
use lagrum_artifact::Base;
use lagrum_pages::{PageAnswer, PageRequest};

use crate::frame::Frame;
use crate::href::Href;
use crate::markup::draw;
use crate::ord::folj as ord;

/// Events on the page. The feed has more.
const SHOWN: usize = 10;

#[derive(Template)]
#[template(path = "folj.html")]
struct FollowPage {
    frame: Frame,
    /// What is followed, as inside a sentence.
    name: String,
    /// The page of what is followed.
    href: Href,
    about: &'static str,
    rows: Vec<EventRow>,
    feed: Href,
    /// The address of the feed with its host, to copy.
    address: String,
}

/// Something that happened.
struct EventRow {
    when: String,
    words: &'static str,
    href: Option<Href>,
    name: String,
    detail: String,
}

/// Draws the page.
pub(super) fn page(request: &PageRequest) -> Result<PageAnswer, AnswerError> {
    let base = &request.snapshot.manifest().base;
    let page = match (request.parameter("uri"), request.parameter("q")) {
        (Some(uri), _) => of_uri(request, base, uri)?,
        (None, Some(query)) => of_query(request, base, query)?,
        (None, None) => return Err(AnswerError::not_found("nothing to follow is named".to_owned())),
    };
    draw(&page).map(PageAnswer::Html)
}

fn of_uri(request: &PageRequest, base: &Base, uri: &str) -> Result<FollowPage, AnswerError> {
    let followed = answers::followed(&request.snapshot, request.day, uri)?;
    let feed = Href::feed(uri);
    Ok(FollowPage {
        frame: Frame::unlisted(ord::title(&followed.name)),
        about: if uri.contains('#') { ord::TOLD_OF_PLACE } else { ord::TOLD_OF_DOCUMENT },
        rows: followed.events.into_iter().take(SHOWN).map(|event| row(base, event)).collect(),
        href: Href::document(base, uri).unwrap_or_else(|| Href::page("/")),
        name: followed.name,
        address: format!("{base}{feed}"),
        feed,
    })
}

fn of_query(request: &PageRequest, base: &Base, query: &str) -> Result<FollowPage, AnswerError> {
    let filter = |name: &str| request.parameter(name).unwrap_or_default();
    let with_filters = |path: &str| {
        let href = Href::page(path).with("q", query);
        ["source", "kind", "year"].iter().fold(href, |href, name| href.with(name, filter(name)))
    };
    let named = |name: &str| request.parameter(name).map(str::to_owned);
    let question = MatchingQuestion {
        query: query.to_owned(),
        source: named("source").map(SourceName::from),
        kind: named("kind"),
        year: request.parameter("year").and_then(|year| year.parse().ok()),
    };
    let found = answers::matching_changes(&request.snapshot, request.day, question, SHOWN)?;
    let rows = found.changes.into_iter().map(|change| {
        let name = change.label.clone().or_else(|| change.title.clone());
        EventRow {
            when: change.at.get(..10).unwrap_or(&change.at).to_owned(),
            words: ord::change(change.change),
            href: Href::document(base, &change.uri),
            detail: change.title.filter(|title| Some(title) != name.as_ref()).unwrap_or_default(),
            name: name.unwrap_or_else(|| base.strip(&change.uri).unwrap_or(&change.uri).to_owned()),
        }
    });
    let feed = with_filters("/feeds/search.atom");
    let name = ord::search_for(query);
    Ok(FollowPage {
        frame: Frame { query: query.to_owned(), ..Frame::unlisted(ord::title(&name)) },
        about: ord::TOLD_OF_QUERY,
        rows: rows.collect(),
        href: with_filters("/sok"),
        name,
        address: format!("{base}{feed}"),
        feed,
    })
}

fn row(base: &Base, event: FollowedEvent) -> EventRow {
    let when = event.day.clone().unwrap_or_else(|| event.at.get(..10).unwrap_or(&event.at).to_owned());
    EventRow {
        when,
        words: event.what.words(),
        href: Href::document(base, &event.uri),
        detail: event.detail.filter(|detail| *detail != event.name).unwrap_or_default(),
        name: event.name,
    }
}
