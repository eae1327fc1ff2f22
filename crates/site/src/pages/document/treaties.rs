//! Between a treaty and the statute that prints it with its Swedish text: each names and links the other.

use lagrum_answers::{self as answers, AnswerError};
use lagrum_sources::{statute_of_treaty, treaties_of_statute};

use super::shown::Document;
use crate::href::Href;
use crate::parts::in_full;

/// A held document with this local id: its address and its name in a sentence.
fn held(document: &Document<'_>, local: &str) -> Result<Option<(Href, String)>, AnswerError> {
    let Some(uri) = document.base().document(local) else { return Ok(None) };
    match answers::card(&document.request.snapshot, document.request.day, uri.as_str(), None) {
        Ok(card) => Ok(Some((Href::page(local), in_full(&card)))),
        Err(AnswerError::NotFound(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The way to the Swedish text of a treaty; None where no held statute prints it.
pub(super) fn swedish_text(document: &Document<'_>) -> Result<Option<(Href, String)>, AnswerError> {
    match statute_of_treaty(document.path().trim_start_matches('/')) {
        Some(statute) => held(document, statute),
        None => Ok(None),
    }
}

/// The treaties that a statute prints, which are held in English as documents of their own.
pub(super) fn printed_treaties(document: &Document<'_>) -> Result<Vec<(Href, String)>, AnswerError> {
    let path = document.path();
    let found = treaties_of_statute(path.trim_start_matches('/')).map(|treaty| held(document, treaty));
    found.filter_map(Result::transpose).collect()
}
