//! Facet trees and leaves are the model's, on the day of the build and on days after it.

use std::collections::BTreeMap;

use lagrum_catalog::{FacetTreeBucket, LeafPage, ListedDocument, RowRange};
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;

use crate::corpus::Corpus;
use crate::filing::{Filed, Leaf, counts, label, levels};
use crate::model::Model;
use crate::place::BuiltCorpus;
use crate::stated::Promise;

pub const PROMISES: &[(&str, Promise)] = &[
    (
        "trees and leaves are those of the contract on any later day",
        trees_and_leaves_are_those_of_the_contract_on_any_later_day,
    ),
    ("sources are filed by their levels or not at all", sources_are_filed_by_their_levels_or_not_at_all),
    ("a leaf lists what its documents are", a_leaf_lists_what_its_documents_are),
];

const EVERYTHING: RowRange = RowRange { limit: u64::MAX, offset: 0 };

/// Days after every build, the first before and the others on or after the ends of some documents.
const LATER: [&str; 4] = ["2899-12-30", "2899-12-31", "2900-01-01", "2999-01-01"];

const SOURCES: [&str; 6] = ["sfs", "dv", "forarbete", "foreskrift", "eurlex", "begrepp"];

/// The leaves of the day of the build without what has ended by a later day. What was nested under something that
/// has ended goes with it until the next build.
fn on(model: &Model, mut leaves: Vec<Leaf>, day: &str) -> Vec<Leaf> {
    let stands = |filed: &Filed| !model.documents[&filed.uri].is_hidden(day);
    for leaf in &mut leaves {
        leaf.entries.retain(stands);
        for entry in &mut leaf.entries {
            entry.nested.retain(stands);
        }
    }
    leaves.retain(|leaf| !leaf.entries.is_empty());
    leaves
}

/// A tree flattened: each bucket's path, key, label and count, as they stand.
fn flattened(buckets: &[FacetTreeBucket], outer: &str) -> Vec<(String, String, String, u64)> {
    let mut flat = Vec::new();
    for bucket in buckets {
        let path = if outer.is_empty() { bucket.slug.clone() } else { format!("{outer}/{}", bucket.slug) };
        flat.push((path.clone(), bucket.key.clone(), bucket.label.clone(), bucket.count));
        flat.extend(flattened(bucket.children.as_deref().unwrap_or_default(), &path));
    }
    flat
}

fn expected_tree(source: &str, leaves: &[Leaf]) -> Vec<(String, String, String, u64)> {
    let counts = counts(leaves);
    let mut flat: Vec<(String, String, String, u64)> = Vec::new();
    for leaf in leaves {
        for depth in 1..=leaf.slugs.len() {
            let (path, key) = (leaf.slugs[..depth].join("/"), leaf.keys[depth - 1].clone());
            if flat.iter().all(|(known, ..)| *known != path) {
                flat.push((path.clone(), key.clone(), label(source, &key), counts[&path]));
            }
        }
    }
    flat
}

fn filed(listed: &ListedDocument) -> Filed {
    Filed {
        uri: listed.document.uri.clone(),
        nested: listed.amendments.iter().map(filed).collect(),
        consolidated: listed.extras.consolidated,
    }
}

fn trees_and_leaves_are_those_of_the_contract_on_any_later_day(
    _: &Corpus,
    place: &BuiltCorpus,
    model: &Model,
) -> TestCaseResult {
    let snapshot = place.snapshot();
    let built = snapshot.manifest().day.clone();
    for source in SOURCES {
        let leaves = model.leaves(source, &built);
        for day in std::iter::once(built.as_str()).chain(LATER) {
            let expected = on(model, leaves.clone(), day);
            let tree = snapshot.catalog().with(|catalog| catalog.facet_tree(source, day)).unwrap();
            let tree = tree.unwrap_or_default();
            prop_assert_eq!(
                flattened(&tree.buckets, ""),
                expected_tree(source, &expected),
                "{} on {}",
                source,
                day
            );
            for leaf in &expected {
                let path = leaf.slugs.join("/");
                let ask = |page| -> LeafPage {
                    snapshot.catalog().with(|catalog| catalog.leaf(source, &path, day, page)).unwrap()
                };
                let whole: Vec<Filed> = ask(EVERYTHING).documents.iter().map(filed).collect();
                prop_assert_eq!(&whole, &leaf.entries, "{} {} on {}", source, &path, day);
                let mut paged = Vec::new();
                for offset in 0..=whole.len() as u64 {
                    let page = ask(RowRange { limit: 1, offset });
                    prop_assert_eq!(page.total, whole.len() as u64);
                    paged.extend(page.documents.iter().map(filed));
                }
                prop_assert_eq!(paged, whole, "pages cover each document once");
            }
        }
    }
    Ok(())
}

fn sources_are_filed_by_their_levels_or_not_at_all(
    _: &Corpus,
    place: &BuiltCorpus,
    model: &Model,
) -> TestCaseResult {
    let snapshot = place.snapshot();
    for source in model.sources() {
        let tree = snapshot.catalog().with(|catalog| catalog.facet_tree(source, "2030-01-01")).unwrap();
        let names = tree.as_ref().map(|tree| tree.levels.clone());
        prop_assert_eq!(
            names,
            levels(source).map(|names| names.iter().map(|name| (*name).to_owned()).collect())
        );
        for bucket in tree.map(|tree| tree.buckets).unwrap_or_default() {
            if let Some(children) = bucket.children {
                prop_assert_eq!(bucket.count, children.iter().map(|child| child.count).sum::<u64>());
            }
        }
    }
    Ok(())
}

fn a_leaf_lists_what_its_documents_are(_: &Corpus, place: &BuiltCorpus, model: &Model) -> TestCaseResult {
    let snapshot = place.snapshot();
    let day = snapshot.manifest().day.clone();
    let mut listed = BTreeMap::new();
    for source in ["sfs", "dv"] {
        for leaf in model.leaves(source, &day) {
            let path = leaf.slugs.join("/");
            let page =
                snapshot.catalog().with(|catalog| catalog.leaf(source, &path, &day, EVERYTHING)).unwrap();
            listed.extend(page.documents.into_iter().map(|entry| (entry.document.uri.clone(), entry)));
        }
    }
    for (uri, entry) in listed {
        let (document, extras) = (&model.documents[&uri], entry.extras);
        prop_assert_eq!(entry.document.title.as_deref().unwrap_or_default(), &document.description.title);
        if document.source == "sfs" {
            prop_assert_eq!(extras.subdued, Some(document.kind() != "lag"));
            prop_assert_eq!(extras.year.as_deref(), document.local_id().split(':').next());
            let whole = extras.pre.unwrap() + &extras.key.unwrap();
            prop_assert!(whole == document.description.title || whole == document.description.display);
        } else {
            prop_assert_eq!(extras.date, document.description.date.clone());
            let variant = match document.local_id() {
                id if id.contains("/not/") => "notis",
                id if id.ends_with("/2031-02-03") => "dom",
                _ => "referat",
            };
            prop_assert_eq!(extras.variant.as_deref(), Some(variant));
        }
    }
    Ok(())
}
