//! Why a raw file cannot be read at all.

/// Why a raw file cannot be read at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseError {
    /// There is no parser for the source.
    #[error("there is no parser for the source {0:?}")]
    UnknownSource(String),
    /// The bytes have none of the forms that the publisher has used.
    #[error("the file has none of the forms of its publisher: {0}")]
    UnknownForm(String),
    /// Neither the content nor the path states which document it is.
    #[error("neither the content nor the path says which document it is")]
    NoKey,
    /// The raw file is nested deeper than any text that a person reads.
    #[error("its elements are nested deeper than this program reads")]
    TooDeep,
    /// The raw file is larger than this program reads.
    #[error("{0} is larger than this program reads")]
    TooLarge(&'static str),
}
