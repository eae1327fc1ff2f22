//! `/om`, `/om/tackning`, `/om/sokhjalp`, `/om/tillganglighet`: about the service.

use std::collections::BTreeMap;

use askama::Template;
use lagrum_answers::{self as answers, AnswerError};
use lagrum_api::{PageAnswer, PageRequest};
use lagrum_sources::source_label;

use crate::bars::Bars;
use crate::frame::Frame;
use crate::href::Href;
use crate::markup::draw;
use crate::operator::Operator;
use crate::ord::lists as ord;

#[derive(Template)]
#[template(path = "om.html")]
struct AboutPage {
    frame: Frame,
    operator: Operator,
    /// How much the corpus has.
    extent: String,
    age: String,
}

#[derive(Template)]
#[template(path = "tackning.html")]
struct CoveragePage {
    frame: Frame,
    rows: Vec<CoverageRow>,
    missing: Vec<MissingRow>,
    total: String,
    age: String,
}

/// A source and how much of it the corpus has.
struct CoverageRow {
    href: Href,
    label: String,
    documents: String,
    /// Of those, how many have no text here.
    without_text: String,
    lydelser: String,
    newest: String,
    /// Documents by year.
    years: Bars,
}

/// A document that others cite and the corpus lacks.
struct MissingRow {
    href: Href,
    name: String,
    cited_by: String,
}

#[derive(Template)]
#[template(path = "sokhjalp.html")]
struct HelpPage {
    frame: Frame,
}

#[derive(Template)]
#[template(path = "tillganglighet.html")]
struct AccessibilityPage {
    frame: Frame,
}

fn frame(request: &PageRequest, title: &str) -> Frame {
    Frame::new(title).canonical(&request.snapshot.manifest().base, &request.path)
}

/// Draws `/om`.
pub(super) fn about(request: &PageRequest, operator: &Operator) -> Result<PageAnswer, AnswerError> {
    let manifest = request.snapshot.manifest();
    let page = AboutPage {
        frame: frame(request, ord::ABOUT_LONG),
        operator: operator.clone(),
        extent: ord::extent(manifest.counts.documents, manifest.counts.citations),
        age: ord::built(&manifest.built),
    };
    draw(&page).map(PageAnswer::Html)
}

/// Documents named that the corpus lacks.
const MISSING: usize = 20;

/// Draws `/om/tackning`.
pub(super) fn coverage(request: &PageRequest) -> Result<PageAnswer, AnswerError> {
    let base = &request.snapshot.manifest().base;
    let coverage = answers::coverage(&request.snapshot, None)?;
    let total = coverage.sources.iter().map(|source| source.documents).sum();
    let row = |source: &answers::SourceCoverage| CoverageRow {
        href: Href::page(&format!("/bladdra/{}", source.source)),
        label: source_label(&source.source).to_owned(),
        documents: ord::number(source.documents),
        without_text: ord::number(source.stubs),
        lydelser: ord::number(source.versions),
        newest: source.last_date.clone().unwrap_or_default(),
        years: Bars::new(&years(&coverage.holdings, &source.source)),
    };
    let missing = coverage.most_cited.iter().filter_map(|document| {
        let local = base.strip(&document.uri)?;
        Some(MissingRow {
            href: Href::page(&format!("/hanvisningar/{local}")),
            name: lagrum_sources::name_of_local_id(local),
            cited_by: ord::number(document.cited_by),
        })
    });
    let page = CoveragePage {
        frame: frame(request, ord::COVERAGE).data(Href::page("/api/v1/coverage")),
        rows: coverage.sources.iter().map(row).collect(),
        missing: missing.take(MISSING).collect(),
        total: ord::number(total),
        age: ord::built(&request.snapshot.manifest().built),
    };
    draw(&page).map(PageAnswer::Html)
}

/// How many documents of a source there are of each year.
fn years(holdings: &[answers::HeldDocuments], source: &str) -> BTreeMap<u16, u64> {
    let mut years = BTreeMap::new();
    for held in holdings.iter().filter(|held| held.source == source) {
        let documents = held.documents + held.stubs;
        if let Some(year) = held.year.filter(|_| documents > 0) {
            *years.entry(year).or_default() += documents;
        }
    }
    years
}

/// Draws `/om/sokhjalp`.
pub(super) fn help(request: &PageRequest) -> Result<PageAnswer, AnswerError> {
    draw(&HelpPage { frame: frame(request, ord::SEARCH_HELP) }).map(PageAnswer::Html)
}

/// Draws `/om/tillganglighet`.
pub(super) fn accessibility(request: &PageRequest) -> Result<PageAnswer, AnswerError> {
    draw(&AccessibilityPage { frame: frame(request, ord::ACCESSIBILITY) }).map(PageAnswer::Html)
}
