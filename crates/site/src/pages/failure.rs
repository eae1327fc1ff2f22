//! The page that reports a failure, in the frame of every other page.

use askama::Template;
use lagrum_pages::PageFailure;

use crate::frame::Frame;
use crate::markup::draw;
use crate::ord;

#[derive(Template)]
#[template(path = "failure.html")]
struct FailurePage<'a> {
    frame: Frame,
    heading: &'static str,
    lines: Vec<String>,
    error_id: Option<&'a str>,
}

/// Seconds after which a page that may soon be available loads itself again.
const REFRESH: u32 = 5;

/// Maximum number of characters that the search box keeps: as many as it accepts.
const MAX_KEPT: usize = 1000;

/// The page of a failure.
pub(crate) fn page(failure: &PageFailure<'_>) -> String {
    let (heading, line) = match failure.status {
        404 => (ord::NOT_FOUND, ord::NOT_FOUND_HELP),
        422 | 400 => (ord::BAD_REQUEST, ord::BAD_REQUEST_HELP),
        413 => (ord::REFUSED, ord::TOO_LARGE_HELP),
        415 => (ord::REFUSED, ord::UNREAD_FORM_HELP),
        403 => (ord::REFUSED, ord::FORBIDDEN_HELP),
        503 => (ord::UNAVAILABLE, ord::UNAVAILABLE_HELP),
        429 => (ord::TOO_MANY, ord::TOO_MANY_HELP),
        500.. => (ord::BROKEN, ord::BROKEN_HELP),
        _ => (ord::REFUSED, ord::BAD_REQUEST_HELP),
    };
    let mut lines = vec![line.to_owned()];
    let nothing_built = failure.status == 503 && failure.retry_after.is_none();
    if nothing_built {
        lines.push(ord::NOTHING_BUILT.to_owned());
    }
    if let Some(seconds) = failure.retry_after {
        lines.push(ord::retry_after(seconds));
    }
    // The detail of these is for programs, and the line says the same to readers.
    if is_too_long(failure) {
        lines = vec![ord::besked::TOO_LONG.to_owned()];
    } else if is_of_formal_name(failure)
        || failure.status < 500 && !matches!(failure.status, 403 | 404 | 413 | 415)
    {
        lines.push(failure.detail.to_owned());
    }
    let refresh = failure.retry_after.filter(|_| failure.status == 503).map(|seconds| seconds.max(REFRESH));
    let frame = Frame { refresh, query: asked(failure.address), ..Frame::unlisted(heading) };
    let page =
        FailurePage { frame, heading, lines, error_id: failure.error_id.filter(|_| failure.status >= 500) };
    // A heading without a page is better than no response.
    draw(&page).unwrap_or_else(|_| heading.to_owned())
}

/// Whether nothing has a name of Akoma Ntoso or an ELI identifier: the detail says what it would have named.
fn is_of_formal_name(failure: &PageFailure<'_>) -> bool {
    let begins = |start| failure.address.starts_with(start);
    failure.status == 404 && (begins("/akn/") || begins("/eli/"))
}

/// Whether a query was rejected for its length ([`lagrum_pages::MAX_PAGE_QUERY`]).
fn is_too_long(failure: &PageFailure<'_>) -> bool {
    failure.status == 422 && failure.address.len() > lagrum_pages::MAX_PAGE_QUERY
}

/// The query of the search, which stays in the search box.
fn asked(address: &str) -> String {
    let query = address.split_once('?').map_or("", |(_, query)| query);
    let value = query.split('&').find_map(|pair| pair.strip_prefix("q=")).unwrap_or_default();
    let value = value.replace('+', " ");
    percent_encoding::percent_decode_str(&value).decode_utf8_lossy().chars().take(MAX_KEPT).collect()
}
