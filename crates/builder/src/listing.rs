//! Facet trees and the leaves under them.

use std::collections::HashMap;

use jiff::civil::Date;
use lagrum_artifact::Base;
use lagrum_catalog::{CatalogError, CatalogWriter, FacetTreeBucket, ListingExtras, StoredFacetTree};
use lagrum_sources::{Leaf, LeafEntry, ListingRow, listing, source};

use crate::resolve::ResolvedCorpus;

const AMENDS: &str = "rpubl:andrar";

/// Writes the listing of every source that is filed.
pub(crate) fn write(
    resolved: &ResolvedCorpus,
    base: &Base,
    today: Date,
    writer: &mut CatalogWriter,
) -> Result<(), CatalogError> {
    let mut by_source: HashMap<&str, Vec<u32>> = HashMap::new();
    for (id, document) in (0_u32..).zip(&resolved.documents) {
        by_source.entry(&document.source).or_default().push(id);
    }
    let amends = resolved.predicates.iter().position(|name| &**name == AMENDS);
    for (name, ids) in by_source {
        let source = source(name);
        let Some(scheme) = source.scheme else { continue };
        let rows: Vec<ListingRow<'_>> = ids
            .iter()
            .map(|id| {
                let document = &resolved.documents[*id as usize];
                let targets = document.links.iter().filter(|link| Some(link.predicate as usize) == amends);
                let first = targets.map(|link| resolved.uri(link.target)).min();
                ListingRow {
                    amends: first.and_then(|uri| base.strip(uri)),
                    ..document.description.row(base.strip(&document.uri).unwrap_or(&document.uri))
                }
            })
            .collect();
        let leaves = listing(source, &rows, today);
        let levels = scheme.levels.iter().map(|level| level.name.to_owned()).collect();
        writer.facet_tree(name, &StoredFacetTree { levels, buckets: tree(&leaves, 0) })?;
        for leaf in &leaves {
            let path = leaf.path.iter().map(|bucket| bucket.slug.as_str()).collect::<Vec<_>>().join("/");
            for (position, entry) in leaf.entries.iter().enumerate() {
                let nested = std::iter::once(entry).chain(&entry.amendments);
                for (index, entry) in nested.enumerate() {
                    let id = ids[entry.row];
                    let expired =
                        resolved.documents[id as usize].description.expired.map(|day| day.to_string());
                    let extras = extras(entry);
                    writer.listed((name, &path), (position, index), id, expired.as_deref(), &extras)?;
                }
            }
        }
    }
    Ok(())
}

/// The buckets of a level, made of leaves that stand in order.
fn tree(leaves: &[Leaf], level: usize) -> Vec<FacetTreeBucket> {
    leaves
        .chunk_by(|a, b| a.path[level].key == b.path[level].key)
        .map(|inside| {
            let bucket = &inside[0].path[level];
            let is_leaf = level + 1 == inside[0].path.len();
            FacetTreeBucket {
                key: bucket.key.clone(),
                label: bucket.label.clone(),
                slug: bucket.slug.clone(),
                count: inside.iter().map(|leaf| leaf.entries.len() as u64).sum(),
                children: (!is_leaf).then(|| tree(inside, level + 1)),
            }
        })
        .collect()
}

fn extras(entry: &LeafEntry) -> ListingExtras {
    let extras = entry.extras.clone();
    ListingExtras {
        variant: extras.variant.map(str::to_owned),
        date: extras.date,
        pre: extras.pre,
        key: extras.key,
        subdued: extras.subdued,
        year: extras.year,
        consolidated: extras.consolidated,
    }
}
