//! No two public types of the workspace have the same name, so that a name in a message, a document or a search means one
//! thing.

use std::collections::BTreeMap;

use crate::common::{files, read};

/// The kinds of items that are types.
const KINDS: [&str; 5] = ["struct ", "enum ", "trait ", "type ", "union "];

/// The name of the public type that a line declares. `pub(crate)` is not public.
fn declared(line: &str) -> Option<&str> {
    let item = line.trim_start().strip_prefix("pub ")?;
    let name = KINDS.iter().find_map(|kind| item.strip_prefix(kind))?;
    name.split(|c: char| !c.is_alphanumeric() && c != '_').next()
}

#[test]
fn no_two_public_types_have_the_same_name() {
    let is_library = |path: &String| {
        (path.starts_with("crates/") || path.starts_with("tools/") || path.starts_with("xtask/"))
            && path.contains("/src/")
            && path.ends_with(".rs")
    };
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for path in files().into_iter().filter(is_library) {
        for (number, line) in read(&path).lines().enumerate() {
            if let Some(name) = declared(line) {
                found.entry(name.to_owned()).or_default().push(format!("{path}:{}", number + 1));
            }
        }
    }
    let repeated: Vec<String> = found
        .into_iter()
        .filter(|(_, places)| places.len() > 1)
        .map(|(name, places)| format!("{name}: {}", places.join(", ")))
        .collect();
    assert!(repeated.is_empty(), "give each of these a name of its own:\n{}", repeated.join("\n"));
}
