//! Facet trees and the leaves under them.

use std::collections::BTreeMap;

use jiff::civil::Date;
use lagrum_artifact::Base;
use lagrum_catalog::{
    CatalogError, CatalogWriter, DocumentNumber, FacetTreeBucket, NewListedRow, StoredFacetTree,
};
use lagrum_sources::{FacetScheme, Leaf, ListingRow, Source, listing, source};
use serde::{Deserialize, Serialize};

use crate::documents::FullDocument;
use crate::error::BuildError;
use crate::input::BuildInput;
use crate::positions::RelationNumber;
use crate::resolved::ResolvedCorpus;
use crate::spill::{RowWriter, row_bytes, rows_in};

const AMENDS: &str = "rpubl:andrar";

/// The data of a document that the listing of its source needs.
#[derive(Serialize, Deserialize)]
struct DocumentToList<'a> {
    number: DocumentNumber,
    local_id: &'a str,
    kind: &'a str,
    label: &'a str,
    title: &'a str,
    display: &'a str,
    short_id: Option<&'a str>,
    short_title: Option<&'a str>,
    date: Option<&'a str>,
    /// Year, month and day.
    expired: Option<(i16, i8, i8)>,
    consolidated: bool,
    /// The local id of the document that it amends.
    amends: Option<&'a str>,
}

impl<'a> DocumentToList<'a> {
    fn new(number: DocumentNumber, row: &ListingRow<'a>) -> Self {
        Self {
            number,
            local_id: row.local_id,
            kind: row.kind,
            label: row.label,
            title: row.title,
            display: row.display,
            short_id: row.short_id,
            short_title: row.short_title,
            date: row.date,
            expired: row.expired.map(|day| (day.year(), day.month(), day.day())),
            consolidated: row.consolidated,
            amends: row.amends,
        }
    }

    fn row(&self) -> ListingRow<'a> {
        ListingRow {
            local_id: self.local_id,
            kind: self.kind,
            label: self.label,
            title: self.title,
            display: self.display,
            short_id: self.short_id,
            short_title: self.short_title,
            date: self.date,
            expired: self.expired.and_then(|(year, month, day)| Date::new(year, month, day).ok()),
            consolidated: self.consolidated,
            amends: self.amends,
        }
    }
}

/// The documents of every source that is filed, on disk. One source at a time is read into memory.
pub(crate) struct ListingRows {
    by_source: BTreeMap<String, RowWriter<DocumentToList<'static>>>,
}

impl ListingRows {
    pub(crate) fn new(input: &BuildInput<'_>, resolved: &ResolvedCorpus<'_>) -> Result<Self, BuildError> {
        let mut by_source = BTreeMap::new();
        for number in resolved.numbers() {
            let name = resolved.source(number);
            if scheme_of(name).is_some() && !by_source.contains_key(name) {
                by_source.insert(name.to_owned(), RowWriter::new(input.spill)?);
            }
        }
        Ok(Self { by_source })
    }

    /// The bytes of the rows of the largest source.
    pub(crate) fn largest(&self) -> u64 {
        self.by_source.values().map(RowWriter::written).max().unwrap_or_default()
    }

    /// The row of a document; None in a source that is not filed.
    pub(crate) fn row(
        base: &Base,
        resolved: &ResolvedCorpus<'_>,
        document: &FullDocument,
    ) -> Result<Option<Vec<u8>>, BuildError> {
        if scheme_of(resolved.source(document.number)).is_none() {
            return Ok(None);
        }
        let relation = |number: RelationNumber| resolved.predicates.get(number.index()).map(|name| &**name);
        let amending = document.links.iter().filter(|link| relation(link.predicate) == Some(AMENDS));
        let amended = amending.map(|link| resolved.uri(link.target)).min();
        let uri = resolved.uri(document.number);
        let row = ListingRow {
            amends: amended.as_deref().and_then(|amended| base.strip(amended)),
            ..document.facts.description.row(base.strip(&uri).unwrap_or(&uri))
        };
        Ok(Some(row_bytes(&DocumentToList::new(document.number, &row))?))
    }

    /// Adds a row to a source.
    pub(crate) fn push(&mut self, source: &str, row: &[u8]) -> Result<(), BuildError> {
        match self.by_source.get_mut(source) {
            Some(rows) => Ok(rows.push_bytes(row)?),
            None => Ok(()),
        }
    }

    /// Writes the listing of every source, in the order of names, so that the same corpus gives the same bytes.
    pub(crate) fn write(self, input: &BuildInput<'_>, writer: &mut CatalogWriter) -> Result<(), BuildError> {
        for (name, rows) in self.by_source {
            let Some((source, scheme)) = scheme_of(&name) else { continue };
            let bytes = rows.finish()?.bytes()?;
            let (mut numbers, mut rows) = (Vec::new(), Vec::new());
            for document in rows_in::<DocumentToList<'_>>(&bytes) {
                let document = document?;
                numbers.push(document.number);
                rows.push(document.row());
            }
            ListedSource { name: &name, source, scheme, numbers, rows }.write(input.day, writer)?;
        }
        Ok(())
    }
}

/// A source by its name, and how it is filed; None for a source that is not filed.
fn scheme_of(name: &str) -> Option<(&'static Source, &'static FacetScheme)> {
    let source = source(name);
    Some((source, source.scheme?))
}

struct ListedSource<'a> {
    name: &'a str,
    source: &'static Source,
    scheme: &'static FacetScheme,
    /// The numbers of its documents, and their rows in the same order.
    numbers: Vec<DocumentNumber>,
    rows: Vec<ListingRow<'a>>,
}

impl ListedSource<'_> {
    fn write(&self, today: Date, writer: &mut CatalogWriter) -> Result<(), CatalogError> {
        let leaves = listing(self.source, &self.rows, today);
        let levels = self.scheme.levels.iter().map(|level| level.name.to_owned()).collect();
        writer.facet_tree(self.name, &StoredFacetTree { levels, buckets: tree(&leaves, 0) })?;
        for leaf in &leaves {
            let path = leaf.path.iter().map(|bucket| bucket.slug.as_str()).collect::<Vec<_>>().join("/");
            for (position, entry) in leaf.entries.iter().enumerate() {
                let nested = std::iter::once(entry).chain(&entry.amendments);
                for (index, entry) in nested.enumerate() {
                    let expired = self.rows[entry.row].expired.map(|day| day.to_string());
                    writer.listed(&NewListedRow {
                        source: self.name,
                        leaf: &path,
                        position,
                        nested: index,
                        document: self.numbers[entry.row],
                        expired: expired.as_deref(),
                        extras: &entry.extras,
                    })?;
                }
            }
        }
        Ok(())
    }
}

/// The buckets of a level, made from sorted leaves.
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
