//! The pages: which file draws which path.

pub(crate) mod failure;
mod start;

use lagrum_answers::AnswerError;
use lagrum_api::{PageAnswer, PageRequest};

use crate::assets;

/// Draws a page.
type Draw = fn(&PageRequest) -> Result<PageAnswer, AnswerError>;

/// A page that is no document: the path, or with `/*` everything below it, and what draws it.
const PAGES: &[(&str, Draw)] = &[("/", start::page), ("/favicon.svg", favicon)];

/// Whether what follows a path in [`PAGES`] is part of the same page.
fn matches(pattern: &str, path: &str) -> bool {
    match pattern.strip_suffix("/*") {
        Some(root) => path.strip_prefix(root).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')),
        None => path == pattern,
    }
}

/// The page of a path.
pub(crate) fn page(request: &PageRequest) -> Result<PageAnswer, AnswerError> {
    let path = request.path.as_str();
    if path.len() > 1 && path.ends_with('/') {
        return Ok(PageAnswer::Moved(crate::href::Href::page(path.trim_end_matches('/')).to_string()));
    }
    match PAGES.iter().find(|(pattern, _)| matches(pattern, path)) {
        Some((_, draw)) => draw(request),
        None => Err(AnswerError::NotFound(format!("no such path: {path}"))),
    }
}

/// Whether a page searches, and so needs a permit to.
pub(crate) fn searches(path: &str, query: &[(String, String)]) -> bool {
    let is_place = path != "/sok" && path != "/till";
    !is_place || query.iter().any(|(name, value)| name == "q" && !value.trim().is_empty())
}

#[expect(clippy::unnecessary_wraps, reason = "the signature of a page")]
fn favicon(_: &PageRequest) -> Result<PageAnswer, AnswerError> {
    Ok(PageAnswer::Text { media_type: "image/svg+xml", body: assets::FAVICON.to_owned() })
}
