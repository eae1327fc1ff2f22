//! What the corpus has and lacks.

use lagrum_artifact::Base;
use lagrum_catalog::{CoverageRecord, Holding, Series, UnheldDocument};
use lagrum_snapshot::Snapshot;
use lagrum_sources::publisher_page;
use serde::Serialize;
use utoipa::ToSchema;

use crate::lookup::query_catalog;
use crate::unheld_name::name_of_unheld;
use crate::{AnswerError, SourceName};

/// What the corpus has and lacks.
#[derive(Debug, Serialize, ToSchema)]
pub struct CoverageResponse {
    /// The snapshot.
    pub snapshot: String,
    /// The day of the build (`YYYY-MM-DD`), for which it was judged which years are over.
    pub day: String,
    /// The sources, by name.
    pub sources: Vec<SourceCoverage>,
    /// Documents by source, kind and year, in this order.
    pub holdings: Vec<HeldDocuments>,
    /// Years of series of numbered documents, by name and year, and whether they are complete.
    pub series: Vec<SeriesYear>,
    /// The documents that most documents cite and the corpus does not have, at most a hundred.
    pub most_cited: Vec<CitedUnheldDocument>,
}

/// A source, and how much of it is held.
#[derive(Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct SourceCoverage {
    /// Its name.
    pub source: String,
    /// Documents of which the corpus has a record: `texts`, `summaries` and `records` together.
    pub documents: u64,
    /// Documents with a text of their own.
    pub texts: u64,
    /// Decisions with their headnote alone, and preparatory works with a summary alone.
    pub summaries: u64,
    /// Documents with a record and no text.
    pub records: u64,
    /// Documents that others name and of which nothing is held: concepts without a page.
    pub stubs: u64,
    /// Archived lydelser.
    pub versions: u64,
    /// Documents that are cited and not held.
    pub not_held: u64,
    /// The oldest date of a document.
    #[schema(required = true)]
    pub first_date: Option<String>,
    /// The newest date.
    #[schema(required = true)]
    pub last_date: Option<String>,
    /// When one of them was last imported with other content, in UTC. It is served so from the publication after on.
    #[schema(required = true)]
    pub updated: Option<String>,
}

/// The documents of one source, kind and year.
#[derive(Debug, Serialize, ToSchema)]
pub struct HeldDocuments {
    /// Their source.
    pub source: String,
    /// Their kind.
    #[schema(required = true)]
    pub kind: Option<String>,
    /// Their year.
    #[schema(required = true)]
    pub year: Option<u16>,
    /// Documents of which the corpus has a record: `texts`, `summaries` and `records` together.
    pub documents: u64,
    /// Documents with a text of their own.
    pub texts: u64,
    /// Decisions with their headnote alone, and preparatory works with a summary alone.
    pub summaries: u64,
    /// Documents with a record and no text.
    pub records: u64,
    /// Documents that others name and of which nothing is held.
    pub stubs: u64,
    /// Archived lydelser.
    pub versions: u64,
    /// The oldest date of a document.
    #[schema(required = true)]
    pub first_date: Option<String>,
    /// The newest date.
    #[schema(required = true)]
    pub last_date: Option<String>,
    /// When one of them was last imported with other content, in UTC. It is served so from the publication after on.
    #[schema(required = true)]
    pub updated: Option<String>,
}

/// A year of a series of numbered documents.
#[derive(Debug, Serialize, ToSchema)]
pub struct SeriesYear {
    /// The series as it is printed: `SOU`.
    pub name: String,
    /// The year, or the first of a session.
    pub year: i32,
    /// Whether it is established that the year has no other numbers. A citation of one is then `invalid`.
    pub complete: bool,
    /// Why, or why not.
    pub reason: String,
    /// What it rests on, where the operator states that the year is complete; null otherwise.
    #[schema(required = true)]
    pub evidence: Option<String>,
    /// How many numbers are held.
    pub held: u32,
    /// The lowest number held.
    pub first: u32,
    /// The highest number held.
    pub last: u32,
}

