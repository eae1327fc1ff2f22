//! Files for machines: sitemaps, `robots.txt`, the description of the search box for browsers.

use askama::Template;
use lagrum_answers::{self as answers, AnswerError, CatalogPublisher, SourceListing, SourceName};
use lagrum_pages::{PageAnswer, PageRequest};
use lagrum_sources::{Source, known};

use crate::href::Href;
use crate::markup::draw;
use crate::operator::Operator;
use crate::ord::lists as ord;
use crate::pages::start;

/// Maximum number of addresses in a sitemap; the protocol allows 50,000.
const MAX_ADDRESSES: u64 = 20_000;

#[derive(Template)]
#[template(path = "meta/sitemap.xml", escape = "html")]
struct Sitemap {
    addresses: Vec<Address>,
}

/// An address in a sitemap.
struct Address {
    address: String,
    /// The day on which it last changed.
    changed: Option<String>,
}

#[derive(Template)]
#[template(path = "meta/sitemaps.xml", escape = "html")]
struct SitemapIndex {
    sitemaps: Vec<String>,
}

#[derive(Template)]
#[template(path = "meta/opensearch.xml", escape = "html")]
struct OpenSearchDescription {
    base: String,
}

#[derive(Template)]
#[template(path = "meta/llms.txt", escape = "none")]
struct ProgramGuide {
    base: String,
    documents: u64,
    /// A held provision, with `%23` for `#`, and its document.
    place: String,
    document: String,
}

/// `/sitemap.xml`: the sitemaps of all sources.
pub(crate) fn sitemap_index(request: &PageRequest) -> Result<PageAnswer, AnswerError> {
    let base = &request.snapshot.manifest().base;
    let sources = answers::sources(&request.snapshot)?;
    let sitemaps = sources.iter().flat_map(|source| {
        let sitemaps = source.documents.div_ceil(MAX_ADDRESSES);
        (1..=sitemaps).map(move |n| format!("{base}/sitemap/{}-{n}.xml", source.source))
    });
    xml(draw(&SitemapIndex { sitemaps: sitemaps.collect() })?)
}

/// `/sitemap/{source}-{n}.xml`: the documents of a source.
pub(crate) fn sitemap(request: &PageRequest) -> Result<PageAnswer, AnswerError> {
    let unknown = || AnswerError::not_found(format!("no sitemap {}", request.path));
    let (source, n) = numbered(&request.path, "/sitemap/").ok_or_else(unknown)?;
    let listing = SourceListing {
        source: SourceName::from(source.to_owned()),
        kind: known(source).and_then(Source::listed_kind),
        include_expired: true,
        limit: MAX_ADDRESSES,
        offset: (n - 1).saturating_mul(MAX_ADDRESSES),
    };
    let (_, documents) = answers::documents_of_source(&request.snapshot, request.day, &listing)?;
    if documents.is_empty() {
        return Err(unknown());
    }
    let base = &request.snapshot.manifest().base;
    let addresses = documents.into_iter().filter_map(|document| {
        let path = Href::page(base.strip(&document.uri)?);
        let changed = document.updated.and_then(|time| time.get(..10).map(str::to_owned));
        Some(Address { address: format!("{base}{path}"), changed })
    });
    xml(draw(&Sitemap { addresses: addresses.collect() })?)
}

/// Maximum number of acts in a sitemap of identifiers. With their texts they are far fewer than the protocol allows.
const MAX_ACTS: u64 = 1000;

/// The address of the service, which ELI identifiers begin with.
fn public_url(request: &PageRequest) -> Result<&str, AnswerError> {
    request.address.as_deref().ok_or_else(|| {
        let reason =
            "no address of this service is configured, so that it gives no ELI identifiers (--public-url)";
        AnswerError::not_found(reason.to_owned())
    })
}

/// `/eli/sitemap.xml`: the sitemaps of ELI identifiers.
pub(crate) fn eli_sitemaps(request: &PageRequest) -> Result<PageAnswer, AnswerError> {
    let address = public_url(request)?;
    let sources = answers::sources_with_eli(&request.snapshot)?;
    let sitemaps = sources.iter().flat_map(|source| {
        let sitemaps = source.documents.div_ceil(MAX_ACTS);
        (1..=sitemaps).map(move |n| format!("{address}/eli/sitemap/{}-{n}.xml", source.source))
    });
    xml(draw(&SitemapIndex { sitemaps: sitemaps.collect() })?)
}

/// `/eli/sitemap/{source}-{n}.xml`: the ELI identifiers of acts of a source and of their texts.
pub(crate) fn eli_sitemap(request: &PageRequest) -> Result<PageAnswer, AnswerError> {
    let address = public_url(request)?;
    let unknown = || AnswerError::not_found(format!("no sitemap {}", request.path));
    let (source, n) = numbered(&request.path, "/eli/sitemap/").ok_or_else(unknown)?;
    if !answers::sources_with_eli(&request.snapshot)?.iter().any(|known| known.source == source) {
        return Err(unknown());
    }
    let listing = SourceListing {
        source: SourceName::from(source.to_owned()),
        kind: None,
        include_expired: true,
        limit: MAX_ACTS,
        offset: (n - 1).saturating_mul(MAX_ACTS),
    };
    let listed = answers::listed_identifiers(&request.snapshot, request.day, &listing)?;
    if listed.is_empty() {
        return Err(unknown());
    }
    let addresses = listed.into_iter().map(|listed| {
        let path = Href::page(&listed.path);
        Address { address: format!("{address}{path}"), changed: listed.changed }
    });
    xml(draw(&Sitemap { addresses: addresses.collect() })?)
}

