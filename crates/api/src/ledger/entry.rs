//! One line of the ledger, bounded in the bytes that it takes in the file.
//!
//! A request decides most of the content of its entry: path, query, headers, and often the value that the message repeats. So
//! each field has a limit in bytes as JSON writes them: six bytes for a control character.

use std::net::IpAddr;

use axum::extract::Request;
use http::{HeaderValue, Method, StatusCode, Uri, header};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::Client;
use crate::paths::{is_list, shown_path};
use lagrum_answers::Fault;

/// Bytes of an entry in the file, its line break included, at most.
pub const ENTRY_MAX: usize = 32 << 10;

/// Bytes of each field as JSON, at most, without its quotes.
const METHOD_MAX: usize = 32;
const URL_MAX: usize = 2 << 10;
const HEADER_MAX: usize = 512;
const DETAIL_MAX: usize = 1 << 10;
const KIND_MAX: usize = 512;
const MESSAGE_MAX: usize = 8 << 10;
const TRACE_MAX: usize = 16 << 10;

/// Characters of a trace, at most.
const TRACE_CHARACTERS: usize = 8192;

/// One failed request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LedgerEntry {
    /// Eight lowercase hex digits; random, so two entries may share one.
    pub id: String,
    /// When the failure was recorded, `YYYY-MM-DDTHH:MM:SSZ`.
    pub time: String,
    /// Status of the answer.
    pub status: u16,
    /// Method of the request.
    pub method: String,
    /// Path and query as requested; the path alone in a ledger without clients.
    pub url: String,
    /// Address of the client: that of the proxy if one is in front and has not been declared.
    pub client: Option<String>,
    /// The `Referer` header.
    pub referer: Option<String>,
    /// The `User-Agent` header.
    pub user_agent: Option<String>,
    /// The message of the response, with its cause if there is one. The message of a 404 repeats the request, so it is left out
    /// in a ledger without clients.
    pub detail: Option<String>,
    /// Kind of an unhandled failure.
    pub exc_type: Option<String>,
    /// Message of an unhandled failure.
    pub exc_message: Option<String>,
    /// The last 8192 characters of an unhandled failure's trace.
    pub traceback: Option<String>,
}

impl LedgerEntry {
    pub(crate) fn new(
        id: String,
        request: &RequestSummary,
        status: StatusCode,
        detail: &str,
        fault: Option<&Fault>,
    ) -> Self {
        Self {
            id,
            time: Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string(),
            status: status.as_u16(),
            method: start(request.method.as_str(), METHOD_MAX).to_owned(),
            url: start(url(&request.uri), URL_MAX).to_owned(),
            client: request.client.map(|address| address.to_string()),
            referer: request.referer.as_ref().map(referer),
            user_agent: request.user_agent.as_ref().map(text),
            detail: Some(start(detail, DETAIL_MAX).to_owned()),
            exc_type: fault.map(|fault| start(&fault.kind, KIND_MAX).to_owned()),
            exc_message: fault.map(|fault| start(&fault.message, MESSAGE_MAX).to_owned()),
            traceback: fault.and_then(|fault| fault.trace.as_deref()).map(|trace| end(trace).to_owned()),
        }
    }

    /// The same entry without the client and without its query.
    pub(crate) fn without_client(mut self) -> Self {
        if let Some(query) = self.url.find('?') {
            self.url.truncate(query);
        }
        let detail = self.detail.filter(|_| self.status != StatusCode::NOT_FOUND.as_u16());
        Self { client: None, referer: None, user_agent: None, detail, ..self }
    }

    /// The entry as its line in the file.
    pub(crate) fn line(&self) -> Option<Vec<u8>> {
        let json = serde_json::to_string(self).ok()?;
        let mut line = lagrum_escape::json(&json).into_owned().into_bytes();
        line.push(b'\n');
        Some(line)
    }
}

/// What an entry needs of its request, taken before the request is handled. Every request has one, so it copies no text.
pub(crate) struct RequestSummary {
    pub(crate) method: Method,
    pub(crate) uri: Uri,
    client: Option<IpAddr>,
    referer: Option<HeaderValue>,
    user_agent: Option<HeaderValue>,
}

impl RequestSummary {
    pub(crate) fn of(request: &Request) -> Self {
        let header = |name| request.headers().get(name).cloned();
        Self {
            method: request.method().clone(),
            uri: request.uri().clone(),
            client: request.extensions().get::<Client>().map(|client| client.address),
            referer: header(header::REFERER),
            user_agent: header(header::USER_AGENT),
        }
    }
}

/// A referer without the query of a list of laws.
fn referer(value: &HeaderValue) -> String {
    let mut shown = text(value);
    if let Some((address, _)) = shown.split_once('?') {
        let path = address.split_once("://").map_or(address, |(_, rest)| rest);
        let path = path.find('/').map_or("", |at| &path[at..]);
        if is_list(path) {
            shown.truncate(address.len());
        }
    }
    shown
}

