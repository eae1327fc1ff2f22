//! The positions of the documents of a graph: in columns by their distance from the centre, in blocks by their flow group.
//!
//! The columns are, from left to right: documents that cite those that cite the centre, documents that cite the centre, the
//! centre, documents that it cites, documents that those cite. Within a block, documents are ordered by the mean position of
//! their neighbours in the next column toward the centre, which keeps lines short and few of them crossing. Nothing is random,
//! so a graph is always drawn the same way.

use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, HashMap};

use lagrum_sources::FlowGroup;

/// Columns on each side of the centre.
const REACH: i8 = 2;

/// Maximum number of documents in a drawing.
pub(crate) const MAX_NODES: usize = 120;

/// Number of rounds in which the columns are ordered, outward and inward.
const ROUNDS: usize = 3;

/// A document of a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GraphNode {
    pub(crate) uri: String,
    pub(crate) name: String,
    pub(crate) group: String,
    /// Steps from the centre: negative for a document that cites it, 0 for the centre itself.
    pub(crate) column: i8,
    /// Its position in the answer: the first of a column are the nearest.
    pub(crate) rank: usize,
}

/// Citations from one document to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GraphEdge {
    pub(crate) citing: String,
    pub(crate) cited: String,
    pub(crate) links: u32,
}

/// A drawing: documents and lines with their positions, in rows and columns.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct GraphLayout {
    pub(crate) columns: Vec<Column>,
    /// Lines between neighbouring columns, the widest last.
    pub(crate) lines: Vec<Line>,
    /// Number of rows of the highest column.
    pub(crate) rows: usize,
    /// Documents that are left out of the drawing.
    pub(crate) left_out: usize,
}

/// A column of a drawing.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Column {
    /// Steps from the centre.
    pub(crate) steps: i8,
    pub(crate) blocks: Vec<Block>,
}

/// The documents of one flow group in a column.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Block {
    pub(crate) group: String,
    /// The row of the name of the group.
    pub(crate) row: f64,
    pub(crate) nodes: Vec<PlacedNode>,
}

/// A document with its row.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PlacedNode {
    pub(crate) node: GraphNode,
    pub(crate) row: f64,
}

/// A line from a citing document to a cited one in the next column to the right.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Line {
    /// The index of the column of the citing document.
    pub(crate) column: usize,
    pub(crate) from_row: f64,
    pub(crate) to_row: f64,
    pub(crate) links: u32,
    /// Number of letters of the name of the citing document.
    pub(crate) letters: u32,
}

/// Computes the positions of the documents of a graph.
pub(crate) fn layout(nodes: &[GraphNode], edges: &[GraphEdge]) -> GraphLayout {
    let (kept, left_out) = limited(nodes);
    let mut columns: BTreeMap<i8, Vec<&GraphNode>> = BTreeMap::new();
    for node in kept {
        columns.entry(node.column).or_default().push(node);
    }
    for of_column in columns.values_mut() {
        of_column.sort_by(|a, b| by_group(a, b).then_with(|| (a.rank, &a.uri).cmp(&(b.rank, &b.uri))));
    }
    for round in 0..ROUNDS {
        put_in_order(&mut columns, edges, round % 2 == 1);
    }
    let heights: Vec<usize> = columns.values().map(|column| height(column)).collect();
    let rows = heights.iter().copied().max().unwrap_or(0);
    let placed: Vec<Column> = columns
        .iter()
        .zip(&heights)
        .map(|((steps, nodes), height)| place(*steps, nodes, (rows - height) as f64 / 2.0))
        .collect();
    let lines = lines(&placed, edges);
    GraphLayout { columns: placed, lines, rows, left_out }
}

/// The nodes that are drawn, and how many are left out: the farthest from the centre first, and among these the last.
fn limited(nodes: &[GraphNode]) -> (Vec<&GraphNode>, usize) {
    let mut kept: Vec<&GraphNode> = nodes.iter().filter(|node| node.column.abs() <= REACH).collect();
    kept.sort_by_key(|node| (node.column.abs(), node.rank, node.column, &node.uri));
    kept.truncate(MAX_NODES);
    let left_out = nodes.len() - kept.len();
    (kept, left_out)
}

