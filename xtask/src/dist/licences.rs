//! The licences of the crates in the program, in one file: each text once, with the crates that have it.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::Failure;
use super::dependencies::DependencyGraph;

/// The beginnings of the names of licence files.
const NAMES: [&str; 7] = ["license", "licence", "copying", "copyright", "notice", "unlicense", "ofl"];

/// The licences of all crates that are not of this repository, and of the fonts.
pub(super) fn licences(root: &Path, graph: &DependencyGraph) -> Result<String, Failure> {
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut stated = String::new();
    for linked in graph.crates().filter(|linked| !linked.is_ours()) {
        let licence = linked.licence.as_deref().unwrap_or("see its text");
        stated.push_str(&format!("{}: {licence}\n", linked.key()));
        for text in texts_in(&linked.folder)? {
            texts.entry(text).or_default().push(linked.key());
        }
    }
    for text in texts_in(&root.join("crates/print/fonts"))? {
        texts.entry(text).or_default().push("fonts Libertinus Serif".to_owned());
    }
    Ok(written(&stated, &texts))
}

/// The texts of licences in a folder, by the names of their files.
fn texts_in(folder: &Path) -> Result<Vec<String>, Failure> {
    let mut paths: Vec<_> = fs::read_dir(folder)
        .map_err(|error| format!("{}: {error}", folder.display()))?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| {
            path.is_file() && path.file_name().and_then(|name| name.to_str()).is_some_and(is_licence)
        })
        .collect();
    paths.sort();
    paths
        .iter()
        .map(|path| Ok(String::from_utf8_lossy(&fs::read(path)?).trim().replace("\r\n", "\n")))
        .collect()
}

fn is_licence(name: &str) -> bool {
    let name = name.to_lowercase();
    let is_code = [".rs", ".toml", ".html", ".hbs"].iter().any(|end| name.ends_with(end));
    !is_code && NAMES.iter().any(|begin| name.starts_with(begin))
}

fn written(stated: &str, texts: &BTreeMap<String, Vec<String>>) -> String {
    let line = "=".repeat(80);
    let mut written = format!("What lagrum links, and under which licences.\n\n{stated}");
    for (text, crates) in texts {
        written.push_str(&format!("\n{line}\n{}\n{line}\n\n{text}\n", crates.join(", ")));
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_with_licences_are_known_by_their_names() {
        for name in ["LICENSE", "LICENSE-MIT", "license.md", "COPYING", "NOTICE.txt", "UNLICENSE", "OFL.txt"]
        {
            assert!(is_licence(name), "{name}");
        }
        for name in ["README.md", "license.rs", "licenses.toml", "Cargo.toml"] {
            assert!(!is_licence(name), "{name}");
        }
    }

    #[test]
    fn each_text_stands_once() {
        let texts =
            BTreeMap::from([("Permission".to_owned(), vec!["a 1.0.0".to_owned(), "b 2.0.0".to_owned()])]);
        let written = written("a 1.0.0: MIT\nb 2.0.0: MIT\n", &texts);
        assert_eq!(written.matches("Permission").count(), 1);
        assert!(written.contains("a 1.0.0, b 2.0.0"));
    }
}
