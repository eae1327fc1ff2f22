//! The structure of the workspace is the one that ARCHITECTURE.md draws.

#![expect(clippy::unwrap_used, reason = "a broken manifest should end the test")]

use crate::common::{folders, read};

/// The first cells of the table rows of ARCHITECTURE.md: crates in their order, then tools.
fn rows() -> Vec<String> {
    let text = read("ARCHITECTURE.md");
    let row = |line: &str| Some(line.strip_prefix("| `")?.split_once('`')?.0.to_owned());
    text.lines().filter_map(row).collect()
}

/// The crates in the order of the table.
fn crates() -> Vec<String> {
    rows().into_iter().filter(|name| !name.contains('/') && name != "xtask").collect()
}

/// The crates of ours that a crate depends on, dev-dependencies left out.
fn dependencies(name: &str) -> Vec<String> {
    let text = read(&format!("crates/{name}/Cargo.toml"));
    let needed = text.split_once("[dependencies]").map_or("", |(_, rest)| rest);
    let needed = needed.split("\n[").next().unwrap();
    let ours = |line: &str| Some(line.strip_prefix("lagrum-")?.split([' ', '.', '=']).next()?.to_owned());
    needed.lines().filter_map(ours).collect()
}

#[test]
fn the_map_lists_every_crate_and_tool_once() {
    let mut listed = rows();
    listed.sort();
    let tools = folders("tools").into_iter().map(|name| format!("tools/{name}"));
    let mut found: Vec<String> =
        folders("crates").into_iter().chain(tools).chain(["xtask".to_owned()]).collect();
    found.sort();
    assert_eq!(listed, found, "the tables of ARCHITECTURE.md and the folders of the repository");
}

#[test]
fn each_crate_uses_only_those_below_it() {
    let order = crates();
    for (place, name) in order.iter().enumerate() {
        for below in dependencies(name) {
            let at = order.iter().position(|other| *other == below).unwrap();
            assert!(at > place, "{name} uses {below}, which stands above it");
        }
    }
}

/// External libraries that only some crates may use, and those crates (invariant 11 of ARCHITECTURE.md).
const KNOWLEDGE: [(&str, &[&str]); 8] = [
    ("axum", &["api"]),
    ("http", &["address", "api", "mcp", "server"]),
    ("hyper", &["server"]),
    ("ureq", &["corpus", "opensearch", "publishers"]),
    ("rusqlite", &["catalog", "corpus", "export", "raw"]),
    ("tantivy", &["search"]),
    ("typst", &["print"]),
    ("clap", &["lagrum"]),
];

#[test]
fn each_protocol_and_database_is_known_to_few_crates() {
    for (library, allowed) in KNOWLEDGE {
        let mut knowing = Vec::new();
        for name in folders("crates") {
            let text = read(&format!("crates/{name}/Cargo.toml"));
            let needed = text.split_once("[dependencies]").map_or("", |(_, rest)| rest);
            let needed = needed.split("\n[").next().unwrap();
            let uses = needed.lines().any(|line| line.split([' ', '.', '=']).next() == Some(library));
            assert!(!uses || allowed.contains(&name.as_str()), "{name} uses {library}");
            knowing.extend(uses.then_some(name));
        }
        assert_eq!(knowing, allowed, "crates that may use {library}, and do");
    }
}
