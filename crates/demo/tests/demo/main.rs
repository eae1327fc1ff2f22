//! The demo corpus contains everything that tests rely on.

mod citations;
mod coverage;
mod files;
mod links;
mod oddities;
mod pdf;
mod support;
