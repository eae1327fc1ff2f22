//! `/{id}?datum=`: redirects to the text of a day, or shows one that is put together of the provisions that are known.
//!
//! For today that is the document, or for an EU act the consolidation that applies today. For a day before the oldest text, a
//! page names that text and the amendments since the day.

use askama::Template;
use jiff::civil::Date;
use lagrum_answers::{self as answers, AnswerError, AsOf, AsOfBasis, DocumentText, OldestText};
use lagrum_artifact::{ActFamily, DocumentUri};
use lagrum_pages::{PageAnswer, PageRequest};
use lagrum_render::html::amendment_id;

use crate::frame::Frame;
use crate::href::Href;
use crate::markup::draw;
use crate::ord;

#[derive(Template)]
#[template(path = "fore-aldsta.html")]
struct BeforeOldestPage {
    frame: Frame,
    /// The act.
    document: Href,
    name: String,
    heading: String,
    oldest: String,
    to_oldest: Href,
    /// The amendments since the day, with what they changed.
    since: Vec<(Href, String, String)>,
}

/// The text of a day.
pub(super) enum TextOfDay {
    /// It is put together, and has no other page.
    Composed(Box<DocumentText>),
    /// The page has another address, or there is none.
    Elsewhere(PageAnswer),
}

/// Finds the text of a day.
pub(super) fn find(request: &PageRequest, uri: &str, day: &str) -> Result<TextOfDay, AnswerError> {
    let parsed: Date = day.parse().map_err(|_| AnswerError::Invalid {
        parameter: "datum",
        input: Some(day.to_owned()),
        message: ord::bad_day(day),
    })?;
    // The page of today is that of the document, which says what it lacks.
    if parsed == request.day {
        return elsewhere(request, uri, parsed).map(TextOfDay::Elsewhere);
    }
    match answers::document_text_of(&request.snapshot, request.day, uri, parsed) {
        Ok(Some(text)) => Ok(TextOfDay::Composed(Box::new(text))),
        Ok(None) | Err(AnswerError::NotFound(_)) => elsewhere(request, uri, parsed).map(TextOfDay::Elsewhere),
        Err(error) => Err(error),
    }
}

/// Redirects to the held text of a day.
fn elsewhere(request: &PageRequest, uri: &str, parsed: Date) -> Result<PageAnswer, AnswerError> {
    let base = &request.snapshot.manifest().base;
    let as_of = match answers::text_of_day(&request.snapshot, uri, parsed) {
        Ok(as_of) => as_of,
        Err(AnswerError::NotFound(reason)) => {
            return match answers::oldest_text(&request.snapshot, uri, parsed) {
                Ok(Some(oldest)) => before_oldest(request, uri, parsed, oldest),
                Ok(None) | Err(AnswerError::NotFound(_)) => Err(AnswerError::NotFound(reason)),
                Err(error) => Err(error),
            };
        }
        Err(error) => return Err(error),
    };
    let is_statute =
        DocumentUri::new(uri).and_then(|uri| ActFamily::of(&uri, base)) == Some(ActFamily::Statute);
    let found = if is_statute && parsed == request.day { uri } else { as_of.uri.as_str() };
    let path = format!("/{}", base.strip(found).unwrap_or_default());
    let href = Href::page(&path);
    // If the text is not certainly that of the day, the page states it. The page of today states what it lacks.
    let is_certain = matches!(as_of.basis, AsOfBasis::Dated | AsOfBasis::AsKnown | AsOfBasis::Repealed)
        || parsed == request.day;
    let href = if is_certain { href } else { href.with("ovisst", &as_of.date) };
    Ok(PageAnswer::SeeOther(href.to_string()))
}

/// The text of today; None for a document that has none yet.
pub(super) fn text_of_today(request: &PageRequest, uri: &str) -> Result<Option<AsOf>, AnswerError> {
    match answers::text_of_day(&request.snapshot, uri, request.day) {
        Ok(as_of) => Ok(Some(as_of)),
        Err(AnswerError::NotFound(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

fn before_oldest(
    request: &PageRequest,
    uri: &str,
    day: Date,
    oldest: OldestText,
) -> Result<PageAnswer, AnswerError> {
    let base = &request.snapshot.manifest().base;
    let path = |uri: &str| format!("/{}", base.strip(uri).unwrap_or_default());
    let card = answers::card(&request.snapshot, request.day, uri, None)?;
    let heading = ord::no_text_of(&day.to_string());
    let since = oldest.since.into_iter().map(|act| {
        let name = act.identifier.unwrap_or_else(|| act.uri.clone());
        let day = act.in_force.map(|day| format!("i kraft {day}"));
        let facts: Vec<String> = day.into_iter().chain(act.scope).collect();
        // The register is on the page of the act; most amendments have no page of their own.
        let entry = amendment_id(base.strip(&act.uri).unwrap_or_default());
        (Href::page(&path(uri)).at(&entry), name, facts.join(" · "))
    });
    let page = BeforeOldestPage {
        frame: Frame::unlisted(heading.clone()),
        document: Href::page(&path(uri)),
        name: card.citation,
        heading,
        oldest: ord::oldest_text(oldest.version.as_deref(), &oldest.from),
        to_oldest: Href::page(&path(&oldest.uri)),
        since: since.collect(),
    };
    draw(&page).map(PageAnswer::Missing)
}
