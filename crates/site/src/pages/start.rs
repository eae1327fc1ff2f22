//! `/`: the search box, a door for each source, the age of the snapshot.

use askama::Template;
use lagrum_answers::{self as answers, AnswerError};
use lagrum_api::{PageAnswer, PageRequest};
use lagrum_sources::source_label;

use crate::frame::Frame;
use crate::href::Href;
use crate::markup::draw;
use crate::ord;

#[derive(Template)]
#[template(path = "start.html")]
struct StartPage {
    frame: Frame,
    doors: Vec<Door>,
    /// When the snapshot was built.
    age: String,
}

/// The way into a source.
struct Door {
    href: Href,
    label: String,
    /// How many documents it has.
    count: String,
}

/// Draws the page.
pub(super) fn page(request: &PageRequest) -> Result<PageAnswer, AnswerError> {
    let snapshot = &request.snapshot;
    let manifest = snapshot.manifest();
    let doors = answers::sources(snapshot)?;
    let doors = doors.into_iter().map(|source| Door {
        href: Href::page(&format!("/bladdra/{}", source.source)),
        label: source_label(&source.source).to_owned(),
        count: ord::documents(source.documents),
    });
    let frame =
        Frame::new(ord::START_TITLE).canonical(&manifest.base, "/").data(Href::page("/api/v1/sources"));
    let page = StartPage {
        frame: Frame { description: ord::START_DESCRIPTION.to_owned(), ..frame },
        doors: doors.collect(),
        age: ord::built(&manifest.built),
    };
    draw(&page).map(PageAnswer::Html)
}
