//! What lies beyond the neighbours, against the bare list of links.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use lagrum_answers::NeighbourOrder;
use serde_json::Value;

use crate::links::World;
use crate::reader::Reader;

type Ring = (u64, &'static str, Vec<String>);

impl World {
    fn adjacent(&self, document: &str, side: &str) -> BTreeSet<&str> {
        let pairs = self.edges.keys().filter_map(|(citing, cited)| match side {
            "in" if cited == document => Some(citing.as_str()),
            "out" if citing == document => Some(cited.as_str()),
            _ => None,
        });
        pairs.collect()
    }

    /// The rings by the rules of growth, given the neighbours shown on each side.
    fn rings(
        &self,
        centre: &str,
        neighbours: [&[String]; 2],
        (by_citations, grouplimit): (bool, usize),
        budgets: &[usize],
    ) -> Vec<Ring> {
        let mut included: BTreeSet<String> =
            neighbours.iter().flat_map(|side| side.iter().cloned()).collect();
        included.insert(centre.to_owned());
        let mut rings = Vec::new();
        for (side, first) in ["in", "out"].into_iter().zip(neighbours) {
            let mut frontier = first.to_vec();
            for (hop, budget) in (2..).zip(budgets) {
                let mut ties = BTreeMap::<&str, u64>::new();
                for candidate in frontier.iter().flat_map(|document| self.adjacent(document, side)) {
                    if !included.contains(candidate) {
                        *ties.entry(candidate).or_default() += 1;
                    }
                }
                let mut ranked: Vec<_> = ties.into_iter().collect();
                ranked.sort_by_key(|(uri, ties)| {
                    let cited = self.documents[*uri].inbound_count;
                    let rank = if by_citations { (cited, *ties) } else { (*ties, cited) };
                    (Reverse(rank), *uri)
                });
                let mut of_group = BTreeMap::<&str, usize>::new();
                ranked.retain(|(uri, _)| {
                    let shown = of_group.entry(&self.documents[*uri].group).or_default();
                    *shown += 1;
                    *shown <= grouplimit
                });
                frontier = ranked.into_iter().take(*budget).map(|(uri, _)| uri.to_owned()).collect();
                included.extend(frontier.iter().cloned());
                rings.push((hop, side, frontier.clone()));
            }
        }
        rings
    }
}

fn uris(rows: &Value) -> Vec<String> {
    rows.as_array().unwrap().iter().map(|row| row["uri"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn rings_and_edges_of_every_document_as_by_definition() {
    let reader = Reader::demo();
    let world = World::read(reader);
    let (mut nodes, mut edges) = (0, 0);
    for document in world.documents.keys() {
        for (depth, limit, budgets, order) in [
            (2, 5, &[2][..], NeighbourOrder::Links),
            (2, 1, &[1], NeighbourOrder::Citations),
            (3, 10, &[3, 2], NeighbourOrder::Citations),
            (3, 40, &[12, 8], NeighbourOrder::Links),
        ] {
            let by_citations = order == NeighbourOrder::Citations;
            let told = format!("{document} {depth} {limit}");
            let answer = reader.graph(document, |question| {
                question.depth = depth;
                question.limit = u32::try_from(limit).unwrap();
                question.order = order;
                question.group_limit = Some(4);
            });
            let (inbound, outbound) = (uris(&answer["inbound"]["top"]), uris(&answer["outbound"]["top"]));
            let first = limit - budgets.iter().sum::<usize>();
            assert!(inbound.len() <= first.max(1) && outbound.len() <= first.max(1), "{told}");
            let expected = world.rings(document, [&inbound, &outbound], (by_citations, 4), budgets);
            let expansion = &answer["expansion"];
            let mut found = expansion["nodes"].as_array().unwrap().iter().map(|node| {
                (node["hop"].as_u64().unwrap(), node["side"].as_str().unwrap(), node["uri"].as_str().unwrap())
            });
            for (hop, side, ring) in &expected {
                for uri in ring {
                    assert_eq!(found.next(), Some((*hop, *side, uri.as_str())), "{told}");
                }
                nodes += ring.len();
            }
            assert_eq!(found.next(), None, "{told}");

            let mut shown: BTreeSet<String> =
                [document.clone()].into_iter().chain(inbound).chain(outbound).collect();
            shown.extend(uris(&expansion["nodes"]));
            let induced: Vec<Value> = world
                .edges
                .iter()
                .filter(|((citing, cited), _)| shown.contains(citing) && shown.contains(cited))
                .map(|((citing, cited), links)| serde_json::json!([citing, cited, links]))
                .collect();
            assert_eq!(expansion["edges"].as_array().unwrap(), &induced, "{told}");
            edges += induced.len();
        }
    }
    assert!(nodes > 500 && edges > 1000, "{nodes} {edges}");
}
