//! How long a response may be cached, as a value declared where its route is declared.
//!
//! Handlers write no caching header. Only the parts of a request that its route reads count ([`Reads`]): a parameter that no
//! handler reads changes neither the response nor its entry in the cache. Most responses are a function of the snapshot, the
//! request and sometimes the day. So their validator is a hash of these values, known before the handler runs: a client that
//! has the current response gets a 304 without any further work. The tag is weak, because one response is sent in several
//! encodings.
//!
//! Only a 200 has a tag. So a client that sends a matching tag has received a 200 for this request from this snapshot by this
//! version of the program. `If-None-Match: *` asks whether any response exists, which is known once the handler has run.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use lagrum_pages::SharedPages;
use sha2::{Digest, Sha256};

use crate::document_forms;
use crate::extract::extension::RequestExtension;
use crate::paths::is_list;
use crate::response::json::Provisional;

/// What a client or a shared cache may do with the responses of a route.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Caching {
    /// The response depends on the snapshot and the request. Cached, and validated each time.
    Snapshot,
    /// As [`Caching::Snapshot`], but a client may use it for a day without validation, and no proxy may change its coding.
    SnapshotForADay,
    /// As [`Caching::Snapshot`], but the response also depends on the day, because it leaves out or marks expired
    /// documents.
    SnapshotAndDay,
    /// As [`Caching::SnapshotAndDay`], for a page: the response also depends on the design with this digest.
    Page(u64),
    /// As [`Caching::SnapshotAndDay`], for prints: the print pool has a cache and a queue of its own, so the response cache is
    /// not used.
    DayPrint,
    /// The response never changes under its address (a page image). Cached for a year without validation.
    Immutable,
    /// A stored file. The [`files`](crate::files) module gives it a strong validator and a date.
    Files,
    /// The response to a body, which may be private: no cache keeps it, and neither does the response cache.
    NoStore,
    /// No caching header: for pages of the program.
    Unstated,
}

const REVALIDATE: HeaderValue = HeaderValue::from_static("public, no-cache");
const FOR_A_DAY: HeaderValue = HeaderValue::from_static("public, max-age=86400, no-transform");
const FOREVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// Increased when a request gets another response although snapshot and version of the program are unchanged.
const TAG_FORMAT: &str = concat!("3/", env!("CARGO_PKG_VERSION"));

/// Which parts of the address of a request a route reads.
#[derive(Clone)]
pub(crate) enum Reads {
    /// The whole address.
    All,
    /// These parameters, each with its last value.
    Parameters(Arc<[String]>),
    /// The decoded path, and the parameters that the site reads at that path.
    Page(SharedPages),
}

/// The caching of a route.
#[derive(Clone)]
pub(crate) struct Policy {
    pub(crate) caching: Caching,
    pub(crate) reads: Reads,
}

impl Policy {
    /// The policy of a route that may read the whole address.
    pub(crate) fn of(caching: Caching) -> Self {
        Self { caching, reads: Reads::All }
    }
}

pub(crate) async fn apply(State(policy): State<Policy>, request: Request, next: Next) -> Response {
    let Policy { caching, reads } = &policy;
    match *caching {
        Caching::Snapshot => validated(Dependence::Snapshot, reads, request, next).await,
        Caching::SnapshotForADay => {
            let mut response = validated(Dependence::Snapshot, reads, request, next).await;
            if response.headers().contains_key(header::CACHE_CONTROL) {
                response.headers_mut().insert(header::CACHE_CONTROL, FOR_A_DAY);
            }
            response
        }
        Caching::SnapshotAndDay => validated(Dependence::Day, reads, request, next).await,
        Caching::Page(design) => {
            let is_negotiated = negotiated(reads, request.uri()).is_some();
            let mut response = validated(Dependence::DayAndDesign(design), reads, request, next).await;
            if is_negotiated {
                response.headers_mut().insert(header::VARY, HeaderValue::from_static("Accept"));
            }
            response
        }
        Caching::DayPrint => validated_print(reads, request, next).await,
        Caching::Immutable => {
            let mut response = next.run(request).await;
            if response.status() == StatusCode::OK {
                response.headers_mut().insert(header::CACHE_CONTROL, FOREVER);
            }
            response
        }
        Caching::Files => {
            let mut response = next.run(request).await;
            if response.status().is_success() || response.status() == StatusCode::NOT_MODIFIED {
                response.headers_mut().insert(header::CACHE_CONTROL, REVALIDATE);
            }
            response
        }
        Caching::NoStore => {
            let mut response = next.run(request).await;
            response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
            response
        }
        Caching::Unstated => next.run(request).await,
    }
}