/// Path and query of a request; of a private lookup and a list of laws, only what does not reveal what is looked for.
fn url(uri: &Uri) -> &str {
    let shown = shown_path(uri.path());
    if is_list(shown) {
        return shown;
    }
    if shown == uri.path() { uri.path_and_query().map_or(shown, |address| address.as_str()) } else { shown }
}

/// A header as text.
fn text(value: &HeaderValue) -> String {
    let value = value.as_bytes();
    // Only as many bytes as can be kept are decoded.
    let value = String::from_utf8_lossy(&value[..value.len().min(HEADER_MAX)]);
    start(&value, HEADER_MAX).to_owned()
}

/// The number of bytes of a character in a JSON string.
fn encoded(c: char) -> usize {
    match c {
        '"' | '\\' | '\n' | '\r' | '\t' | '\u{8}' | '\u{c}' => 2,
        c if lagrum_escape::is_unsafe(c) => 6,
        c => c.len_utf8(),
    }
}

/// The beginning of a text that takes at most `most` bytes as JSON.
fn start(text: &str, most: usize) -> &str {
    let mut left = most;
    let fits = |(_, c): &(usize, char)| {
        let fits = encoded(*c) <= left;
        left = left.saturating_sub(encoded(*c));
        !fits
    };
    let end = text.char_indices().find(fits).map_or(text.len(), |(at, _)| at);
    &text[..end]
}

/// The end of a trace, which has the innermost cause.
fn end(text: &str) -> &str {
    let mut left = TRACE_MAX;
    let mut from = text.len();
    for (at, c) in text.char_indices().rev().take(TRACE_CHARACTERS) {
        let Some(rest) = left.checked_sub(encoded(c)) else { break };
        left = rest;
        from = at;
    }
    &text[from..]
}

#[cfg(test)]
mod tests {

    use axum::body::Body;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn texts_are_cut_by_the_bytes_they_take() {
        for (text, most, expected) in [
            ("åäö", 5, "åä"),
            ("åäö", 6, "åäö"),
            ("a\u{1b}b", 7, "a\u{1b}"),
            ("a\u{1b}b", 6, "a"),
            ("\"x", 1, ""),
        ] {
            assert_eq!(start(text, most), expected);
        }
        let long = format!("{}{}", "x".repeat(10), "ö".repeat(TRACE_CHARACTERS));
        assert_eq!(end(&long), "ö".repeat(TRACE_CHARACTERS));
        assert_eq!(end(&"\0".repeat(TRACE_CHARACTERS)).len(), TRACE_MAX / 6);
        assert_eq!(end("kort"), "kort");
    }

    #[test]
    fn no_entry_has_a_list_of_laws() {
        for (address, from, expected) in [
            ("/lista?lag=1931:47", "https://lag.example/lista?lag=1931:47&namn=x", "/lista"),
            (
                "/api/v1/lists/changes?uri=1931:47",
                "https://lag.example/sok?q=1931:47",
                "/api/v1/lists/changes",
            ),
            ("/feeds/uri.atom?uri=1931:47", "", "/feeds/uri.atom"),
            ("/x?lag=1931:47", "/lista?lag=1931:47", "/x?lag=1931:47"),
        ] {
            let request =
                Request::builder().uri(address).header("referer", from).body(Body::empty()).unwrap();
            let status = StatusCode::NOT_FOUND;
            let entry = LedgerEntry::new("0".repeat(8), &RequestSummary::of(&request), status, "", None);
            assert_eq!(entry.url, expected);
            let referer = entry.referer.unwrap_or_default();
            assert_eq!(referer.contains("1931:47"), from.contains("/sok"), "{referer}");
        }
    }

    /// Texts of the characters that take the most bytes in JSON.
    fn long() -> impl Strategy<Value = String> {
        let characters =
            prop_oneof![any::<char>(), Just('\0'), Just('\u{202e}'), Just('"'), Just('\u{10ffff}')];
        (characters, any::<String>(), 0..70_000_usize)
            .prop_map(|(c, before, count)| before + &c.to_string().repeat(count))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn no_entry_is_longer_than_its_bound(detail in long(), message in long(), trace in long(), header in long()) {
            let request = Request::builder()
                .uri(format!("/{}?{}", "a".repeat(3000), "b".repeat(60_000)))
                .header("user-agent", header.as_bytes().iter().map(|byte| byte | 0x80).collect::<Vec<u8>>())
                .body(Body::empty())
                .unwrap();
            let fault = Fault { kind: message.clone(), message, trace: Some(trace) };
            let status = StatusCode::INTERNAL_SERVER_ERROR;
            let entry = LedgerEntry::new("0".repeat(8), &RequestSummary::of(&request), status, &detail, Some(&fault));
            let line = entry.line().unwrap();
            prop_assert!(line.len() <= ENTRY_MAX, "{}", line.len());
            prop_assert_eq!(serde_json::from_slice::<LedgerEntry>(&line).unwrap(), entry);
            // An entry that any client can cause is much smaller.
            let missing = LedgerEntry::new("0".repeat(8), &RequestSummary::of(&request), StatusCode::NOT_FOUND, &detail, None);
            prop_assert!(missing.line().unwrap().len() <= 5 << 10);
        }
    }
}
