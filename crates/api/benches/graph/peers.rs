//! The same questions asked of petgraph, as one would with its own means.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use lagrum_graph::{Depth, DocumentNumber, Graph, Side};
use petgraph::Direction;
use petgraph::algo::bidirectional_dijkstra;
use petgraph::graph::{DiGraph, NodeIndex, UnGraph};
use petgraph::visit::EdgeRef;

use crate::picture::{Picture, budgets};

/// The citation graph in petgraph's terms.
pub(crate) struct Peers {
    directed: DiGraph<(), u32>,
    undirected: UnGraph<(), ()>,
    /// petgraph would count them anew each time.
    in_degrees: Vec<usize>,
}

impl Peers {
    pub(crate) fn new(graph: &Graph) -> Self {
        let documents = 0..graph.document_count() as DocumentNumber;
        let edges = documents.clone().flat_map(|citing| {
            let row = graph.row(citing, Side::Out);
            row.documents.iter().zip(row.links).map(move |(&cited, &links)| (citing, cited, links))
        });
        let mut directed = DiGraph::<(), u32>::new();
        let mut undirected = UnGraph::<(), ()>::new_undirected();
        for _ in documents.clone() {
            directed.add_node(());
            undirected.add_node(());
        }
        for (citing, cited, links) in edges {
            directed.add_edge(NodeIndex::new(citing as usize), NodeIndex::new(cited as usize), links);
            undirected.add_edge(NodeIndex::new(citing as usize), NodeIndex::new(cited as usize), ());
        }
        let in_degrees = documents.map(|document| graph.in_degree(document) as usize).collect();
        Self { directed, undirected, in_degrees }
    }

    pub(crate) fn picture(&self, centre: DocumentNumber, depth: u8, limit: u32) -> Picture {
        let (depth, budgets) = budgets(depth, limit);
        let directions = [Direction::Incoming, Direction::Outgoing];
        let mut picture = Picture::default();
        for (at, direction) in directions.into_iter().enumerate() {
            let edges = self.directed.edges_directed(NodeIndex::new(centre as usize), direction);
            let mut side: Vec<(DocumentNumber, u32)> = edges
                .map(|edge| {
                    let other = if at == 0 { edge.source() } else { edge.target() };
                    (other.index() as DocumentNumber, *edge.weight())
                })
                .collect();
            picture.total_links[at] = side.iter().map(|(_, links)| u64::from(*links)).sum();
            side.sort_unstable_by_key(|&(document, links)| (Reverse(links), document));
            side.truncate(budgets.neighbours);
            picture.neighbours[at] = side;
        }
        if depth == Depth::One {
            return picture;
        }
        let mut shown: HashSet<DocumentNumber> =
            picture.neighbours.iter().flatten().map(|(document, _)| *document).collect();
        shown.insert(centre);
        for (at, direction) in directions.into_iter().enumerate() {
            let mut frontier: Vec<DocumentNumber> =
                picture.neighbours[at].iter().map(|(document, _)| *document).collect();
            for most in budgets.rings {
                let mut ties = HashMap::<DocumentNumber, usize>::new();
                for &document in &frontier {
                    for next in self.directed.neighbors_directed(NodeIndex::new(document as usize), direction)
                    {
                        *ties.entry(next.index() as DocumentNumber).or_default() += 1;
                    }
                }
                let mut ranked: Vec<_> =
                    ties.into_iter().filter(|(document, _)| !shown.contains(document)).collect();
                ranked.sort_unstable_by_key(|&(document, ties)| {
                    (Reverse((ties, self.in_degrees[document as usize])), document)
                });
                frontier = ranked.into_iter().take(most).map(|(document, _)| document).collect();
                shown.extend(&frontier);
                picture.rings.extend(&frontier);
            }
        }
        for &citing in &shown {
            let edges = self.directed.edges(NodeIndex::new(citing as usize));
            let edges = edges.map(|edge| (citing, edge.target().index() as DocumentNumber, *edge.weight()));
            picture.edges.extend(edges.filter(|(_, cited, _)| shown.contains(cited)));
        }
        picture.edges.sort_unstable();
        picture
    }

    /// Steps between two documents, either way at each.
    pub(crate) fn distance(&self, from: DocumentNumber, to: DocumentNumber) -> Option<usize> {
        let [from, to] = [from, to].map(|document| NodeIndex::new(document as usize));
        bidirectional_dijkstra(&self.undirected, from, to, |_| 1)
    }
}
