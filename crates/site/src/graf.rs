//! Graphs as drawings, laid out on the server: a page shows the same drawing to everyone, prints it, and needs no script.

pub(crate) mod bagar;
pub(crate) mod layout;
pub(crate) mod svg;
