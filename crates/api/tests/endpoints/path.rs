//! Chains of citations between documents, against a plain search over the bare list of links.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use serde_json::{Value, json};

use crate::links::{World, coded};
use crate::served::{Served, uri};

async fn path(served: &Served, from: &str, to: &str, more: &str) -> Value {
    let answer = served.get(&format!("/api/v1/path?from={}&to={}{more}", coded(from), coded(to))).await;
    assert_eq!(answer.status, 200, "{from} {to} {more}: {}", answer.text());
    answer.json()
}

impl World {
    fn steps(&self, direction: &str) -> BTreeMap<&str, BTreeSet<&str>> {
        let mut steps = BTreeMap::<&str, BTreeSet<&str>>::new();
        for (citing, cited) in self.edges.keys() {
            if direction != "in" {
                steps.entry(citing).or_default().insert(cited);
            }
            if direction != "out" {
                steps.entry(cited).or_default().insert(citing);
            }
        }
        steps
    }

    /// The smallest of the shortest chains to every document that can be reached through one group (or any).
    fn chains(&self, from: &str, direction: &str, group: Option<&str>) -> BTreeMap<String, Vec<String>> {
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

    /// Checks what each step says of its hop, and gives the documents.
    fn read_chain(&self, steps: &Value, direction: &str) -> Vec<String> {
        let steps = steps.as_array().unwrap();
        let uri = |step: &Value| step["uri"].as_str().unwrap().to_owned();
        for pair in steps.windows(2) {
            let (here, next) = (uri(&pair[0]), uri(&pair[1]));
            let forward = direction != "in" && self.links(&here, &next) > 0;
            let links = if forward { self.links(&here, &next) } else { self.links(&next, &here) };
            assert!(links > 0, "{here} {next} {direction}");
            assert_eq!((&pair[0]["links"], &pair[0]["forward"]), (&json!(links), &json!(forward)));
        }
        let last = steps.last().unwrap();
        assert_eq!((&last["links"], &last["forward"]), (&Value::Null, &Value::Null));
        steps.iter().map(uri).collect()
    }
}

#[tokio::test]
async fn two_chains_between_a_case_and_a_proposition() {
    let path = format!("/api/v1/path?from={}&to={}&paths=2", uri("dom/nja/2031s5"), uri("prop/2030/31:9"));
    insta::assert_json_snapshot!(Served::demo().json(&path).await);
}

#[tokio::test]
async fn the_smallest_of_the_shortest_chains_and_what_joins_them() {
    let served = Served::demo();
    let world = World::read(&served).await;
    let (mut chains, mut none, mut longest) = (0, 0, 0);
    for from in world.documents.keys().step_by(9) {
        for (direction, group) in [("both", None), ("out", None), ("in", None), ("both", Some("Rättsfall"))]
        {
            let expected = world.chains(from, direction, group);
            for to in world.documents.keys().step_by(4) {
                let groups = group.map(|group| format!("&groups={group}")).unwrap_or_default();
                let more = format!("&direction={direction}&paths=3{groups}");
                let answer = path(&served, from, to, &more).await;
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
                assert_eq!(&found[0], smallest, "{from} {to} {more}");
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

#[tokio::test]
async fn from_a_document_to_itself() {
    let served = Served::demo();
    let world = World::read(&served).await;
    let cited_or_citing: BTreeSet<&String> =
        world.edges.keys().flat_map(|(citing, cited)| [citing, cited]).collect();
    let alone = world.documents.keys().find(|uri| !cited_or_citing.contains(uri)).unwrap();
    for document in [&uri("1931:47"), alone] {
        let answer = path(&served, &format!("{document}#P1"), document, "&paths=5&groups=Begrepp").await;
        assert_eq!((&answer["distance"], &answer["alternatives"]), (&json!(0), &json!([])));
        assert_eq!(answer["path"].as_array().unwrap().len(), 1);
        assert_eq!(
            (&answer["path"][0]["uri"], &answer["path"][0]["links"]),
            (&json!(document), &Value::Null)
        );
        assert_eq!((&answer["from"], &answer["to"]), (&json!(document), &json!(document)));
    }
}

#[tokio::test]
async fn no_document_and_no_such_parameter() {
    let served = Served::demo();
    let (known, unknown) = (uri("1931:47"), uri("2999:1"));
    for (from, to) in [(&known, &unknown), (&unknown, &known), (&unknown, &unknown)] {
        let (status, detail) = served.failure(&format!("/api/v1/path?from={from}&to={to}")).await;
        assert_eq!(status, 404);
        assert!(detail.as_str().unwrap().contains("2999:1"));
    }
    let answer = served.get("/api/v1/path?direction=x&paths=6&groups=x").await;
    assert_eq!(answer.status, 422);
    let detail = answer.json()["detail"].take();
    let fields: Vec<_> =
        detail.as_array().unwrap().iter().map(|item| item["loc"][1].as_str().unwrap()).collect();
    assert_eq!(fields, ["from", "to", "direction", "paths"]);
}
