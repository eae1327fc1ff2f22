//! `/akn/…` and `/eli/…`: names of Akoma Ntoso and ELI identifiers lead to the page of what they name, and to its forms.

use lagrum_answers::{self as answers, AnswerError, FormalForm, FormalPlace, PlaceForm};
use lagrum_pages::{PageAnswer, PageRequest};

use crate::href::Href;

/// Redirects to what a name of Akoma Ntoso names.
pub(super) fn akn(request: &PageRequest) -> Result<PageAnswer, AnswerError> {
    Ok(lead(answers::formal_place(&request.snapshot, &request.path)?))
}

/// Redirects to what an ELI identifier names.
pub(super) fn eli(request: &PageRequest) -> Result<PageAnswer, AnswerError> {
    Ok(lead(answers::eli_place(&request.snapshot, &request.path)?))
}

fn lead(place: FormalPlace) -> PageAnswer {
    let anchor = place.anchor.unwrap_or_default();
    let href = match place.form {
        None | Some(PlaceForm::Document(FormalForm::Html)) => {
            let href = place.day.iter().fold(Href::page(&place.page), |href, day| href.with("datum", day));
            if anchor.is_empty() { href } else { href.at(&anchor) }
        }
        Some(PlaceForm::Pdf) => Href::page("/api/v1/pdf").with("path", &place.page),
        Some(PlaceForm::Document(form)) => {
            let uri = if anchor.is_empty() { place.uri } else { format!("{}#{anchor}", place.uri) };
            let href = Href::page("/api/v1/document").with("uri", &uri).with("format", form.name());
            place.day.iter().fold(href, |href, day| href.with("as_of", day))
        }
    };
    PageAnswer::SeeOther(href.to_string())
}
