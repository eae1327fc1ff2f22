//! Every dump has the document format: artifacts of the corpus, in order, minified, with sorted keys.

mod common;

use std::collections::HashSet;

use common::{BASE, SOURCES, artifacts, generate, lines};
use lagrum_artifact::{Artifact, Step};
use serde_json::Value;

#[test]
fn every_line_is_an_artifact_of_the_corpus() {
    let (folder, summary) = generate(500, 0.05, 3);
    let mut documents = 0;
    for source in SOURCES.into_iter().chain(["versions/sfs"]) {
        let lines = lines(folder.path(), source);
        assert!(!lines.is_empty(), "{source}");
        let mut uris: Vec<String> = Vec::new();
        for line in &lines {
            let artifact = Artifact::parse(line.as_bytes()).unwrap();
            assert!(artifact.uri().starts_with(&format!("{BASE}/")), "{}", artifact.uri());
            // Minified, keys sorted: writing it again changes nothing.
            let sorted: std::collections::BTreeMap<String, Value> = serde_json::from_str(line).unwrap();
            assert!(serde_json::to_string(&sorted).unwrap() == *line, "{}", artifact.uri());
            uris.push(artifact.uri().to_owned());
        }
        assert!(uris.is_sorted(), "{source}");
        assert_eq!(uris.iter().collect::<HashSet<_>>().len(), uris.len(), "{source}");
        documents += if source.contains('/') { 0 } else { lines.len() };
    }
    assert_eq!(documents, summary.documents());
    assert!((500..600).contains(&documents), "{documents}");
}

#[test]
fn no_anchor_is_given_twice_in_a_document() {
    let (folder, _) = generate(200, 0.3, 4);
    for source in SOURCES {
        for artifact in artifacts(folder.path(), source) {
            let mut known = HashSet::new();
            artifact.presented().walk(&mut |step| {
                if let Step::Enter(node) = step
                    && let Some(id) = node.id()
                {
                    assert!(known.insert(id.to_owned()), "{}#{id}", artifact.uri());
                }
            });
        }
    }
}

#[test]
fn archived_lydelser_are_listed_and_are_of_statutes_held() {
    let (folder, _) = generate(1_500, 0.02, 5);
    let held: HashSet<String> =
        artifacts(folder.path(), "sfs").iter().map(|statute| statute.uri().to_owned()).collect();
    let lydelser = artifacts(folder.path(), "versions/sfs");
    let list = std::fs::read(folder.path().join("versions/sfs.versions.json")).unwrap();
    let list: serde_json::Map<String, Value> = serde_json::from_slice(&list).unwrap();
    assert!(
        list.len() * 100 >= held.len() && list.len() * 100 <= held.len() * 12,
        "{} of {}",
        list.len(),
        held.len()
    );
    let mut listed = HashSet::new();
    for (statute, entry) in &list {
        assert!(held.contains(statute), "{statute}");
        for version in entry["versions"].as_array().unwrap() {
            listed.insert((
                version["uri"].as_str().unwrap().to_owned(),
                version["version"].as_str().unwrap().to_owned(),
            ));
        }
    }
    let archived: HashSet<(String, String)> = lydelser
        .iter()
        .map(|lydelse| (lydelse.uri().to_owned(), lydelse.str(&["version"]).unwrap().to_owned()))
        .collect();
    assert_eq!(listed, archived);
}

#[test]
fn a_lydelse_differs_from_the_next_in_some_paragrafer_only() {
    let (folder, _) = generate(1_500, 0.02, 5);
    let statutes = artifacts(folder.path(), "sfs");
    let (mut same, mut changed) = (0, 0);
    for lydelse in artifacts(folder.path(), "versions/sfs") {
        let (uri, _) = lydelse.uri().split_once("/konsolidering/").unwrap();
        let statute = statutes.iter().find(|statute| statute.uri() == uri).unwrap();
        let texts = |artifact: &Artifact| -> Vec<String> {
            let mut texts = Vec::new();
            artifact.presented().walk(&mut |step| {
                if let Step::Text(runs) = step {
                    texts.push(runs.plain_text());
                }
            });
            texts
        };
        for (old, new) in texts(&lydelse).iter().zip(texts(statute)) {
            if *old == new { same += 1 } else { changed += 1 }
        }
    }
    assert!(changed > 0 && changed < same, "{changed} changed, {same} the same");
}
