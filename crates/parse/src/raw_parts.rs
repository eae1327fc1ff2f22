//! A raw file as a parser takes it.

/// A raw file, unpacked, with what its path or the archive states of it.
#[derive(Clone, Copy, Debug, Default)]
pub struct RawParts<'r> {
    /// The bytes that the publisher sent.
    pub body: &'r [u8],
    /// The document's key (`2016:383`), if the path or the archive states it. A key in the content is preferred.
    pub key: Option<&'r str>,
    /// The lydelse id (`2024:80`), if the file is an archived lydelse.
    pub wording: Option<&'r str>,
    /// The publisher's current record of the act. A page without a register gets the register of this record.
    pub record: Option<&'r [u8]>,
}
