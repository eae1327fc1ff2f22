//! `get_coverage`

use lagrum_answers::{
    AnswerError, CitedUnheldDocument, CoverageResponse, SeriesYear, SourceCoverage, coverage,
};
use rmcp::schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::{Asked, ToolQuestion, to_value};
use crate::arguments::{Count, Name, source_and_kind};

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
pub(super) struct GetCoverage {
    /// Only of this source, a name from list_sources.
    #[serde(default)]
    source: Option<Name>,
    /// How many of the most cited documents that are not here to list.
    #[serde(default)]
    limit: Count<0, 100, 15>,
}

/// What is here, what is not, and where that is.
#[derive(Serialize, ToSchema)]
pub(super) struct CorpusCoverage {
    /// The day for which it is told.
    day: String,
    /// How much of each source is held.
    sources: Vec<CoveredSource>,
    /// Series of numbered documents with the years that are held whole.
    whole_years: Vec<WholeYears>,
    /// The documents that most documents cite and that are not here, with where they are.
    not_here: Vec<NotHere>,
}

/// How much of a source is held.
#[derive(Serialize, ToSchema)]
struct CoveredSource {
    source: String,
    /// Documents with a text of their own.
    texts: u64,
    /// Headnotes and summaries.
    #[serde(skip_serializing_if = "is_zero")]
    summaries: u64,
    /// Documents without a text.
    #[serde(skip_serializing_if = "is_zero")]
    records: u64,
    /// Documents that are cited and not here.
    #[serde(skip_serializing_if = "is_zero")]
    not_held: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    first_date: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    last_date: Option<String>,
    /// The way to what is not here.
    #[serde(skip_serializing_if = "Option::is_none")]
    way_on: Option<&'static str>,
}

/// The years of a series that are held whole.
#[derive(Serialize, ToSchema)]
struct WholeYears {
    series: String,
    /// `1998-2003, 2005`
    years: String,
}

/// A document that is cited and not here.
#[derive(Serialize, ToSchema)]
struct NotHere {
    uri: String,
    name: String,
    cited_by: u64,
    /// Who publishes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    publisher: Option<&'static str>,
    /// The publisher's page of it, or the one on which its documents are searched for.
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

impl ToolQuestion for GetCoverage {
    type Answer = CorpusCoverage;
    const NAME: &'static str = "get_coverage";
    const TITLE: &'static str = "Read what is not here";
    const DESCRIPTION: &'static str = "What the corpus has and lacks, and where the rest is: per source how many documents have their \
        text, how many only a summary, how many are cited and not held; the most cited documents that are not here, with their \
        publisher's page. Call it when a search finds nothing, before you say that there is no such law. \
        Example: {\"source\": \"forarbete\"}";

    fn answer(self, asked: &Asked) -> Result<Value, AnswerError> {
        let (source, _) = source_and_kind(&asked.snapshot, self.source, None)?;
        let CoverageResponse { day, sources, series, most_cited, .. } =
            coverage(&asked.snapshot, source.as_ref())?;
        let not_here = most_cited.into_iter().take(self.limit.as_usize());
        to_value(&CorpusCoverage {
            day,
            sources: sources.into_iter().map(CoveredSource::from).collect(),
            whole_years: whole_years(&series),
            not_here: not_here.map(NotHere::from).collect(),
        })
    }
}

impl From<SourceCoverage> for CoveredSource {
    fn from(of: SourceCoverage) -> Self {
        let lacks_texts = of.summaries + of.records > 0;
        let way_on = match (lacks_texts, of.not_held > 0) {
            (true, _) => Some(
                "source_url of a document leads to its publisher's page; resolve_citation names what is not held",
            ),
            (false, true) => {
                Some("resolve_citation says of a citation whether it is held; not_here has publishers")
            }
            (false, false) => None,
        };
        let SourceCoverage { source, texts, summaries, records, not_held, first_date, last_date, .. } = of;
        Self { source, texts, summaries, records, not_held, first_date, last_date, way_on }
    }
}

impl From<CitedUnheldDocument> for NotHere {
    fn from(document: CitedUnheldDocument) -> Self {
        let CitedUnheldDocument { uri, name, cited_by, publisher, at, .. } = document;
        Self { uri, name, cited_by, publisher, at }
    }
}

/// The complete years of each series as ranges. The years of a series follow each other.
fn whole_years(series: &[SeriesYear]) -> Vec<WholeYears> {
    let mut found: Vec<(String, Vec<(i32, i32)>)> = Vec::new();
    for year in series.iter().filter(|year| year.complete) {
        if found.last().is_none_or(|(name, _)| *name != year.name) {
            found.push((year.name.clone(), Vec::new()));
        }
        if let Some((_, ranges)) = found.last_mut() {
            match ranges.last_mut() {
                Some((_, last)) if *last + 1 == year.year => *last = year.year,
                _ => ranges.push((year.year, year.year)),
            }
        }
    }
    let range =
        |(first, last): (i32, i32)| if first == last { first.to_string() } else { format!("{first}-{last}") };
    let years = |ranges: Vec<(i32, i32)>| ranges.into_iter().map(range).collect::<Vec<_>>().join(", ");
    found.into_iter().map(|(series, ranges)| WholeYears { series, years: years(ranges) }).collect()
}
