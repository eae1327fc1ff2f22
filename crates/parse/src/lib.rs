//! Raw files of publishers as artifacts: bytes as they came in, a document in the corpus's format and a report out.
//!
//! Nothing here reads or writes a file, asks for the day or panics; the time is linear in the length of the raw file.
//! The same raw file and the same parser give the same bytes. A module for each source has its rules; what several
//! need is beside them.

mod blocks;
mod context;
mod error;
mod html;
mod hyphen;
mod node;
mod parsed;
mod raw_parts;
mod sfs;
mod words;

pub use context::{Numbering, ParseContext};
pub use error::ParseError;
pub use parsed::{Parsed, Report, Skipped};
pub use raw_parts::RawParts;

/// The sources that [`parse`] knows.
pub const SOURCES: &[&str] = &["sfs"];

/// Parses the raw file of a document of a source.
pub fn parse(source: &str, raw: &RawParts<'_>, context: &ParseContext<'_>) -> Result<Parsed, ParseError> {
    match source {
        "sfs" => sfs::parse(raw, context),
        _ => Err(ParseError::UnknownSource(source.to_owned())),
    }
}

/// The version of the parsers: a digest of their code. What was parsed by another version is due again.
pub fn parser_version() -> &'static str {
    env!("PARSER_CODE")
}

/// The version of the grammar of citations that links come from.
pub fn grammar_version() -> &'static str {
    env!("GRAMMAR_CODE")
}
