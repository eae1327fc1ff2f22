//! `/akn/…`: names of Akoma Ntoso lead to the page of what they name, and to its XML.

use lagrum_answers::{self as answers, AnswerError};
use lagrum_pages::{PageAnswer, PageRequest};

use crate::href::Href;

/// Redirects to what a name names.
pub(super) fn page(request: &PageRequest) -> Result<PageAnswer, AnswerError> {
    let place = answers::formal_place(&request.snapshot, &request.path)?;
    let anchor = place.anchor.unwrap_or_default();
    if place.is_xml {
        let uri = if anchor.is_empty() { place.uri } else { format!("{}#{anchor}", place.uri) };
        let href = Href::page("/api/v1/document").with("uri", &uri).with("format", "akn");
        let href = place.day.iter().fold(href, |href, day| href.with("as_of", day));
        return Ok(PageAnswer::SeeOther(href.to_string()));
    }
    let href = place.day.iter().fold(Href::page(&place.page), |href, day| href.with("datum", day));
    Ok(PageAnswer::SeeOther(if anchor.is_empty() { href.to_string() } else { href.at(&anchor).to_string() }))
}
