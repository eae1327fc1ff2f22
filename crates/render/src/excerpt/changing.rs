//! The parts of a text that may be others on another day.
//!
//! The text of a day has the nodes that state no day, and some of those that do. So a part that is the same in the text with all of
//! them and in the text with none ([`Artifact::without_days`]) is the same on every day: its nodes, the parts beside it, and the
//! headings over it. A heading that states a day and stands over the part in the text of some day stands over it in the text
//! with all of them too, or one that ended it there does.

use std::collections::{HashMap, HashSet};

use lagrum_artifact::{AdjacentParts, Anchor, Artifact, Node};

use crate::event::Event;
use crate::outline::EventOutline;

/// The anchors whose parts may change from day to day; none in a text in which no node states a day.
pub(super) fn changing(artifact: &Artifact) -> HashSet<Anchor> {
    if artifact.node_dates().is_empty() {
        return HashSet::new();
    }
    let bare = artifact.clone().without_days();
    let (all, of_every_day) = (readings(artifact), readings(&bare));
    let is_same = |anchor: &Anchor, reading: &Reading<'_>| of_every_day.get(anchor) == Some(reading);
    all.iter()
        .filter(|(anchor, reading)| !is_same(anchor, reading))
        .map(|(anchor, _)| anchor.clone())
        .collect()
}

/// A part as it is read.
#[derive(PartialEq)]
struct Reading<'a> {
    nodes: Vec<Node<'a>>,
    beside: AdjacentParts,
    above: Option<Above>,
}

/// What stands over a part: its headings, and the printed page on which it begins.
#[derive(Clone, PartialEq, Eq)]
struct Above {
    headings: Vec<String>,
    page: Option<i64>,
}

fn readings(artifact: &Artifact) -> HashMap<Anchor, Reading<'_>> {
    let above = above(artifact);
    let parts = artifact.presented().named_parts().into_iter();
    let read = parts.map(|part| {
        let nodes: Vec<Node<'_>> = part.target.nodes().to_vec();
        let above = nodes.first().and_then(|node| above.get(&node.address()).cloned());
        (part.anchor, Reading { nodes, beside: part.beside, above })
    });
    read.collect()
}

/// What stands over each node, by its address.
fn above(artifact: &Artifact) -> HashMap<usize, Above> {
    let mut found = HashMap::new();
    let mut outline = EventOutline::default();
    let mut page = None;
    crate::read_body(artifact, &mut |event| {
        let node = match &event {
            Event::Enter(part) => part.node,
            Event::Block(block) => block.node,
            Event::Row(row) => row.node,
            Event::Leave => None,
        };
        if let Some(node) = node {
            found
                .entry(node.address())
                .or_insert_with(|| Above { headings: outline.over(&event).cloned().collect(), page });
        }
        outline.follow(&event, |block| block.text.collapsed());
        if let Event::Block(block) = &event {
            page = block.page.or(page);
        }
    });
    found
}
