//! The demo's documents cite each other the way real ones do: in every make of link, and across the sources.

#[allow(dead_code, reason = "each test file uses a part of it")]
use std::collections::{BTreeMap, BTreeSet};

use crate::support::{Doc, documents, each_object, local};
use serde_json::Value;

/// A link object, as it is stored.
type Object = serde_json::Map<String, Value>;

/// All links of the demo: where it stands and the object itself.
fn links(documents: &[Doc]) -> Vec<(&Doc, &Object)> {
    let mut links = Vec::new();
    for doc in documents {
        each_object(doc.artifact.value(), &mut |object| {
            if object.contains_key("uri") && object.contains_key("text") && !object.contains_key("type") {
                links.push((doc, object));
            }
        });
    }
    links
}

#[test]
fn links_of_every_make() {
    let documents = documents();
    let held: BTreeSet<_> = documents.iter().map(|doc| doc.artifact.uri()).collect();
    let links = links(&documents);
    let uri = |object: &Object| object["uri"].as_str().unwrap().to_owned();
    let some = |what: &str, found: &dyn Fn(&Doc, &Object, &str) -> bool| {
        assert!(links.iter().any(|(doc, link)| found(doc, link, &uri(link))), "no link {what}");
    };
    some("to the web", &|_, _, uri| local(uri).is_none() && uri.starts_with("https://"));
    some("to a whole document", &|_, _, uri| held.contains(uri));
    some("to a document that is not held", &|_, _, uri| {
        local(uri).is_some_and(|id| !id.contains('#')) && !held.contains(uri)
    });
    some("to a provision of a document that is not held", &|_, _, uri| {
        uri.split_once('#').is_some_and(|(root, _)| local(root).is_some() && !held.contains(root))
    });
    some("to itself", &|doc, _, uri| uri.split_once('#').is_some_and(|(root, _)| root == doc.artifact.uri()));
    some("with two hashes", &|_, _, uri| uri.matches('#').count() == 2);
    some("of a defined term", &|_, link, _| {
        link.get("kind").is_some_and(|k| k == "term") && link["predicate"] == "dcterms:subject"
    });
    some("of a term used", &|_, link, _| {
        link.get("kind").is_some_and(|k| k == "term") && link["predicate"] == "dcterms:references"
    });
    some("of a footnote", &|_, link, uri| {
        link.get("kind").is_some_and(|k| k == "footnote") && uri.starts_with("#fn-")
    });
    some("without a predicate", &|_, link, _| !link.contains_key("predicate"));
    some("to a concept nobody wrote about", &|_, _, uri| uri.contains("/begrepp/") && !held.contains(uri));

    let mut places: BTreeMap<(&str, String), BTreeSet<&str>> = BTreeMap::new();
    for (doc, link) in &links {
        let predicate = link.get("predicate").and_then(Value::as_str).unwrap_or("dcterms:references");
        places.entry((doc.artifact.uri(), uri(link))).or_default().insert(predicate);
    }
    assert!(places.values().any(|predicates| predicates.len() > 1), "no place linked to in two relations");
}

#[test]
fn sources_cite_each_other_both_ways() {
    let documents = documents();
    let source_of: BTreeMap<_, _> = documents.iter().map(|doc| (doc.artifact.uri(), doc.source)).collect();
    let pairs: BTreeSet<_> = links(&documents)
        .iter()
        .filter_map(|(doc, link)| {
            let root = link["uri"].as_str().unwrap().split('#').next().unwrap();
            source_of.get(root).map(|target| (doc.source, *target))
        })
        .collect();
    let targets: BTreeSet<_> = pairs.iter().filter(|(from, to)| from != to).map(|(_, to)| *to).collect();
    for (source, _) in
        crate::support::SOURCES.iter().filter(|(s, _)| !["kommentar", "icc", "icj"].contains(s))
    {
        assert!(targets.contains(source), "no other source cites {source}");
    }
    for (from, to) in
        [("sfs", "eurlex"), ("dv", "hudoc"), ("forarbete", "dv"), ("avg", "foreskrift"), ("icj", "untc")]
    {
        assert!(pairs.contains(&(from, to)), "{from} cites no {to}");
    }
    let mutual = pairs.iter().filter(|(from, to)| from < to && pairs.contains(&(to, from))).count();
    assert!(mutual >= 10, "{mutual} pairs of sources cite each other");
}
