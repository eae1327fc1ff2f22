//! `GET /api/v1/resolve`
//!
//! What a citation names, by the resolver of `lagrum-citation` with the names and the places of the served snapshot.
//! [`resolve_text`] is the whole answer; the command line gives the same.

use lagrum_catalog::{CatalogHoldings, Connected, Problem};
use lagrum_citation::{Recognized, ResolvedLocation};
use lagrum_snapshot::{SharedResolver, Snapshot};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::hit::{Fragment, SearchResult};
use super::{ask, named};
use crate::source_name::SourceName;
use crate::{ApiError, Caching, Held, Json, Query, Resources, routes};

/// Seconds after which the names of a snapshot are there, if they were not.
const LOADED_AFTER: u32 = 5;

/// What a text names.
#[derive(Debug, Serialize, ToSchema)]
pub struct ResolveResponse {
    /// As asked.
    pub query: String,
    /// The documents and provisions named that are held, the likeliest reading first.
    pub results: Vec<SearchResult>,
    /// Documents named that are not held.
    pub recognized: Vec<RecognizedCitation>,
}

/// A document that was named and is not held.
#[derive(Debug, Serialize, ToSchema)]
pub struct RecognizedCitation {
    /// The uri it would have.
    pub uri: String,
    /// The source it would belong to.
    pub source: String,
}

#[derive(Debug, Deserialize, IntoParams)]
struct ResolveQuery {
    /// A citation as it is typed or pasted: `BrB 3 kap 1 §`, `GDPR art 6.1 c`, `NJA 2015 s. 702`, a uri.
    q: String,
    /// Only documents of this source.
    #[param(value_type = Option<String>)]
    source: Option<SourceName>,
    /// Only held documents of this kind.
    kind: Option<String>,
}

pub(super) fn routes() -> Resources {
    Resources::new().get(routes!(resolve), Caching::SnapshotAndDay)
}

/// The document and the provision that a citation names.
#[utoipa::path(get, path = "/api/v1/resolve", tag = "search", operation_id = "resolve", params(ResolveQuery),
    responses((status = 200, description = "What is named; nothing for a text that is no citation",
        body = ResolveResponse)))]
async fn resolve(
    Held(snapshot): Held<Snapshot>,
    query: Query<ResolveQuery>,
) -> Result<Json<ResolveResponse>, ApiError> {
    let ResolveQuery { q, source, kind } = query.into_inner();
    let Some(resolver) = snapshot.resolver() else {
        return Err(ApiError::busy("the names of the corpus are being loaded", LOADED_AFTER));
    };
    let kind = named(kind);
    let answer = move |catalog: &Connected<'_>| {
        let source = source.as_ref().map(SourceName::current);
        resolve_text(catalog, &resolver, q, source, kind.as_deref())
    };
    ask(snapshot, answer).await.map(Json)
}

/// What a text names: only documents of a source or a kind, where one is given.
pub fn resolve_text(
    catalog: &Connected<'_>,
    resolver: &SharedResolver,
    query: String,
    source: Option<&str>,
    kind: Option<&str>,
) -> Result<ResolveResponse, Problem> {
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
        None => Ok(ResolveResponse { query, results, recognized }),
    }
}
