//! The state of reading at a place in a document, from the text before it.

use std::collections::HashMap;

use lagrum_artifact::{Artifact, Node};
use serde_json::Value;

use crate::event::{Event, TextBlock};
use crate::outline::EventOutline;

/// The headings and the printed page at a place.
#[derive(Clone, Default)]
pub(super) struct ReadingState {
    /// The headings that apply, from the outside in.
    headings: Vec<Heading>,
    /// The printed page.
    pub(super) page: Option<i64>,
}

#[derive(Clone)]
struct Heading {
    text: String,
    /// The address of its node.
    node: Option<usize>,
}

impl Heading {
    fn of(block: &TextBlock<'_>) -> Self {
        Self { text: block.text.collapsed(), node: block.node.map(Node::address) }
    }
}

impl ReadingState {
    /// The headings that apply.
    pub(super) fn headings(&self) -> Vec<&str> {
        self.headings.iter().map(|heading| heading.text.as_str()).collect()
    }

    /// Whether a node is one of the headings that apply.
    pub(super) fn is_heading(&self, node: Node<'_>) -> bool {
        self.headings.iter().any(|heading| heading.node == Some(node.address()))
    }
}

/// The state before each run of nodes; None for a run of which nothing is shown. A run that begins with a heading is not
/// below those that the heading ends.
pub(super) fn states<'a>(
    artifact: &Artifact,
    runs: impl IntoIterator<Item = &'a [Value]>,
) -> Vec<Option<ReadingState>> {
    let mut run_of: HashMap<usize, usize> = HashMap::new();
    let mut states = Vec::new();
    for items in runs {
        let nodes = items.iter().filter_map(Node::new);
        run_of.extend(nodes.map(|node| (node.address(), states.len())));
        states.push(None);
    }
    let mut outline = EventOutline::default();
    let mut page = None;
    crate::read_body(artifact, &mut |event| {
        let node = match &event {
            Event::Enter(part) => part.node,
            Event::Block(block) => block.node,
            Event::Row(row) => row.node,
            Event::Leave => None,
        };
        if let Some(run) = node.and_then(|node| run_of.get(&node.address())) {
            states[*run].get_or_insert_with(|| ReadingState {
                headings: outline.over(&event).cloned().collect(),
                page,
            });
        }
        outline.follow(&event, Heading::of);
        if let Event::Block(block) = &event {
            page = block.page.or(page);
        }
    });
    states
}
