//! Pages for people: what a site answers, translated to and from HTTP.
//!
//! The site itself knows no HTTP. It is a [`Pages`]: a function of a [`PageRequest`], which has the snapshot and the day that
//! every answer of the request is made from, and the path and query as text. This module runs it where blocking does no harm,
//! declares how long its answers may be cached, and adds the headers that a page has for browsers. A path that no other route
//! has is the site's, except those below the first segments of the API ([`MACHINE_PATHS`]), which fail as JSON.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Extension, Path, Request};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use jiff::civil::Date;
use lagrum_answers::AnswerError;
use lagrum_snapshot::Snapshot;

use crate::blocking::{comparing, is_busy};
use crate::endpoints::run_search;
use crate::methods::unknown_path;
use crate::middleware::caching::{self, Caching, Policy, Reads};
use crate::response::encoding::{Encoding, compressed_once};
use crate::response::json::Provisional;
use crate::{ApiError, Current, Today, blocking};

/// First segments of paths that are for programs. Failures below them are JSON.
const MACHINE_PATHS: [&str; 8] =
    ["api", "docs", "dumps", "feeds", "healthz", "mcp", "openapi.json", "readyz"];

/// Bytes of a query of a page. Longer ones are refused (422).
pub const MAX_PAGE_QUERY: usize = 4 << 10;

/// A site: pages for people.
pub trait Pages: Send + Sync + 'static {
    /// The page at a path. Blocks.
    fn page(&self, request: &PageRequest) -> Result<PageAnswer, AnswerError>;

    /// What kind of work the page is: which queue it waits in.
    fn work(&self, path: &str, query: &[(String, String)]) -> PageWork;

    /// The parameters that the page at a path reads. Others make no other page: the answer is cached without them.
    fn parameters(&self, path: &str) -> &'static [&'static str];

    /// The page that reports a failure: a whole HTML document.
    fn failure(&self, failure: &PageFailure<'_>) -> String;

    /// The files that pages load.
    fn files(&self) -> Vec<PageFile>;

    /// The file that says which pages a browser may fetch ahead; None for none.
    fn speculation_rules(&self) -> Option<&'static str> {
        None
    }

    /// A digest of everything about a page that does not come from the snapshot. It stands in the addresses of files and in
    /// the tags of pages, so both change with the program.
    fn design(&self) -> u64;
}

/// What kind of work a page is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageWork {
    /// It reads the snapshot.
    Read,
    /// It searches.
    Search,
    /// It compares two lydelser.
    Compare,
}

/// A request for a page.
#[derive(Debug)]
pub struct PageRequest {
    /// The snapshot that everything on the page is read from.
    pub snapshot: Arc<Snapshot>,
    /// The day that the page is made for.
    pub day: Date,
    /// The path, percent-decoded, with its leading slash.
    pub path: String,
    /// The parameters that the page reads ([`Pages::parameters`]), decoded, in the order they were sent.
    pub query: Vec<(String, String)>,
}

impl PageRequest {
    /// The last value of a parameter; None where it is missing or empty.
    pub fn parameter(&self, name: &str) -> Option<&str> {
        let value = self.query.iter().rev().find(|(sent, _)| sent == name).map(|(_, value)| value.trim());
        value.filter(|value| !value.is_empty())
    }
}

/// What a site answers.
#[derive(Debug)]
pub enum PageAnswer {
    /// A page.
    Html(String),
    /// The page of a document, with the addresses of its other forms and their media types.
    Document {
        /// The page.
        html: String,
        /// Whether it may differ soon, and is not cached.
        is_provisional: bool,
        /// Paths and media types.
        alternates: Vec<(String, &'static str)>,
    },
    /// A page that may differ soon, and is not cached.
    Provisional(String),
    /// A page that says that there is nothing at the address (404).
    Missing(String),
    /// Another format than HTML, such as a sitemap.
    Text {
        /// Its media type.
        media_type: &'static str,
        /// Its text.
        body: String,
    },
    /// What was asked for is at this page path now (303).
    SeeOther(String),
    /// The page has this path for ever (308).
    Moved(String),
}

/// A failure to report on a page.
#[derive(Clone, Copy, Debug)]
pub struct PageFailure<'a> {
    /// The HTTP status: 400 to 599.
    pub status: u16,
    /// The path as it was sent, and the query after a question mark.
    pub address: &'a str,
    /// What happened, in the words of the API.
    pub detail: &'a str,
    /// The entry of the error ledger.
    pub error_id: Option<&'a str>,
    /// Seconds after which to try again.
    pub retry_after: Option<u32>,
}

