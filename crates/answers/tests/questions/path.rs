//! Chains of citations between documents, against a plain search over the bare list of links.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use lagrum_answers::LinkDirection;
use serde_json::{Value, json};

use crate::fixture::uri;
use crate::links::World;
use crate::reader::Reader;

impl World {
    fn steps(&self, direction: LinkDirection) -> BTreeMap<&str, BTreeSet<&str>> {
        let mut steps = BTreeMap::<&str, BTreeSet<&str>>::new();
        for (citing, cited) in self.edges.keys() {
            if direction != LinkDirection::In {
                steps.entry(citing).or_default().insert(cited);
            }
            if direction != LinkDirection::Out {
                steps.entry(cited).or_default().insert(citing);
            }
        }
        steps
    }

    /// For each document that can be reached through one group, or through any: of its shortest chains, the first in the order
    /// of uris.
    fn chains(
        &self,
        from: &str,
        direction: LinkDirection,
        group: Option<&str>,
    ) -> BTreeMap<String, Vec<String>> {
        let steps = self.steps(direction);
        let mut chains = BTreeMap::from([(from.to_owned(), vec![from.to_owned()])]);
        let mut queue = VecDeque::from([from.to_owned()]);
        // A level is walked in order of its chains, so the first chain to a document is the smallest.
        while let Some(document) = queue.pop_front() {
            let may_pass =
                group.is_none_or(|group| document == from || self.documents[&document].group == group);
            for next in steps.get(document.as_str()).into_iter().flatten().filter(|_| may_pass) {
                if !chains.contains_key(*next) {
                    let chain = [chains[&document].as_slice(), &[(*next).to_owned()]].concat();
                    chains.insert((*next).to_owned(), chain);
                    queue.push_back((*next).to_owned());
                }
            }
        }
        chains
    }

    fn links(&self, citing: &str, cited: &str) -> u64 {
        self.edges.get(&(citing.to_owned(), cited.to_owned())).copied().unwrap_or_default()
    }

    /// Checks the fields of each step, and returns the documents.
    fn read_chain(&self, steps: &Value, direction: LinkDirection) -> Vec<String> {
        let steps = steps.as_array().unwrap();
        let uri = |step: &Value| step["uri"].as_str().unwrap().to_owned();
        for pair in steps.windows(2) {
            let (here, next) = (uri(&pair[0]), uri(&pair[1]));
            let forward = direction != LinkDirection::In && self.links(&here, &next) > 0;
            let links = if forward { self.links(&here, &next) } else { self.links(&next, &here) };
            assert!(links > 0, "{here} {next} {direction:?}");
            assert_eq!((&pair[0]["links"], &pair[0]["forward"]), (&json!(links), &json!(forward)));
        }
        let last = steps.last().unwrap();
        assert_eq!((&last["links"], &last["forward"]), (&Value::Null, &Value::Null));
        steps.iter().map(uri).collect()
    }
}

#[test]
fn the_smallest_of_the_shortest_chains_and_what_joins_them() {
    let reader = Reader::demo();
    let world = World::read(reader);
    let (mut chains, mut none, mut longest) = (0, 0, 0);
    for from in world.documents.keys().step_by(9) {
        for (direction, group) in [
            (LinkDirection::Both, None),
            (LinkDirection::Out, None),
            (LinkDirection::In, None),
            (LinkDirection::Both, Some("Rättsfall")),
        ] {
            let expected = world.chains(from, direction, group);
            for to in world.documents.keys().step_by(4) {
                let answer = reader.path(from, to, |question| {
                    question.direction = direction;
                    question.groups = group.map(str::to_owned);
                    question.paths = 3;
                });
                assert_eq!(
                    (&answer["from"], &answer["to"], &answer["direction"]),
                    (&json!(from), &json!(to), &json!(direction))
                );
                let Some(smallest) = expected.get(to) else {
                    assert_eq!(
                        (&answer["distance"], &answer["path"]),
                        (&Value::Null, &json!([])),
                        "{from} {to}"
                    );
                    assert_eq!(answer["alternatives"], json!([]));
                    none += 1;
                    continue;
                };
                assert_eq!(answer["distance"], smallest.len() - 1);
                let mut found = vec![world.read_chain(&answer["path"], direction)];
                assert_eq!(&found[0], smallest, "{from} {to} {direction:?} {group:?}");
                for chain in answer["alternatives"].as_array().unwrap() {
                    let documents = world.read_chain(&chain["path"], direction);
                    assert_eq!(chain["distance"], documents.len() - 1);
                    assert_eq!((&documents[0], documents.last().unwrap()), (from, to));
                    assert_eq!(
                        documents.iter().collect::<BTreeSet<_>>().len(),
                        documents.len(),
                        "no document twice"
                    );
                    let between = &documents[1..documents.len() - 1];
                    assert!(
                        between
                            .iter()
                            .all(|uri| group.is_none_or(|group| world.documents[uri].group == group))
                    );
                    found.push(documents);
                }
                assert!(found.len() <= 3 && found.is_sorted_by_key(|chain| (chain.len(), chain.clone())));
                assert!(found.windows(2).all(|pair| pair[0] != pair[1]));
                chains += found.len();
                longest = longest.max(smallest.len());
            }
        }
    }
    assert!(chains > 300 && none > 10 && longest > 3, "{chains} {none} {longest}");
}

#[test]
fn from_a_document_to_itself() {
    let reader = Reader::demo();
    let world = World::read(reader);
    let cited_or_citing: BTreeSet<&String> =
        world.edges.keys().flat_map(|(citing, cited)| [citing, cited]).collect();
    let alone = world.documents.keys().find(|uri| !cited_or_citing.contains(uri)).unwrap();
    for document in [&uri("1931:47"), alone] {
        let answer = reader.path(&format!("{document}#P1"), document, |question| {
            question.paths = 5;
            question.groups = Some("Begrepp".to_owned());
        });
        assert_eq!((&answer["distance"], &answer["alternatives"]), (&json!(0), &json!([])));
        assert_eq!(answer["path"].as_array().unwrap().len(), 1);
        assert_eq!(
            (&answer["path"][0]["uri"], &answer["path"][0]["links"]),
            (&json!(document), &Value::Null)
        );
        assert_eq!((&answer["from"], &answer["to"]), (&json!(document), &json!(document)));
    }
}
