//! Finding what a question names, and naming what an answer shows.

use lagrum_artifact::{Anchor, Base, DocumentUri, Location, StoredId};
use lagrum_catalog::{CatalogDocument, CatalogProblem, CatalogReader};
use lagrum_snapshot::Snapshot;
use lagrum_sources::{citation_in, source};

use crate::AnswerError;

/// Queries the catalog of a snapshot.
pub(crate) fn query_catalog<T>(
    snapshot: &Snapshot,
    query: impl FnOnce(&CatalogReader<'_>) -> Result<T, CatalogProblem>,
) -> Result<T, AnswerError> {
    Ok(snapshot.catalog().with(query)?)
}

/// The place that a uri names and the document it is in.
pub(crate) fn find_location(
    snapshot: &Snapshot,
    uri: &str,
) -> Result<(Location, CatalogDocument), AnswerError> {
    let place = Location::parse(uri).ok_or_else(|| AnswerError::no_document(uri))?;
    let root = place.document().as_str();
    let document = query_catalog(snapshot, |catalog| catalog.document(root))?;
    let document = document.ok_or_else(|| AnswerError::no_document(root))?;
    Ok((place, document))
}

/// A document or an archived lydelse of one, with its stored artifact. A lydelse has the names of its document and no
/// inbound citations.
pub(crate) fn find_stored(
    snapshot: &Snapshot,
    uri: &str,
) -> Result<Option<(CatalogDocument, Option<StoredId>)>, AnswerError> {
    query_catalog(snapshot, |catalog| {
        if let Some(document) = catalog.document(uri)? {
            let stored = document.stored;
            return Ok(Some((document, stored)));
        }
        let Some(lydelse) = catalog.lydelse(uri)? else { return Ok(None) };
        let document = catalog.document(&lydelse.document)?.unwrap_or_default();
        let document = CatalogDocument { source: lydelse.source, inbound_count: 0, ..document };
        Ok(Some((document, Some(lydelse.stored))))
    })
}

/// A document, or a place in it, as a reader cites it; never empty.
pub(crate) fn reader_citation(base: &Base, document: &CatalogDocument, anchor: Option<&Anchor>) -> String {
    let source = source(&document.source);
    let name = source.short_name(
        document.descriptive.as_deref().unwrap_or_default(),
        document.label.as_deref().unwrap_or_default(),
    );
    let cited = citation_in(source, name, anchor);
    if cited.is_empty() { local_id(base, &document.uri).to_owned() } else { cited }
}

/// The part of a uri after the base; the whole uri where it has another base.
pub(crate) fn local_id<'u>(base: &Base, uri: &'u str) -> &'u str {
    base.strip(uri).unwrap_or(uri)
}

/// The page path of a uri; None for a text that is no document uri.
pub(crate) fn page_path(base: &Base, uri: &str) -> Option<String> {
    DocumentUri::new(uri).map(|uri| base.page_path(&uri))
}

/// An optional filter: an empty text is none.
pub(crate) fn non_empty(text: Option<String>) -> Option<String> {
    text.filter(|text| !text.is_empty())
}
