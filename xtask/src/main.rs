//! Tasks of the project's own developers, run as `cargo xtask <task>`.

fn main() {}
