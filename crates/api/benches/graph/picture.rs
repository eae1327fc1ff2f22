//! The answer that all three give: who is shown, and what joins them.

use lagrum_graph::{Budgets, Depth, DocumentNumber, Graph, GraphSort, Groups, RingQuery, Selection, Side};

/// A neighbourhood in both directions, ranked by links, without names.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Picture {
    /// The neighbours of each side with their links, the citing side first.
    pub(crate) neighbours: [Vec<(DocumentNumber, u32)>; 2],
    /// Citations on each whole side.
    pub(crate) total_links: [u64; 2],
    /// The rings, in the order they are listed.
    pub(crate) rings: Vec<DocumentNumber>,
    /// Citations among all that is shown; none at depth 1.
    pub(crate) edges: Vec<(DocumentNumber, DocumentNumber, u32)>,
}

pub(crate) fn budgets(depth: u8, limit: u32) -> (Depth, Budgets) {
    let depth = match depth {
        1 => Depth::One,
        2 => Depth::Two,
        _ => Depth::Three,
    };
    (depth, Budgets::new(depth, limit))
}

/// The answer of the graph.
pub(crate) fn of(graph: &Graph, centre: DocumentNumber, depth: u8, limit: u32) -> Picture {
    let (depth, budgets) = budgets(depth, limit);
    let selection = Selection { groups: Groups::ALL, sort: GraphSort::Links, grouplimit: None };
    let sides =
        [Side::In, Side::Out].map(|side| graph.neighbours(centre, side, &selection, budgets.neighbours));
    let shown = sides.each_ref().map(|side| side.top.iter().map(|top| top.document).collect::<Vec<_>>());
    let mut picture = Picture {
        neighbours: sides
            .each_ref()
            .map(|side| side.top.iter().map(|top| (top.document, top.links)).collect()),
        total_links: sides.each_ref().map(|side| side.total_links),
        ..Picture::default()
    };
    if depth > Depth::One {
        let [inbound, outbound] = &shown;
        let query =
            RingQuery { centre, inbound: Some(inbound), outbound: Some(outbound), selection, depth, limit };
        let expansion = graph.rings(&query).unwrap();
        picture.rings = expansion.nodes.iter().map(|node| node.document).collect();
        picture.edges = expansion.edges.iter().map(|edge| (edge.citing, edge.cited, edge.links)).collect();
    }
    picture
}
