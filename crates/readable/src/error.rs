//! Why a file could not be read.

use std::borrow::Cow;

/// Why a file could not be read.
#[derive(Debug, thiserror::Error)]
pub enum UnreadableFile {
    /// It is of a kind that is not read: a PDF, or bytes that are no text.
    #[error("{kind} files are not read: convert the file to text first, with pdftotext or pandoc")]
    UnknownKind {
        /// What the kind is called: the extension, or `binary`.
        kind: Cow<'static, str>,
    },
    /// Its text is not in UTF-8, nor in an encoding that it states.
    #[error("it is not UTF-8 from byte {at} on: convert it")]
    NotUtf8 {
        /// The first byte that is not.
        at: usize,
    },
    /// It is no archive, or a damaged one.
    #[error("it is not a Word or OpenDocument file: {problem}")]
    NoArchive {
        /// What is wrong.
        problem: String,
    },
    /// The archive lacks the part that has the text.
    #[error("it is not a Word or OpenDocument file: {part} is missing from the archive")]
    NoDocument {
        /// The part.
        part: String,
    },
    /// A part of it is no XML that can be read.
    #[error("{part} in it cannot be read: {problem}")]
    Malformed {
        /// The part.
        part: String,
        /// What is wrong.
        problem: String,
    },
    /// It unpacks to more than the limit.
    #[error("{part} in it has more than {most} bytes with what was read before: split the document")]
    TooLarge {
        /// The part at which the limit was reached.
        part: String,
        /// The limit in bytes.
        most: u64,
    },
    /// The archive has more parts than the limit.
    #[error("the archive has more than {most} parts: split the document")]
    TooManyParts {
        /// The limit.
        most: usize,
    },
    /// No words were found in it.
    #[error("no text was found in it: it could not be read")]
    NoText,
    /// It has more lines than the limit.
    #[error("it has more than {most} lines or paragraphs: split it")]
    TooManyLines {
        /// The limit.
        most: usize,
    },
}
