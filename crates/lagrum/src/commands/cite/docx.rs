//! The text of a Word document: its paragraphs as lines, then those of its footnotes and endnotes. An indented paragraph that is
//! no item of a list is a block quote, and its line begins with `>`.
//!
//! A .docx file is a zip archive of XML parts (ECMA-376). Some content is not text of the document: text deleted with tracked
//! changes, the old place of moved text, hidden runs, field codes, and the second copy of a drawing for older programs. (Styles
//! that hide text are not looked up.) Elements are recognized by their namespace, whatever its prefix is. A document in which
//! no paragraph was found counts as unreadable.

use std::borrow::Cow;
use std::fmt;
use std::io::{Cursor, Read};

use quick_xml::events::{BytesRef, BytesStart, Event};
use quick_xml::name::{QName, ResolveResult};
use quick_xml::{NsReader, XmlVersion};
use zip::ZipArchive;
use zip::result::ZipError;

use super::depth::OpenElements;

/// The parts that have text, in reading order. Only the first must be there.
const PARTS: [&str; 3] = ["word/document.xml", "word/footnotes.xml", "word/endnotes.xml"];

/// Why a Word document could not be read.
#[derive(Debug)]
pub(super) enum DocxError {
    NoArchive(ZipError),
    NoDocument,
    TooLarge { part: &'static str, most: u64 },
    Malformed { part: &'static str, problem: String },
    NoParagraphs,
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
            Self::NoParagraphs => write!(f, "no paragraph was found in {}: it could not be read", PARTS[0]),
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
        // The size that the archive states is not trusted.
        let mut xml = Vec::new();
        entry.take(most + 1).read_to_end(&mut xml).map_err(|error| malformed(error.to_string()))?;
        if xml.len() as u64 > most {
            return Err(DocxError::TooLarge { part, most });
        }
        let xml = utf8(&xml).map_err(malformed)?;
        let paragraphs = push_paragraphs(xml.as_bytes(), &mut text).map_err(malformed)?;
        if part == PARTS[0] && paragraphs == 0 {
            return Err(DocxError::NoParagraphs);
        }
    }
    Ok(text)
}

/// A part as UTF-8. XML may also be UTF-16, which its first two bytes show.
fn utf8(xml: &[u8]) -> Result<Cow<'_, str>, String> {
    let units = |read: fn([u8; 2]) -> u16| xml[2..].chunks_exact(2).map(move |pair| read([pair[0], pair[1]]));
    let decoded = match xml {
        [0xff, 0xfe, ..] => String::from_utf16(&units(u16::from_le_bytes).collect::<Vec<_>>()),
        [0xfe, 0xff, ..] => String::from_utf16(&units(u16::from_be_bytes).collect::<Vec<_>>()),
        _ => return std::str::from_utf8(xml).map(Cow::Borrowed).map_err(|error| error.to_string()),
    };
    decoded.map(Cow::Owned).map_err(|error| error.to_string())
}

/// The namespaces of text documents, in both editions of the standard.
const WORDS: [&[u8]; 2] = [
    b"http://schemas.openxmlformats.org/wordprocessingml/2006/main",
    b"http://purl.oclc.org/ooxml/wordprocessingml/main",
];
const COMPATIBILITY: &[u8] = b"http://schemas.openxmlformats.org/markup-compatibility/2006";

/// An element that affects the text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Element {
    Paragraph,
    Run,
    Text,
    Blank,
    Hyphen,
    /// Deleted text, the old place of moved text, or the copy of a drawing for older programs.
    TakenOut,
    /// The properties of a paragraph, or former properties: a hidden mark in them applies to no run.
    OtherProperties,
    Hidden,
    /// How far a paragraph is indented.
    Indent,
    /// It makes a paragraph an item of a list, which is indented too.
    ListItem,
}

/// Minimum indent of a block quote, in twentieths of a point.
const MIN_INDENT: u32 = 280;

