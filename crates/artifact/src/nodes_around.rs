//! The nodes around some nodes: the way to them, for a reading that passes by all else.

use std::collections::HashSet;
use std::ops::ControlFlow;

use crate::{Presented, Step};

impl Presented<'_> {
    /// The addresses ([`Node::address`](crate::Node::address)) of some nodes of the text and of all nodes that they are inside. The walk
    /// ends at the last of them.
    pub fn nodes_around(&self, nodes: &HashSet<usize>) -> HashSet<usize> {
        let mut around = HashSet::new();
        let mut open: Vec<usize> = Vec::new();
        let mut left = nodes.len();
        let _ = self.walk_while(&mut |step| {
            match step {
                Step::Enter(node) => {
                    let address = node.address();
                    open.push(address);
                    if nodes.contains(&address) {
                        around.extend(open.iter().copied());
                        left -= 1;
                    }
                }
                Step::Leave(_) => {
                    open.pop();
                }
                Step::Text(_) => {}
            }
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        around
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Anchor, Artifact};

    #[test]
    fn a_node_is_inside_those_around_it_and_no_other() {
        let artifact = Artifact::parse(
            br#"{"uri":"x:1","structure":[{"type":"kapitel","id":"K1","children":[{"type":"paragraf","id":"K1P1"}]},
                {"type":"kapitel","id":"K2","children":[{"type":"paragraf","id":"K2P1","children":[{"type":"stycke"}]},
                  {"type":"paragraf","id":"K2P2"}]}]}"#,
        )
        .unwrap();
        let presented = artifact.presented();
        let address = |anchor: &str| {
            let part = presented.part(&Anchor::new(anchor).unwrap()).unwrap();
            part.nodes()[0].address()
        };
        let around = presented.nodes_around(&HashSet::from([address("K2P1")]));
        assert_eq!(around, HashSet::from([address("K2"), address("K2P1")]));
        assert!(presented.nodes_around(&HashSet::new()).is_empty());
    }
}
