//! Pages for people: the answers of a site, translated to and from HTTP.
//!
//! The site does not know HTTP. It is a [`Pages`]: a function of a [`PageRequest`], which has the snapshot and the day that all
//! its answers are made from, and the path and query as text. This module runs the site on threads for blocking work, declares
//! how long its answers may be cached, and adds the headers of pages. A path that no other route has belongs to the site,
//! except paths below the first segments of the API ([`is_page_path`]), which fail as JSON.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Extension, Path, Request};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use lagrum_answers::AnswerError;
use lagrum_pages::{
    CHECK_PAGE, LIST_PAGE, MAX_LIST_QUERY, MAX_PAGE_QUERY, PageAnswer, PageFile, PageRequest, PageWork,
    Pages, SharedPages, design_name,
};

use crate::blocking::{comparing, is_busy};
use crate::document_forms::{self, AskedForms};
use crate::extract::served::PublicUrl;
use crate::form_pages::posted_text;
use crate::methods::unknown_path;
use crate::middleware::caching::{self, Caching, Policy, Reads};
use crate::paths::{is_list, is_page_path};
use crate::response::encoding::{Encoding, compressed_once};
use crate::response::page::{moved, private, respond};
use crate::{ApiError, Current, Today, blocking, searching};

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
        // Files of another design are not available any more.
        let found = found.filter(|_| sent == design_name(design));
        found.map_or_else(|| missing_file(&name), |(file, compressed)| send_file(file, compressed, &headers))
    });
    let no_store = from_fn_with_state(Policy::of(Caching::NoStore), caching::apply);
    Router::new()
        .route("/", get(page).route_layer(policy.clone()))
        .route(
            LIST_PAGE,
            get(page).route_layer(policy.clone()).merge(post(posted_list).route_layer(no_store.clone())),
        )
        .route(
            CHECK_PAGE,
            get(page).route_layer(policy.clone()).merge(post(posted_text).route_layer(no_store)),
        )
        .route("/{*path}", get(page).route_layer(policy))
        .route("/_/{design}/{name}", file.route_layer(file_policy))
        .layer(Extension(pages))
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

/// Maximum number of bytes of the lines that are posted to the page of a list.
const MAX_LIST_BODY: usize = 64 << 10;

/// Reads the lines that are posted to the page of a list, and leads to the address of the list. A page that sends no referrer
/// posts with the origin `null`, and nothing is stored, so that any page may post.
async fn posted_list(
    Extension(pages): Extension<SharedPages>,
    Current(snapshot): Current,
    Today(day): Today,
    PublicUrl(address): PublicUrl,
    request: Request,
) -> Result<Response, ApiError> {
    let body =
        tokio::time::timeout(LIST_BODY_TIMEOUT, axum::body::to_bytes(request.into_body(), MAX_LIST_BODY))
            .await;
    let body = body.map_err(|_| ApiError::bad_request("the body took too long to arrive"))?;
    let body = body.map_err(|_| ApiError::BodyTooLarge { most: MAX_LIST_BODY })?;
    let work = move || {
        let query = form_urlencoded::parse(&body).into_owned().collect();
        let request = PageRequest { snapshot, day, address, path: LIST_PAGE.to_owned(), query, form: None };
        Ok(pages.page(&request)?)
    };
    let mut response = match comparing(work).await? {
        PageAnswer::Moved(path) => moved(&path, None),
        answer => respond(answer),
    };
    private(response.headers_mut());
    Ok(response)
}

/// How long a client may take to send the lines of a list.
const LIST_BODY_TIMEOUT: std::time::Duration = std::time::Duration::from_secs(10);

async fn page(
    Extension(pages): Extension<SharedPages>,
    snapshot: Result<Current, ApiError>,
    Today(day): Today,
    PublicUrl(address): PublicUrl,
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
        let is_of_list = is_list(&path);
        let most = if is_of_list { MAX_LIST_QUERY } else { MAX_PAGE_QUERY };
        if query.len() > most {
            let message = format!("the query of a page has more than {most} bytes: shorten it");
            let parameter = if is_of_list { "lag" } else { "q" };
            return Err(AnswerError::Invalid { parameter, input: None, message }.into());
        }
        let read = pages.parameters(&path);
        let sent = form_urlencoded::parse(query.as_bytes());
        let query = sent.into_owned().filter(|(name, _)| read.contains(&name.as_str())).collect::<Vec<_>>();
        let Current(snapshot) = snapshot?;
        if document_forms::is_negotiated(&*pages, &path, &query) {
            let asked = AskedForms::new(&parts.headers, &path, &query, address.clone());
            if let Some(response) = asked.answer(&snapshot, day).await? {
                return Ok(Answered::InAnotherForm(response));
            }
        }
        let kind = pages.work(&path, &query);
        let engine = Arc::clone(&snapshot);
        let request = PageRequest { snapshot, day, address, path, query, form: None };
        let work = move || Ok(pages.page(&request)?);
        let page = match kind {
            PageWork::Read => blocking(work).await?,
            PageWork::Search => searching(&engine, work).await?,
            PageWork::Compare => comparing(work).await?,
        };
        Ok::<_, ApiError>(Answered::Page(page))
    };
    let mut response = match answer.await {
        Ok(Answered::InAnotherForm(response)) => return response,
        Ok(Answered::Page(PageAnswer::Moved(path))) => moved(&path, parts.uri.query()),
        Ok(Answered::Page(answer)) => respond(answer),
        Err(error) => return error.into_response(),
    };
    if is_list(parts.uri.path()) {
        private(response.headers_mut());
    }
    if response.status() == StatusCode::OK
        && let Some(rules) = speculation_rules(&*site)
    {
        response.headers_mut().insert(SPECULATION_RULES, rules);
    }
    response
}

/// What is answered at the path of a page.
enum Answered {
    Page(PageAnswer),
    /// A document in the form that its client asked for.
    InAnotherForm(Response),
}

/// Seconds after which a page may be prefetched again.
const PREFETCH_RETRY_AFTER: u32 = 10;

/// Whether a browser prefetches the page, which its reader may never open.
fn is_prefetch(headers: &HeaderMap) -> bool {
    let purpose = headers.get("sec-purpose").and_then(|purpose| purpose.to_str().ok()).unwrap_or_default();
    purpose.split([';', ',']).any(|word| word.trim().eq_ignore_ascii_case("prefetch"))
}

const SPECULATION_RULES: HeaderName = HeaderName::from_static("speculation-rules");

/// The address of the file with the speculation rules, as the value of a header.
fn speculation_rules(pages: &dyn Pages) -> Option<HeaderValue> {
    let name = pages.speculation_rules()?;
    HeaderValue::try_from(format!("\"/_/{}/{name}\"", design_name(pages.design()))).ok()
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
