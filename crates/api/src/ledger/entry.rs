//! One line of the ledger.

use std::borrow::Cow;
use std::net::SocketAddr;

use axum::extract::Request;
use http::{HeaderMap, HeaderName, StatusCode, Uri, header};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::error::Fault;

/// Longest url and message kept, in characters.
const LONG: usize = 8192;
/// Longest header value kept, in characters.
const SHORT: usize = 1024;

/// One failed request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Eight lowercase hex digits; random, so two entries may share one.
    pub id: String,
    /// When the failure was written down, `YYYY-MM-DDTHH:MM:SSZ`.
    pub time: String,
    /// Status of the answer.
    pub status: u16,
    /// Method of the request.
    pub method: String,
    /// Path and query as requested.
    pub url: String,
    /// Address of the peer, which is the proxy's if there is one.
    pub client: Option<String>,
    /// The `Referer` header.
    pub referer: Option<String>,
    /// The `User-Agent` header.
    pub user_agent: Option<String>,
    /// What the client was told, with the cause behind it where there is one.
    pub detail: Option<String>,
    /// Kind of an unhandled failure.
    pub exc_type: Option<String>,
    /// Message of an unhandled failure.
    pub exc_message: Option<String>,
    /// The last 8192 characters of an unhandled failure's trace.
    pub traceback: Option<String>,
}

impl Entry {
    pub(crate) fn new(
        id: String,
        asked: &Asked,
        status: StatusCode,
        detail: &str,
        fault: Option<&Fault>,
    ) -> Self {
        Self {
            id,
            time: Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string(),
            status: status.as_u16(),
            method: start(&asked.method, SHORT).into_owned(),
            url: start(&asked.url, LONG).into_owned(),
            client: asked.client.map(|address| address.ip().to_string()),
            referer: asked.referer.clone(),
            user_agent: asked.user_agent.clone(),
            detail: Some(start(detail, LONG).into_owned()),
            exc_type: fault.map(|fault| fault.kind.clone().into_owned()),
            exc_message: fault.map(|fault| start(&fault.message, LONG).into_owned()),
            traceback: fault.and_then(|fault| fault.trace.as_deref()).map(end),
        }
    }
}

/// What the ledger keeps of a request, taken before the request is handed on.
pub(crate) struct Asked {
    method: String,
    url: String,
    client: Option<SocketAddr>,
    referer: Option<String>,
    user_agent: Option<String>,
}

impl Asked {
    pub(crate) fn of(request: &Request) -> Self {
        let headers = request.headers();
        Self {
            method: request.method().to_string(),
            url: url(request.uri()),
            client: request.extensions().get::<crate::server::Peer>().map(|peer| peer.0),
            referer: text(headers, &header::REFERER),
            user_agent: text(headers, &header::USER_AGENT),
        }
    }
}

/// Path and query of a request.
fn url(uri: &Uri) -> String {
    uri.path_and_query().map_or_else(|| uri.path().to_owned(), ToString::to_string)
}

fn text(headers: &HeaderMap, name: &HeaderName) -> Option<String> {
    let value = String::from_utf8_lossy(headers.get(name)?.as_bytes());
    Some(start(&value, SHORT).into_owned())
}

/// The first characters of a text.
fn start(text: &str, characters: usize) -> Cow<'_, str> {
    match text.char_indices().nth(characters) {
        Some((end, _)) => Cow::Owned(text[..end].to_owned()),
        None => Cow::Borrowed(text),
    }
}

/// The last characters of a trace, where the innermost cause stands.
fn end(text: &str) -> String {
    match text.char_indices().rev().nth(LONG - 1) {
        Some((start, _)) => text[start..].to_owned(),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{LONG, end, start};

    #[test]
    fn texts_are_cut_by_characters() {
        assert_eq!(start("åäö", 2), "åä");
        assert_eq!(start("åäö", 3), "åäö");
        let long = format!("{}{}", "x".repeat(10), "ö".repeat(LONG));
        assert_eq!(end(&long), "ö".repeat(LONG));
        assert_eq!(end("kort"), "kort");
    }
}
