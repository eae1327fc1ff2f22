//! Tasks of the project's own developers, run as `cargo xtask <task>`. Each task is a module here.

pub mod cases;
pub mod engines;
pub mod expected;
pub mod generate;
pub mod indexing;
pub mod load;
pub mod opensearch;
pub mod quality;