/// A file that pages load, at `/_/{design}/{name}`.
#[derive(Clone, Copy, Debug)]
pub struct PageFile {
    /// Its name.
    pub name: &'static str,
    /// Its media type.
    pub media_type: &'static str,
    /// Its bytes.
    pub bytes: &'static [u8],
}

/// The site of a router.
pub(crate) type SharedPages = Arc<dyn Pages>;

/// Whether failures of a path are pages.
pub(crate) fn is_page_path(path: &str) -> bool {
    let first = path.trim_start_matches('/').split('/').next().unwrap_or_default();
    !MACHINE_PATHS.contains(&first)
}

/// The routes of a site.
pub(crate) fn routes(pages: SharedPages) -> Router {
    let design = pages.design();
    let files: Arc<Vec<(PageFile, Bytes)>> =
        Arc::new(pages.files().into_iter().map(|file| (file, compressed_once(file.bytes))).collect());
    let policy = Policy { caching: Caching::Page(design), reads: Reads::Page(pages.clone()) };
    let policy = from_fn_with_state(policy, caching::apply);
    let file_policy = from_fn_with_state(Policy::of(Caching::Immutable), caching::apply);
    let file = get(async move |Path((sent, name)): Path<(String, String)>, headers: HeaderMap| {
        let found = files.iter().find(|(file, _)| file.name == name);
        // The bytes of another design are not known any more.
        let found = found.filter(|_| sent == design_name(design));
        found.map_or_else(|| missing_file(&name), |(file, compressed)| send_file(file, compressed, &headers))
    });
    Router::new()
        .route("/", get(page).route_layer(policy.clone()))
        .route("/{*path}", get(page).route_layer(policy))
        .route("/_/{design}/{name}", file.route_layer(file_policy))
        .layer(Extension(pages))
}

/// The digest as it stands in addresses.
pub fn design_name(design: u64) -> String {
    format!("{design:016x}")
}

fn missing_file(name: &str) -> Response {
    ApiError::not_found(format!("no file {name} of this version of the site")).into_response()
}

fn send_file(file: &PageFile, compressed: &Bytes, headers: &HeaderMap) -> Response {
    let media_type = (header::CONTENT_TYPE, file.media_type);
    let is_smaller = !compressed.is_empty() && compressed.len() < file.bytes.len();
    if is_smaller && Encoding::accepts_brotli(headers) {
        let coding = (header::CONTENT_ENCODING, "br");
        return ([media_type, coding], compressed.clone()).into_response();
    }
    ([media_type], Bytes::from_static(file.bytes)).into_response()
}

async fn page(
    Extension(pages): Extension<SharedPages>,
    snapshot: Result<Current, ApiError>,
    Today(day): Today,
    request: Request,
) -> Response {
    if !is_page_path(request.uri().path()) {
        return unknown_path(request).await;
    }
    let (parts, _) = request.into_parts();
    if is_prefetch(&parts.headers) && is_busy() {
        return ApiError::busy("the server has no time to fetch ahead", PREFETCH_RETRY_AFTER).into_response();
    }
    let site = Arc::clone(&pages);
    let answer = async {
        let path = percent_encoding::percent_decode_str(parts.uri.path()).decode_utf8();
        let path = path.map_err(|_| ApiError::bad_request("the path is not UTF-8"))?.into_owned();
        let query = parts.uri.query().unwrap_or_default();
        if query.len() > MAX_PAGE_QUERY {
            let message = format!("the query of a page has more than {MAX_PAGE_QUERY} bytes: shorten it");
            return Err(AnswerError::Invalid { parameter: "q", input: None, message }.into());
        }
        let read = pages.parameters(&path);
        let sent = form_urlencoded::parse(query.as_bytes());
        let query = sent.into_owned().filter(|(name, _)| read.contains(&name.as_str())).collect::<Vec<_>>();
        let Current(snapshot) = snapshot?;
        let kind = pages.work(&path, &query);
        let engine = Arc::clone(&snapshot);
        let request = PageRequest { snapshot, day, path, query };
        let work = move || Ok(pages.page(&request)?);
        match kind {
            PageWork::Read => blocking(work).await,
            PageWork::Search => run_search(&engine, work).await,
            PageWork::Compare => comparing(work).await,
        }
    };
    let mut response = match answer.await {
        Ok(PageAnswer::Moved(path)) => moved(&path, parts.uri.query()),
        Ok(answer) => respond(answer),
        Err(error) => return error.into_response(),
    };
    if response.status() == StatusCode::OK
        && let Some(rules) = speculation_rules(&*site)
    {
        response.headers_mut().insert(SPECULATION_RULES, rules);
    }
    response
}

