//! The files of the repository, for tests that compare them with each other.

// A panic in a helper of a test fails the test.
#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};

/// Folders whose files are not part of the repository.
const SKIPPED: [&str; 6] = ["target", ".git", "node_modules", "fuzz/corpus", "fuzz/artifacts", "data"];

/// The root of the repository.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// The text of a file, by its path from the root.
pub(crate) fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The paths of all files from the root, sorted, with `/` between their parts.
pub(crate) fn files() -> Vec<String> {
    let mut found = Vec::new();
    let mut folders: Vec<PathBuf> = vec![root().to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.strip_prefix(root()).unwrap().to_str().unwrap().replace('\\', "/");
            if SKIPPED.contains(&name.as_str()) {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else {
                found.push(name);
            }
        }
    }
    found.sort();
    found
}

/// The names of the folders in a folder, sorted.
pub(crate) fn folders(path: &str) -> Vec<String> {
    let entries = std::fs::read_dir(root().join(path)).unwrap().map(Result::unwrap);
    let mut names: Vec<String> = entries
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}
