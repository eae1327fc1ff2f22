//! The listing of a source: its documents, filed and ordered for browsing.
//!
//! A listing is made for a day, and leaves out documents that have expired by then. Some sources leave out more, such
//! as superseded revisions and duplicates of EU documents, or nest agency regulations under those they amend. Facets
//! count the leaves of the listing, so the two always agree.

use std::cmp::Ordering;
use std::collections::HashMap;

use jiff::civil::Date;

use crate::facets::slug;
use crate::listing_row::{BrowseExtras, KeptRow, ListingRow};
use crate::{BucketName, FacetScheme, LeafOrder, Source};

/// A leaf of the listing: its bucket on every level, outermost first, and its documents in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// The path to the leaf.
    pub path: Vec<BucketName>,
    /// The documents filed there.
    pub entries: Vec<LeafEntry>,
}

/// A document in a leaf.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeafEntry {
    /// The index of its row.
    pub row: usize,
    /// The fields that its source adds.
    pub extras: BrowseExtras,
    /// The documents listed under this one, because they amend it; they have none under them.
    pub amendments: Vec<LeafEntry>,
}

/// The leaves of a source on a day, in order; empty for a source that is not filed.
///
/// `rows` are all rows of the source; entries refer to them by index. Documents that expired on the day or before are
/// left out.
pub fn listing(source: &Source, rows: &[ListingRow], today: Date) -> Vec<Leaf> {
    let Some(scheme) = source.scheme else { return Vec::new() };
    let listed =
        (0..rows.len()).filter(|row| rows[*row].expired.is_none_or(|expired| expired > today)).collect();
    let mut leaves: HashMap<Vec<String>, Vec<KeptRow>> = HashMap::new();
    for kept in (source.fold)(rows, listed) {
        let row = &rows[kept.row];
        let path = scheme.levels.iter().map(|level| level.key_of(row)).collect();
        leaves.entry(path).or_default().push(kept);
    }
    let leaves = united(scheme, leaves);
    leaves
        .into_iter()
        .map(|(keys, mut kept)| {
            sort_leaf(scheme.leaf_order, rows, &mut kept);
            let path = scheme.levels.iter().zip(&keys).map(|(level, key)| level.bucket(key)).collect();
            let entries = kept.iter().map(|kept| entry(source, rows, kept)).collect();
            Leaf { path, entries }
        })
        .collect()
}

fn entry(source: &Source, rows: &[ListingRow], kept: &KeptRow) -> LeafEntry {
    let mut extras = (source.extras)(&rows[kept.row]);
    if kept.consolidated {
        extras.consolidated = Some(true);
    }
    let amendments = kept.amendments.iter().map(|kept| entry(source, rows, kept)).collect();
    LeafEntry { row: kept.row, extras, amendments }
}

type KeyedLeaf = (Vec<String>, Vec<KeptRow>);

/// The leaves in order. Keys with the same slug become one bucket under the first of the keys, so that a path names only one
/// bucket.
fn united(scheme: &FacetScheme, leaves: HashMap<Vec<String>, Vec<KeptRow>>) -> Vec<KeyedLeaf> {
    let ordered = |leaves: HashMap<_, _>| {
        let mut leaves: Vec<KeyedLeaf> = leaves.into_iter().collect();
        leaves.sort_by(|(a, _), (b, _)| compare_paths(scheme, a, b));
        leaves
    };
    let mut first: HashMap<(Vec<String>, String), String> = HashMap::new();
    let mut united: HashMap<Vec<String>, Vec<KeptRow>> = HashMap::new();
    for (keys, kept) in ordered(leaves) {
        let mut path = Vec::with_capacity(keys.len());
        for key in keys {
            let slug = slug(&key);
            let key = first.entry((path.clone(), slug)).or_insert(key).clone();
            path.push(key);
        }
        united.entry(path).or_default().extend(kept);
    }
    ordered(united)
}

fn compare_paths(scheme: &FacetScheme, a: &[String], b: &[String]) -> Ordering {
    let levels = scheme.levels.iter().zip(a.iter().zip(b));
    levels.map(|(level, (a, b))| level.compare(a, b)).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
}

fn sort_leaf(order: LeafOrder, rows: &[ListingRow], kept: &mut [KeptRow]) {
    match order {
        LeafOrder::Identifier => kept.sort_by_cached_key(|kept| rows[kept.row].identifier_key()),
        LeafOrder::NewestFirst => kept.sort_by_cached_key(|kept| rows[kept.row].newest_first_key()),
        LeafOrder::Subject => kept.sort_by_cached_key(|kept| rows[kept.row].subject_key()),
    }
}
