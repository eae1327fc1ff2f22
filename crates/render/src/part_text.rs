//! The text of a part of a document, without the markdown, the headings and the page of [`render_part`](crate::render_part()): no
//! text before the part is formatted.

use std::ops::ControlFlow;

use lagrum_artifact::{AnchorTarget, Artifact};

use crate::document::read_body_until;
use crate::event::Event;
use crate::part::{Selection, node_of, push_line};

/// The text of a part of a document with its markers, one line for each block: that of a [`RenderedPart`](crate::RenderedPart).
pub fn part_text(artifact: &Artifact, part: &AnchorTarget<'_>) -> String {
    let selection = Selection::of(part);
    let mut unread = selection.nodes.clone();
    // For each open part whether it is inside the selection.
    let mut open: Vec<bool> = Vec::new();
    let mut text = String::new();
    read_body_until(artifact, &mut |event| {
        let inside = open.last().copied().unwrap_or_default();
        if selection.has_event(&event, inside) {
            if let Some(node) = node_of(&event) {
                unread.remove(&node.address());
            }
            push_line(&mut text, &event);
        } else if unread.is_empty() {
            // The events of a node follow each other.
            return ControlFlow::Break(());
        }
        match &event {
            Event::Enter(part) => open.push(inside || selection.has_inside(part)),
            Event::Leave => {
                open.pop();
            }
            Event::Block(_) | Event::Row(_) => {}
        }
        ControlFlow::Continue(())
    });
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render_part;

    #[test]
    fn the_text_is_that_of_the_rendered_part() {
        let mut parts = 0;
        for (name, bytes) in lagrum_demo::files() {
            let Ok(artifact) = Artifact::parse(bytes) else { continue };
            for anchored in artifact.presented().anchored_parts() {
                let Some(part) = artifact.presented().part(&anchored.anchor) else { continue };
                let rendered = render_part(&artifact, &part).text;
                assert_eq!(part_text(&artifact, &part), rendered, "{name:?} {}", anchored.anchor);
                parts += 1;
            }
        }
        assert!(parts > 500, "{parts}");
    }
}
