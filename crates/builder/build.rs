//! Gives the program a digest of the code that derives what builds keep (`DERIVING_CODE`), so that a program with other
//! code derives it anew. A comment counts as a change too: deriving once more does no harm.

#[path = "../files/code_digest.rs"]
mod code_digest;

use std::io;

use code_digest::digest;

/// The sources of the deriving code, relative to this crate's folder. The lock file stands for the libraries.
const DERIVING: &[&str] = &[
    "src/acts.rs",
    "src/application",
    "src/contexts",
    "src/derive.rs",
    "src/ends.rs",
    "src/in_force.rs",
    "src/links.rs",
    "src/meanings/citing_day.rs",
    "src/passages.rs",
    "src/provision_texts.rs",
    "src/register.rs",
    "src/register_text.rs",
    "src/related",
    "src/signatures.rs",
    "src/topics.rs",
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
    println!("cargo:rustc-env=DERIVING_CODE={}-{:016x}", env!("CARGO_PKG_VERSION"), digest(DERIVING)?);
    Ok(())
}
