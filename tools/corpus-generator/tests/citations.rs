//! Citations: as many as specified, on places that exist, and independent of the amount of text.

mod common;

use std::collections::{HashMap, HashSet};

use common::{BASE, SOURCES, artifacts, generate, targets};
use lagrum_artifact::{Location, Step};

#[test]
fn the_summary_counts_what_the_documents_have() {
    let (folder, summary) = generate(1_000, 0.02, 11);
    let (mut links, mut own, mut edges, mut elsewhere, mut held) = (0, 0, 0, 0, HashSet::new());
    let corpus: Vec<_> = SOURCES.into_iter().flat_map(|source| artifacts(folder.path(), source)).collect();
    held.extend(corpus.iter().map(|artifact| artifact.uri().to_owned()));
    for artifact in &corpus {
        let mut cited = HashSet::new();
        for target in targets(artifact) {
            links += 1;
            let document = Location::parse(&target).unwrap().document().as_str().to_owned();
            if document == artifact.uri() {
                own += 1;
            } else {
                elsewhere += usize::from(!held.contains(&document));
                cited.insert(document);
            }
        }
        edges += cited.len();
    }
    assert_eq!(links, summary.links());
    assert_eq!(own, summary.own_links());
    assert_eq!(edges, summary.edges());

    // The properties of a corpus of any size, as far as a thousand documents can show them.
    let documents = corpus.len() as f64;
    let near = |name: &str, figure: f64, expected: f64, tolerance: f64| {
        assert!((figure - expected).abs() < tolerance, "{name}: {figure}, expected about {expected}");
    };
    near("citations of a document", links as f64 / documents, 40.0, 10.0);
    near("share inside the document", own as f64 / links as f64, 0.4, 0.08);
    near("documents cited by one", edges as f64 / documents, 8.7, 1.5);
    near("share of what is not held", elsewhere as f64 / (links - own) as f64, 0.04, 0.03);
}

#[test]
fn the_most_cited_statute_has_its_share() {
    let (folder, _) = generate(2_000, 0.02, 12);
    let mut citing: HashMap<String, usize> = HashMap::new();
    for source in SOURCES {
        for artifact in artifacts(folder.path(), source) {
            let cited: HashSet<String> = targets(&artifact)
                .iter()
                .map(|target| Location::parse(target).unwrap().document().as_str().to_owned())
                .filter(|document| document != artifact.uri())
                .collect();
            for document in cited {
                *citing.entry(document).or_default() += 1;
            }
        }
    }
    let statutes = artifacts(folder.path(), "sfs");
    let most = statutes.iter().map(|statute| citing.get(statute.uri()).copied().unwrap_or_default()).max();
    // In 300,000 documents about 11,700 cite the most cited statute: one in twenty-six.
    assert!((55..110).contains(&most.unwrap()), "{most:?}");
}

#[test]
fn a_cited_provision_is_there() {
    let (folder, _) = generate(500, 0.02, 13);
    let mut anchors: HashMap<String, HashSet<String>> = HashMap::new();
    let corpus: Vec<_> =
        ["sfs", "coe", "untc", "foreskrift", "eurlex", "forarbete", "kommentar", "hudoc", "dv"]
            .into_iter()
            .flat_map(|source| artifacts(folder.path(), source))
            .collect();
    for artifact in &corpus {
        let known = anchors.entry(artifact.uri().to_owned()).or_default();
        artifact.presented().walk(&mut |step| {
            if let Step::Enter(node) = step {
                known.extend(node.id().map(str::to_owned));
                // A paragraph of an EU act is named by its article and its number.
                if node.kind() == "article" {
                    let number = |child: lagrum_artifact::Node<'_>| child.str("num").map(str::to_owned);
                    let article = node.id().unwrap_or_default();
                    known.extend(
                        node.children().filter_map(number).map(|number| format!("{article}.{number}")),
                    );
                }
            }
        });
    }
    let mut checked = 0;
    for artifact in &corpus {
        for target in targets(artifact) {
            let place = Location::parse(&target).unwrap();
            let (Some(anchor), Some(known)) = (place.anchor(), anchors.get(place.document().as_str())) else {
                continue;
            };
            // Pages are no nodes; regulations do not mark their stycken.
            let paragraf = anchor.as_str().split('S').next().unwrap_or_default();
            if anchor.page().is_none() {
                assert!(known.contains(anchor.as_str()) || known.contains(paragraf), "{target}");
                checked += 1;
            }
        }
    }
    assert!(checked > 5_000, "{checked}");
}

#[test]
fn more_text_leaves_the_citations_alone() {
    let (short, brief) = generate(150, 0.03, 14);
    let (long, full) = generate(150, 0.5, 14);
    assert!(full.bytes() > 3 * brief.bytes(), "{} and {}", full.bytes(), brief.bytes());
    for source in SOURCES {
        let (short, long) = (artifacts(short.path(), source), artifacts(long.path(), source));
        assert_eq!(short.len(), long.len());
        for (short, long) in short.iter().zip(&long) {
            assert_eq!(short.uri(), long.uri());
            assert_eq!(targets(short), targets(long), "{}", short.uri());
        }
    }
}

#[test]
fn some_concepts_are_named_without_a_page() {
    let (folder, _) = generate(400, 0.02, 15);
    let pages: HashSet<String> =
        artifacts(folder.path(), "begrepp").iter().map(|page| page.uri().to_owned()).collect();
    let named: HashSet<String> = SOURCES
        .into_iter()
        .flat_map(|source| artifacts(folder.path(), source))
        .flat_map(|artifact| targets(&artifact))
        .filter(|target| target.starts_with(&format!("{BASE}/begrepp/")))
        .collect();
    assert!(named.iter().any(|concept| pages.contains(concept)));
    assert!(named.iter().any(|concept| !pages.contains(concept)));
}
