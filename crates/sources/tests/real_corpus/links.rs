//! Every link of every document, as multisets, with concepts folded on both sides.

use std::collections::{BTreeMap, BTreeSet};

use lagrum_sources::{concept_name, concept_uri};
use serde_json::Value;

use crate::corpus::{Corpus, PlainLink, corpus};

/// Links to inflected and former names of concepts, which folding moves.
const FOLDED_CONCEPTS: usize = 119;

/// Links that end inside the number of an article, which are read as text.
const CUT_LINKS: usize = 2960;

#[test]
fn every_link_is_found() {
    let Some(corpus) = corpus() else { return };
    let mut expected: BTreeMap<String, Vec<PlainLink>> = BTreeMap::new();
    for document in corpus.expected_lines("links.ndjson.gz") {
        let uri = document["uri"].as_str().unwrap();
        let links = document["links"].as_array().unwrap().iter().map(|link| {
            let target = link[0].as_str().unwrap();
            let target = match target.strip_prefix('.') {
                Some(fragment) => format!("{uri}{fragment}"),
                None if target.starts_with("http") => target.to_owned(),
                None => format!("{}/{target}", corpus.base),
            };
            let anchor = link[1].as_str().map(str::to_owned);
            (target, anchor, link[2].as_str().unwrap_or("dcterms:references").to_owned())
        });
        expected.insert(corpus.local(uri).to_owned(), links.collect());
    }
    let concepts = corpus.concepts();
    let unended = unended_links(corpus);
    let mut cut = 0;
    let (mut compared, mut folded) = (0, 0);
    let mut unexplained = Vec::new();
    for (local_id, document) in &corpus.documents {
        let theirs = expected.remove(local_id).unwrap_or_default();
        compared += theirs.len();
        let ours: Vec<_> = document
            .links
            .iter()
            .map(|(to, anchor, predicate)| {
                let name = concept_name(&corpus.base, to).and_then(|name| concepts.folded.get(&name));
                folded += usize::from(name.is_some());
                let to = name.map_or_else(|| to.clone(), |name| concept_uri(&corpus.base, name));
                (to, anchor.clone(), predicate.clone())
            })
            .collect();
        let (ours_only, mut theirs_only) = difference(&ours, &theirs);
        let all = theirs_only.len();
        let unended = unended.get(local_id);
        theirs_only.retain(|(to, ..)| !unended.is_some_and(|unended| unended.contains(to)));
        cut += all - theirs_only.len();
        let ours_only = ours_only.iter().map(|link| ("ours", link));
        let leftover = ours_only.chain(theirs_only.iter().map(|link| ("theirs", link)));
        unexplained.extend(leftover.map(|(side, link)| format!("{local_id}: {side} only: {link:?}")));
    }
    unexplained.extend(expected.keys().map(|uri| format!("{uri}: not in the corpus")));
    println!("{compared} links, {folded} of them to folded concepts, {} unexplained", unexplained.len());
    assert!(unexplained.is_empty(), "{}", unexplained[..unexplained.len().min(20)].join("\n"));
    assert_eq!((folded, cut), (FOLDED_CONCEPTS, CUT_LINKS));
}

/// The targets of the links that may end inside a number, by local id.
fn unended_links(corpus: &Corpus) -> BTreeMap<String, BTreeSet<String>> {
    let artifacts = crate::corpus::sources().into_iter().flat_map(|source| corpus.values(source));
    let local_id = |artifact: &Value| corpus.local(artifact["uri"].as_str().unwrap()).to_owned();
    artifacts.map(|artifact| (local_id(&artifact), lagrum_test_support::unended_links(&artifact))).collect()
}

/// The links that only the first list has and those that only the second has, as multisets.
fn difference(ours: &[PlainLink], theirs: &[PlainLink]) -> (Vec<PlainLink>, Vec<PlainLink>) {
    let mut counts: BTreeMap<&PlainLink, i64> = BTreeMap::new();
    for link in ours {
        *counts.entry(link).or_default() += 1;
    }
    for link in theirs {
        *counts.entry(link).or_default() -= 1;
    }
    let repeat = |wanted: i64| {
        let of_side = counts.iter().filter(move |(_, count)| **count * wanted > 0);
        of_side.flat_map(|(link, count)| vec![(*link).clone(); count.unsigned_abs() as usize]).collect()
    };
    (repeat(1), repeat(-1))
}
