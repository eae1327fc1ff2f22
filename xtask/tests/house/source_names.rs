//! Only `lagrum-sources` knows the sources by name (invariant 11 of ARCHITECTURE.md). Any other crate asks a source for a
//! property. The tools are left out: they make corpora and queries for sources on purpose.

#![expect(clippy::unwrap_used, reason = "an unreadable file should end the test")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// String literals that look like the name of a source and are something else, words that people type in citations; and where a
/// publisher says of which source it is.
const WORDS_OF_CITATIONS: [(&str, &str); 24] = [
    ("citation/src/agency.rs", "edpb"),
    ("citation/src/international.rs", "coe"),
    ("citation/src/international.rs", "hudoc"),
    ("citation/src/international.rs", "icj"),
    ("citation/src/international.rs", "icrc"),
    ("citation/src/international.rs", "untc"),
    ("citation/src/register_works.rs", "rs"),
    ("citation/src/statute.rs", "sfs"),
    ("citation/src/scan/suspects.rs", "sfs"),
    ("citation/src/statute_number.rs", "sfs"),
    ("lagrum/src/commands/parse.rs", "forarbete"),
    ("lagrum/src/commands/parse.rs", "sfs"),
    ("parse/src/forarbete/comments.rs", "kommentar"),
    ("parse/src/lib.rs", "dv"),
    ("parse/src/lib.rs", "eurlex"),
    ("parse/src/lib.rs", "forarbete"),
    ("parse/src/lib.rs", "hudoc"),
    ("parse/src/lib.rs", "sfs"),
    ("parse/src/sfs/terms.rs", "begrepp"),
    ("publishers/src/dv.rs", "dv"),
    ("publishers/src/eurlex.rs", "eurlex"),
    ("publishers/src/forarbete.rs", "forarbete"),
    ("publishers/src/hudoc.rs", "hudoc"),
    ("publishers/src/sfs.rs", "sfs"),
];

fn add_rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            add_rust_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") && !path.ends_with("tests.rs") {
            found.push(path);
        }
    }
}

/// The string literals of a file, comments and tests left out.
fn literals(text: &str) -> impl Iterator<Item = &str> {
    let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.flat_map(|line| line.split('"').skip(1).step_by(2))
}

#[test]
fn no_crate_but_sources_names_a_source() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join("crates");
    let names: Vec<&str> = lagrum_sources::all().iter().map(|source| source.name).collect();
    assert!(names.len() > 10);
    let mut files = Vec::new();
    for entry in std::fs::read_dir(&crates).unwrap() {
        let folder = entry.unwrap().path();
        if !folder.ends_with("sources") {
            add_rust_files(&folder.join("src"), &mut files);
        }
    }
    let (mut wrong, mut allowed) = (Vec::new(), BTreeSet::new());
    for path in files {
        let text = std::fs::read_to_string(&path).unwrap();
        let file = path.strip_prefix(&crates).unwrap().to_str().unwrap().replace('\\', "/");
        for literal in literals(&text).filter(|literal| names.contains(literal)) {
            match WORDS_OF_CITATIONS.iter().find(|word| **word == (file.as_str(), literal)) {
                Some(word) => {
                    allowed.insert(*word);
                }
                None => wrong.push(format!("{file}: {literal:?}")),
            }
        }
    }
    assert!(wrong.is_empty(), "make it a property of the source, in crates/sources: {wrong:#?}");
    assert_eq!(allowed.len(), WORDS_OF_CITATIONS.len(), "the list holds words that no file has: {allowed:?}");
}
