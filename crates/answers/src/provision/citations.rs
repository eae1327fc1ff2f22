//! The citations of a provision, in both directions.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use lagrum_artifact::{Anchor, AnchorTarget, Artifact, Location};
use lagrum_catalog::inbound::{CiterFilter, InboundQuery};
use lagrum_catalog::{CatalogDocument, CitedDocument, CitingDocument, ListedLink, RowRange};
use lagrum_snapshot::Snapshot;
use lagrum_sources::{Source, part_links};

use super::CitationCounts;
use crate::lookup::query_catalog;
use crate::{AnswerError, OutboundLink};

/// The links in the text of a part, as the list of all links of the document has them.
pub(super) fn cites(
    snapshot: &Snapshot,
    artifact: &Artifact,
    part: &AnchorTarget<'_>,
    source: &Source,
) -> Result<Vec<OutboundLink>, AnswerError> {
    let links = part_links(artifact, part, source);
    query_catalog(snapshot, |catalog| {
        let meanings = catalog.meanings_of(artifact.uri())?;
        let base = &snapshot.manifest().base;
        let mut targets: HashMap<&str, CitedDocument> = HashMap::new();
        let mut rows = Vec::with_capacity(links.len());
        for link in &links {
            // As the build cuts a target: an anchor is kept as written, even if it is empty.
            let (root, target_anchor) = match link.to.split_once('#') {
                Some((root, anchor)) => (root, Some(anchor)),
                None => (&*link.to, None),
            };
            let target = match targets.get(root) {
                Some(known) => known.clone(),
                None => match catalog.document(root)? {
                    Some(document) => CitedDocument::Held(Arc::new(names(document))),
                    None => CitedDocument::Unheld(root.into()),
                },
            };
            let row = ListedLink {
                target: 0,
                target_anchor,
                anchor: link.from_anchor.as_deref(),
                predicate: link.predicate,
                text: Some(&*link.text).filter(|text| !text.is_empty()),
            };
            let meaning = meanings.get(&*link.to).map(|meaning| &**meaning);
            rows.push(OutboundLink::new(&target, &row, meaning, base));
            targets.insert(root, target);
        }
        Ok(rows)
    })
}

/// What a link shows of the document it cites.
fn names(document: CatalogDocument) -> CitingDocument {
    CitingDocument {
        uri: document.uri,
        label: document.label,
        title: document.title,
        source: document.source,
        ..CitingDocument::default()
    }
}

/// How many spots cite a provision or something in it.
pub(super) fn cited_by(
    snapshot: &Snapshot,
    document: &CatalogDocument,
    anchor: &Anchor,
) -> Result<CitationCounts, AnswerError> {
    let Some(location) = Location::parse(&format!("{}#{anchor}", document.uri)) else {
        return Ok(CitationCounts { total: 0, by_source: BTreeMap::new() });
    };
    let found = query_catalog(snapshot, |catalog| {
        catalog.inbound(&InboundQuery {
            location: &location,
            exact: false,
            source: None,
            citers: CiterFilter::default(),
            by_citations: false,
            page: RowRange { limit: 0, offset: 0 },
        })
    })?;
    Ok(CitationCounts { total: found.total, by_source: found.by_source.into_iter().collect() })
}
