//! Gives the program digests of the code that parses (`PARSER_CODE`) and of the grammar of citations (`GRAMMAR_CODE`), so
//! that a program with other code parses again. A comment counts as a change too: parsing once more does no harm.

#[path = "../files/code_digest.rs"]
mod code_digest;

use std::io;

use code_digest::digest;

/// The files that determine the result of parsing, from this crate's folder. The lock file stands for the libraries.
const PARSER: &[&str] = &["src", "data", "../artifact/src", "../../Cargo.lock"];

/// The files that determine how citations are read.
const GRAMMAR: &[&str] = &["../citation/src", "../citation/data"];

fn main() -> io::Result<()> {
    for (name, paths) in [("PARSER_CODE", PARSER), ("GRAMMAR_CODE", GRAMMAR)] {
        println!("cargo:rustc-env={name}={}-{:016x}", env!("CARGO_PKG_VERSION"), digest(paths)?);
    }
    Ok(())
}
