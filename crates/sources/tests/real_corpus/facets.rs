//! The facets of every source, leaf by leaf, and the rows of the leaves that are given in full.

use std::collections::{BTreeMap, BTreeSet};

use lagrum_sources::{Description, Leaf, LeafOrder, ListingRow, known, listing, parse_date};
use serde_json::Value;

use crate::corpus::{Corpus, corpus};

/// The day the other implementation asked.
const TODAY: &str = "2026-11-20";

/// The treaty that a newer consolidation replaces in our listing. The other implementation lists both.
const OLDER_CONSOLIDATION: &str = "celex/12012E/TXT";

/// The regulations that we list under the one they amend. The other implementation lists them on their own.
const FOLDED: [&str; 5] = ["amsfs/2007:28", "msbfs/2018:12", "msbfs/2019:2", "rafs/2006:6", "sjvfs/2009:44"];

/// The sources whose buckets the other implementation labels or orders by other tables.
const OTHER_TABLES: [&str; 3] = ["forarbete", "avg", "foreskrift"];

/// The documents of one source as listed here and there.
struct Compared<'a> {
    name: &'static str,
    descriptions: BTreeMap<&'a str, &'a Description>,
    local_ids: Vec<&'a str>,
    leaves: Vec<Leaf>,
    theirs: Value,
}

fn compared<'a>(
    corpus: &'a Corpus,
    name: &'static str,
    stubs: &'a BTreeMap<String, Description>,
) -> Option<Compared<'a>> {
    let theirs = corpus.expected(&format!("facets/{name}.json"))?;
    let own = corpus.documents.iter().filter(|(_, document)| document.source == name);
    let mut descriptions: BTreeMap<&str, &Description> =
        own.map(|(local_id, document)| (local_id.as_str(), &document.description)).collect();
    if name == "begrepp" {
        descriptions.extend(stubs.iter().map(|(local_id, stub)| (local_id.as_str(), stub)));
    }
    let amends = |local_id: &str| {
        let links = &corpus.documents.get(local_id)?.links;
        let targets = links.iter().filter(|(_, _, predicate)| predicate == "rpubl:andrar");
        targets.map(|(to, ..)| corpus.local(to)).min()
    };
    // Days of Strasbourg are compared with the catalog, where each that differs has its cause; here documents stand under theirs.
    let mut their_days = BTreeMap::new();
    if name == "hudoc" {
        for row in corpus.expected_lines("catalog.ndjson.gz") {
            let day = row["date"].as_str().unwrap_or_default().to_owned();
            their_days.insert(corpus.local(row["uri"].as_str().unwrap()).to_owned(), day);
        }
    }
    let rows: Vec<_> = descriptions
        .iter()
        .map(|(local_id, description)| {
            let row = description.row(local_id);
            let date = their_days.get(*local_id).map(String::as_str).or(row.date);
            ListingRow { amends: amends(local_id), date, ..row }
        })
        .collect();
    let leaves = listing(known(name).unwrap(), &rows, parse_date(TODAY).unwrap());
    let local_ids = descriptions.keys().copied().collect();
    Some(Compared { name, descriptions, local_ids, leaves, theirs })
}

impl Compared<'_> {
    /// The counts of our leaves by path, by the rules of the other implementation: its series have no successors, and it lists the
    /// documents that we fold or leave out.
    fn our_counts(&self) -> BTreeMap<Vec<String>, usize> {
        let mut counts = BTreeMap::new();
        for leaf in &self.leaves {
            let keys: Vec<_> = leaf.path.iter().map(|bucket| bucket.key.clone()).collect();
            if self.name != "foreskrift" {
                *counts.entry(keys).or_default() += leaf.entries.len();
                continue;
            }
            for row in leaf
                .entries
                .iter()
                .flat_map(|entry| entry.amendments.iter().chain([entry]))
                .map(|entry| entry.row)
            {
                let (series, number) = self.local_ids[row].split_once('/').unwrap();
                *counts.entry(vec![series.to_uppercase(), number[..4].to_owned()]).or_default() += 1;
            }
        }
        if self.name == "eurlex" {
            *counts.entry(vec!["treaty".to_owned(), "tfeu".to_owned()]).or_default() += 1;
        }
        counts
    }

    fn their_counts(&self) -> BTreeMap<Vec<String>, usize> {
        let mut counts = BTreeMap::new();
        for (path, bucket) in self.their_leaves() {
            counts.insert(path, usize::try_from(bucket["count"].as_u64().unwrap()).unwrap());
        }
        counts
    }

    /// The leaves of the other implementation in its order, each with its path of keys.
    fn their_leaves(&self) -> Vec<(Vec<String>, &Value)> {
        let key = |bucket: &Value| bucket["key"].as_str().unwrap().to_owned();
        let mut leaves = Vec::new();
        for bucket in self.theirs["buckets"].as_array().unwrap() {
            match bucket["children"].as_array() {
                Some(children) => {
                    leaves.extend(children.iter().map(|child| (vec![key(bucket), key(child)], child)));
                }
                None => leaves.push((vec![key(bucket)], bucket)),
            }
        }
        leaves
    }
}

