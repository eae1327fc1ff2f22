//! Tasks for developers, run as `cargo xtask <task>`. Tests that need a search cluster use `opensearch::nodes` too.

pub mod dist;
pub mod opensearch;
pub mod quality;
pub mod site;
pub mod size;
