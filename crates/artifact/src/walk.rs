//! The one walk over a body, in the order a reader meets it.
//!
//! Stored keys are sorted, so their order means nothing. A node's own text comes first, then its cells, the
//! language versions of a treaty, its children, and any other field with lists or objects (fields without a description). The
//! depth is bounded by the JSON parser, which rejects more than 128 levels.

use std::ops::ControlFlow;

use serde_json::Value;

use crate::{Link, Node, Runs};

/// A step of the walk.
#[derive(Clone, Copy, Debug)]
pub enum Step<'a> {
    /// A node begins.
    Enter(Node<'a>),
    /// A text of the node last entered and not left: its own, or that of one of its cells.
    Text(Runs<'a>),
    /// The node ends.
    Leave(Node<'a>),
}

/// Walks a body section, a list of nodes or a single node.
pub fn walk<'a>(section: &'a Value, visit: &mut (impl FnMut(Step<'a>) + ?Sized)) {
    let _ = walk_while(section, &mut |step| {
        visit(step);
        ControlFlow::Continue(())
    });
}

/// [`walk`], until the visitor breaks.
pub(crate) fn walk_while<'a>(
    section: &'a Value,
    visit: &mut impl FnMut(Step<'a>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    match section {
        Value::Array(items) => items.iter().try_for_each(|item| walk_item_while(item, visit)),
        other => walk_item_while(other, visit),
    }
}

fn walk_item_while<'a>(
    item: &'a Value,
    visit: &mut impl FnMut(Step<'a>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    // A list inside a list, as in cells of cells or in fields without a description.
    if item.is_array() {
        return walk_while(item, visit);
    }
    let Some(node) = Node::new(item) else { return ControlFlow::Continue(()) };
    // A bare link object outside a text: it has a uri, and no type that would make it a node.
    if node.kind().is_empty() && Link::new(item).is_some() && node.field("children").is_none() {
        return visit(Step::Text(Runs::new(Some(item))));
    }
    walk_node_while(node, visit)
}

pub(crate) fn walk_node<'a>(node: Node<'a>, visit: &mut (impl FnMut(Step<'a>) + ?Sized)) {
    let _ = walk_node_while(node, &mut |step| {
        visit(step);
        ControlFlow::Continue(())
    });
}

/// Walks a node until the visitor breaks.
pub(crate) fn walk_node_while<'a>(
    node: Node<'a>,
    visit: &mut impl FnMut(Step<'a>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    visit(Step::Enter(node))?;
    visit(Step::Text(node.text()))?;
    for cell in node.cells() {
        visit(Step::Text(cell))?;
    }
    for ahead in node.ahead() {
        walk_while(ahead, visit)?;
    }
    for child in node.children() {
        walk_node_while(child, visit)?;
    }
    for other in node.rest() {
        walk_while(other, visit)?;
    }
    visit(Step::Leave(node))
}