fn by_group(a: &GraphNode, b: &GraphNode) -> Ordering {
    let place =
        |node: &GraphNode| (FlowGroup::named(&node.group).unwrap_or(FlowGroup::Ovrigt), node.group.clone());
    place(a).cmp(&place(b))
}

/// Orders each column by its neighbours on the inner side, or on the outer side. The centre is not moved.
fn put_in_order(columns: &mut BTreeMap<i8, Vec<&GraphNode>>, edges: &[GraphEdge], inward: bool) {
    let mut neighbours: HashMap<&str, Vec<(&str, f64)>> = HashMap::new();
    for edge in edges {
        let weight = f64::from(edge.links).sqrt();
        neighbours.entry(&edge.citing).or_default().push((&edge.cited, weight));
        neighbours.entry(&edge.cited).or_default().push((&edge.citing, weight));
    }
    let mut order: Vec<i8> = columns.keys().copied().filter(|column| *column != 0).collect();
    order.sort_by_key(|column| if inward { -column.abs() } else { column.abs() });
    for column in order {
        let outward = column.signum();
        let beside = if inward { column + outward } else { column - outward };
        let Some(fixed) = columns.get(&beside) else { continue };
        let positions: HashMap<&str, f64> =
            fixed.iter().enumerate().map(|(at, node)| (node.uri.as_str(), at as f64)).collect();
        let Some(of_column) = columns.get(&column) else { continue };
        let mean = |(at, node): (usize, &&GraphNode)| {
            let near = neighbours.get(node.uri.as_str()).into_iter().flatten();
            let near = near.filter_map(|(uri, weight)| Some((positions.get(uri)? * weight, *weight)));
            let (sum, weights) =
                near.fold((0.0, 0.0), |(sum, all), (part, weight)| (sum + part, all + weight));
            // A document without a neighbour there keeps its position among the others as far as possible.
            if weights > 0.0 {
                sum / weights
            } else {
                at as f64 * fixed.len() as f64 / of_column.len() as f64
            }
        };
        let mut keyed: Vec<(f64, usize, &GraphNode)> =
            of_column.iter().enumerate().map(|(at, node)| (mean((at, node)), at, *node)).collect();
        keyed
            .sort_by(|a, b| by_group(a.2, b.2).then_with(|| a.0.total_cmp(&b.0)).then_with(|| a.1.cmp(&b.1)));
        columns.insert(column, keyed.into_iter().map(|(_, _, node)| node).collect());
    }
}

/// Rows of a column: one for each document, one for the name of each group, half a row between groups.
fn height(nodes: &[&GraphNode]) -> usize {
    let blocks = nodes.chunk_by(|a, b| a.group == b.group).count();
    nodes.len() + blocks + blocks.saturating_sub(1)
}

fn place(steps: i8, nodes: &[&GraphNode], first: f64) -> Column {
    let mut row = first;
    let mut blocks = Vec::new();
    for of_group in nodes.chunk_by(|a, b| a.group == b.group) {
        let mut block = Block { group: of_group[0].group.clone(), row, nodes: Vec::new() };
        for node in of_group {
            row += 1.0;
            block.nodes.push(PlacedNode { node: (*node).clone(), row });
        }
        row += 2.0;
        blocks.push(block);
    }
    Column { steps, blocks }
}

