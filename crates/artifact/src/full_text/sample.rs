//! A sample of a text, from which its language can be detected.

use std::ops::ControlFlow;

use super::FullText;
use crate::walk::walk_node_while;
use crate::{Artifact, Node, Presented, Step};

/// Pieces that a sample takes from the beginning of a text, and again from its middle.
const SAMPLE: usize = 40;

impl FullText {
    /// The first pieces of the text, and the first pieces from its middle on, from which its language can be
    /// detected. The beginning alone may be a title page or a formula in another language.
    pub fn sample(&self) -> impl Iterator<Item = &str> {
        let from = |start: usize| self.pieces.get(start..).unwrap_or_default().iter().take(SAMPLE);
        from(0).chain(from(self.middle as usize)).map(String::as_str)
    }

    /// The [`sample`](Self::sample) of an artifact's text, without reading the rest of it.
    pub fn sample_of(artifact: &Artifact) -> Vec<String> {
        let presented = artifact.presented();
        let mut sample = first_pieces(presented.nodes());
        sample.extend(first_pieces(middle_nodes(&presented).into_iter()));
        sample
    }
}

/// The nodes from the middle of a text on: of its top nodes, or of those inside the one that has all of it.
pub(super) fn middle_nodes<'a>(presented: &Presented<'a>) -> Vec<Node<'a>> {
    let mut nodes: Vec<Node<'a>> = presented.nodes().collect();
    while let [only] = nodes.as_slice() {
        let inside: Vec<Node<'a>> = only.children().collect();
        if inside.is_empty() {
            break;
        }
        nodes = inside;
    }
    nodes.split_off(nodes.len() / 2)
}

/// The first pieces of some nodes.
fn first_pieces<'a>(mut nodes: impl Iterator<Item = Node<'a>>) -> Vec<String> {
    let mut pieces = Vec::new();
    let mut take = |step: Step<'_>| {
        if let Step::Text(runs) = step {
            let text = runs.plain_text();
            pieces.extend(Some(text.trim()).filter(|text| !text.is_empty()).map(str::to_owned));
        }
        if pieces.len() < SAMPLE { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let _ = nodes.try_for_each(|node| walk_node_while(node, &mut take));
    pieces
}