/// Whether a paragraph is indented on its left side.
fn is_indented(indent: &BytesStart<'_>) -> bool {
    let sides = indent
        .attributes()
        .flatten()
        .filter(|attribute| matches!(attribute.key.local_name().as_ref(), b"left" | b"start"));
    let mut amounts = sides.filter_map(|side| std::str::from_utf8(&side.value).ok()?.parse::<u32>().ok());
    amounts.any(|amount| amount >= MIN_INDENT)
}

impl Element {
    fn of(namespace: &ResolveResult<'_>, name: &[u8], prefix: Option<&[u8]>) -> Option<Self> {
        let is_of = |namespaces: &[&[u8]], usual: &[u8]| match namespace {
            ResolveResult::Bound(namespace) => namespaces.contains(&namespace.into_inner()),
            // Some programs declare no namespace.
            ResolveResult::Unbound | ResolveResult::Unknown(_) => prefix == Some(usual),
        };
        if name == b"Fallback" && is_of(&[COMPATIBILITY], b"mc") {
            return Some(Self::TakenOut);
        }
        if !is_of(&WORDS, b"w") {
            return None;
        }
        Some(match name {
            b"p" => Self::Paragraph,
            b"r" => Self::Run,
            b"t" => Self::Text,
            b"tab" | b"br" | b"cr" => Self::Blank,
            b"noBreakHyphen" => Self::Hyphen,
            b"del" | b"moveFrom" => Self::TakenOut,
            b"pPr" | b"rPrChange" => Self::OtherProperties,
            b"vanish" => Self::Hidden,
            b"ind" => Self::Indent,
            b"numPr" => Self::ListItem,
            _ => return None,
        })
    }
}

/// Whether a property is on: it is unless its value is off.
fn is_on(property: &BytesStart<'_>) -> bool {
    let value =
        property.attributes().flatten().find(|attribute| attribute.key.local_name().as_ref() == b"val");
    value.is_none_or(|value| !matches!(value.value.as_ref(), b"0" | b"false" | b"off"))
}

/// Adds the text of one part, a line for each paragraph. Returns how many there are.
fn push_paragraphs(xml: &[u8], text: &mut String) -> Result<usize, String> {
    let mut reader = NsReader::from_reader(xml);
    let mut walk = PartWalk::new(text);
    let mut depth = OpenElements::default();
    let mut buffer = Vec::new();
    loop {
        buffer.clear();
        let (namespace, event) =
            reader.read_resolved_event_into(&mut buffer).map_err(|error| error.to_string())?;
        let element = |name: QName<'_>| {
            Element::of(&namespace, name.local_name().as_ref(), name.prefix().as_ref().map(AsRef::as_ref))
        };
        match &event {
            Event::Start(start) => {
                depth.enter(start)?;
                if let Some(element) = element(start.name()) {
                    walk.property(element, start);
                    walk.start(element);
                }
            }
            Event::Empty(empty) => {
                if let Some(element) = element(empty.name()) {
                    walk.property(element, empty);
                    walk.empty(element);
                }
            }
            Event::End(end) => {
                depth.leave();
                if let Some(element) = element(end.name()) {
                    walk.end(element);
                }
            }
            Event::Text(text) if walk.is_text() => {
                walk.text
                    .push_str(&text.xml_content(XmlVersion::Implicit1_0).map_err(|error| error.to_string())?);
            }
            Event::GeneralRef(reference) if walk.is_text() => push_reference(walk.text, reference)?,
            Event::Eof => return Ok(walk.paragraphs),
            _ => {}
        }
    }
}

/// Adds the character of a reference.
fn push_reference(text: &mut String, reference: &BytesRef<'_>) -> Result<(), String> {
    if let Some(character) = reference.resolve_char_ref().map_err(|error| error.to_string())? {
        text.push(character);
    } else {
        let name = reference.decode().map_err(|error| error.to_string())?;
        text.push_str(quick_xml::escape::resolve_predefined_entity(&name).unwrap_or_default());
    }
    Ok(())
}

/// The position of a walk through a part.
struct PartWalk<'t> {
    text: &'t mut String,
    /// Paragraphs that have ended.
    paragraphs: usize,
    is_in_text: bool,
    /// How many deleted or moved elements the walk is inside.
    taken_out: u32,
    /// How many elements with properties of no run the walk is inside.
    other_properties: u32,
    /// Whether each run that the walk is inside is hidden. Text boxes have runs in runs.
    runs: Vec<bool>,
    paragraph: ParagraphWalk,
}

