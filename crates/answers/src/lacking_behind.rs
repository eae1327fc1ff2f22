//! The act that stands behind a first hit and is not held: an ordinance or an agency's regulation is about an act, which it
//! cites more than any other. If the corpus lacks that act, a reader is told that the answer may stand there.

use std::collections::HashMap;

use lagrum_catalog::CatalogError;
use lagrum_snapshot::Snapshot;
use lagrum_sources::{FlowGroup, flow_group, source_of_local_id};

use crate::everyday_places::LackingAct;
use crate::name_of_unheld;
use crate::result::SearchResult;

/// The fewest citations by which an act stands behind a document.
const MIN_CITATIONS: usize = 3;

/// The kind of statutes that are issued under acts.
const ORDINANCE: &str = "forordning";

/// The act that is not held and that the first hit cites most, if that hit is issued under acts. A failure costs only this.
pub(crate) fn lacking_behind(
    snapshot: &Snapshot,
    query: &str,
    first: &SearchResult,
) -> Result<Option<LackingAct>, ()> {
    if !is_issued_under_acts(first) {
        return Ok(None);
    }
    let uri = snapshot.catalog().with(|catalog| {
        let list = catalog.outbound_list(&first.uri)?;
        let mut citations: HashMap<usize, usize> = HashMap::new();
        for link in list.links() {
            let is_itself = list.targets()[link.target].uri() == first.uri;
            *citations.entry(link.target).or_default() += usize::from(!is_itself);
        }
        let most = citations.into_iter().max_by_key(|(target, count)| (*count, std::cmp::Reverse(*target)));
        let behind =
            most.filter(|(_, count)| *count >= MIN_CITATIONS).map(|(target, _)| &list.targets()[target]);
        Ok(behind.filter(|target| target.held().is_none()).map(|target| target.uri().to_owned()))
    });
    let uri = uri.map_err(|error| {
        // A cancelled search fails by itself, so the error is not logged.
        if !matches!(error, CatalogError::Cancelled(_)) {
            tracing::warn!("a search goes on without the act behind its first hit: {error}");
        }
    })?;
    let base = &snapshot.manifest().base;
    let is_statute = |uri: &String| {
        let source = base.strip(uri).and_then(source_of_local_id);
        source.is_some_and(|source| flow_group(source.name, "") == FlowGroup::Forfattningar)
    };
    Ok(uri.filter(is_statute).map(|uri| LackingAct {
        words: query.trim().to_owned(),
        name: name_of_unheld(base.strip(&uri).unwrap_or(&uri)),
        uri,
    }))
}

fn is_issued_under_acts(hit: &SearchResult) -> bool {
    let kind = hit.kind.as_deref().unwrap_or_default();
    match flow_group(hit.source.as_deref().unwrap_or_default(), kind) {
        FlowGroup::Foreskrifter => true,
        FlowGroup::Forfattningar => kind == ORDINANCE,
        _ => false,
    }
}
