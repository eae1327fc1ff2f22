//! The endpoints: one file per resource, each with the shape of its answer, its parameters, its handler and what only
//! it needs, in that order.

mod binary;
mod browse;
mod card;
mod diff;
mod document;
mod documents;
mod dumps;
mod dv_verdict;
mod facets;
mod facsimile;
mod flow_groups;
mod graph;
mod health;
mod hit;
mod inbound;
mod kept;
mod lanes;
mod listing;
mod outbound;
mod path;
mod pdf;
mod picture;
mod resolve;
mod search;
mod sfs_graphic;
mod sources;
mod stored;
mod versions;

use std::sync::Arc;

use lagrum_artifact::{Anchor, Base, Place};
use lagrum_catalog::{CatalogError, Connected, Document, Problem};
use lagrum_snapshot::Snapshot;
use lagrum_sources::{citation, source};

use crate::{ApiError, Resources, blocking};

pub(crate) use health::ALIVE;
pub use health::{Part, Readiness};
pub use hit::{Fragment, SearchResult};
pub use resolve::{RecognizedCitation, ResolveResponse, resolve_text};
pub use search::{SearchResponse, day, search_in, search_text};

/// Every route of the API, in the order the contract lists them.
pub fn all() -> Resources {
    Resources::new()
        .merge(search::routes())
        .merge(resolve::routes())
        .merge(facets::routes())
        .merge(browse::routes())
        .merge(sources::routes())
        .merge(documents::routes())
        .merge(document::routes())
        .merge(versions::routes())
        .merge(diff::routes())
        .merge(inbound::routes())
        .merge(outbound::routes())
        .merge(graph::routes())
        .merge(path::routes())
        .merge(card::routes())
        .merge(facsimile::routes())
        .merge(sfs_graphic::routes())
        .merge(dv_verdict::routes())
        .merge(pdf::routes())
        .merge(dumps::routes())
        .merge(health::routes())
}

/// Asks the catalog of a snapshot, on a thread where waiting does no harm.
async fn ask<T: Send + 'static>(
    snapshot: Arc<Snapshot>,
    question: impl FnOnce(&Connected<'_>) -> Result<T, Problem> + Send + 'static,
) -> Result<T, ApiError> {
    blocking(move || ask_here(&snapshot, question)).await
}

/// Asks the catalog of a snapshot; for work that is already where waiting does no harm.
fn ask_here<T>(
    snapshot: &Snapshot,
    question: impl FnOnce(&Connected<'_>) -> Result<T, Problem>,
) -> Result<T, ApiError> {
    snapshot.catalog().with(question).map_err(|error| no_catalog(&error))
}

/// The place that a uri names and the document it is in; 404 when that is not held.
fn held(snapshot: &Snapshot, uri: &str) -> Result<(Place, Document), ApiError> {
    let place = Place::parse(uri).ok_or_else(|| no_document(uri))?;
    let root = place.document().as_str();
    let document = ask_here(snapshot, |catalog| catalog.document(root))?;
    let document = document.ok_or_else(|| no_document(root))?;
    Ok((place, document))
}

/// A document, or a place in it, as a reader cites it; never empty.
fn cited_as(base: &Base, document: &Document, anchor: Option<&Anchor>) -> String {
    let source = source(&document.source);
    let name = source.short_name(
        document.descriptive.as_deref().unwrap_or_default(),
        document.label.as_deref().unwrap_or_default(),
    );
    let cited = citation(name, source.grammar, anchor);
    if cited.is_empty() { base.strip(&document.uri).unwrap_or(&document.uri).to_owned() } else { cited }
}

/// The failure of an endpoint whose catalog does not answer.
fn no_catalog(error: &CatalogError) -> ApiError {
    if let CatalogError::Cancelled(cancelled) = error {
        return (*cancelled).into();
    }
    ApiError::unavailable_because("the catalog cannot be read", error)
}

/// The failure of an endpoint that was asked for a document that is not held.
fn no_document(uri: &str) -> ApiError {
    ApiError::not_found(format!("no document with uri {uri}"))
}

/// The failure of an endpoint that needs the citation graph while it is being loaded.
fn no_graph() -> ApiError {
    ApiError::busy("the citation graph is being loaded", 30)
}

/// A free text filter, for which an empty text is none at all.
fn named(text: Option<String>) -> Option<String> {
    text.filter(|text| !text.is_empty())
}
