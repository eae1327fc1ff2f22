//! HTML and XHTML as a tree.
//!
//! [`Tree`] reads a page or a fragment in one pass and in time linear in its length. Everything stands in the order of the page: unlike a
//! browser it moves no text out of tables and invents no elements. What is open is closed by the rules of HTML: a block closes a
//! paragraph, an item the item before it, a cell the cell before it. Comments, scripts and declarations are left out, character
//! references are resolved, and nothing that the page names is followed.

mod element;
mod list;
mod rules;
mod tree;

pub(crate) use element::{Child, Element};
pub(crate) use list::list_marks;
pub(crate) use rules::is_block;
pub(crate) use tree::{LINE_END, Tree};
