//! The text of a Word document: its paragraphs as lines, then those of its footnotes and endnotes.
//!
//! A .docx file is a zip archive of XML parts (ECMA-376). Text that was deleted with changes tracked, codes of fields, and
//! the second copy of a drawing for older programs are no text of the document.

use std::fmt;
use std::io::{Cursor, Read};

use quick_xml::events::Event;
use quick_xml::{Reader, XmlVersion};
use zip::ZipArchive;
use zip::result::ZipError;

/// The parts that have text, in reading order. Only the first must be there.
const PARTS: [&str; 3] = ["word/document.xml", "word/footnotes.xml", "word/endnotes.xml"];

/// Why a Word document could not be read.
#[derive(Debug)]
pub(super) enum DocxError {
    NoArchive(ZipError),
    NoDocument,
    TooLarge { part: &'static str, most: u64 },
    Malformed { part: &'static str, problem: String },
}

impl fmt::Display for DocxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoArchive(error) => write!(f, "it is not a Word document: {error}"),
            Self::NoDocument => {
                write!(f, "it is not a Word document: {} is missing from the archive", PARTS[0])
            }
            Self::TooLarge { part, most } => {
                write!(f, "{part} in it has more than {most} bytes: split the document")
            }
            Self::Malformed { part, problem } => write!(f, "{part} in it cannot be read: {problem}"),
        }
    }
}

/// The text of a .docx file. At most `most` bytes of a part are unpacked.
pub(super) fn text_of(file: &[u8], most: u64) -> Result<String, DocxError> {
    let mut archive = ZipArchive::new(Cursor::new(file)).map_err(DocxError::NoArchive)?;
    let mut text = String::new();
    for part in PARTS {
        let entry = match archive.by_name(part) {
            Ok(entry) => entry,
            Err(ZipError::FileNotFound) if part == PARTS[0] => return Err(DocxError::NoDocument),
            Err(ZipError::FileNotFound) => continue,
            Err(error) => return Err(DocxError::NoArchive(error)),
        };
        let malformed = |problem: String| DocxError::Malformed { part, problem };
        // The size that the archive gives is not believed.
        let mut xml = Vec::new();
        entry.take(most + 1).read_to_end(&mut xml).map_err(|error| malformed(error.to_string()))?;
        if xml.len() as u64 > most {
            return Err(DocxError::TooLarge { part, most });
        }
        push_paragraphs(&xml, &mut text).map_err(malformed)?;
    }
    Ok(text)
}

/// Adds the text of one part, a line for each paragraph.
fn push_paragraphs(xml: &[u8], text: &mut String) -> Result<(), String> {
    let mut reader = Reader::from_reader(xml);
    let mut in_text = false;
    // How deep the walk is inside the copy of a drawing for older programs.
    let mut fallback = 0_u32;
    let mut buffer = Vec::new();
    loop {
        buffer.clear();
        match reader.read_event_into(&mut buffer).map_err(|error| error.to_string())? {
            Event::Start(element) => match element.name().as_ref() {
                b"mc:Fallback" => fallback += 1,
                b"w:t" => in_text = true,
                _ => {}
            },
            Event::Empty(element) if fallback == 0 => match element.name().as_ref() {
                b"w:tab" | b"w:br" | b"w:cr" => text.push(' '),
                b"w:noBreakHyphen" => text.push('-'),
                b"w:p" => text.push('\n'),
                _ => {}
            },
            Event::End(element) => match element.name().as_ref() {
                b"mc:Fallback" => fallback = fallback.saturating_sub(1),
                b"w:t" => in_text = false,
                b"w:p" if fallback == 0 => text.push('\n'),
                _ => {}
            },
            Event::Text(run) if in_text && fallback == 0 => {
                text.push_str(&run.xml_content(XmlVersion::Implicit1_0).map_err(|error| error.to_string())?);
            }
            Event::GeneralRef(reference) if in_text && fallback == 0 => {
                let name = reference.decode().map_err(|error| error.to_string())?;
                match reference.resolve_char_ref().map_err(|error| error.to_string())? {
                    Some(character) => text.push(character),
                    None => {
                        text.push_str(
                            quick_xml::escape::resolve_predefined_entity(&name).unwrap_or_default(),
                        );
                    }
                }
            }
            Event::Eof => return Ok(()),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::*;

    fn docx(parts: &[(&str, &str)]) -> Vec<u8> {
        let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, xml) in parts {
            archive.start_file(*name, SimpleFileOptions::default()).unwrap();
            archive.write_all(xml.as_bytes()).unwrap();
        }
        archive.finish().unwrap().into_inner()
    }

    #[test]
    fn paragraphs_are_lines_and_notes_come_last() {
        let document = "<w:document><w:body><w:p><w:r><w:t>Enligt 3 kap.</w:t></w:r><w:r><w:tab/></w:r>\
            <w:del><w:r><w:delText>9 §</w:delText></w:r></w:del><w:ins><w:r><w:t>3 §</w:t></w:r></w:ins>\
            <w:r><w:instrText>HYPERLINK 5 §</w:instrText><w:t xml:space='preserve'> f&#229;rlagen &amp; 4&#160;§</w:t></w:r></w:p>\
            <w:p/><w:p><mc:AlternateContent><mc:Choice><w:r><w:t>ruta</w:t></w:r></mc:Choice><mc:Fallback><w:p><w:r>\
            <w:t>ruta</w:t></w:r></w:p></mc:Fallback></mc:AlternateContent></w:p></w:body></w:document>";
        let notes = "<w:footnotes><w:footnote><w:p><w:r><w:t>NJA 2031 s. 5</w:t></w:r></w:p></w:footnote></w:footnotes>";
        let file = docx(&[("word/footnotes.xml", notes), ("word/document.xml", document)]);
        assert_eq!(
            text_of(&file, 1 << 20).unwrap(),
            "Enligt 3 kap. 3 § fårlagen & 4\u{a0}§\n\nruta\nNJA 2031 s. 5\n"
        );
    }

    #[test]
    fn what_is_no_word_document_is_refused() {
        assert!(matches!(text_of(b"no archive", 9), Err(DocxError::NoArchive(_))));
        assert!(matches!(text_of(&docx(&[("x", "y")]), 9), Err(DocxError::NoDocument)));
        assert!(matches!(
            text_of(&docx(&[("word/document.xml", "<w:p></w:t>")]), 99),
            Err(DocxError::Malformed { .. })
        ));
    }

    #[test]
    fn a_part_that_unpacks_to_more_than_is_read_is_refused() {
        let most = 1 << 20;
        let file = docx(&[("word/document.xml", &" ".repeat(usize::try_from(most).unwrap() + 1))]);
        assert!(file.len() < 10_000, "it is packed to {} bytes", file.len());
        assert!(matches!(text_of(&file, most), Err(DocxError::TooLarge { .. })));
    }
}