/// The citations from a column to the next one to the right.
fn lines(columns: &[Column], edges: &[GraphEdge]) -> Vec<Line> {
    let rows: Vec<HashMap<&str, (f64, u32)>> = columns
        .iter()
        .map(|column| {
            let nodes = column.blocks.iter().flat_map(|block| &block.nodes);
            let letters = |name: &str| name.chars().count() as u32;
            nodes.map(|placed| (placed.node.uri.as_str(), (placed.row, letters(&placed.node.name)))).collect()
        })
        .collect();
    let mut lines = Vec::new();
    for (at, pair) in rows.windows(2).enumerate() {
        for edge in edges {
            if let (Some((from, letters)), Some((to, _))) =
                (pair[0].get(&*edge.citing), pair[1].get(&*edge.cited))
            {
                lines.push(Line {
                    column: at,
                    from_row: *from,
                    to_row: *to,
                    links: edge.links,
                    letters: *letters,
                });
            }
        }
    }
    lines.sort_by(|a, b| {
        let key = |line: &Line| (line.links, Reverse(line.column));
        key(a)
            .cmp(&key(b))
            .then_with(|| a.from_row.total_cmp(&b.from_row))
            .then_with(|| a.to_row.total_cmp(&b.to_row))
    });
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(uri: &str, group: &str, column: i8, rank: usize) -> GraphNode {
        GraphNode { uri: uri.to_owned(), name: uri.to_uppercase(), group: group.to_owned(), column, rank }
    }

    fn edge(citing: &str, cited: &str, links: u32) -> GraphEdge {
        GraphEdge { citing: citing.to_owned(), cited: cited.to_owned(), links }
    }

    fn order(layout: &GraphLayout) -> Vec<(i8, Vec<String>)> {
        let uris = |column: &Column| {
            let nodes = column.blocks.iter().flat_map(|block| &block.nodes);
            nodes.map(|placed| placed.node.uri.clone()).collect()
        };
        layout.columns.iter().map(|column| (column.steps, uris(column))).collect()
    }

    #[test]
    fn groups_are_kept_together_and_lines_lead_from_left_to_right() {
        let nodes = [
            node("a", "Författningar", 0, 0),
            node("dom1", "Rättsfall", -1, 0),
            node("prop", "Förarbeten", -1, 1),
            node("dom2", "Rättsfall", -1, 2),
            node("lag", "Författningar", 1, 0),
            node("x2", "Rättsfall", -2, 0),
            node("x1", "Rättsfall", -2, 1),
        ];
        let edges = [
            edge("dom1", "a", 3),
            edge("dom2", "a", 1),
            edge("prop", "a", 2),
            edge("a", "lag", 4),
            edge("x2", "dom2", 1),
            edge("x1", "prop", 1),
            // No line is drawn within a column or backwards.
            edge("dom1", "dom2", 5),
            edge("lag", "dom1", 5),
        ];
        let drawn = layout(&nodes, &edges);
        let expected =
            [(-2, vec!["x1", "x2"]), (-1, vec!["prop", "dom1", "dom2"]), (0, vec!["a"]), (1, vec!["lag"])];
        let expected: Vec<(i8, Vec<String>)> = expected
            .into_iter()
            .map(|(steps, uris)| (steps, uris.into_iter().map(str::to_owned).collect()))
            .collect();
        assert_eq!(order(&drawn), expected);
        assert_eq!(drawn.lines.iter().map(|line| line.links).collect::<Vec<_>>(), [1, 1, 1, 2, 3, 4]);
        // The order of the input does not matter.
        let (mut nodes, mut edges) = (nodes.to_vec(), edges.to_vec());
        nodes.reverse();
        edges.reverse();
        assert_eq!(layout(&nodes, &edges), drawn);
    }

    #[test]
    fn a_drawing_has_at_most_120_documents_and_says_how_many_are_missing() {
        let mut nodes = vec![node("a", "Författningar", 0, 0)];
        nodes.extend(
            (0..200).map(|n| node(&format!("c{n:03}"), "Rättsfall", if n < 30 { -1 } else { -2 }, n)),
        );
        let drawn = layout(&nodes, &[]);
        let shown: usize =
            drawn.columns.iter().flat_map(|column| &column.blocks).map(|block| block.nodes.len()).sum();
        assert_eq!((shown, drawn.left_out), (MAX_NODES, 81));
        let rows = drawn.columns.iter().flat_map(|column| &column.blocks).flat_map(|block| &block.nodes);
        assert!(rows.clone().all(|placed| placed.row <= drawn.rows as f64));
        assert_eq!(layout(&[], &[]), GraphLayout::default());
    }
}
