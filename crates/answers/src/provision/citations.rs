//! The citations of a provision, in both directions.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use lagrum_artifact::{Anchor, AnchorTarget, Link, Location, PartAnchors, is_web_address};
use lagrum_catalog::inbound::{CiterFilter, InboundQuery};
use lagrum_catalog::{CatalogDocument, CitedDocument, CitingDocument, ListedLink, RowRange};
use lagrum_snapshot::Snapshot;

use super::CitationCounts;
use crate::as_of::TextSource;
use crate::lookup::query_catalog;
use crate::{AnswerError, OutboundLink};

/// The links of a document that stand in a part of it.
pub(super) fn cites(
    snapshot: &Snapshot,
    document: &CatalogDocument,
    text: &TextSource,
    part: &AnchorTarget<'_>,
    anchors: &PartAnchors,
) -> Result<Vec<OutboundLink>, AnswerError> {
    let links: Vec<Link<'_>> = part.links().into_iter().filter(|link| is_web_address(link.uri)).collect();
    if links.is_empty() {
        return Ok(Vec::new());
    }
    if text.stored != document.stored {
        return of_archived(snapshot, &links, anchors);
    }
    // A part whose nodes store no anchor is known by its links.
    let in_part: HashSet<(&str, &str)> = links.iter().map(|link| (link.uri, link.text)).collect();
    let is_inside = |anchor: Option<&str>| {
        let anchor = anchor.filter(|_| !anchors.inside.is_empty())?;
        Some(anchors.inside.contains(anchor))
    };
    let texts: HashSet<&str> = in_part.iter().map(|(_, text)| *text).collect();
    let list = query_catalog(snapshot, |catalog| {
        catalog.outbound_list_of(&document.uri, |anchor, text| {
            is_inside(anchor).unwrap_or_else(|| texts.contains(text.unwrap_or_default()))
        })
    })?;
    let row = |link: ListedLink<'_>| {
        let row = OutboundLink::new(&list.targets()[link.target], &link);
        let is_in_part = || in_part.contains(&(row.uri(), link.text.unwrap_or_default()));
        is_inside(link.anchor).unwrap_or_else(is_in_part).then_some(row)
    };
    Ok(list.links().filter_map(row).collect())
}

/// The links of an archived lydelse, which the catalog does not list.
fn of_archived(
    snapshot: &Snapshot,
    links: &[Link<'_>],
    anchors: &PartAnchors,
) -> Result<Vec<OutboundLink>, AnswerError> {
    let anchor = anchors.inside.iter().min_by_key(|anchor| anchor.len());
    query_catalog(snapshot, |catalog| {
        let row = |link: &Link<'_>| {
            let place = Location::parse(link.uri);
            let root = place.as_ref().map_or(link.uri, |place| place.document().as_str());
            let target = match catalog.document(root)? {
                Some(document) => CitedDocument::Held(Arc::new(names(document))),
                None => CitedDocument::Unheld(root.into()),
            };
            let link = ListedLink {
                target: 0,
                target_anchor: place.as_ref().and_then(Location::anchor).map(Anchor::as_str),
                anchor: anchor.map(String::as_str),
                predicate: link.predicate.unwrap_or("dcterms:references"),
                text: Some(link.text).filter(|text| !text.is_empty()),
            };
            Ok(OutboundLink::new(&target, &link))
        };
        links.iter().map(row).collect()
    })
}

/// What a link shows of the document it cites.
fn names(document: CatalogDocument) -> CitingDocument {
    let mut names = CitingDocument::default();
    names.uri = document.uri;
    names.label = document.label;
    names.title = document.title;
    names.source = document.source;
    names
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
