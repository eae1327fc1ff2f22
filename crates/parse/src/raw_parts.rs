//! A raw file as a parser takes it.

/// A raw file, unpacked, with what is known of it from where it was found.
#[derive(Clone, Copy, Debug, Default)]
pub struct RawParts<'r> {
    /// The bytes that the publisher sent.
    pub body: &'r [u8],
    /// The document's key (`2016:383`), if the path or the archive says it. The content's own key comes first.
    pub key: Option<&'r str>,
    /// The wording (`2024:80`), when the file is an archived one: its artifact is that of a version.
    pub wording: Option<&'r str>,
    /// The publisher's current record of the act, for the register of a page that has none.
    pub record: Option<&'r [u8]>,
}
