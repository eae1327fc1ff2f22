//! Graphs as drawings, laid out here: a page shows the same picture to everybody, prints it, and needs no script.

pub(crate) mod bagar;
pub(crate) mod layout;
pub(crate) mod svg;