/// Seconds after which a page may be fetched ahead again.
const PREFETCH_RETRY_AFTER: u32 = 10;

/// Whether a browser fetches ahead what its reader may never open.
fn is_prefetch(headers: &HeaderMap) -> bool {
    let purpose = headers.get("sec-purpose").and_then(|purpose| purpose.to_str().ok()).unwrap_or_default();
    purpose.split([';', ',']).any(|word| word.trim().eq_ignore_ascii_case("prefetch"))
}

const SPECULATION_RULES: HeaderName = HeaderName::from_static("speculation-rules");

/// The address of the file that says which pages a browser may fetch ahead, as a header has it.
fn speculation_rules(pages: &dyn Pages) -> Option<HeaderValue> {
    let name = pages.speculation_rules()?;
    HeaderValue::try_from(format!("\"/_/{}/{name}\"", design_name(pages.design()))).ok()
}

fn respond(answer: PageAnswer) -> Response {
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
        PageAnswer::Text { media_type, body } => ([(header::CONTENT_TYPE, media_type)], body).into_response(),
        PageAnswer::SeeOther(path) => redirect(StatusCode::SEE_OTHER, &path),
        PageAnswer::Moved(path) => moved(&path, None),
    }
}

/// Headers that name the other forms of a page. An address that no header can have is left out.
fn links(alternates: &[(String, &'static str)]) -> impl Iterator<Item = HeaderValue> {
    alternates.iter().filter_map(|(path, media_type)| {
        HeaderValue::try_from(format!("<{path}>; rel=\"alternate\"; type=\"{media_type}\"")).ok()
    })
}

/// How long a browser may follow a 308 without asking again. Without it, some do so for ever.
const MOVED_FOR: HeaderValue = HeaderValue::from_static("public, max-age=86400");

/// A page at another path, with the query that was sent.
fn moved(path: &str, query: Option<&str>) -> Response {
    let query = query.filter(|query| !query.is_empty() && !path.contains(['?', '#']));
    let address = query.map_or_else(|| path.to_owned(), |query| format!("{path}?{query}"));
    let mut response = redirect(StatusCode::PERMANENT_REDIRECT, &address);
    if response.status() == StatusCode::PERMANENT_REDIRECT {
        response.headers_mut().insert(header::CACHE_CONTROL, MOVED_FOR);
    }
    response
}

/// On a response: its body is a page that reports the failure already.
#[derive(Clone, Copy)]
pub(crate) struct Drawn;

fn redirect(status: StatusCode, path: &str) -> Response {
    match HeaderValue::try_from(path) {
        // Two slashes would name another host, and browsers read a backslash as one.
        Ok(location) if path.starts_with('/') && !path.starts_with("//") && !path.starts_with("/\\") => {
            (status, [(header::LOCATION, location)]).into_response()
        }
        _ => ApiError::broken(format!("the site led to {path}, which is no page path")).into_response(),
    }
}

/// What a page may load and do: files of this server, and nothing written into the page.
const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self'; \
     form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
);

/// Abilities of browsers that no page uses.
const ABILITIES: HeaderValue = HeaderValue::from_static(
    "camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), payment=(), usb=(), browsing-topics=()",
);

/// The headers of every page. The origin guard of pictures reads the referrer.
const PAGE_HEADERS: [(HeaderName, HeaderValue); 4] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::REFERRER_POLICY, HeaderValue::from_static("same-origin")),
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
    (HeaderName::from_static("permissions-policy"), ABILITIES),
];

/// A page as a response.
pub(crate) fn html_response(status: StatusCode, html: String) -> Response {
    let media_type = [(header::CONTENT_TYPE, "text/html; charset=utf-8")];
    let mut response = (status, media_type, html).into_response();
    response.headers_mut().extend(PAGE_HEADERS);
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prefetch_says_so() {
        for (purpose, expected) in [
            ("prefetch", true),
            ("prefetch;prerender", true),
            ("prefetch;anonymous-client-ip", true),
            ("prerender", false),
            ("", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert("sec-purpose", HeaderValue::from_static(purpose));
            assert_eq!(is_prefetch(&headers), expected, "{purpose}");
        }
        assert!(!is_prefetch(&HeaderMap::new()));
    }
}
