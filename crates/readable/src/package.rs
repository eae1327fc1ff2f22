//! A document in parts: a zip archive of XML parts, as those of Word (ECMA-376) and OpenDocument (ISO 26300).

use std::borrow::Cow;
use std::io::{Cursor, Read};

use quick_xml::events::BytesRef;
use zip::ZipArchive;
use zip::result::ZipError;

use crate::error::UnreadableFile;
use crate::limits::ReadLimits;

/// Whether a file is an archive.
pub(crate) fn is_archive(file: &[u8]) -> bool {
    file.starts_with(b"PK\x03\x04")
}

/// An opened archive.
pub(crate) struct Package<'a> {
    archive: ZipArchive<Cursor<&'a [u8]>>,
    /// How many bytes are unpacked at most, and how many more may be.
    most: u64,
    left: u64,
}

impl<'a> Package<'a> {
    pub(crate) fn open(file: &'a [u8], limits: &ReadLimits) -> Result<Self, UnreadableFile> {
        let archive = ZipArchive::new(Cursor::new(file)).map_err(|error| damaged(&error))?;
        if archive.len() > limits.parts {
            return Err(UnreadableFile::TooManyParts { most: limits.parts });
        }
        Ok(Self { archive, most: limits.unpacked, left: limits.unpacked })
    }

    /// The bytes of a part; None when the archive does not have it.
    pub(crate) fn part(&mut self, part: &str) -> Result<Option<Vec<u8>>, UnreadableFile> {
        let entry = match self.archive.by_name(part) {
            Ok(entry) => entry,
            Err(ZipError::FileNotFound) => return Ok(None),
            Err(error) => return Err(damaged(&error)),
        };
        // The size that the archive states is not trusted.
        let mut bytes = Vec::new();
        let read = entry.take(self.left + 1).read_to_end(&mut bytes);
        read.map_err(|error| malformed(part)(error.to_string()))?;
        self.left = self
            .left
            .checked_sub(bytes.len() as u64)
            .ok_or_else(|| UnreadableFile::TooLarge { part: part.to_owned(), most: self.most })?;
        Ok(Some(bytes))
    }

    /// The XML of a part as UTF-8; None when the archive does not have it.
    pub(crate) fn xml(&mut self, part: &str) -> Result<Option<String>, UnreadableFile> {
        let Some(xml) = self.part(part)? else { return Ok(None) };
        Ok(Some(utf8(&xml).map_err(malformed(part))?.into_owned()))
    }
}

fn damaged(error: &ZipError) -> UnreadableFile {
    UnreadableFile::NoArchive { problem: error.to_string() }
}

/// The failure of a part, from what is wrong with it.
pub(crate) fn malformed(part: &str) -> impl Fn(String) -> UnreadableFile {
    move |problem| UnreadableFile::Malformed { part: part.to_owned(), problem }
}

/// Adds the character of a reference.
pub(crate) fn push_reference(text: &mut String, reference: &BytesRef<'_>) -> Result<(), String> {
    if let Some(character) = reference.resolve_char_ref().map_err(|error| error.to_string())? {
        text.push(character);
    } else {
        let name = reference.decode().map_err(|error| error.to_string())?;
        text.push_str(quick_xml::escape::resolve_predefined_entity(&name).unwrap_or_default());
    }
    Ok(())
}

/// A part as UTF-8: by its mark of the order of bytes, else by the first bytes of UTF-16, else by the encoding that it states.
fn utf8(xml: &[u8]) -> Result<Cow<'_, str>, String> {
    let encoding = match xml {
        [0xff, 0xfe, ..] | [b'<', 0, ..] => encoding_rs::UTF_16LE,
        [0xfe, 0xff, ..] | [0, b'<', ..] => encoding_rs::UTF_16BE,
        _ => stated_encoding(xml)?,
    };
    let (text, encoding, is_damaged) = encoding.decode(xml);
    if is_damaged {
        return Err(format!("it is not {}", encoding.name()));
    }
    Ok(text)
}

/// The encoding of the declaration of a part whose first bytes are ASCII. It is UTF-8 where none is stated, or one that the bytes
/// are not in.
fn stated_encoding(xml: &[u8]) -> Result<&'static encoding_rs::Encoding, String> {
    const LONGEST_DECLARATION: usize = 200;
    let head = String::from_utf8_lossy(&xml[..xml.len().min(LONGEST_DECLARATION)]);
    let declaration = head.trim_start_matches('\u{feff}').strip_prefix("<?xml").unwrap_or_default();
    let declaration = declaration.split("?>").next().unwrap_or_default();
    let Some((_, value)) = declaration.split_once("encoding") else { return Ok(encoding_rs::UTF_8) };
    let name = value.trim_start_matches([' ', '=']).trim_start_matches(['"', '\'']);
    let name = name.split(['"', '\'']).next().unwrap_or_default();
    match encoding_rs::Encoding::for_label(name.as_bytes()) {
        Some(stated) if stated == encoding_rs::UTF_16LE || stated == encoding_rs::UTF_16BE => {
            Ok(encoding_rs::UTF_8)
        }
        Some(stated) => Ok(stated),
        None => Err(format!("its encoding {name} is not known")),
    }
}