/// Responds with 304, from the response cache, or from the handler. Without a snapshot there is no tag, and nothing is cached.
async fn validated(dependence: Dependence, reads: &Reads, request: Request, next: Next) -> Response {
    let extension = request.extensions().get::<RequestExtension>().cloned();
    let Some((extension, Tag { snapshot, hash, modified })) =
        extension.zip(Tag::of(&request, dependence, reads))
    else {
        let response = next.run(request).await;
        return if response.status() == StatusCode::OK { tagged(response, None) } else { response };
    };
    if let Some(not_modified) = not_modified(request.headers(), hash) {
        return dated(not_modified, modified);
    }
    let has_any = asks_for_any(request.headers());
    // A cached response includes its tag.
    let make = || async {
        let response = next.run(request).await;
        match response.status() {
            StatusCode::OK if response.extensions().get::<Provisional>().is_some() => tagged(response, None),
            StatusCode::OK => dated(tagged(response, Tag::header(hash)), modified.clone()),
            _ => response,
        }
    };
    let response = extension.cache.respond(&snapshot, (hash, extension.encoding), make).await;
    if has_any && response.status() == StatusCode::OK {
        let tag = response.headers().get(header::ETAG).cloned();
        return dated(tagged(StatusCode::NOT_MODIFIED.into_response(), tag), modified);
    }
    response
}

/// Whether a request wants a response only where none exists (`If-None-Match: *`).
fn asks_for_any(headers: &HeaderMap) -> bool {
    headers.get(header::IF_NONE_MATCH).is_some_and(|sent| sent.as_bytes().trim_ascii() == b"*")
}

/// Responds with 304 or from the handler.
async fn validated_print(reads: &Reads, request: Request, next: Next) -> Response {
    let hash = Tag::of(&request, Dependence::Day, reads).map(|tag| tag.hash);
    if let Some(not_modified) = hash.and_then(|hash| not_modified(request.headers(), hash)) {
        return not_modified;
    }
    let response = next.run(request).await;
    if response.status() == StatusCode::OK { tagged(response, hash.and_then(Tag::header)) } else { response }
}

/// The 304 for a client that already has the response with this tag.
fn not_modified(headers: &HeaderMap, hash: u128) -> Option<Response> {
    if !headers.contains_key(header::IF_NONE_MATCH) {
        return None;
    }
    let tag = Tag::header(hash)?;
    none_match(headers, &tag).then(|| tagged(StatusCode::NOT_MODIFIED.into_response(), Some(tag)))
}

fn tagged(mut response: Response, tag: Option<HeaderValue>) -> Response {
    let headers = response.headers_mut();
    debug_assert!(!headers.contains_key(header::CACHE_CONTROL), "a handler set a caching header by itself");
    if let Some(tag) = tag {
        headers.insert(header::ETAG, tag);
    }
    headers.insert(header::CACHE_CONTROL, REVALIDATE);
    response
}

/// States when what a response depends on last changed: the publication of the snapshot, or the beginning of the day for what changes with
/// the day. It dates a response for readers of feeds and mirrors; what validates one is its tag, since a new version of the program makes other
/// pages of the same snapshot.
fn dated(mut response: Response, modified: Option<HeaderValue>) -> Response {
    if let Some(modified) = modified {
        response.headers_mut().insert(header::LAST_MODIFIED, modified);
    }
    response
}

/// The value of `Last-Modified`.
fn modified(served: &RequestExtension, dependence: Dependence) -> Option<HeaderValue> {
    let published = served.published_at?;
    let day = match dependence {
        Dependence::Snapshot => None,
        Dependence::Day | Dependence::DayAndDesign(_) => Some(lagrum_snapshot::midnight(served.day)),
    };
    // A day that is set for a demo may be yet to come, and nothing was changed then.
    let begun = day.filter(|day| *day <= jiff::Timestamp::now().as_second());
    let latest = u64::try_from(published.max(begun.unwrap_or_default())).ok()?;
    let time = std::time::UNIX_EPOCH + std::time::Duration::from_secs(latest);
    HeaderValue::try_from(httpdate::fmt_http_date(time)).ok()
}

/// What a response depends on, beside the request.
#[derive(Clone, Copy)]
enum Dependence {
    Snapshot,
    Day,
    DayAndDesign(u64),
}

/// What identifies a response.
struct Tag {
    /// The id of the snapshot.
    snapshot: Arc<str>,
    /// A hash of the snapshot, the day if it matters, and the request: half of a SHA-256, which is enough to tell responses
    /// apart.
    hash: u128,
    /// When what the response depends on last changed.
    modified: Option<HeaderValue>,
}

impl Tag {
    /// The value of `ETag`.
    fn header(hash: u128) -> Option<HeaderValue> {
        HeaderValue::try_from(format!("W/\"{hash:032x}\"")).ok()
    }

