//! Facet trees and the documents of their leaves.
//!
//! Both are made on the day of the build. Documents that have expired since are taken out on reading: counts are
//! reduced, empty buckets removed, and leaves skip the documents.

use std::borrow::Cow;
use std::collections::HashMap;

use lagrum_sources::BrowseExtras;
use rusqlite::{OptionalExtension, Row, named_params, params};
use serde::{Deserialize, Serialize};

use crate::document::{COLUMNS, clamped};
use crate::error::CatalogProblem;
use crate::reader::CatalogReader;
use crate::{CatalogDocument, RowRange};

/// The buckets of a source.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredFacetTree {
    /// Names of the levels, outer first.
    pub levels: Vec<String>,
    /// The outer buckets in order.
    pub buckets: Vec<FacetTreeBucket>,
}

/// One bucket of a facet tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FacetTreeBucket {
    /// The key under which its documents are filed.
    pub key: String,
    /// Its name for readers.
    pub label: String,
    /// Its segment of a path.
    pub slug: String,
    /// How many documents are in it and its children.
    pub count: u64,
    /// The buckets inside it; None in a leaf.
    pub children: Option<Vec<FacetTreeBucket>>,
}

impl FacetTreeBucket {
    /// Reduces the counts of leaves by the expired documents in them; `path` is that of the parent.
    fn lower(&mut self, path: &str, gone: &HashMap<String, u64>) {
        let path = if path.is_empty() { self.slug.clone() } else { format!("{path}/{}", self.slug) };
        match &mut self.children {
            None => self.count = self.count.saturating_sub(gone.get(&path).copied().unwrap_or(0)),
            Some(children) => {
                lower_all(children, &path, gone);
                self.count = children.iter().map(|child| child.count).sum();
            }
        }
    }
}

fn lower_all(buckets: &mut Vec<FacetTreeBucket>, path: &str, gone: &HashMap<String, u64>) {
    for bucket in buckets.iter_mut() {
        bucket.lower(path, gone);
    }
    buckets.retain(|bucket| bucket.count > 0);
}

/// A document in a leaf.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedDocument {
    /// Its row.
    pub document: CatalogDocument,
    /// The columns that the listing adds.
    pub extras: BrowseExtras,
    /// The documents nested under it.
    pub amendments: Vec<ListedDocument>,
}

/// A slice of a leaf.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeafPage {
    /// How many documents the leaf has.
    pub total: u64,
    /// The documents of the slice.
    pub documents: Vec<ListedDocument>,
}

impl CatalogReader<'_> {
    /// The facet tree of a source on a day; None for a source without facets.
    pub fn facet_tree(&self, source: &str, today: &str) -> Result<Option<StoredFacetTree>, CatalogProblem> {
        let tree: Option<String> = self
            .connection
            .prepare_cached("SELECT tree FROM facet_tree WHERE source = ?1")?
            .query_row([source], |row| row.get(0))
            .optional()?;
        let Some(tree) = tree else { return Ok(None) };
        let mut tree: StoredFacetTree = serde_json::from_str(&tree)?;
        let mut query = self.connection.prepare_cached(
            "SELECT leaf, count(*) FROM listing INDEXED BY listing_expiring
             WHERE source = ?1 AND expired IS NOT NULL AND expired <= ?2 AND nested = 0 GROUP BY leaf",
        )?;
        let gone: HashMap<String, u64> = query
            .query_map([source, today], |row| Ok((row.get(0)?, row.get(1)?)))?
            .collect::<rusqlite::Result<_>>()?;
        if !gone.is_empty() {
            lower_all(&mut tree.buckets, "", &gone);
        }
        Ok(Some(tree))
    }

    /// A slice of the leaf with this slug path.
    pub fn leaf(
        &self,
        source: &str,
        leaf: &str,
        today: &str,
        page: RowRange,
    ) -> Result<LeafPage, CatalogProblem> {
        let standing =
            "source = :source AND leaf = :leaf AND nested = 0 AND (expired IS NULL OR expired > :today)";
        let total = self
            .connection
            .prepare_cached(&format!("SELECT count(*) FROM listing WHERE {standing}"))?
            .query_row(named_params! {":source": source, ":leaf": leaf, ":today": today}, |row| row.get(0))?;
        let mut query = self.connection.prepare_cached(&format!(
            "SELECT l.position, {EXTRAS}, {COLUMNS} FROM listing l JOIN document d ON d.id = l.document
             WHERE {standing} ORDER BY l.position LIMIT :limit OFFSET :offset",
            standing = standing.replace("source =", "l.source =").replace("expired", "l.expired"),
        ))?;
        let mut rows = query.query(named_params! {
            ":source": source, ":leaf": leaf, ":today": today,
            ":limit": clamped(page.limit), ":offset": clamped(page.offset),
        })?;
        let mut documents = Vec::new();
        // Their positions in the leaf, in the same order.
        let mut positions: Vec<i64> = Vec::new();
        while let Some(row) = rows.next()? {
            positions.push(row.get(0)?);
            documents.push(read_listed(row)?);
        }
        for (position, nested) in self.nested(source, leaf, today, &positions)? {
            if let Ok(place) = positions.binary_search(&position) {
                documents[place].amendments.push(nested);
            }
        }
        Ok(LeafPage { total, documents })
    }

    /// The documents nested under those from the first to the last of these positions, in order, each with the position
    /// it is nested under. They are read by one query, since most leaves have none.
    fn nested(
        &self,
        source: &str,
        leaf: &str,
        today: &str,
        positions: &[i64],
    ) -> Result<Vec<(i64, ListedDocument)>, CatalogProblem> {
        let (Some(first), Some(last)) = (positions.first(), positions.last()) else { return Ok(Vec::new()) };
        let mut query = self.connection.prepare_cached(&format!(
            "SELECT l.position, {EXTRAS}, {COLUMNS} FROM listing l JOIN document d ON d.id = l.document
             WHERE l.source = ?1 AND l.leaf = ?2 AND l.position BETWEEN ?3 AND ?4 AND l.nested > 0
               AND (l.expired IS NULL OR l.expired > ?5) ORDER BY l.position, l.nested"
        ))?;
        let rows = query.query_map(params![source, leaf, first, last, today], |row| {
            Ok((row.get(0)?, read_listed(row)?))
        })?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }
}

const EXTRAS: &str = "l.variant, l.date, l.pre, l.key, l.subdued, l.year, l.consolidated";

/// Reads a row with a position, the extras and the columns of a document.
fn read_listed(row: &Row<'_>) -> rusqlite::Result<ListedDocument> {
    Ok(ListedDocument {
        extras: BrowseExtras {
            variant: row.get::<_, Option<String>>(1)?.map(Cow::Owned),
            date: row.get(2)?,
            pre: row.get(3)?,
            key: row.get(4)?,
            subdued: row.get(5)?,
            year: row.get(6)?,
            consolidated: row.get(7)?,
        },
        document: CatalogDocument::read_from(row, 8)?,
        amendments: Vec::new(),
    })
}
