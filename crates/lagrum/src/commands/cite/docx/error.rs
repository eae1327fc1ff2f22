//! Why a Word document could not be read.

use std::fmt;

use zip::result::ZipError;

/// Why a Word document could not be read.
#[derive(Debug)]
pub(crate) enum DocxError {
    NoArchive(ZipError),
    NoDocument { part: String },
    TooLarge { part: String, most: u64 },
    Malformed { part: String, problem: String },
    NoText { part: String },
}

impl fmt::Display for DocxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoArchive(error) => write!(f, "it is not a Word document: {error}"),
            Self::NoDocument { part } => {
                write!(f, "it is not a Word document: {part} is missing from the archive")
            }
            Self::TooLarge { part, most } => {
                write!(f, "{part} in it has more than {most} bytes: split the document")
            }
            Self::NoText { part } => write!(f, "no text was found in {part}: it could not be read"),
            Self::Malformed { part, problem } => write!(f, "{part} in it cannot be read: {problem}"),
        }
    }
}
