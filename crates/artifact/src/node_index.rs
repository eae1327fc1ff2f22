//! The nodes of a text by their anchors, each with the nodes around it: for a text of which many parts are read.

use std::collections::{HashMap, HashSet};

use crate::{Presented, Step};

/// The nodes that store an anchor. It holds for one artifact, as long as that is not changed.
#[derive(Clone, Debug, Default)]
pub struct NodeIndex {
    nodes: Vec<IndexedNode>,
    /// The first node with each anchor, by its place.
    by_anchor: HashMap<Box<str>, usize>,
}

/// The address of a node, and the place of the node around it.
#[derive(Clone, Copy, Debug)]
struct IndexedNode {
    address: usize,
    around: Option<usize>,
}

impl NodeIndex {
    /// The address ([`Node::address`](crate::Node::address)) of the first node that stores an anchor, and the addresses of this node and
    /// of all around it.
    pub fn find(&self, anchor: &str) -> Option<(usize, HashSet<usize>)> {
        let place = *self.by_anchor.get(anchor)?;
        let own = self.nodes[place];
        let around = std::iter::successors(Some(own), |node| node.around.map(|place| self.nodes[place]));
        Some((own.address, around.map(|node| node.address).collect()))
    }
}

impl Presented<'_> {
    /// The nodes of the text by their anchors.
    pub fn node_index(&self) -> NodeIndex {
        let mut index = NodeIndex::default();
        let mut open: Vec<usize> = Vec::new();
        self.walk(&mut |step| match step {
            Step::Enter(node) => {
                let place = index.nodes.len();
                index.nodes.push(IndexedNode { address: node.address(), around: open.last().copied() });
                open.push(place);
                if let Some(anchor) = node.id() {
                    index.by_anchor.entry(anchor.into()).or_insert(place);
                }
            }
            Step::Leave(_) => {
                open.pop();
            }
            Step::Text(_) => {}
        });
        index
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Anchor, Artifact};

    #[test]
    fn an_anchor_is_that_of_the_first_node_that_stores_it() {
        let artifact = Artifact::parse(
            br#"{"uri":"x:1","structure":[{"type":"kapitel","id":"K1","children":[
                {"type":"paragraf","id":"K1P1","children":[{"type":"stycke","id":"K1P1S1"}]},
                {"type":"paragraf","id":"K1P1"}]},{"type":"stycke"},{"type":"kapitel","id":"K2"}]}"#,
        )
        .unwrap();
        let presented = artifact.presented();
        let index = presented.node_index();
        for anchor in ["K1", "K1P1", "K1P1S1", "K2"] {
            let part = presented.part(&Anchor::new(anchor).unwrap()).unwrap();
            let address = part.nodes()[0].address();
            let around = presented.nodes_around(&HashSet::from([address]));
            assert_eq!(index.find(anchor), Some((address, around)), "{anchor}");
        }
        assert_eq!(index.find("K3"), None);
    }
}
