//! Facets: how the documents of a source are filed, in one or two levels of buckets with an order and labels.

use std::cmp::{Ordering, Reverse};

use crate::{DocumentKind, ListingRow, swedish_order};

/// The key of the bucket for documents without a key on a level.
pub const UNKNOWN_BUCKET: &str = "okänt";

/// The buckets of a source, outer level first, and the order of documents in the innermost ones.
#[derive(Debug)]
pub struct FacetScheme {
    /// One or two levels.
    pub levels: &'static [FacetLevel],
    /// The order of documents inside a leaf.
    pub leaf_order: LeafOrder,
}

/// One level of buckets.
#[derive(Debug)]
pub struct FacetLevel {
    /// Its name for readers (`Domstol`).
    pub name: &'static str,
    pub(crate) key: fn(&ListingRow) -> Option<String>,
    pub(crate) order: BucketOrder,
}

/// The order of the documents in a leaf. Each of the orders is total.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeafOrder {
    /// By printed id, numbers as numbers.
    Identifier,
    /// By date, newest first, then by printed id from the highest; undated last.
    NewestFirst,
    /// By the subject of the title.
    Subject,
}

/// The order of buckets on a level, and where their labels come from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum BucketOrder {
    /// By letter of the Swedish alphabet, then `#`.
    Letter,
    /// By year, newest first, unknown last.
    Year,
    /// As listed; keys that are not listed follow alphabetically.
    Listed(fn() -> &'static [DocumentKind]),
    /// As listed; keys that are not listed are years, and follow newest first.
    ListedOrYear(fn() -> &'static [DocumentKind]),
    /// By label, in the order of the Swedish alphabet.
    Label(fn(&str) -> Option<&'static str>),
}

/// The names of a bucket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BucketName {
    /// The key that documents are filed under.
    pub key: String,
    /// Its name for readers.
    pub label: String,
    /// Its segment of a path.
    pub slug: String,
}

/// The level of years, which many sources have.
pub(crate) const fn year_level(key: fn(&ListingRow) -> Option<String>) -> FacetLevel {
    FacetLevel { name: "År", key, order: BucketOrder::Year }
}

/// A level of kinds.
pub(crate) const fn kind_level(name: &'static str, kinds: fn() -> &'static [DocumentKind]) -> FacetLevel {
    FacetLevel { name, key: kind_key, order: BucketOrder::Listed(kinds) }
}

fn kind_key(row: &ListingRow) -> Option<String> {
    (!row.kind.is_empty()).then(|| row.kind.to_owned())
}

/// A year as a bucket key.
pub(crate) fn year_key(year: Option<u16>) -> Option<String> {
    year.map(|year| format!("{year:04}"))
}

impl FacetLevel {
    pub(crate) fn key_of(&self, row: &ListingRow) -> String {
        (self.key)(row).unwrap_or_else(|| UNKNOWN_BUCKET.to_owned())
    }

    pub(crate) fn bucket(&self, key: &str) -> BucketName {
        let label = match self.order {
            BucketOrder::Letter | BucketOrder::Year => None,
            BucketOrder::Listed(list) | BucketOrder::ListedOrYear(list) => {
                list().iter().find(|kind| kind.key == key).map(|kind| kind.plural)
            }
            BucketOrder::Label(label) => label(key),
        };
        BucketName { key: key.to_owned(), label: label.unwrap_or(key).to_owned(), slug: slug(key) }
    }

    pub(crate) fn compare(&self, a: &str, b: &str) -> Ordering {
        let by_year = |key: &str| (key == UNKNOWN_BUCKET, Reverse(key.to_owned()));
        match self.order {
            BucketOrder::Letter => (a == "#").cmp(&(b == "#")).then_with(|| swedish_order(a, b)),
            BucketOrder::Year => by_year(a).cmp(&by_year(b)),
            BucketOrder::Listed(list) => rank(list(), a).cmp(&rank(list(), b)).then_with(|| a.cmp(b)),
            BucketOrder::ListedOrYear(list) => {
                rank(list(), a).cmp(&rank(list(), b)).then_with(|| by_year(a).cmp(&by_year(b)))
            }
            BucketOrder::Label(label) => {
                swedish_order(label(a).unwrap_or(a), label(b).unwrap_or(b)).then_with(|| a.cmp(b))
            }
        }
    }
}

fn rank(list: &[DocumentKind], key: &str) -> usize {
    list.iter().position(|kind| kind.key == key).unwrap_or(list.len())
}

/// A bucket key as part of a path: lower case, every run of other characters than digits and Swedish letters as one
/// hyphen, none at the ends; `-` when nothing is left.
pub fn slug(key: &str) -> String {
    let mut slug = String::new();
    for c in key.chars().flat_map(char::to_lowercase) {
        match c {
            '0'..='9' | 'a'..='z' | 'å' | 'ä' | 'ö' => slug.push(c),
            _ if !slug.is_empty() && !slug.ends_with('-') => slug.push('-'),
            _ => {}
        }
    }
    slug.truncate(slug.trim_end_matches('-').len());
    if slug.is_empty() { "-".to_owned() } else { slug }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slugs() {
        for (key, expected) in [
            ("#", "-"),
            ("", "-"),
            ("Å", "å"),
            ("okänt", "okänt"),
            ("rådgivande yttrande", "rådgivande-yttrande"),
            (" ELSÄK--FS (x) ", "elsäk-fs-x"),
            ("övriga", "övriga"),
        ] {
            assert_eq!(slug(key), expected, "{key}");
        }
    }

    #[test]
    fn orders_of_buckets() {
        fn listed() -> &'static [DocumentKind] {
            const KINDS: [DocumentKind; 2] =
                [DocumentKind::new("prop", "Propositioner"), DocumentKind::new("bet", "Betänkanden")];
            &KINDS
        }
        fn designation(key: &str) -> Option<&'static str> {
            (key == "AAFS").then_some("ÅFS")
        }
        let table: [(BucketOrder, &[&str]); 5] = [
            (BucketOrder::Letter, &["A", "Z", "Å", "Ä", "Ö", "#"]),
            (BucketOrder::Year, &["2031", "2030", "1999", UNKNOWN_BUCKET]),
            (BucketOrder::Listed(listed), &["prop", "bet", "annat", UNKNOWN_BUCKET]),
            (BucketOrder::ListedOrYear(listed), &["prop", "bet", "2031", "1999", UNKNOWN_BUCKET]),
            (BucketOrder::Label(designation), &["BFS", "TSFS", "AAFS"]),
        ];
        for (order, keys) in table {
            let level = FacetLevel { name: "", key: |_| None, order };
            for pair in keys.windows(2) {
                assert_eq!(level.compare(pair[0], pair[1]), Ordering::Less, "{order:?} {pair:?}");
            }
        }
    }
}