    fn of(request: &Request, dependence: Dependence, reads: &Reads) -> Option<Self> {
        let served = request.extensions().get::<RequestExtension>()?;
        let snapshot = served.snapshot_id.clone()?;
        let mut hash = Sha256::new();
        let day = match dependence {
            Dependence::Snapshot => String::new(),
            Dependence::Day => served.day.to_string(),
            Dependence::DayAndDesign(design) => format!("{} {design:016x}", served.day),
        };
        // The length before each part separates the parts.
        let mut add = |part: &str| {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        };
        for part in [TAG_FORMAT, &snapshot, &day] {
            add(part);
        }
        add(served.address.as_deref().unwrap_or_default());
        reads.of(request.uri(), &mut add);
        if let Some(has_day) = negotiated(reads, request.uri()) {
            for form in document_forms::asked(request.headers(), has_day) {
                add(form.name());
            }
        }
        let hash = u128::from_be_bytes(*hash.finalize().first_chunk()?);
        let modified = modified(served, dependence);
        Some(Self { snapshot, hash, modified })
    }
}

/// Whether a client chooses the form of what is at an address by `Accept`, and if so whether the address asks for a day.
fn negotiated(reads: &Reads, address: &Uri) -> Option<bool> {
    let Reads::Page(pages) = reads else { return None };
    let path = percent_encoding::percent_decode_str(address.path()).decode_utf8().ok()?;
    let query: Vec<_> =
        form_urlencoded::parse(address.query().unwrap_or_default().as_bytes()).into_owned().collect();
    document_forms::is_negotiated(&**pages, &path, &query).then(|| document_forms::day(&query).is_some())
}

impl Reads {
    /// Calls `add` with each part of an address that may change the response.
    fn of(&self, address: &Uri, add: &mut impl FnMut(&str)) {
        let query = address.query().unwrap_or_default();
        match self {
            // A list has a parameter several times.
            _ if is_list(address.path()) => {
                add(address.path());
                add(query);
            }
            Self::All => {
                add(address.path());
                add(query);
            }
            Self::Parameters(names) => {
                add(address.path());
                last_values(query, names, add);
            }
            Self::Page(pages) => match percent_encoding::percent_decode_str(address.path()).decode_utf8() {
                Ok(path) => {
                    add(&path);
                    last_values(query, pages.parameters(&path), add);
                }
                Err(_) => add(address.path()),
            },
        }
    }
}

/// Calls `add` with the name and the last value of each of these parameters that was sent, in the order of `names`.
fn last_values<N: AsRef<str>>(query: &str, names: &[N], add: &mut impl FnMut(&str)) {
    if query.is_empty() {
        return;
    }
    let mut sent = vec![None; names.len()];
    for (name, value) in form_urlencoded::parse(query.as_bytes()) {
        if let Some(at) = names.iter().position(|declared| declared.as_ref() == name) {
            sent[at] = Some(value);
        }
    }
    for (name, value) in names.iter().zip(sent) {
        if let Some(value) = value {
            add(name.as_ref());
            add(&value);
        }
    }
}

/// Whether `If-None-Match` lists the tag, by weak comparison.
fn none_match(headers: &HeaderMap, tag: &HeaderValue) -> bool {
    let opaque = |text: &str| text.trim().trim_start_matches("W/").to_owned();
    let Ok(tag) = tag.to_str() else { return false };
    let ours = opaque(tag);
    headers
        .get_all(header::IF_NONE_MATCH)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .any(|list| list.split(',').any(|sent| opaque(sent) == ours))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_a_route_reads_makes_another_address() {
        let names: Arc<[String]> = ["uri", "limit"].map(str::to_owned).into();
        let parts = |reads: &Reads, address: &str| {
            let mut parts = Vec::new();
            reads.of(&address.parse().unwrap(), &mut |part: &str| parts.push(part.to_owned()));
            parts
        };
        let reads = Reads::Parameters(names);
        let list = |query: &str| parts(&reads, &format!("/feeds/uri.atom?{query}"));
        assert_ne!(list("uri=a&uri=b"), list("uri=c&uri=b"));
        let plain = parts(&reads, "/card?uri=a&limit=3");
        for same in ["/card?limit=3&uri=a", "/card?uri=a&limit=3&x=1", "/card?uri=b&uri=%61&limit=3&limi=4"] {
            assert_eq!(parts(&reads, same), plain, "{same}");
            assert_ne!(parts(&Reads::All, same), parts(&Reads::All, "/card?uri=a&limit=3"), "{same}");
        }
        for other in
            ["/card?uri=a", "/card?uri=a&limit=4", "/card?uri=alimit3", "/cards?uri=a&limit=3", "/card"]
        {
            assert_ne!(parts(&reads, other), plain, "{other}");
        }
    }
}
