//! The parts of a Word document: a zip archive of XML parts (ECMA-376), which tells by relationships which part is which.

use std::borrow::Cow;
use std::io::{Cursor, Read};

use quick_xml::NsReader;
use quick_xml::events::Event;
use zip::ZipArchive;
use zip::result::ZipError;

use super::attributes::attribute;
use super::error::DocxError;

/// The relationships of the archive as a whole.
const ROOT: &str = "_rels/.rels";

/// What a part is to another one, as the end of the type of the relationship.
#[derive(Clone, Copy)]
pub(super) enum PartKind {
    Footnotes,
    Endnotes,
    Styles,
}

impl PartKind {
    fn name(self) -> &'static str {
        match self {
            Self::Footnotes => "footnotes",
            Self::Endnotes => "endnotes",
            Self::Styles => "styles",
        }
    }
}

/// An opened archive.
pub(super) struct Package<'a> {
    archive: ZipArchive<Cursor<&'a [u8]>>,
    /// How many bytes of a part are unpacked at most.
    most: u64,
}

impl<'a> Package<'a> {
    pub(super) fn open(file: &'a [u8], most: u64) -> Result<Self, DocxError> {
        let archive = ZipArchive::new(Cursor::new(file)).map_err(DocxError::NoArchive)?;
        Ok(Self { archive, most })
    }

    /// The name of the main part: that of the relationship of the archive, else the usual one.
    pub(super) fn main_part(&mut self) -> Result<String, DocxError> {
        let named = self.related(ROOT, "", "officeDocument")?;
        Ok(named.unwrap_or_else(|| "word/document.xml".to_owned()))
    }

    /// The name of the part that is something to the main part: that of its relationship, else the usual one.
    pub(super) fn part_of(&mut self, main: &str, kind: PartKind) -> Result<String, DocxError> {
        let (folder, file) = main.rsplit_once('/').unwrap_or(("", main));
        let folder = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        let named = self.related(&format!("{folder}_rels/{file}.rels"), &folder, kind.name())?;
        Ok(named.unwrap_or_else(|| format!("{folder}{}.xml", kind.name())))
    }

    /// The XML of a part as UTF-8; None when the archive does not have it.
    pub(super) fn xml(&mut self, part: &str) -> Result<Option<String>, DocxError> {
        let entry = match self.archive.by_name(part) {
            Ok(entry) => entry,
            Err(ZipError::FileNotFound) => return Ok(None),
            Err(error) => return Err(DocxError::NoArchive(error)),
        };
        let malformed = |problem: String| DocxError::Malformed { part: part.to_owned(), problem };
        // The size that the archive states is not trusted.
        let mut xml = Vec::new();
        entry.take(self.most + 1).read_to_end(&mut xml).map_err(|error| malformed(error.to_string()))?;
        if xml.len() as u64 > self.most {
            return Err(DocxError::TooLarge { part: part.to_owned(), most: self.most });
        }
        Ok(Some(utf8(&xml).map_err(malformed)?.into_owned()))
    }

    /// The name of the part that the relationships in `part` give as a kind. Names are relative to `folder`.
    fn related(&mut self, part: &str, folder: &str, kind: &str) -> Result<Option<String>, DocxError> {
        let Some(xml) = self.xml(part)? else { return Ok(None) };
        let mut reader = NsReader::from_str(&xml);
        loop {
            let event = reader.read_event().map_err(|error| DocxError::Malformed {
                part: part.to_owned(),
                problem: error.to_string(),
            })?;
            let (Event::Start(tag) | Event::Empty(tag)) = event else {
                if matches!(event, Event::Eof) {
                    return Ok(None);
                }
                continue;
            };
            let is_kind = attribute(&tag, b"Type")
                .is_some_and(|name| name.strip_suffix(kind).is_some_and(|before| before.ends_with('/')));
            if is_kind && let Some(target) = attribute(&tag, b"Target") {
                let name = match target.strip_prefix('/') {
                    Some(absolute) => absolute.to_owned(),
                    None => format!("{folder}{target}"),
                };
                return Ok(Some(name));
            }
        }
    }
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
