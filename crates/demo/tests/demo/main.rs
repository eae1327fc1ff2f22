//! The demo corpus: what it holds, and that it holds what tests rely on.

mod citations;
mod coverage;
mod files;
mod links;
mod oddities;
mod pdf;
mod support;
