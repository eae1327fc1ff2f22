//! Gives the site a digest of its code, templates and files (`SITE_DESIGN`): the addresses of its files and the tags of its
//! pages change with it. A comment counts as a change too: fetching a file once more does no harm.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::{fs, io};

/// What a page is made by beside the snapshot, from this crate's folder.
const DESIGN: &[&str] = &[
    "src",
    "templates",
    "assets",
    "data",
    "../render/src",
    "../answers/src",
    "../sources/src",
    "../api/src/pages.rs",
];

fn main() -> io::Result<()> {
    let mut files = Vec::new();
    for path in DESIGN {
        println!("cargo:rerun-if-changed={path}");
        add_files(Path::new(path), &mut files)?;
    }
    files.sort();
    let mut hasher = DefaultHasher::new();
    for file in &files {
        file.to_string_lossy().hash(&mut hasher);
        fs::read(file)?.hash(&mut hasher);
    }
    println!("cargo:rustc-env=SITE_DESIGN={}", hasher.finish());
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
