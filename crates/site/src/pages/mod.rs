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
use lagrum_pages::{CHECK_PAGE, LIST_PAGE, MACHINE_SEGMENTS, PageAnswer, PageRequest, PageWork};

use crate::operator::Operator;
use crate::questions::Questions;
use crate::{assets, meta};

/// What draws a page.
enum Draw {
    Page(fn(&PageRequest) -> Result<PageAnswer, AnswerError>),
    /// A page that names the operator.
    Operated(fn(&PageRequest, &Operator) -> Result<PageAnswer, AnswerError>),
    /// A page that may show the questions of the start page.
    Asking(fn(&PageRequest, &Questions) -> Result<PageAnswer, AnswerError>),
}

use Draw::{Asking, Operated, Page};

/// What work a page is.
enum Work {
    /// This, whatever is asked for.
    Always(PageWork),
    /// That of the first of these parameters that has a value, else reading.
    Asked(&'static [(&'static str, PageWork)]),
}

const READS: Work = Work::Always(PageWork::Read);
const COMPARES: Work = Work::Always(PageWork::Compare);
const SEARCHES: Work = Work::Asked(&[("q", PageWork::Search)]);

/// The pages that are no documents: the path, or with `/*` all paths below it; what draws it; the parameters that it reads; its
/// work.
const PAGES: &[(&str, Draw, &[&str], Work)] = &[
    ("/", Asking(start::page), &[], READS),
    ("/.well-known/mcp.json", Page(meta::mcp_server), &[], READS),
    ("/akn/*", Page(formal::akn), &[], READS),
    ("/bladdra/*", Page(bladdra::page), &["offset", "upphavda"], READS),
    ("/dataset/*", Page(old_lists::page), &old_lists::PARAMETERS, READS),
    ("/dcat", Operated(meta::catalog), &["format"], READS),
    ("/eli/sitemap.xml", Page(meta::eli_sitemaps), &[], READS),
    ("/eli/sitemap/*", Page(meta::eli_sitemap), &[], READS),
    ("/eli/*", Page(formal::eli), &[], READS),
    ("/en", Page(english::page), &[], READS),
    ("/faksimil/*", Page(faksimil::page), &[], READS),
    ("/favicon.ico", Page(old_favicon), &[], READS),
    ("/favicon.svg", Page(favicon), &[], READS),
    (
        "/folj",
        Page(folj::page),
        &["uri", "q", "source", "kind", "year"],
        Work::Asked(&[("uri", PageWork::Compare), ("q", PageWork::Search)]),
    ),
    ("/graf/*", Page(graf::page), &["plats", "inuti", "groups", "from", "to"], READS),
    ("/hanvisningar/*", Page(hanvisningar::page), &["plats", "groups", "year", "sort", "offset"], READS),
    ("/historia/*", Page(historia::page), &["plats", "datum"], COMPARES),
    ("/jamfor/*", Page(jamfor::page), &["from", "to", "vy", "bara"], COMPARES),
    ("/kommande/*", Page(kommande::page), &[], READS),
    (CHECK_PAGE, Page(kontrollera::page), &[], READS),
    (LIST_PAGE, Page(lista::page), lista::PARAMETERS, COMPARES),
    ("/llms.txt", Page(meta::llms), &[], READS),
    ("/ns/lagrum", Page(om::namespace), &[], READS),
    ("/nytt/*", Page(nytt::page), &[], READS),
    ("/om", Operated(om::about), &[], READS),
    ("/om/installningar", Page(om::preferences), &[], READS),
    ("/om/ord", Page(om::words), &[], READS),
    ("/om/sokhjalp", Page(om::help), &[], READS),
    ("/om/tackning", Page(om::coverage), &[], READS),
    ("/om/tillganglighet", Page(om::accessibility), &[], READS),
    ("/opensearch.xml", Page(meta::opensearch), &[], READS),
    ("/robots.txt", Page(meta::robots), &[], READS),
    ("/server.json", Page(meta::mcp_server), &[], READS),
    ("/sitemap.xml", Page(meta::sitemap_index), &[], READS),
    ("/sitemap/*", Page(meta::sitemap), &[], READS),
    ("/sok", Asking(search::page), search::PARAMETERS, SEARCHES),
    ("/till", Page(goto::page), &["q", "fran", "lang"], READS),
];

/// The parameters that the page of a document reads.
const OF_A_DOCUMENT: &[&str] = &["q", "om", "datum", "ovisst", "citera", "form", "saknas", "lang"];

/// What a path leads to.
enum Found {
    /// A row of [`PAGES`].
    Row(&'static (&'static str, Draw, &'static [&'static str], Work)),
    /// Nothing: its first segment is that of a page, of something for programs, or of the files of this version of the site.
    Reserved,
    Document,
}

impl Found {
    fn at(path: &str) -> Self {
        let first = |path: &'static str| path.split('/').nth(1).unwrap_or_default();
        let row = PAGES.iter().find(|(pattern, ..)| matches(pattern, path));
        let segment = path.trim_start_matches('/').split('/').next().unwrap_or_default();
        let reserved = MACHINE_SEGMENTS.into_iter().chain(["_"]);
        let mut reserved = reserved.chain(PAGES.iter().map(|(pattern, ..)| first(pattern)));
        match row {
            Some(row) => Self::Row(row),
            None if !segment.is_empty() && reserved.any(|reserved| reserved == segment) => Self::Reserved,
            None => Self::Document,
        }
    }
}

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
    if path.len() > 1 && path.ends_with('/') {
        return Ok(PageAnswer::Moved(crate::href::Href::page(path.trim_end_matches('/')).to_string()));
    }
    if let Some(picture) = faksimil::old_picture(request) {
        return Ok(picture);
    }
    match Found::at(path) {
        Found::Row((_, Page(draw), ..)) => draw(request),
        Found::Row((_, Operated(draw), ..)) => draw(request, operator),
        Found::Row((_, Asking(draw), ..)) => draw(request, questions),
        Found::Reserved => Err(AnswerError::not_found(format!("no such path: {path}"))),
        Found::Document => document::page(request),
    }
}

/// The parameters that the page of a path reads.
pub(crate) fn parameters(path: &str) -> &'static [&'static str] {
    match Found::at(path) {
        Found::Row((_, _, parameters, _)) => parameters,
        Found::Reserved => &[],
        Found::Document => OF_A_DOCUMENT,
    }
}

/// Whether what is at a path is a document.
pub(crate) fn is_document(path: &str) -> bool {
    path.len() > 1 && !path.ends_with('/') && matches!(Found::at(path), Found::Document)
}

/// The kind of work of a page. A document whose words are marked is searched.
pub(crate) fn work(path: &str, query: &[(String, String)]) -> PageWork {
    let asks = |name: &str| query.iter().any(|(sent, value)| sent == name && !value.trim().is_empty());
    let work = match Found::at(path) {
        Found::Row((.., work)) => work,
        Found::Reserved => &READS,
        Found::Document => &SEARCHES,
    };
    match work {
        Work::Always(work) => *work,
        Work::Asked(works) => {
            works.iter().find(|(name, _)| asks(name)).map_or(PageWork::Read, |(_, work)| *work)
        }
    }
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
