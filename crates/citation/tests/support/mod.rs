//! What several tests share.

#![allow(dead_code, unreachable_pub, reason = "each test uses a part")]

use std::path::PathBuf;

/// The folder with the real corpus, if the environment names one.
pub fn corpus_folder(what: &str) -> Option<PathBuf> {
    let folder = std::env::var_os("LAGRUM_TEST_CORPUS").map(PathBuf::from);
    if folder.is_none() {
        println!("skipped: LAGRUM_TEST_CORPUS does not name a folder with {what}");
    }
    folder
}
