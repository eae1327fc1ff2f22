//! `/kommande[/{source}]`: future events of the law, by day.

use askama::Template;
use lagrum_answers::{
    self as answers, AnswerError, ComingChange, ComingChangeBasis, ComingChangeKind, ComingQuestion,
    EventBackground, SourceName,
};
use lagrum_artifact::Base;
use lagrum_pages::{PageAnswer, PageRequest};
use lagrum_sources::source_label;

use crate::frame::Frame;
use crate::href::Href;
use crate::markup::draw;
use crate::ord::lists as ord;
use crate::pages::lista::address;
use crate::parts::{sources_in_order, subscription};

#[derive(Template)]
#[template(path = "kommande.html")]
struct ComingPage {
    frame: Frame,
    heading: String,
    feed: Href,
    calendar: Href,
    /// The calendar as programs for calendars subscribe to it.
    subscription: Option<Href>,
    sources: Vec<(Href, String)>,
    days: Vec<(String, Vec<EventRow>)>,
    without_day: Vec<EventRow>,
    more: bool,
}

/// The day of events.
#[derive(Clone, Copy)]
pub(super) struct EventDay<'d> {
    pub(super) date: &'d str,
    /// Whether it has come.
    pub(super) has_come: bool,
}

/// An event of a document.
#[derive(Default)]
pub(super) struct EventRow {
    pub(super) href: Option<Href>,
    pub(super) name: String,
    pub(super) title: String,
    pub(super) facts: String,
    /// What changes, in plain words.
    pub(super) what: String,
    pub(super) why: Vec<(Option<Href>, String)>,
    /// The page with the texts before and after.
    pub(super) texts: Option<Href>,
}

impl EventRow {
    /// The row of an event. Its link leads to the first provision that it names, else to the document.
    pub(super) fn new(
        base: &Base,
        change: &ComingChange,
        background: EventBackground,
        day: Option<EventDay<'_>>,
    ) -> Self {
        let has_come = day.is_some_and(|day| day.has_come);
        let law = base.strip(&change.uri).filter(|_| change.kind == ComingChangeKind::Amended);
        let on_day =
            law.zip(day).map(|(law, day)| Href::page("/lista").with("lag", law).with("sedan", day.date));
        let words = match &background.scope_words {
            Some(_) => change.words_of_act(base, has_come),
            None => change.words(base, has_come),
        };
        Self {
            href: Href::document(base, &change.uri),
            title: String::new(),
            facts: match change.basis {
                ComingChangeBasis::Text => format!("{words} {}", ord::BY_TEXT_ALONE),
                ComingChangeBasis::Register | ComingChangeBasis::Both => words,
            },
            name: change.name(base),
            what: background.scope_words.unwrap_or_default(),
            why: background.why.into_iter().map(|reason| (address(&reason), reason.label)).collect(),
            texts: on_day,
        }
    }
}

/// Rows of the events of a day, or of those without one.
pub(super) fn event_rows(
    request: &PageRequest,
    events: &[ComingChange],
    day: Option<EventDay<'_>>,
) -> Result<Vec<EventRow>, AnswerError> {
    let base = &request.snapshot.manifest().base;
    let backgrounds = answers::event_backgrounds(&request.snapshot, events.iter())?;
    let row = |(change, background)| EventRow::new(base, change, background, day);
    Ok(events.iter().zip(backgrounds).map(row).collect())
}

/// Draws the page.
pub(super) fn page(request: &PageRequest) -> Result<PageAnswer, AnswerError> {
    let name = request.path.strip_prefix("/kommande").unwrap_or_default().trim_matches('/');
    let sources = sources_in_order(&request.snapshot)?;
    if !name.is_empty() && !sources.iter().any(|source| source.source == name) {
        return Err(AnswerError::not_found(format!("no source {name}")));
    }
    let source = Some(name).filter(|name| !name.is_empty());
    let question = ComingQuestion {
        source: source.map(|name| SourceName::from(name.to_owned())),
        ..ComingQuestion::default()
    };
    let found = answers::coming(&request.snapshot, request.day, &question)?;
    let base = &request.snapshot.manifest().base;
    let mut days = Vec::with_capacity(found.days.len());
    for day in &found.days {
        days.push((
            day.date.clone(),
            event_rows(request, &day.events, Some(EventDay { date: &day.date, has_come: false }))?,
        ));
    }
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
        subscription: subscription(request, &of_source("/feeds/kommande.ics")),
        calendar: of_source("/feeds/kommande.ics"),
        sources: acts
            .map(|source| {
                let href = Href::page(&format!("/kommande/{}", source.source));
                (href, source_label(&source.source).to_owned())
            })
            .collect(),
        days,
        without_day: event_rows(request, &found.without_day, None)?,
        more: found.more,
    };
    draw(&page).map(PageAnswer::Html)
}
