//! A raw file as a parser takes it.

use std::collections::BTreeMap;

use crate::PdfText;

/// A raw file, unpacked, with what its path or the archive states of it.
#[derive(Clone, Copy, Debug, Default)]
pub struct RawParts<'r> {
    /// The bytes that the publisher sent.
    pub body: &'r [u8],
    /// The document's key (`2016:383`), if the path or the archive states it. A key in the content is preferred.
    pub key: Option<&'r str>,
    /// The lydelse id (`2024:80`), if the file is an archived lydelse.
    pub wording: Option<&'r str>,
    /// The further parts of a document that its publisher sends in several.
    pub further_parts: &'r [&'r [u8]],
    /// The publisher's current record of the act. A page without a register gets the register of this record.
    pub record: Option<&'r [u8]>,
    /// The words of the PDF beside the record, for a document whose record has no text.
    pub pdf: Option<&'r PdfText>,
    /// The records of the judgments that the document is the report of, oldest first.
    pub judgments: &'r [&'r [u8]],
    /// The local ids of held documents, by the publisher's groups that they are.
    pub groups: Option<&'r BTreeMap<String, String>>,
    /// The files of a publication that is kept as a folder. The body is then empty.
    pub members: &'r [RawMember<'r>],
    /// The name of the file up to its first dot (`32031R0077`), if the raw file is one.
    pub name: Option<&'r str>,
    /// The language (`en`), if the path states it. The content is preferred.
    pub language: Option<&'r str>,
}

/// A file of a publication.
#[derive(Clone, Copy, Debug)]
pub struct RawMember<'r> {
    /// The name of the file.
    pub name: &'r str,
    /// Its bytes.
    pub bytes: &'r [u8],
}
