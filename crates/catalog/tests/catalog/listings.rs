//! Facet trees and leaves: what has expired since the build is taken out of both.

use std::borrow::Cow;
use std::collections::BTreeMap;

use lagrum_catalog::{
    CatalogDocument, DocumentNumber, FacetTreeBucket, LeafPage, ListedDocument, NewListedRow, RowRange,
    StoredFacetTree,
};
use lagrum_sources::BrowseExtras;

use crate::world::{Small, plain, small};

const LEAVES: [&str; 4] = ["a/x", "a/y", "b/x", "c"];

const DAYS: [&str; 5] = ["2030-12-31", "2031-01-01", "2031-01-02", "2031-01-03", "2032-01-01"];

/// A row of a leaf: its position, and 0 or its index among those nested under the row at that position.
#[derive(Clone, Copy)]
struct Placed {
    leaf: &'static str,
    position: usize,
    nested: usize,
    document: usize,
}

/// Of four documents three are entries of their own, and the last is nested under the first of them.
fn placed() -> Vec<Placed> {
    let mut rows = Vec::new();
    for (leaf, first) in LEAVES.into_iter().zip((0..).step_by(12)) {
        for (position, of_four) in (0..9).zip((0..).flat_map(|four| [4 * four, 4 * four + 1, 4 * four + 2])) {
            rows.push(Placed { leaf, position, nested: 0, document: first + of_four });
            if of_four % 4 == 0 {
                rows.push(Placed { leaf, position, nested: 1, document: first + of_four + 3 });
            }
        }
    }
    rows
}

/// The documents of the leaves. All in the last leaf expire on one day, and some in the others.
fn documents() -> Vec<CatalogDocument> {
    let document = |number: u32| {
        let expired = match number {
            36.. => Some("2031-01-02".to_owned()),
            _ => (number % 3 == 1).then(|| format!("2031-01-0{}", 1 + number % 4)),
        };
        CatalogDocument { expired, ..plain(number, "sfs") }
    };
    (0..48).map(document).collect()
}

fn extras(document: usize) -> BrowseExtras {
    let text = |is_given: bool| is_given.then(|| format!("text {document}"));
    BrowseExtras {
        variant: document.is_multiple_of(2).then_some(Cow::Borrowed("notis")),
        date: text(document.is_multiple_of(3)),
        pre: text(document.is_multiple_of(5)),
        key: text(document.is_multiple_of(7)),
        subdued: document.is_multiple_of(4).then_some(document.is_multiple_of(8)),
        year: text(document % 3 == 1),
        consolidated: (document % 5 == 1).then_some(true),
    }
}

fn bucket(slug: &str, count: u64, children: Option<Vec<FacetTreeBucket>>) -> FacetTreeBucket {
    FacetTreeBucket {
        key: format!("key of {slug}"),
        label: slug.to_uppercase(),
        slug: slug.to_owned(),
        count,
        children,
    }
}

/// The tree of leaves with these numbers of entries, without empty leaves and buckets.
fn tree(counts: &BTreeMap<&str, u64>) -> StoredFacetTree {
    let leaf = |path: &str, slug: &str| {
        let count = counts.get(path).copied().unwrap_or_default();
        (count > 0).then(|| bucket(slug, count, None))
    };
    let outer = |slug: &str, children: [Option<FacetTreeBucket>; 2]| {
        let children: Vec<FacetTreeBucket> = children.into_iter().flatten().collect();
        let count = children.iter().map(|child| child.count).sum();
        (count > 0).then(|| bucket(slug, count, Some(children)))
    };
    let buckets = [
        outer("a", [leaf("a/x", "x"), leaf("a/y", "y")]),
        outer("b", [leaf("b/x", "x"), None]),
        leaf("c", "c"),
    ];
    StoredFacetTree {
        levels: vec!["typ".to_owned(), "år".to_owned()],
        buckets: buckets.into_iter().flatten().collect(),
    }
}

/// How many entries each leaf has on a day; all without a day.
fn counts(day: Option<&str>) -> BTreeMap<&'static str, u64> {
    let documents = documents();
    let mut counts = BTreeMap::new();
    for row in placed().iter().filter(|row| row.nested == 0) {
        if day.is_none_or(|day| stands(&documents[row.document], day)) {
            *counts.entry(row.leaf).or_default() += 1;
        }
    }
    counts
}

