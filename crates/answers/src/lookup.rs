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

/// What stands between the uri of an act and the id of a lydelse.
const LYDELSE: &str = "/konsolidering/";

/// The uri of the act, with the anchor that was sent, where a uri names the lydelse that is the document itself: `wording` names it so, and no
/// archived lydelse has that id until the act is amended. None for every other uri.
pub fn act_of_its_own_lydelse(snapshot: &Snapshot, uri: &str) -> Result<Option<String>, AnswerError> {
    let (root, anchor) = uri.split_once('#').map_or((uri, None), |(root, anchor)| (root, Some(anchor)));
    let Some((act, id)) = root.split_once(LYDELSE) else { return Ok(None) };
    let is_own = query_catalog(snapshot, |catalog| {
        let own = catalog.act(act)?.and_then(|record| record.own_id);
        Ok(own.as_deref() == Some(id) && catalog.lydelse(root)?.is_none())
    })?;
    let place = || anchor.map_or_else(|| act.to_owned(), |anchor| format!("{act}#{anchor}"));
    Ok(is_own.then(place))
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