/// A document that is cited and not held.
#[derive(Debug, Serialize, ToSchema)]
pub struct CitedUnheldDocument {
    /// The uri it would have.
    pub uri: String,
    /// The source it would belong to.
    #[schema(required = true)]
    pub source: Option<String>,
    /// What a reader calls it.
    pub name: String,
    /// Who publishes it; null where that is not known.
    pub publisher: Option<&'static str>,
    /// The publisher's page of it, or the page on which the publisher's documents are searched for.
    pub at: Option<String>,
    /// How many documents cite it.
    pub cited_by: u64,
}

impl CitedUnheldDocument {
    fn new(base: &Base, document: UnheldDocument) -> Self {
        let UnheldDocument { uri, source, cited_by } = document;
        let local_id = base.strip(&uri).unwrap_or(&uri);
        let page = publisher_page(local_id);
        let publisher = page.as_ref().map(|page| page.publisher);
        Self {
            name: name_of_unheld(local_id),
            publisher,
            at: page.map(|page| page.url),
            uri,
            source,
            cited_by,
        }
    }
}

/// What the corpus has and lacks. With a source, only the documents of that source and the cited documents of it that
/// are not held.
pub fn coverage(snapshot: &Snapshot, source: Option<&SourceName>) -> Result<CoverageResponse, AnswerError> {
    let CoverageRecord { holdings, not_held, series, most_cited } =
        query_catalog(snapshot, |catalog| catalog.coverage())?;
    let wanted = |name: &str| source.is_none_or(|source| source.current() == name);
    let holdings: Vec<Holding> = holdings.into_iter().filter(|holding| wanted(&holding.source)).collect();
    let mut sources: Vec<SourceCoverage> = Vec::new();
    for holding in &holdings {
        if sources.last().is_none_or(|last| last.source != holding.source) {
            let not_held = not_held.get(&holding.source).copied().unwrap_or_default();
            let source = holding.source.clone();
            sources.push(SourceCoverage { source, not_held, ..SourceCoverage::default() });
        }
        if let Some(source) = sources.last_mut() {
            add(source, holding);
        }
    }
    Ok(CoverageResponse {
        snapshot: snapshot.id().to_string(),
        day: snapshot.manifest().day.clone(),
        sources,
        holdings: holdings.into_iter().map(held_documents).collect(),
        series: series.into_iter().map(series_year).collect(),
        most_cited: most_cited
            .into_iter()
            .filter(|document| source.is_none() || document.source.as_deref().is_some_and(wanted))
            .map(|document| CitedUnheldDocument::new(&snapshot.manifest().base, document))
            .collect(),
    })
}

/// Adds the documents of a kind and year to their source.
fn add(source: &mut SourceCoverage, holding: &Holding) {
    source.documents += holding.documents();
    source.texts += holding.texts;
    source.summaries += holding.summaries;
    source.records += holding.records;
    source.stubs += holding.stubs;
    source.versions += holding.lydelser;
    let first = holding.first_date.clone();
    source.first_date = [source.first_date.take(), first].into_iter().flatten().min();
    source.last_date = source.last_date.take().max(holding.last_date.clone());
    source.updated = source.updated.take().max(holding.updated.and_then(time));
}

fn held_documents(holding: Holding) -> HeldDocuments {
    let documents = holding.documents();
    let Holding { source, kind, year, texts, summaries, records, stubs, lydelser, .. } = holding;
    let Holding { first_date, last_date, updated, .. } = holding;
    HeldDocuments {
        source,
        kind,
        year,
        documents,
        texts,
        summaries,
        records,
        stubs,
        versions: lydelser,
        first_date,
        last_date,
        updated: updated.and_then(time),
    }
}

fn series_year(series: Series) -> SeriesYear {
    let Series { name, year, complete, reason, evidence, held, first, last } = series;
    SeriesYear { name, year, complete, reason, evidence, held, first, last }
}

/// A time as text, from seconds since 1970.
fn time(second: i64) -> Option<String> {
    jiff::Timestamp::from_second(second).ok().map(|time| time.to_string())
}