/// The source and the number in the path of a sitemap.
fn numbered<'p>(path: &'p str, folder: &str) -> Option<(&'p str, u64)> {
    let (source, n) = path.strip_prefix(folder)?.strip_suffix(".xml")?.rsplit_once('-')?;
    Some((source, n.parse::<u64>().ok().filter(|n| *n > 0)?))
}

/// `/dcat`: the catalogue of what can be downloaded, as Turtle; with `format=jsonld` as JSON-LD.
pub(crate) fn catalog(request: &PageRequest, operator: &Operator) -> Result<PageAnswer, AnswerError> {
    let publisher = CatalogPublisher {
        address: public_url(request)?.to_owned(),
        name: operator.name.clone(),
        contact: operator.contact.as_ref().map(|contact| contact.link().to_owned()),
        licence: operator.licence.clone(),
    };
    let graph = answers::data_catalog(&request.snapshot, &publisher);
    match request.parameter("format") {
        None | Some("ttl") => {
            let body = answers::turtle(&graph);
            Ok(PageAnswer::Text { media_type: "text/turtle; charset=utf-8", body })
        }
        Some("jsonld") => {
            Ok(PageAnswer::Text { media_type: "application/ld+json", body: answers::json_ld(&graph) })
        }
        Some(other) => Err(AnswerError::Invalid {
            parameter: "format",
            input: Some(other.to_owned()),
            message: "Input should be 'ttl' or 'jsonld'".to_owned(),
        }),
    }
}

#[expect(clippy::unnecessary_wraps, reason = "the end of a page")]
fn xml(body: String) -> Result<PageAnswer, AnswerError> {
    Ok(PageAnswer::Text { media_type: "application/xml; charset=utf-8", body })
}

/// `/robots.txt`. Nothing is forbidden: a page that must not be listed states that itself, which a crawler sees only if it may
/// read the page.
#[expect(clippy::unnecessary_wraps, reason = "the signature of a page")]
pub(crate) fn robots(request: &PageRequest) -> Result<PageAnswer, AnswerError> {
    let mut body =
        format!("User-agent: *\nDisallow:\n\nSitemap: {}/sitemap.xml\n", request.snapshot.manifest().base);
    if let Some(address) = &request.address {
        body.push_str(&format!("Sitemap: {address}/eli/sitemap.xml\n"));
    }
    Ok(PageAnswer::Text { media_type: "text/plain; charset=utf-8", body })
}

/// `/llms.txt`: the service and how a program uses it, for language models that read pages.
pub(crate) fn llms(request: &PageRequest) -> Result<PageAnswer, AnswerError> {
    let base = request.snapshot.manifest().base.to_string();
    let sources = answers::sources(&request.snapshot)?;
    let (place, document) = start::example(request)?.unwrap_or_default();
    let place = place.replace('#', "%23");
    let documents = sources.iter().map(|source| source.documents).sum();
    let body = draw(&ProgramGuide { base, documents, place, document })?;
    Ok(PageAnswer::Text { media_type: "text/plain; charset=utf-8", body })
}

/// `/.well-known/mcp.json` and `/server.json`: the address of the tools for language models, in the form of `server.json` of
/// the registries of such tools.
#[expect(clippy::unnecessary_wraps, reason = "the signature of a page")]
pub(crate) fn mcp_server(request: &PageRequest) -> Result<PageAnswer, AnswerError> {
    let base = request.snapshot.manifest().base.to_string();
    // The name is the host, with its parts in reverse order.
    let host = base.split_once("://").map_or(base.as_str(), |(_, rest)| rest);
    let host = host.split([':', '/']).next().unwrap_or_default();
    let name: Vec<&str> = host.split('.').rev().collect();
    let server = serde_json::json!({
        "$schema": "https://static.modelcontextprotocol.io/schemas/2025-10-17/server.schema.json",
        "name": format!("{}/lagrum", name.join(".")),
        "description": "Swedish law: search, citations, provisions and their histories",
        "version": env!("CARGO_PKG_VERSION"),
        "remotes": [{ "type": "streamable-http", "url": format!("{base}/mcp") }],
    });
    Ok(PageAnswer::Text { media_type: "application/json", body: format!("{server:#}") })
}

/// `/opensearch.xml`: how a browser searches from its own search box.
pub(crate) fn opensearch(request: &PageRequest) -> Result<PageAnswer, AnswerError> {
    let base = request.snapshot.manifest().base.to_string();
    let body = draw(&OpenSearchDescription { base })?;
    Ok(PageAnswer::Text { media_type: "application/opensearchdescription+xml; charset=utf-8", body })
}