fn stands(document: &CatalogDocument, day: &str) -> bool {
    document.expired.as_deref().is_none_or(|expired| expired > day)
}

fn catalog() -> Small {
    let documents = documents();
    small(&documents, |writer| {
        writer.facet_tree("sfs", &tree(&counts(None))).unwrap();
        for Placed { leaf, position, nested, document } in placed() {
            let row = NewListedRow {
                source: "sfs",
                leaf,
                position,
                nested,
                document: DocumentNumber(document as u32),
                expired: documents[document].expired.as_deref(),
                extras: &extras(document),
            };
            writer.listed(&row).unwrap();
        }
    })
}

#[test]
fn a_tree_counts_what_stands_on_the_day() {
    let small = catalog();
    for day in DAYS {
        let found = small.catalog.with(|reader| reader.facet_tree("sfs", day)).unwrap();
        assert_eq!(found, Some(tree(&counts(Some(day)))), "{day}");
    }
    let slugs = |day| {
        let found = small.catalog.with(|reader| reader.facet_tree("sfs", day)).unwrap().unwrap();
        found.buckets.into_iter().map(|bucket| bucket.slug).collect::<Vec<_>>()
    };
    assert_eq!(
        (slugs("2031-01-01"), slugs("2031-01-02")),
        (["a", "b", "c"].map(str::to_owned).to_vec(), ["a", "b"].map(str::to_owned).to_vec())
    );
    assert_eq!(small.catalog.with(|reader| reader.facet_tree("dv", DAYS[0])).unwrap(), None);
    let catalog = small.damaged("UPDATE facet_tree SET tree = substr(tree, 2)");
    assert!(catalog.with(|reader| reader.facet_tree("sfs", DAYS[0])).is_err());
}

/// What a leaf should show.
fn expected(leaf: &str, day: &str, page: RowRange) -> LeafPage {
    let (rows, documents) = (placed(), documents());
    let listed = |row: &Placed, amendments| ListedDocument {
        document: documents[row.document].clone(),
        extras: extras(row.document),
        amendments,
    };
    let of_leaf = || rows.iter().filter(|row| row.leaf == leaf && stands(&documents[row.document], day));
    let entries: Vec<ListedDocument> = of_leaf()
        .filter(|row| row.nested == 0)
        .map(|entry| {
            let nested = of_leaf().filter(|row| row.nested > 0 && row.position == entry.position);
            listed(entry, nested.map(|row| listed(row, Vec::new())).collect())
        })
        .collect();
    let total = entries.len() as u64;
    let slice = entries.into_iter().skip(page.offset as usize).take(page.limit as usize);
    LeafPage { total, documents: slice.collect() }
}

#[test]
fn a_page_of_a_leaf_is_a_slice_of_what_stands_on_the_day() {
    let small = catalog();
    let mut with_amendments = 0;
    for leaf in LEAVES.into_iter().chain(["a", "", "x"]) {
        for day in DAYS {
            for (offset, limit) in [(0, 100), (0, 2), (1, 3), (4, 1), (8, 5), (9, 1), (0, 0), (2, u64::MAX)] {
                let page = RowRange { limit, offset };
                let found = small.catalog.with(|reader| reader.leaf("sfs", leaf, day, page)).unwrap();
                with_amendments += found.documents.iter().filter(|row| !row.amendments.is_empty()).count();
                assert_eq!(found, expected(leaf, day, page), "{leaf} {day} {page:?}");
            }
        }
    }
    assert!(with_amendments > 20, "{with_amendments} entries had others under them");
    let page = RowRange { limit: 9, offset: 0 };
    let other = small.catalog.with(|reader| reader.leaf("dv", "a/x", DAYS[0], page)).unwrap();
    assert_eq!(other, LeafPage { total: 0, documents: Vec::new() });
}

#[test]
fn what_expired_between_two_days_comes_by_day() {
    let small = catalog();
    for after in DAYS {
        for until in DAYS {
            let mut expected: Vec<(String, DocumentNumber)> = documents()
                .into_iter()
                .filter_map(|document| Some((document.expired?, document.id)))
                .filter(|(day, _)| after < day.as_str() && day.as_str() <= until)
                .collect();
            expected.sort();
            let found = small.catalog.with(|reader| reader.expired_between(after, until)).unwrap();
            let found: Vec<_> = found.into_iter().map(|(number, day)| (day, number)).collect();
            assert_eq!(found, expected, "{after} {until}");
        }
    }
}
