//! Vectors: texts as points in a space where texts of like meaning are near one another.
//!
//! A [`TextEncoder`] makes a vector of a text. A build makes one of every **passage** (a paragraf, an article, a headnote),
//! keeps it by the digest of the passage's text ([`KeptVectors`]), and writes the vectors of its snapshot into a table
//! ([`VectorTable`]). A search makes a vector of the query and looks at all rows of the table ([`VectorTable::scan`]): there are
//! some hundred thousand, and no list of neighbours could go out of date.
//!
//! Numbers are kept as eight-bit integers ([`quantized`](mod@quantized)): a quarter of the memory, and cosines differ in the third
//! decimal.

mod bounded;
mod encoder;
mod kept;
mod quantized;
mod scan;
mod table;
mod word_table;

use std::path::PathBuf;

pub use bounded::{BoundedEncoder, MAX_QUERY_CHARS};
pub use encoder::{EncodeError, EncoderId, EncoderKind, TextEncoder};
pub use kept::{EmbeddedText, KeptVectors, KeptVectorsWriter, PassageDigest};
pub use quantized::QuantizedVector;
pub use scan::{NearestPassage, TableScan};
pub use table::{VectorTable, VectorTableWriter};
pub use word_table::{ChosenWord, WordTable, WordTableError, WordTally, choose_words, make_word_table};

/// The most numbers that a vector may have.
pub const MAX_DIMENSIONS: usize = 4_096;

/// Why vectors cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum VectorError {
    /// A file cannot be read or written.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
    /// A table is not as it was written.
    #[error("{path} is damaged ({problem}); build the snapshot again")]
    Damaged {
        /// The table.
        path: PathBuf,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// More rows than a table can number, or a vector of another length than its table's.
    #[error("{path}: {problem}")]
    Unsuitable {
        /// The table.
        path: PathBuf,
        /// What cannot be written.
        problem: &'static str,
    },
}

fn file_error(path: impl Into<PathBuf>) -> impl FnOnce(std::io::Error) -> VectorError {
    let path = path.into();
    move |source| VectorError::File { path, source }
}
