//! Questions for the formats of the field.

use jiff::civil::Date;

/// A question for a document or a provision in one of the formats of the field.
#[derive(Clone, Debug)]
pub struct FormalQuestion {
    /// The uri of a document, or of an archived lydelse of one; with an anchor, of a part of it.
    pub uri: String,
    /// The day whose text is wanted; without it, the text that the uri names.
    pub as_of: Option<Date>,
    /// The address at which the service is reached, without a slash at the end; None where none is configured.
    pub address: Option<String>,
}
