//! `/kommande[/{source}]`: future events of the law, by day.

use askama::Template;
use lagrum_answers::{
    self as answers, AnswerError, ComingChange, ComingChangeBasis, ComingQuestion, SourceName,
};
use lagrum_artifact::Base;
use lagrum_pages::{PageAnswer, PageRequest};
use lagrum_sources::source_label;

use crate::frame::Frame;
use crate::href::Href;
use crate::markup::draw;
use crate::ord::lists as ord;
use crate::parts::sources_in_order;

#[derive(Template)]
#[template(path = "kommande.html")]
struct ComingPage {
    frame: Frame,
    heading: String,
    feed: Href,
    calendar: Href,
    sources: Vec<(Href, String)>,
    days: Vec<(String, Vec<EventRow>)>,
    without_day: Vec<EventRow>,
    more: bool,
}

/// An event of a document.
pub(super) struct EventRow {
    pub(super) href: Option<Href>,
    pub(super) name: String,
    pub(super) title: String,
    pub(super) facts: String,
}

impl EventRow {
    /// The row of an event. Its link leads to the first provision that it names, else to the document.
    pub(super) fn new(base: &Base, change: &ComingChange, has_come: bool) -> Self {
        let words = change.words(base, has_come);
        Self {
            href: Href::document(base, &change.uri),
            title: String::new(),
            facts: match change.basis {
                ComingChangeBasis::Text => format!("{words} {}", ord::BY_TEXT_ALONE),
                ComingChangeBasis::Register | ComingChangeBasis::Both => words,
            },
            name: change.name(base),
        }
    }
}

/// Draws the page.
pub(super) fn page(request: &PageRequest) -> Result<PageAnswer, AnswerError> {
    let name = request.path.strip_prefix("/kommande").unwrap_or_default().trim_matches('/');
    let sources = sources_in_order(&request.snapshot)?;
    if !name.is_empty() && !sources.iter().any(|source| source.source == name) {
        return Err(AnswerError::NotFound(format!("no source {name}")));
    }
    let source = Some(name).filter(|name| !name.is_empty());
    let question = ComingQuestion {
        source: source.map(|name| SourceName::from(name.to_owned())),
        ..ComingQuestion::default()
    };
    let found = answers::coming(&request.snapshot, request.day, &question)?;
    let base = &request.snapshot.manifest().base;
    let rows = |events: &[ComingChange]| -> Vec<EventRow> {
        events.iter().map(|change| EventRow::new(base, change, false)).collect()
    };
    let heading = source.map_or_else(|| ord::COMING.to_owned(), |name| ord::coming_of(source_label(name)));
    let of_source = |address: &str| {
        let href = Href::page(address);
        source.map_or_else(|| href.clone(), |name| href.clone().with("source", name))
    };
    // Only acts have future events.
    let acts = sources.iter().filter(|source| lagrum_sources::source(&source.source).act_form.is_some());
    let page = ComingPage {
        frame: Frame::new(&heading)
            .canonical(base, &request.path)
            .data(of_source("/api/v1/coming"))
            .feed(of_source("/feeds/kommande.atom")),
        heading,
        feed: of_source("/feeds/kommande.atom"),
        calendar: of_source("/feeds/kommande.ics"),
        sources: acts
            .map(|source| {
                let href = Href::page(&format!("/kommande/{}", source.source));
                (href, source_label(&source.source).to_owned())
            })
            .collect(),
        days: found.days.iter().map(|day| (day.date.clone(), rows(&day.events))).collect(),
        without_day: rows(&found.without_day),
        more: found.more,
    };
    draw(&page).map(PageAnswer::Html)
}