/// The state of the current paragraph. An indented paragraph that is no item of a list is a block quote.
#[derive(Clone, Copy)]
struct ParagraphWalk {
    /// Where its text begins.
    begins: usize,
    is_indented: bool,
    is_item: bool,
}

impl ParagraphWalk {
    fn begin(begins: usize) -> Self {
        Self { begins, is_indented: false, is_item: false }
    }
}

impl<'t> PartWalk<'t> {
    fn new(text: &'t mut String) -> Self {
        let paragraph = ParagraphWalk::begin(text.len());
        let (taken_out, other_properties, runs) = (0, 0, Vec::new());
        Self { text, paragraphs: 0, is_in_text: false, taken_out, other_properties, runs, paragraph }
    }

    /// Whether content at this position belongs to the text.
    fn is_shown(&self) -> bool {
        self.taken_out == 0 && !self.runs.contains(&true)
    }

    /// Whether characters at this position belong to the text.
    fn is_text(&self) -> bool {
        self.is_in_text && self.is_shown()
    }

    /// Records a property of the run or the paragraph that an element is in.
    fn property(&mut self, element: Element, property: &BytesStart<'_>) {
        match (element, self.other_properties) {
            (Element::Hidden, 0) => {
                if let Some(run) = self.runs.last_mut().filter(|_| is_on(property)) {
                    *run = true;
                }
            }
            // The present properties of the paragraph, not its former ones.
            (Element::Indent, 1) => self.paragraph.is_indented |= is_indented(property),
            (Element::ListItem, 1) => self.paragraph.is_item = true,
            _ => {}
        }
    }

    fn start(&mut self, element: Element) {
        match element {
            Element::TakenOut => self.taken_out += 1,
            Element::OtherProperties => self.other_properties += 1,
            Element::Run => self.runs.push(false),
            Element::Text => self.is_in_text = true,
            _ => {}
        }
    }

    fn empty(&mut self, element: Element) {
        match element {
            Element::Paragraph => self.end_paragraph(),
            Element::Blank if self.is_shown() && self.other_properties == 0 => self.text.push(' '),
            Element::Hyphen if self.is_shown() => self.text.push('-'),
            _ => {}
        }
    }

    fn end(&mut self, element: Element) {
        match element {
            Element::TakenOut => self.taken_out = self.taken_out.saturating_sub(1),
            Element::OtherProperties => self.other_properties = self.other_properties.saturating_sub(1),
            Element::Run => {
                self.runs.pop();
            }
            Element::Text => self.is_in_text = false,
            Element::Paragraph => self.end_paragraph(),
            _ => {}
        }
    }

