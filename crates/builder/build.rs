//! Gives the program a digest of the code that derives what builds keep (`DERIVING_CODE`), so that a program with other
//! code derives it anew. A comment counts as a change too: deriving once more does no harm.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// What takes part in deriving, from this crate's folder. The lock file stands for the libraries.
const DERIVING: &[&str] = &[
    "src/acts.rs",
    "src/contexts",
    "src/derive.rs",
    "src/links.rs",
    "src/passages.rs",
    "src/provision_texts.rs",
    "src/register.rs",
    "src/signatures.rs",
    "src/derivations",
    "../artifact/src",
    "../catalog/src/acts.rs",
    "../catalog/src/bytes.rs",
    "../catalog/src/excerpts.rs",
    "../catalog/src/parts.rs",
    "../catalog/src/place_history.rs",
    "../catalog/src/provision_texts.rs",
    "../citation/src",
    "../citation/data",
    "../corpus/src/dump.rs",
    "../corpus/src/minify.rs",
    "../render/src/diff",
    "../render/src/document.rs",
    "../render/src/event.rs",
    "../render/src/excerpt",
    "../render/src/nodes.rs",
    "../render/src/numbers.rs",
    "../render/src/register.rs",
    "../sources/src",
    "../sources/data",
    "../words/src",
    "../words/data",
    "../../Cargo.lock",
];

fn main() -> io::Result<()> {
    let mut files = Vec::new();
    for path in DERIVING {
        println!("cargo:rerun-if-changed={path}");
        add_files(Path::new(path), &mut files)?;
    }
    files.sort();
    let mut hasher = DefaultHasher::new();
    for file in &files {
        file.to_string_lossy().hash(&mut hasher);
        fs::read(file)?.hash(&mut hasher);
    }
    println!("cargo:rustc-env=DERIVING_CODE={}-{:016x}", env!("CARGO_PKG_VERSION"), hasher.finish());
    Ok(())
}

fn add_files(path: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if path.is_dir() {
        for entry in fs::read_dir(path)? {
            add_files(&entry?.path(), files)?;
        }
    } else {
        files.push(path.to_owned());
    }
    Ok(())
}
