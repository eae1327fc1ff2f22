//! The listing of a source: its documents, filed and ordered for browsing.
//!
//! A listing is made for a day, and leaves out documents that have expired by then. Some sources leave out more, such
//! as superseded revisions and duplicates of EU documents, or nest agency regulations under those they amend. Facets
//! count the leaves of the listing, so the two always agree.

use std::borrow::Cow;
use std::cmp::{Ordering, Reverse};
use std::collections::HashMap;

use jiff::civil::Date;

use crate::facets::slug;
use crate::subject::Subject;
use crate::{BucketName, FacetScheme, LeafOrder, NaturalKey, Source};

/// The columns of a document that a listing needs.
#[derive(Clone, Copy, Debug, Default)]
pub struct ListingRow<'a> {
    /// The uri without the base.
    pub local_id: &'a str,
    /// The kind; empty when there is none.
    pub kind: &'a str,
    /// The printed id.
    pub label: &'a str,
    /// The full title.
    pub title: &'a str,
    /// The heading for readers.
    pub display: &'a str,
    /// The bare id.
    pub short_id: Option<&'a str>,
    /// The short name.
    pub short_title: Option<&'a str>,
    /// The date as recorded.
    pub date: Option<&'a str>,
    /// The day it expired or expires.
    pub expired: Option<Date>,
    /// Whether readers see a consolidation of it.
    pub consolidated: bool,
    /// The local id of the document it amends, by its `rpubl:andrar` links: of several the first alphabetically.
    pub amends: Option<&'a str>,
}

impl<'a> ListingRow<'a> {
    /// The id that the document is sorted by.
    fn id(&self) -> &'a str {
        self.short_id.unwrap_or(if self.label.is_empty() { self.local_id } else { self.label })
    }

    fn identifier_key(&self) -> (NaturalKey, NaturalKey, &'a str) {
        (NaturalKey::new(self.id()), NaturalKey::new(self.local_id), self.local_id)
    }

    fn newest_first_key(&self) -> Reverse<(&'a str, NaturalKey, &'a str)> {
        Reverse((self.date.unwrap_or_default(), NaturalKey::new(self.id()), self.local_id))
    }

    pub(crate) fn subject_key(&self) -> (NaturalKey, NaturalKey, &'a str) {
        let subject = Subject::of(self.title).key;
        let name = match subject.as_str() {
            "" if self.label.is_empty() => self.local_id,
            "" => self.label,
            subject => subject,
        };
        (NaturalKey::new(name), NaturalKey::new(self.local_id), self.local_id)
    }
}

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

/// The fields that a source adds to a document for browsing; None where the source does not have the field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BrowseExtras {
    /// The form of the document within its source (`notis`, `council`).
    pub variant: Option<Cow<'static, str>>,
    /// The date, in sources that show it.
    pub date: Option<String>,
    /// The part of the title before the sort key.
    pub pre: Option<String>,
    /// The sort key.
    pub key: Option<String>,
    /// Whether it is shown as less important than others.
    pub subdued: Option<bool>,
    /// The year of its number.
    pub year: Option<String>,
    /// True when readers see a consolidation.
    pub consolidated: Option<bool>,
}

/// A row that stays in the listing, and the rows nested under it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KeptRow {
    pub(crate) row: usize,
    pub(crate) amendments: Vec<KeptRow>,
    /// Whether the text as issued, of which this is a consolidation, was left out in favour of it.
    pub(crate) consolidated: bool,
}

impl KeptRow {
    pub(crate) fn alone(row: usize) -> Self {
        Self { row, amendments: Vec::new(), consolidated: false }
    }
}

pub(crate) fn keep_all(listed: Vec<usize>) -> Vec<KeptRow> {
    listed.into_iter().map(KeptRow::alone).collect()
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

/// The leaves in order. Keys with the same slug are one bucket with the first of the keys, so that a path names one
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
