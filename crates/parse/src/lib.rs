//! Parses raw files of publishers: from the bytes as they came it makes an artifact and a report.
//!
//! Nothing here reads or writes a file, asks for the day or panics. The time is linear in the length of the raw file.
//! The same raw file, context and parser give the same bytes. Each source has a module with its rules; code for several sources
//! is beside these modules.

mod blocks;
mod context;
mod decode;
mod dv;
mod error;
mod eurlex;
mod forarbete;
mod html;
mod hudoc;
mod hyphen;
mod join;
mod node;
mod outline;
mod page;
mod parsed;
mod pdf;
mod raw_parts;
mod sequence;
mod sfs;
mod words;

pub use context::{Numbering, ParseContext};
pub use error::ParseError;
pub use forarbete::DocumentPart;
pub use parsed::{Parsed, Report, Skipped};
pub use pdf::{PdfPage, PdfText, PdfWords};
pub use raw_parts::{RawMember, RawParts};

/// The sources that [`parse`] knows.
pub const SOURCES: &[&str] = &["dv", "eurlex", "forarbete", "hudoc", "sfs"];

/// Parses the raw file of a document of a source.
pub fn parse(source: &str, raw: &RawParts<'_>, context: &ParseContext<'_>) -> Result<Parsed, ParseError> {
    match source {
        "dv" => dv::parse(raw, context),
        "eurlex" => eurlex::parse(raw, context),
        "forarbete" => forarbete::parse(raw, context),
        "hudoc" => hudoc::parse(raw, context),
        "sfs" => sfs::parse(raw, context),
        _ => Err(ParseError::UnknownSource(source.to_owned())),
    }
}

/// Which part of a document a raw file is, if its publisher sends documents in several. The parts are then parsed together.
pub fn part_of(source: &str, body: &[u8]) -> Option<DocumentPart> {
    match source {
        "forarbete" => forarbete::part_of(body),
        _ => None,
    }
}

/// The publisher's groups of other documents that a raw file names; None for a source without groups. Which of them are held decides
/// where its citations lead.
pub fn named_groups(source: &str, body: &[u8]) -> Option<Vec<String>> {
    (source == "dv").then(|| dv::named_groups(body))
}

/// The version of the parsers: a digest of their code. Documents that another version parsed are due again.
pub fn parser_version() -> &'static str {
    env!("PARSER_CODE")
}

/// The version of the grammar of citations that links come from.
pub fn grammar_version() -> &'static str {
    env!("GRAMMAR_CODE")
}
