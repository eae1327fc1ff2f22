//! The texts of parts of a document, from one reading of them: without the markdown, the headings and the page of
//! [`render_part`](crate::render_part()). What is in no part is passed by.

use std::collections::{HashMap, HashSet};

use lagrum_artifact::{AnchorTarget, Artifact, Node, NodeIndex};

use crate::document::read_nodes;
use crate::event::{Event, PartEvent};
use crate::nodes::OnlyNodes;
use crate::part::{node_of, push_line};

/// The text of a part of a document with its markers, one line for each block.
pub fn part_text(artifact: &Artifact, part: &AnchorTarget<'_>) -> String {
    part_texts(artifact, std::slice::from_ref(part)).pop().unwrap_or_default()
}

/// The text of the node that stores an anchor, as [`part_text`] gives it, without a search for the node; None where the index of the artifact
/// has none.
pub fn indexed_text(artifact: &Artifact, index: &NodeIndex, anchor: &str) -> Option<String> {
    let (node, around) = index.find(anchor)?;
    let mut reader = TextReader { texts: vec![String::new()], ..TextReader::default() };
    reader.by_node.insert(node, vec![Selecting { part: 0, has_children: true }]);
    let nodes = HashSet::from([node]);
    read_nodes(artifact, OnlyNodes { nodes: &nodes, around: &around }, &mut |event| reader.read(&event));
    reader.texts.pop()
}

/// The text of each part, as [`render_part`](crate::render_part) has it in [`text`](crate::RenderedPart::text): to render all provisions of an
/// act one by one reads the act up to each of them.
pub fn part_texts(artifact: &Artifact, parts: &[AnchorTarget<'_>]) -> Vec<String> {
    let mut reader = TextReader { texts: vec![String::new(); parts.len()], ..TextReader::default() };
    for (at, part) in parts.iter().enumerate() {
        for node in part.nodes() {
            let selecting = Selecting { part: at, has_children: part.has_children() };
            reader.by_node.entry(node.address()).or_default().push(selecting);
        }
    }
    let nodes: HashSet<usize> = reader.by_node.keys().copied().collect();
    let around = artifact.presented().nodes_around(&nodes);
    read_nodes(artifact, OnlyNodes { nodes: &nodes, around: &around }, &mut |event| reader.read(&event));
    reader.texts
}

/// A part that a node belongs to.
#[derive(Clone, Copy)]
struct Selecting {
    part: usize,
    /// Whether what is below the node belongs to the part.
    has_children: bool,
}

#[derive(Default)]
struct TextReader {
    texts: Vec<String>,
    by_node: HashMap<usize, Vec<Selecting>>,
    /// For each open part of the document the wanted parts that everything in it belongs to.
    open: Vec<Vec<usize>>,
}

impl TextReader {
    fn read(&mut self, event: &Event<'_>) {
        match event {
            Event::Enter(part) => {
                let is_table = part.kind == PartEvent::TABLE;
                let around = self.open.last().cloned().unwrap_or_default();
                let inside = self.with_own(around, part.node, |own| own.has_children || is_table);
                self.open.push(inside);
            }
            Event::Leave => {
                self.open.pop();
            }
            Event::Block(_) | Event::Row(_) => {
                let around = self.open.last().cloned().unwrap_or_default();
                for part in self.with_own(around, node_of(event), |_| true) {
                    push_line(&mut self.texts[part], event);
                }
            }
        }
    }

    /// Adds to the parts around a node those that it belongs to itself.
    fn with_own(
        &self,
        mut around: Vec<usize>,
        node: Option<Node<'_>>,
        belongs: impl Fn(&Selecting) -> bool,
    ) -> Vec<usize> {
        let own = node.and_then(|node| self.by_node.get(&node.address()));
        for selecting in own.into_iter().flatten().filter(|own| belongs(own)) {
            if !around.contains(&selecting.part) {
                around.push(selecting.part);
            }
        }
        around
    }
}

#[cfg(test)]
mod tests {
    use lagrum_artifact::Artifact;

    use super::*;
    use crate::render_part;

    #[test]
    fn each_text_is_that_of_the_part_by_itself() {
        let mut compared = 0;
        for (name, bytes) in lagrum_demo::files() {
            let Ok(artifact) = Artifact::parse(bytes) else { continue };
            let presented = artifact.presented();
            let index = presented.node_index();
            let anchored = presented.anchored_parts();
            let found = anchored.iter().filter_map(|part| Some((part, presented.part(&part.anchor)?)));
            let (anchored, parts): (Vec<_>, Vec<_>) = found.unzip();
            for ((anchored, part), text) in anchored.iter().zip(&parts).zip(part_texts(&artifact, &parts)) {
                assert_eq!(text, render_part(&artifact, part).text, "{name:?} {}", anchored.anchor);
                assert_eq!(part_text(&artifact, part), text, "{name:?} {}", anchored.anchor);
                let indexed = indexed_text(&artifact, &index, anchored.anchor.as_str());
                let is_node = matches!(part, AnchorTarget::Node(_));
                assert_eq!(indexed, is_node.then_some(text), "{name:?} {}", anchored.anchor);
                compared += 1;
            }
        }
        assert!(compared > 500, "{compared}");
    }
}
