//! Gives the site a digest of its code, templates and files (`SITE_DESIGN`): the addresses of its files and the tags of its
//! pages change with it. A comment counts as a change too: fetching a file once more does no harm.

#[path = "../files/code_digest.rs"]
mod code_digest;

use std::io;

use code_digest::digest;

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
    "../pages/src",
    "../api/src/response/html.rs",
];

fn main() -> io::Result<()> {
    println!("cargo:rustc-env=SITE_DESIGN={}", digest(DESIGN)?);
    Ok(())
}
