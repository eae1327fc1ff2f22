//! Facet trees and the leaves under them.

use std::collections::BTreeMap;

use jiff::civil::Date;
use lagrum_artifact::Base;
use lagrum_catalog::{CatalogError, CatalogWriter, FacetTreeBucket, ListingExtras, StoredFacetTree};
use lagrum_sources::{Description, FacetScheme, Leaf, LeafEntry, ListingRow, Source, listing, source};
use serde::{Deserialize, Serialize};

use crate::documents::FullDocument;
use crate::error::BuildError;
use crate::input::BuildInput;
use crate::resolved::ResolvedCorpus;
use crate::spill::{RowWriter, row_bytes};

const AMENDS: &str = "rpubl:andrar";

/// What the listing of a source needs of a document.
#[derive(Serialize, Deserialize)]
struct DocumentToList {
    number: u32,
    /// Without long texts.
    description: Description,
    /// The number of the document that it amends.
    amends: Option<u32>,
}

/// The documents of every source that is filed, on disk. A source at a time is held in memory.
pub(crate) struct ListingRows {
    by_source: BTreeMap<String, RowWriter<DocumentToList>>,
}

impl ListingRows {
    pub(crate) fn new(input: &BuildInput<'_>, resolved: &ResolvedCorpus<'_>) -> Result<Self, BuildError> {
        let mut by_source = BTreeMap::new();
        for number in 0..resolved.documents.len() as u32 {
            let name = resolved.source(number);
            if scheme_of(name).is_some() && !by_source.contains_key(name) {
                by_source.insert(name.to_owned(), RowWriter::new(input.spill)?);
            }
        }
        Ok(Self { by_source })
    }

    /// The row of a document; None in a source that is not filed.
    pub(crate) fn row(
        resolved: &ResolvedCorpus<'_>,
        document: &FullDocument,
    ) -> Result<Option<Vec<u8>>, BuildError> {
        if scheme_of(resolved.source(document.number)).is_none() {
            return Ok(None);
        }
        let relation = |number: u32| resolved.predicates.get(number as usize).map(|name| &**name);
        let amending = document.links.iter().filter(|link| relation(link.predicate) == Some(AMENDS));
        let amended = amending.map(|link| link.target);
        let description = Description {
            description: None,
            snippet: None,
            in_text: String::new(),
            ..document.facts.description.clone()
        };
        let amends = amended.min_by_key(|target| resolved.uri(*target));
        Ok(Some(row_bytes(&DocumentToList { number: document.number, description, amends })?))
    }

    /// Adds a row to a source.
    pub(crate) fn push(&mut self, source: &str, row: &[u8]) -> Result<(), BuildError> {
        match self.by_source.get_mut(source) {
            Some(rows) => Ok(rows.push_bytes(row)?),
            None => Ok(()),
        }
    }

    /// Writes the listing of every source, in the order of names, so that the same corpus gives the same bytes.
    pub(crate) fn write(
        self,
        input: &BuildInput<'_>,
        resolved: &ResolvedCorpus<'_>,
        writer: &mut CatalogWriter,
    ) -> Result<(), BuildError> {
        for (name, rows) in self.by_source {
            let Some((source, scheme)) = scheme_of(&name) else { continue };
            let documents: Vec<DocumentToList> = rows.finish()?.read()?.collect::<std::io::Result<_>>()?;
            let listed = ListedSource { name: &name, source, scheme, documents: &documents };
            listed.write(input.base, input.day, resolved, writer)?;
        }
        Ok(())
    }
}

/// The source of a name and how it is filed; None for one that is not filed.
fn scheme_of(name: &str) -> Option<(&'static Source, &'static FacetScheme)> {
    let source = source(name);
    Some((source, source.scheme?))
}

struct ListedSource<'a> {
    name: &'a str,
    source: &'static Source,
    scheme: &'static FacetScheme,
    documents: &'a [DocumentToList],
}

impl ListedSource<'_> {
    fn write(
        &self,
        base: &Base,
        today: Date,
        resolved: &ResolvedCorpus<'_>,
        writer: &mut CatalogWriter,
    ) -> Result<(), CatalogError> {
        let local_id = |number: u32| {
            let uri = resolved.uri(number);
            base.strip(uri).unwrap_or(uri)
        };
        let rows: Vec<ListingRow<'_>> = self
            .documents
            .iter()
            .map(|document| ListingRow {
                amends: document.amends.and_then(|amended| base.strip(resolved.uri(amended))),
                ..document.description.row(local_id(document.number))
            })
            .collect();
        let leaves = listing(self.source, &rows, today);
        let levels = self.scheme.levels.iter().map(|level| level.name.to_owned()).collect();
        writer.facet_tree(self.name, &StoredFacetTree { levels, buckets: tree(&leaves, 0) })?;
        for leaf in &leaves {
            let path = leaf.path.iter().map(|bucket| bucket.slug.as_str()).collect::<Vec<_>>().join("/");
            for (position, entry) in leaf.entries.iter().enumerate() {
                let nested = std::iter::once(entry).chain(&entry.amendments);
                for (index, entry) in nested.enumerate() {
                    let document = &self.documents[entry.row];
                    let expired = document.description.expired.map(|day| day.to_string());
                    let place = (position, index);
                    let extras = extras(entry);
                    writer.listed((self.name, &path), place, document.number, expired.as_deref(), &extras)?;
                }
            }
        }
        Ok(())
    }
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
