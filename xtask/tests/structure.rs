//! The order of the crates, as ARCHITECTURE.md lists them: each uses only those below it.

#![expect(clippy::unwrap_used, reason = "a broken manifest should end the test")]

use std::path::Path;

/// The crates in the order of the table.
fn listed(root: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(root.join("ARCHITECTURE.md")).unwrap();
    let row = |line: &str| Some(line.strip_prefix("| `")?.split_once('`')?.0.to_owned());
    text.lines().filter_map(row).collect()
}

/// The crates of ours that a manifest lists as needed to run, tests left out.
fn used(root: &Path, name: &str) -> Vec<String> {
    let text = std::fs::read_to_string(root.join("crates").join(name).join("Cargo.toml")).unwrap();
    let needed = text.split_once("[dependencies]").map_or("", |(_, rest)| rest);
    let needed = needed.split("\n[").next().unwrap();
    let ours = |line: &str| Some(line.strip_prefix("lagrum-")?.split([' ', '.', '=']).next()?.to_owned());
    needed.lines().filter_map(ours).collect()
}

#[test]
fn each_crate_uses_only_those_below_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let order = listed(root);
    let mut found: Vec<String> = std::fs::read_dir(root.join("crates"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    found.sort();
    let mut known = order.clone();
    known.sort();
    assert_eq!(found, known, "ARCHITECTURE.md lists every crate once");
    for (place, name) in order.iter().enumerate() {
        for below in used(root, name) {
            let at = order.iter().position(|other| *other == below).unwrap();
            assert!(at > place, "{name} uses {below}, which stands above it");
        }
    }
}
