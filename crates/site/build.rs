//! Gives the site a digest of its code, templates and files (`SITE_DESIGN`), which is part of the addresses of its files and of
//! the tags of its pages. A changed comment changes the digest too: fetching a file once more does no harm.

#[path = "../files/code_digest.rs"]
mod code_digest;

use std::io;

use code_digest::digest;

/// The files, relative to this crate's folder, that a page depends on beside the snapshot.
const DESIGN: &[&str] = &[
    "src",
    "templates",
    "assets",
    "data",
    "../render/src",
    "../answers/src",
    "../sources/src",
    "../api/src/pages.rs",
    "../api/src/response/page.rs",
    "../pages/src",
    "../api/src/response/html.rs",
];

fn main() -> io::Result<()> {
    println!("cargo:rustc-env=SITE_DESIGN={}", digest(DESIGN)?);
    Ok(())
}
