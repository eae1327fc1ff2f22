//! What a citation names, by the resolver of `lagrum-citation` with the names and the places of the snapshot.

use jiff::civil::Date;
use lagrum_catalog::{CatalogHoldings, CatalogProblem, CatalogReader};
use lagrum_citation::{Recognized, ResolvedLocation};
use lagrum_snapshot::{SharedResolver, Snapshot};
use serde::Serialize;
use utoipa::ToSchema;

use crate::lookup::{non_empty, query_catalog};
use crate::result::{Fragment, SearchResult};
use crate::{AnswerError, SourceName};

/// Seconds after which the names of a snapshot are usually loaded.
const LOAD_SECONDS: u32 = 5;

/// What a text names.
#[derive(Debug, Serialize, ToSchema)]
pub struct ResolveResponse {
    /// The text of the question.
    pub query: String,
    /// The documents and provisions named that are held, the likeliest reading first.
    pub results: Vec<SearchResult>,
    /// Documents named that are not held.
    pub recognized: Vec<RecognizedCitation>,
    /// Whether the same question may have another answer soon: the names are those of another day, and those of the day
    /// are being loaded. Such an answer must not be cached.
    #[serde(skip)]
    pub is_provisional: bool,
}

/// A document that was named and is not held.
#[derive(Debug, Serialize, ToSchema)]
pub struct RecognizedCitation {
    /// The uri it would have.
    pub uri: String,
    /// The source it would belong to.
    pub source: String,
}

/// A citation to resolve.
#[derive(Clone, Debug)]
pub struct ResolveQuestion {
    /// A citation as it is typed or pasted: `BrB 3 kap 1 §`, `GDPR art 6.1 c`, `NJA 2015 s. 702`, a uri.
    pub text: String,
    /// Only documents of this source.
    pub source: Option<SourceName>,
    /// Only held documents of this kind.
    pub kind: Option<String>,
}

/// The documents and provisions that a citation names on a day.
pub fn resolve(
    snapshot: &Snapshot,
    day: Date,
    question: ResolveQuestion,
) -> Result<ResolveResponse, AnswerError> {
    let resolver = snapshot
        .resolver()
        .ok_or(AnswerError::Loading { part: "the names of the corpus are", retry_after: LOAD_SECONDS })?;
    let ResolveQuestion { text, source, kind } = question;
    let (source, kind) = (source.as_ref().map(SourceName::current), non_empty(kind));
    let answer =
        query_catalog(snapshot, |catalog| resolve_with(catalog, &resolver, text, source, kind.as_deref()))?;
    Ok(ResolveResponse { is_provisional: resolver.day() != day, ..answer })
}

/// The same with a connection and a resolver at hand.
pub(crate) fn resolve_with(
    catalog: &CatalogReader<'_>,
    resolver: &SharedResolver,
    query: String,
    source: Option<&str>,
    kind: Option<&str>,
) -> Result<ResolveResponse, CatalogProblem> {
    let base = resolver.base();
    let holdings = CatalogHoldings::new(catalog, base);
    let resolution = resolver.resolve(&query, &holdings);
    let result = |ResolvedLocation { document: local_id, anchor: pin }: ResolvedLocation| {
        let document = holdings.document(&local_id)?;
        let wanted = source.is_none_or(|source| document.source == source)
            && kind.is_none_or(|kind| document.kind.as_deref() == Some(kind));
        wanted.then(|| {
            let pin = pin.and_then(|anchor| {
                let shown = holdings.part_text(&local_id, &anchor)?;
                Some(Fragment::pin(&document, &anchor, &shown))
            });
            SearchResult::named(base, document, pin)
        })
    };
    let results = resolution.results.into_iter().filter_map(result).collect();
    let recognized = |recognized: Recognized| {
        let uri = base.document(&recognized.document)?.to_string();
        let wanted = source.is_none_or(|source| recognized.source == source);
        wanted.then(|| RecognizedCitation { uri, source: recognized.source.to_owned() })
    };
    let recognized = resolution.recognized.into_iter().filter_map(recognized).collect();
    match holdings.failure() {
        Some(problem) => Err(problem),
        None => Ok(ResolveResponse { query, results, recognized, is_provisional: false }),
    }
}
