//! `/om`, `/om/tackning`, `/om/sokhjalp`, `/om/ord`, `/om/installningar`, `/om/tillganglighet`: about the service.

use std::collections::BTreeMap;

use askama::Template;
use jiff::civil::Date;
use lagrum_answers::{self as answers, AnswerError};
use lagrum_pages::{PageAnswer, PageRequest};
use lagrum_snapshot::day_at;
use lagrum_sources::source_label;

use crate::bars::Bars;
use crate::frame::Frame;
use crate::href::Href;
use crate::markup::draw;
use crate::operator::Operator;
use crate::ord::lists as ord;
use crate::parts::source_order;

#[derive(Template)]
#[template(path = "om.html")]
struct AboutPage {
    frame: Frame,
    operator: Operator,
    /// The size of the corpus.
    extent: String,
    age: String,
    /// Whether the service gives ELI identifiers.
    has_identifiers: bool,
}

#[derive(Template)]
#[template(path = "tackning.html")]
struct CoveragePage {
    frame: Frame,
    rows: Vec<CoverageRow>,
    stated: Vec<StatedRow>,
    missing: Vec<MissingRow>,
    /// Whether the day taken is known for any source.
    has_taken: bool,
    /// The sums of the four counts.
    totals: [String; 4],
    age: String,
}

/// A source with the numbers of its documents.
struct CoverageRow {
    href: Href,
    label: String,
    texts: String,
    summaries: String,
    records: String,
    /// Concepts that are only named.
    stubs: String,
    lydelser: String,
    newest: String,
    /// The day on which an import last changed a document.
    imported: String,
    /// The day taken, if it is known.
    taken: String,
    /// Documents by year.
    years: Bars,
}

/// Years of a series that the operator states to be complete.
#[derive(Debug, PartialEq, Eq)]
struct StatedRow {
    name: String,
    /// The first and the last of consecutive years.
    years: String,
    evidence: String,
}

/// A document that others cite and that the corpus lacks.
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
#[template(path = "ordlista.html")]
struct WordsPage {
    frame: Frame,
}

#[derive(Template)]
#[template(path = "tillganglighet.html")]
struct AccessibilityPage {
    frame: Frame,
}

#[derive(Template)]
#[template(path = "installningar.html")]
struct PreferencesPage {
    frame: Frame,
}

#[derive(Template)]
#[template(path = "namnrymd.html")]
struct NamespacePage {
    frame: Frame,
}

/// Draws `/ns/lagrum`: the names that the formats of the field have no words for.
pub(super) fn namespace(request: &PageRequest) -> Result<PageAnswer, AnswerError> {
    draw(&NamespacePage { frame: frame(request, ord::om::NAMESPACE) }).map(PageAnswer::Html)
}

fn frame(request: &PageRequest, title: &str) -> Frame {
    Frame::new(title).canonical(&request.snapshot.manifest().base, &request.path)
}

/// Draws `/om`.
pub(super) fn about(request: &PageRequest, operator: &Operator) -> Result<PageAnswer, AnswerError> {
    let manifest = request.snapshot.manifest();
    let counts = &manifest.counts;
    let page = AboutPage {
        frame: frame(request, ord::ABOUT_LONG),
        operator: operator.clone(),
        extent: ord::extent(counts.documents - counts.stubs, counts.stubs, counts.citations),
        age: ord::built(&manifest.built),
        has_identifiers: request.address.is_some(),
    };
    draw(&page).map(PageAnswer::Html)
}

/// Maximum number of missing documents that are named.
const MISSING: usize = 20;

/// Draws `/om/tackning`.
pub(super) fn coverage(request: &PageRequest) -> Result<PageAnswer, AnswerError> {
    let base = &request.snapshot.manifest().base;
    let coverage = answers::coverage(&request.snapshot, None)?;
    let sum =
        |count: fn(&answers::SourceCoverage) -> u64| ord::number(coverage.sources.iter().map(count).sum());
    let totals = [
        sum(|source| source.texts),
        sum(|source| source.summaries),
        sum(|source| source.records),
        sum(|source| source.stubs),
    ];
    let fresh = answers::freshness(&request.snapshot)?;
    let row = |(source, fresh): (&answers::SourceCoverage, &answers::SourceFreshness)| CoverageRow {
        href: Href::page(&format!("/bladdra/{}", source.source)),
        label: source_label(&source.source).to_owned(),
        texts: ord::number(source.texts),
        summaries: ord::number(source.summaries),
        records: ord::number(source.records),
        stubs: ord::number(source.stubs),
        lydelser: ord::number(source.versions),
        newest: day(fresh.newest),
        imported: day(fresh.imported.map(|at| day_at(at.as_second()))),
        taken: day(fresh.taken),
        years: Bars::new(&years(&coverage.holdings, &source.source)),
    };
    let mut sources: Vec<_> = coverage.sources.iter().zip(&fresh).collect();
    sources.sort_by_key(|(source, _)| source_order(&source.source));
    let missing = coverage.most_cited.iter().filter_map(|document| {
        let local = base.strip(&document.uri)?;
        Some(MissingRow {
            href: Href::page(&format!("/hanvisningar/{local}")),
            name: answers::name_of_unheld(local),
            cited_by: ord::number(document.cited_by),
        })
    });
    let page = CoveragePage {
        frame: frame(request, ord::COVERAGE).data(Href::page("/api/v1/coverage")),
        rows: sources.into_iter().map(row).collect(),
        stated: stated(&coverage.series),
        missing: missing.take(MISSING).collect(),
        has_taken: fresh.iter().any(|source| source.taken.is_some()),
        totals,
        age: ord::built(&request.snapshot.manifest().built),
    };
    draw(&page).map(PageAnswer::Html)
}

/// A day as it is printed; empty if it is not known.
fn day(day: Option<Date>) -> String {
    day.map(|day| day.to_string()).unwrap_or_default()
}

/// The stated years; consecutive years with the same evidence are joined.
fn stated(series: &[answers::SeriesYear]) -> Vec<StatedRow> {
    let mut runs: Vec<(&str, &str, i32, i32)> = Vec::new();
    for of_year in series {
        let Some(evidence) = of_year.evidence.as_deref() else { continue };
        match runs.last_mut() {
            Some((name, same, _, last))
                if *name == of_year.name && *same == evidence && *last + 1 == of_year.year =>
            {
                *last = of_year.year;
            }
            _ => runs.push((&of_year.name, evidence, of_year.year, of_year.year)),
        }
    }
    let row = |(name, evidence, first, last): (&str, &str, i32, i32)| StatedRow {
        name: name.to_owned(),
        years: if first == last { first.to_string() } else { format!("{first}–{last}") },
        evidence: evidence.to_owned(),
    };
    runs.into_iter().map(row).collect()
}

/// The number of documents of a source by year.
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

/// Draws `/om/ord`.
pub(super) fn words(request: &PageRequest) -> Result<PageAnswer, AnswerError> {
    draw(&WordsPage { frame: frame(request, ord::forklaringar::WORDS) }).map(PageAnswer::Html)
}

/// Draws `/om/tillganglighet`.
pub(super) fn accessibility(request: &PageRequest) -> Result<PageAnswer, AnswerError> {
    draw(&AccessibilityPage { frame: frame(request, ord::ACCESSIBILITY) }).map(PageAnswer::Html)
}

/// Draws `/om/installningar`. The preferences are in the browser's storage, and a script sets them.
pub(super) fn preferences(request: &PageRequest) -> Result<PageAnswer, AnswerError> {
    draw(&PreferencesPage { frame: frame(request, ord::PREFERENCES) }).map(PageAnswer::Html)
}
