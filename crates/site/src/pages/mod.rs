//! The pages: the function that draws each path.

mod bladdra;
mod document;
mod english;
pub(crate) mod failure;
mod faksimil;
mod folj;
mod formal;
mod goto;
mod graf;
mod hanvisningar;
mod historia;
mod jamfor;
mod kedja;
mod kommande;
mod kontrollera;
mod lista;
mod missing;
mod nytt;
mod old_lists;
mod om;
mod related;
mod search;
pub(crate) mod start;
mod ways_on;

use lagrum_answers::AnswerError;
use lagrum_pages::{PageAnswer, PageRequest, PageWork};

use crate::operator::Operator;
use crate::questions::Questions;
use crate::{assets, meta};

/// Draws a page.
type Draw = fn(&PageRequest) -> Result<PageAnswer, AnswerError>;

/// The pages that are no documents: the path, or with `/*` all paths below it; the function that draws it; and the parameters
/// that it reads.
const PAGES: &[(&str, Draw, &[&str])] = &[
    ("/.well-known/mcp.json", meta::mcp_server, &[]),
    ("/akn/*", formal::akn, &[]),
    ("/bladdra/*", bladdra::page, &["offset", "upphavda"]),
    ("/dataset/*", old_lists::page, &old_lists::PARAMETERS),
    ("/eli/sitemap.xml", meta::eli_sitemaps, &[]),
    ("/eli/sitemap/*", meta::eli_sitemap, &[]),
    ("/eli/*", formal::eli, &[]),
    ("/en", english::page, &[]),
    ("/faksimil/*", faksimil::page, &[]),
    ("/favicon.ico", old_favicon, &[]),
    ("/favicon.svg", favicon, &[]),
    ("/folj", folj::page, &["uri", "q", "source", "kind", "year"]),
    ("/graf/*", graf::page, &["plats", "inuti", "groups", "from", "to"]),
    ("/hanvisningar/*", hanvisningar::page, &["plats", "groups", "year", "sort", "offset"]),
    ("/historia/*", historia::page, &["plats", "datum"]),
    ("/jamfor/*", jamfor::page, &["from", "to", "vy", "bara"]),
    ("/kommande/*", kommande::page, &[]),
    ("/kontrollera", kontrollera::page, &[]),
    ("/lista", lista::page, lista::PARAMETERS),
    ("/llms.txt", meta::llms, &[]),
    ("/ns/lagrum", om::namespace, &[]),
    ("/nytt/*", nytt::page, &[]),
    ("/om/installningar", om::preferences, &[]),
    ("/om/ord", om::words, &[]),
    ("/om/sokhjalp", om::help, &[]),
    ("/om/tackning", om::coverage, &[]),
    ("/om/tillganglighet", om::accessibility, &[]),
    ("/opensearch.xml", meta::opensearch, &[]),
    ("/robots.txt", meta::robots, &[]),
    ("/server.json", meta::mcp_server, &[]),
    ("/sitemap.xml", meta::sitemap_index, &[]),
    ("/sitemap/*", meta::sitemap, &[]),
    ("/till", goto::page, &["q", "fran", "lang"]),
];

/// The parameters that the page of a document reads.
const OF_A_DOCUMENT: &[&str] = &["q", "om", "datum", "ovisst", "citera", "form", "saknas", "lang"];

/// Whether a path belongs to a page that is no document, or is reserved for one.
fn is_reserved(path: &str) -> bool {
    let first = path.trim_start_matches('/').split('/').next().unwrap_or_default();
    RESERVED.contains(&first)
}

/// First segments that no path of a document has.
pub(crate) const RESERVED: [&str; 38] = [
    "akn",
    "dcat",
    "eli",
    "ns",
    "api",
    "dumps",
    "docs",
    "openapi.json",
    "healthz",
    "readyz",
    "mcp",
    "feeds",
    "_",
    "sok",
    "till",
    "bladdra",
    "dataset",
    "en",
    "jamfor",
    "kommande",
    "kontrollera",
    "lista",
    "hanvisningar",
    "historia",
    "graf",
    "faksimil",
    "folj",
    "nytt",
    "om",
    "sitemap",
    "sitemap.xml",
    "opensearch.xml",
    "robots.txt",
    "llms.txt",
    "server.json",
    "favicon.ico",
    "favicon.svg",
    ".well-known",
];

/// Whether a path matches a pattern of [`PAGES`].
fn matches(pattern: &str, path: &str) -> bool {
    match pattern.strip_suffix("/*") {
        Some(root) => path.strip_prefix(root).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')),
        None => path == pattern,
    }
}

/// The page of a path.
pub(crate) fn page(
    request: &PageRequest,
    operator: &Operator,
    questions: &Questions,
) -> Result<PageAnswer, AnswerError> {
    let path = request.path.as_str();
    if path == "/" {
        return start::page(request, questions);
    }
    if path.len() > 1 && path.ends_with('/') {
        return Ok(PageAnswer::Moved(crate::href::Href::page(path.trim_end_matches('/')).to_string()));
    }
    if let Some(picture) = faksimil::old_picture(request) {
        return Ok(picture);
    }
    if path == "/sok" {
        return search::page(request, questions);
    }
    if path == "/dcat" {
        return meta::catalog(request, operator);
    }
    if path == "/om" {
        return om::about(request, operator);
    }
    match PAGES.iter().find(|(pattern, ..)| matches(pattern, path)) {
        Some((_, draw, _)) => draw(request),
        None if is_reserved(path) => Err(AnswerError::NotFound(format!("no such path: {path}"))),
        None => document::page(request),
    }
}

/// The parameters that the page of a path reads.
pub(crate) fn parameters(path: &str) -> &'static [&'static str] {
    match PAGES.iter().find(|(pattern, ..)| matches(pattern, path)) {
        Some((.., parameters)) => parameters,
        None if path == "/sok" => search::PARAMETERS,
        None if path == "/dcat" => &["format"],
        None if path == "/" || is_reserved(path) => &[],
        None => OF_A_DOCUMENT,
    }
}

/// Whether what is at a path is a document.
pub(crate) fn is_document(path: &str) -> bool {
    path.len() > 1 && !path.ends_with('/') && parameters(path) == OF_A_DOCUMENT
}

/// The kind of work of a page. The page of hits searches, and so does a document whose words are marked.
pub(crate) fn work(path: &str, query: &[(String, String)]) -> PageWork {
    let asks = |name: &str| query.iter().any(|(sent, value)| sent == name && !value.trim().is_empty());
    let compares = ["/jamfor/*", "/historia/*", "/lista"].iter().any(|page| matches(page, path));
    if compares || (path == "/folj" && asks("uri")) {
        return PageWork::Compare;
    }
    let may_search = path == "/sok" || path == "/folj" || (path != "/" && !is_reserved(path));
    if may_search && asks("q") {
        return PageWork::Search;
    }
    PageWork::Read
}

/// Programs that know no other address of an icon.
#[expect(clippy::unnecessary_wraps, reason = "the signature of a page")]
fn old_favicon(_: &PageRequest) -> Result<PageAnswer, AnswerError> {
    Ok(PageAnswer::Moved("/favicon.svg".to_owned()))
}

#[expect(clippy::unnecessary_wraps, reason = "the signature of a page")]
fn favicon(_: &PageRequest) -> Result<PageAnswer, AnswerError> {
    Ok(PageAnswer::Text { media_type: "image/svg+xml", body: assets::FAVICON.to_owned() })
}
