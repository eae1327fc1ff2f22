//! What a reader knows at a place in a document from the text before it.

use std::collections::HashMap;

use lagrum_artifact::{Artifact, Node};
use serde_json::Value;

use crate::event::{BlockForm, Event, TextBlock};

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
    depth: u8,
    text: String,
    /// The address of its node.
    node: Option<usize>,
}

impl ReadingState {
    /// The headings that apply, with their depth.
    pub(super) fn headings(&self) -> Vec<(u8, &str)> {
        self.headings.iter().map(|heading| (heading.depth, heading.text.as_str())).collect()
    }

    /// Whether a node is one of the headings that apply.
    pub(super) fn is_heading(&self, node: Node<'_>) -> bool {
        self.headings.iter().any(|heading| heading.node == Some(node.address()))
    }
}

/// The state before each run of nodes; None for a run of which nothing is shown. A run that begins with a heading is not
/// below headings of that depth.
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
    let mut state = ReadingState::default();
    // The run that has begun, until something of it is shown or a part of it ends.
    let mut begun = None;
    crate::read_body(artifact, &mut |event| {
        let node = match &event {
            Event::Enter(part) => part.node,
            Event::Block(block) => block.node,
            Event::Row(row) => row.node,
            Event::Leave => None,
        };
        if let Some(run) = node.and_then(|node| run_of.get(&node.address())) {
            states[*run].get_or_insert_with(|| {
                begun = Some(*run);
                state.clone()
            });
        }
        if !matches!(event, Event::Enter(_)) {
            let run = begun.take();
            if let (Some(run), Event::Block(TextBlock { form: BlockForm::Heading { depth, .. }, .. })) =
                (run, &event)
                && let Some(state) = &mut states[run]
            {
                state.headings.retain(|above| above.depth < *depth);
            }
        }
        if let Event::Block(block) = &event {
            state.page = block.page.or(state.page);
            if let BlockForm::Heading { depth, .. } = block.form {
                state.headings.retain(|above| above.depth < depth);
                let node = block.node.map(Node::address);
                state.headings.push(Heading { depth, text: block.text.collapsed(), node });
            }
        }
    });
    states
}