#[test]
fn every_leaf_has_the_same_count() {
    let Some(corpus) = corpus() else { return };
    let stubs = stubs(corpus);
    let mut sources = 0;
    for source in lagrum_sources::all() {
        let Some(compared) = compared(corpus, source.name, &stubs) else { continue };
        sources += 1;
        assert_eq!(compared.our_counts(), compared.their_counts(), "{}", source.name);
        let total: usize = compared.leaves.iter().map(|leaf| leaf.entries.len()).sum();
        println!("{}: {} leaves, {total} documents listed", source.name, compared.leaves.len());
        if !OTHER_TABLES.contains(&source.name) {
            let label = |bucket: &Value| bucket["label"].as_str().unwrap().to_owned();
            let theirs: Vec<_> =
                compared.their_leaves().into_iter().map(|(path, leaf)| (path, label(leaf))).collect();
            let named = |leaf: &Leaf| {
                let keys = leaf.path.iter().map(|bucket| bucket.key.clone()).collect();
                (keys, leaf.path.last().unwrap().label.clone())
            };
            assert_eq!(compared.leaves.iter().map(named).collect::<Vec<_>>(), theirs, "{}", source.name);
        }
    }
    assert_eq!(sources, 12);
}

#[test]
fn what_is_folded_is_listed_under_its_base() {
    let Some(corpus) = corpus() else { return };
    let none = BTreeMap::new();
    let foreskrift = compared(corpus, "foreskrift", &none).unwrap();
    let entries = foreskrift.leaves.iter().flat_map(|leaf| &leaf.entries);
    let folded: BTreeSet<_> =
        entries.flat_map(|entry| &entry.amendments).map(|entry| foreskrift.local_ids[entry.row]).collect();
    assert_eq!(folded, BTreeSet::from(FOLDED));
    let eurlex = compared(corpus, "eurlex", &none).unwrap();
    let listed = |wanted: &str| {
        let mut entries = eurlex.leaves.iter().flat_map(|leaf| &leaf.entries);
        entries.any(|entry| eurlex.local_ids[entry.row] == wanted)
    };
    assert!(!listed(OLDER_CONSOLIDATION));
    assert!(listed("celex/12016E/TXT"));
}

#[test]
fn the_rows_of_the_given_leaves_are_the_same() {
    let Some(corpus) = corpus() else { return };
    let stubs = stubs(corpus);
    let (mut rows, mut rows_in_order) = (0, 0);
    for source in lagrum_sources::all() {
        let Some(compared) = compared(corpus, source.name, &stubs) else { continue };
        let in_order = source.scheme.unwrap().leaf_order == LeafOrder::Subject;
        for (path, leaf) in compared.theirs["leaves"].as_object().unwrap() {
            let slugs = |leaf: &&Leaf| {
                leaf.path.iter().map(|bucket| bucket.slug.as_str()).collect::<Vec<_>>().join("/") == *path
            };
            let Some(ours) = compared.leaves.iter().find(slugs) else {
                // A series that has a successor.
                assert_eq!(source.name, "foreskrift", "{path}");
                continue;
            };
            let mut listed: Vec<_> = ours.entries.iter().map(|entry| compared.local_ids[entry.row]).collect();
            let theirs = leaf["documents"].as_array().unwrap();
            let mut wanted: Vec<_> =
                theirs.iter().map(|row| corpus.local(row["uri"].as_str().unwrap())).collect();
            if !in_order {
                listed.sort_unstable();
                wanted.sort_unstable();
            }
            if source.name == "foreskrift" {
                // The other leaf is of one series, ours also of the series that it succeeded.
                let series = |local_id: &&str| local_id.split('/').next() == path.split('/').next();
                listed.retain(series);
                wanted.retain(|local_id| !FOLDED.contains(local_id));
            }
            // The other implementation puts ä before å, so only names without these letters are compared.
            let without = |rows: &[&str]| -> Vec<String> {
                let rows = rows.iter().map(|row| (*row).to_owned());
                rows.filter(|row| !compared.descriptions[row.as_str()].title.contains(['å', 'ä', 'Å', 'Ä']))
                    .collect()
            };
            assert_eq!(without(&listed), without(&wanted), "{} {path}", source.name);
            rows_in_order += without(&wanted).len();
            listed.sort_unstable();
            wanted.sort_unstable();
            assert_eq!(listed, wanted, "{} {path}", source.name);
            rows += wanted.len();
            for theirs in theirs {
                let local_id = corpus.local(theirs["uri"].as_str().unwrap());
                if let Some(entry) =
                    ours.entries.iter().find(|entry| compared.local_ids[entry.row] == local_id)
                {
                    let display = &compared.descriptions[local_id].display;
                    extras_agree(source.name, local_id, &entry.extras, display, theirs);
                }
            }
        }
    }
    println!("{rows} rows of leaves compared, {rows_in_order} of them in order");
}

/// Compares what the source adds to a row, where the other implementation adds the same sort of thing.
fn extras_agree(
    source: &str,
    local_id: &str,
    ours: &lagrum_sources::BrowseExtras,
    display: &str,
    theirs: &Value,
) {
    let text = |column: &str| theirs[column].as_str();
    if source == "sfs" {
        // Without a subject the row sorts under its display name, and theirs is the title.
        if ours.key.as_deref() != Some(display) {
            assert_eq!((ours.pre.as_deref(), ours.key.as_deref()), (text("pre"), text("key")), "{local_id}");
        }
        assert_eq!(
            (ours.subdued, ours.year.as_deref()),
            (theirs["subdued"].as_bool(), text("year")),
            "{local_id}"
        );
    }
    if source == "dv" {
        assert_eq!(
            (ours.variant.as_deref(), ours.date.as_deref()),
            (text("variant"), text("date")),
            "{local_id}"
        );
    }
}

fn stubs(corpus: &Corpus) -> BTreeMap<String, Description> {
    let names = corpus.concepts().stubs.into_iter();
    names.map(|name| (format!("begrepp/{}", name.replace(' ', "_")), Description::stub(&name))).collect()
}
