//! The headings over an event of a document, by the rule of [`lagrum_artifact::Outline`].

use lagrum_artifact::{HeadingScope, Node, Outline};

use crate::event::{BlockForm, Event, TextBlock};

/// The headings over the current event. `T` is the value that is kept for a heading.
#[derive(Clone, Debug)]
pub(crate) struct EventOutline<T> {
    outline: Outline<T>,
    /// The addresses of the nodes of the open parts; None for a part that a document has beside its body.
    open: Vec<Option<usize>>,
}

impl<T> Default for EventOutline<T> {
    fn default() -> Self {
        Self { outline: Outline::default(), open: Vec::new() }
    }
}

impl<T> EventOutline<T> {
    /// Goes past an event. `kept` converts a heading to the value that is kept for it.
    pub(crate) fn follow(&mut self, event: &Event<'_>, kept: impl FnOnce(&TextBlock<'_>) -> T) {
        match event {
            Event::Enter(part) => {
                self.open.push(part.node.map(Node::address));
                self.outline.enter();
            }
            Event::Leave => {
                self.open.pop();
                self.outline.leave();
            }
            Event::Block(block) => {
                if let Some(scope) = heading_scope(block) {
                    let is_entered = self.open.last() == Some(&block.node.map(Node::address));
                    self.outline.take(scope, is_entered, kept(block));
                }
            }
            Event::Row(_) => {}
        }
    }

    /// The headings over an event that comes next, from the outside in. A heading is not under the headings that it
    /// ends.
    pub(crate) fn over(&self, event: &Event<'_>) -> impl Iterator<Item = &T> {
        let scope = match event {
            Event::Enter(part) => {
                part.node.filter(|node| node.kind() == "rubrik").and_then(Node::heading_scope)
            }
            Event::Block(block) => heading_scope(block),
            Event::Row(_) | Event::Leave => None,
        };
        self.outline.over_heading(scope.unwrap_or(HeadingScope::Inside))
    }
}

/// What a block stands over, if it is a heading; None for any other block.
fn heading_scope(block: &TextBlock<'_>) -> Option<HeadingScope> {
    let BlockForm::Heading { .. } = block.form else { return None };
    block.node.map_or(Some(HeadingScope::Inside), Node::heading_scope)
}
