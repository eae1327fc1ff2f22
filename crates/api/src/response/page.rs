//! The answers of a site as responses.

use axum::response::{IntoResponse, Response};
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use lagrum_pages::{FormRefusal, PageAnswer};

use super::html::{Drawn, html_response};
use super::json::Provisional;
use crate::ApiError;
use crate::middleware::error_responses::Final;

/// The answer of a site as a response.
pub(crate) fn respond(answer: PageAnswer) -> Response {
    match answer {
        PageAnswer::Html(html) => html_response(StatusCode::OK, html),
        PageAnswer::Document { html, is_provisional, alternates } => {
            let page = if is_provisional { PageAnswer::Provisional(html) } else { PageAnswer::Html(html) };
            let mut response = respond(page);
            response.headers_mut().extend(links(&alternates).map(|value| (header::LINK, value)));
            response
        }
        PageAnswer::Provisional(html) => {
            let mut response = html_response(StatusCode::OK, html);
            response.extensions_mut().insert(Provisional);
            response
        }
        PageAnswer::Missing(html) => {
            let mut response = html_response(StatusCode::NOT_FOUND, html);
            response.extensions_mut().insert(Drawn);
            response
        }
        PageAnswer::Refused { html, refusal } => {
            let status = match refusal {
                FormRefusal::Invalid => StatusCode::UNPROCESSABLE_ENTITY,
                FormRefusal::UnknownKind => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            };
            let mut response = html_response(status, html);
            response.extensions_mut().insert(Final);
            response
        }
        PageAnswer::Text { media_type, body } => ([(header::CONTENT_TYPE, media_type)], body).into_response(),
        PageAnswer::Found(path) => redirect(StatusCode::FOUND, &path),
        PageAnswer::SeeOther(path) => redirect(StatusCode::SEE_OTHER, &path),
        PageAnswer::Moved(path) => moved(&path, None),
    }
}

/// `Link` headers that name the other forms of a page. A path that is no valid header value is left out.
fn links(alternates: &[(String, &'static str)]) -> impl Iterator<Item = HeaderValue> {
    alternates.iter().filter_map(|(path, media_type)| {
        HeaderValue::try_from(format!("<{path}>; rel=\"alternate\"; type=\"{media_type}\"")).ok()
    })
}

/// How long a browser may follow a 308 without asking again. Without this limit, some browsers do so for ever.
const MOVED_FOR: HeaderValue = HeaderValue::from_static("public, max-age=86400");

/// A page at another path, with the query that was sent.
pub(crate) fn moved(path: &str, query: Option<&str>) -> Response {
    let query = query.filter(|query| !query.is_empty() && !path.contains(['?', '#']));
    let address = query.map_or_else(|| path.to_owned(), |query| format!("{path}?{query}"));
    let mut response = redirect(StatusCode::PERMANENT_REDIRECT, &address);
    if response.status() == StatusCode::PERMANENT_REDIRECT {
        response.headers_mut().insert(header::CACHE_CONTROL, MOVED_FOR);
    }
    response
}

fn redirect(status: StatusCode, path: &str) -> Response {
    match HeaderValue::try_from(path) {
        // Two slashes would name another host, and browsers read a backslash as one.
        Ok(location) if path.starts_with('/') && !path.starts_with("//") && !path.starts_with("/\\") => {
            (status, [(header::LOCATION, location)]).into_response()
        }
        _ => ApiError::broken(format!("the site led to {path}, which is no page path")).into_response(),
    }
}

/// The headers of a page that is about something private: its address is in no referrer, and it is in no index.
pub(crate) fn private(headers: &mut HeaderMap) {
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert(HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex"));
}
