//! Gives the program digests of the code that parses (`PARSER_CODE`) and of the grammar of citations (`GRAMMAR_CODE`), so
//! that a program with other code parses again. A comment counts as a change too: parsing once more does no harm.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// What takes part in parsing, from this crate's folder. The lock file stands for the libraries.
const PARSER: &[&str] = &["src", "data", "../artifact/src", "../../Cargo.lock"];

/// What takes part in reading citations.
const GRAMMAR: &[&str] = &["../citation/src", "../citation/data"];

fn main() -> io::Result<()> {
    for (name, paths) in [("PARSER_CODE", PARSER), ("GRAMMAR_CODE", GRAMMAR)] {
        println!("cargo:rustc-env={name}={}-{:016x}", env!("CARGO_PKG_VERSION"), digest(paths)?);
    }
    Ok(())
}

fn digest(paths: &[&str]) -> io::Result<u64> {
    let mut files = Vec::new();
    for path in paths {
        println!("cargo:rerun-if-changed={path}");
        add_files(Path::new(path), &mut files)?;
    }
    files.sort();
    let mut hasher = DefaultHasher::new();
    for file in &files {
        file.to_string_lossy().hash(&mut hasher);
        fs::read(file)?.hash(&mut hasher);
    }
    Ok(hasher.finish())
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
