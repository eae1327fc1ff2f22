//! What a parser makes of a raw file.

use serde::Serialize;

/// What a parser makes of a raw file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed {
    /// The document's key: the local id of the act (`2016:383`), of an archived wording too.
    pub key: String,
    /// The last amending act worked into the text (`2025:730`), the act's own number when there is none.
    pub wording: String,
    /// The artifact as JSON with sorted keys and without blanks; None for a document parsed to nothing.
    pub artifact: Option<String>,
    /// What was read, and what was not.
    pub report: Report,
}

/// What was read of a raw file, and what was not.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Report {
    /// The uri of the artifact.
    pub uri: String,
    /// The words of the raw body.
    pub words: usize,
    /// Words of the raw body that the artifact lacks.
    pub missing: usize,
    /// Words of the artifact that the raw body lacks.
    pub extra: usize,
    /// The lines that were not understood, and are in the artifact as they stand.
    pub unread: Vec<String>,
    /// Why the document was parsed to nothing.
    pub skipped: Option<Skipped>,
    /// The next day on which a wording begins or ends, so that the document must be parsed again.
    pub valid_until: Option<String>,
}

/// Why a document was parsed to nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Skipped {
    /// The publisher's record has no text.
    NoText,
    /// The publisher has withdrawn the record.
    NotPublished,
}
