//! `/`: the search box, a door for each source, the age of the snapshot.

use askama::Template;
use lagrum_answers::{self as answers, AnswerError, DocumentsQuestion, ListOrder, SourceName};
use lagrum_api::{PageAnswer, PageRequest};
use lagrum_sources::source_label;

use crate::frame::Frame;
use crate::href::Href;
use crate::markup::draw;
use crate::ord;

/// Statutes that the page names.
const MOST_CITED: u64 = 12;

#[derive(Template)]
#[template(path = "start.html")]
struct StartPage {
    frame: Frame,
    doors: Vec<Door>,
    /// The most cited statutes: their pages and names.
    cited: Vec<(Href, String)>,
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
        cited: most_cited(request)?,
        age: ord::built(&manifest.built),
    };
    draw(&page).map(PageAnswer::Html)
}

/// The most cited statutes.
fn most_cited(request: &PageRequest) -> Result<Vec<(Href, String)>, AnswerError> {
    let statutes = lagrum_sources::all().iter().find(|source| source.holds_statutes);
    let question = DocumentsQuestion {
        source: statutes.map(|source| SourceName::from(source.name.to_owned())),
        kind: None,
        include_expired: false,
        changed_since: None,
        order: ListOrder::Citations,
        limit: MOST_CITED,
        offset: 0,
    };
    let list = answers::documents(&request.snapshot, request.day, question)?.to_json()?;
    let list: serde_json::Value = serde_json::from_slice(&list).unwrap_or_default();
    let base = &request.snapshot.manifest().base;
    let rows = list["documents"].as_array().map(Vec::as_slice).unwrap_or_default();
    let row = |row: &serde_json::Value| {
        let name = row["title"].as_str().or(row["label"].as_str())?;
        Some((Href::document(base, row["uri"].as_str()?)?, name.to_owned()))
    };
    Ok(rows.iter().filter_map(row).collect())
}