    fn end_paragraph(&mut self) {
        let ParagraphWalk { begins, is_indented, is_item } = self.paragraph;
        self.paragraphs += 1;
        if self.taken_out == 0 {
            if is_indented && !is_item && !self.text[begins..].trim().is_empty() {
                self.text.insert_str(begins, "> ");
            }
            self.text.push('\n');
        }
        self.paragraph = ParagraphWalk::begin(self.text.len());
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
    fn what_was_taken_out_or_hidden_is_no_text() {
        let run =
            |properties: &str, text: &str| format!("<w:r><w:rPr>{properties}</w:rPr><w:t>{text}</w:t></w:r>");
        for (inside, expected) in [
            (format!("<w:moveFrom>{}</w:moveFrom>", run("", "33 §")), ""),
            (format!("<w:moveTo>{}</w:moveTo>", run("", "33 §")), "33 §"),
            (format!("<w:del>{}</w:del>", run("", "33 §")), ""),
            (run("<w:vanish/>", "33 §") + &run("", "34 §"), "34 §"),
            (run("<w:vanish w:val='0'/>", "33 §"), "33 §"),
            (run("<w:rPrChange><w:rPr><w:vanish/></w:rPr></w:rPrChange>", "33 §"), "33 §"),
            ("<w:pPr><w:rPr><w:vanish/><w:del/></w:rPr></w:pPr>".to_owned() + &run("", "33 §"), "33 §"),
            ("<w:pPr><w:tabs><w:tab/></w:tabs></w:pPr>".to_owned() + &run("", "33 §"), "33 §"),
        ] {
            let file =
                docx(&[("word/document.xml", &format!("<w:document><w:p>{inside}</w:p></w:document>"))]);
            assert_eq!(text_of(&file, 1 << 20).unwrap(), format!("{expected}\n"), "{inside}");
        }
    }

    #[test]
    fn deep_documents_are_refused() {
        let nested = |times: usize| {
            let (open, close) = ("<w:r>".repeat(times), "</w:r>".repeat(times));
            let xml = format!("<w:document><w:p>{open}<w:t>3 §</w:t>{close}</w:p></w:document>");
            text_of(&docx(&[("word/document.xml", &xml)]), 1 << 24)
        };
        assert_eq!(nested(200).unwrap(), "3 §\n");
        assert!(nested(80_000).unwrap_err().to_string().contains("more than 256 elements"));
        let declared = (0..250).map(|n| format!("xmlns:a{n}='urn:{n}'")).collect::<Vec<_>>().join(" ");
        let open = format!("<w:r {declared}>").repeat(5);
        let xml = format!("<w:document><w:p>{open}");
        let refused = text_of(&docx(&[("word/document.xml", &xml)]), 1 << 24).unwrap_err().to_string();
        assert!(refused.contains("namespaces"), "{refused}");
    }

    #[test]
    fn indented_paragraphs_are_block_quotes() {
        let paragraph =
            |properties: &str| format!("<w:p><w:pPr>{properties}</w:pPr><w:r><w:t>33 §</w:t></w:r></w:p>");
        for (properties, expected) in [
            ("<w:ind w:left='720' w:right='720'/>", "> 33 §"),
            ("<w:ind w:start='720'/>", "> 33 §"),
            ("<w:ind w:left='0' w:firstLine='720'/>", "33 §"),
            ("<w:ind w:left='120'/>", "33 §"),
            ("<w:numPr><w:numId w:val='1'/></w:numPr><w:ind w:left='720'/>", "33 §"),
            ("<w:pPrChange><w:pPr><w:ind w:left='720'/></w:pPr></w:pPrChange>", "33 §"),
        ] {
            let xml = format!("<w:document>{}{}</w:document>", paragraph(properties), paragraph(""));
            let file = docx(&[("word/document.xml", &xml)]);
            assert_eq!(text_of(&file, 1 << 20).unwrap(), format!("{expected}\n33 §\n"), "{properties}");
        }
    }

    #[test]
    fn any_prefix_and_utf16_are_read_and_what_is_not_read_is_told() {
        let words = std::str::from_utf8(WORDS[0]).unwrap();
        let other =
            format!("<x:document xmlns:x='{words}'><x:p><x:r><x:t>33 \u{a7}</x:t></x:r></x:p></x:document>");
        let plain = format!("<document xmlns='{words}'><p><r><t>33 \u{a7}</t></r></p></document>");
        for xml in [&other, &plain] {
            assert_eq!(text_of(&docx(&[("word/document.xml", xml)]), 1 << 20).unwrap(), "33 §\n", "{xml}");
        }
        let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
        archive.start_file("word/document.xml", SimpleFileOptions::default()).unwrap();
        archive.write_all(&[0xff, 0xfe]).unwrap();
        for unit in other.encode_utf16() {
            archive.write_all(&unit.to_le_bytes()).unwrap();
        }
        assert_eq!(text_of(&archive.finish().unwrap().into_inner(), 1 << 20).unwrap(), "33 §\n");
        for xml in ["<w:document/>", "<x:document xmlns:x='urn:other'><x:p/></x:document>", "", "text"] {
            let read = text_of(&docx(&[("word/document.xml", xml)]), 1 << 20);
            assert!(matches!(read, Err(DocxError::NoParagraphs)), "{xml}: {read:?}");
        }
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
