//! The result of parsing a raw file.

use serde::Serialize;

/// The result of parsing a raw file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed {
    /// The document's key: the local id of the act (`2016:383`), also for an archived lydelse.
    pub key: String,
    /// The lydelse id: the last amending act worked into the text (`2025:730`), or the act's own number if there is none.
    pub wording: String,
    /// The artifact as JSON with sorted keys and without blanks; None where `report.skipped` states why there is none.
    pub artifact: Option<String>,
    /// The report on the parsing.
    pub report: Report,
}

/// The report on the parsing of a raw file: which words and lines of it the artifact lacks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Report {
    /// The uri of the artifact.
    pub uri: String,
    /// The number of words of the raw body.
    pub words: usize,
    /// Words of the raw body that the artifact lacks.
    pub missing: usize,
    /// Words of the artifact that the raw body lacks.
    pub extra: usize,
    /// The lines that could not be interpreted. The artifact has them as plain text.
    pub unread: Vec<String>,
    /// Why there is no artifact.
    pub skipped: Option<Skipped>,
    /// The next day on which a dated variant begins or ends, so that the document must be parsed again.
    pub valid_until: Option<String>,
}

/// Why a raw file gives no artifact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Skipped {
    /// The publisher's record has no text.
    NoText,
    /// The publisher has withdrawn the record.
    NotPublished,
    /// The record is of leave to appeal or of a request for a ruling.
    NotADecision,
}
