//! The paragraphs of a part of a Word document, as lines.
//!
//! Some content is not text of the document: text deleted with tracked changes, the old place of moved text, hidden runs, field
//! codes, and the second copy of a drawing for older programs. (Styles that hide text are not looked up.) Elements are
//! recognized by their namespace, whatever its prefix is.

use quick_xml::events::{BytesStart, Event};
use quick_xml::name::{QName, ResolveResult};
use quick_xml::{NsReader, XmlVersion};

use super::styles::is_indented;
use crate::attributes::attribute;
use crate::depth::OpenElements;
use crate::package::push_reference;
use crate::styles::Styles;

/// The namespaces of text documents, in both editions of the standard.
pub(super) const WORDS: [&[u8]; 2] = [
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
    /// The style of a paragraph.
    Style,
    /// The mark of a note in a text.
    NoteMark(NoteKind),
    /// A note.
    Note(NoteKind),
}

/// The two kinds of notes, which are numbered apart.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NoteKind {
    Footnote,
    Endnote,
}

impl NoteKind {
    /// The mark of a note as in markdown (`[^1]`), by which a provision in it is of the act that was named there. Numbers of
    /// endnotes begin far behind those of footnotes.
    fn mark(self, id: &str) -> Option<String> {
        let id: u32 = id.parse().ok().filter(|id| (1..5_000).contains(id))?;
        Some(format!("[^{}]", if self == Self::Footnote { id } else { id + 5_000 }))
    }
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
            b"pStyle" => Self::Style,
            b"footnoteReference" => Self::NoteMark(NoteKind::Footnote),
            b"endnoteReference" => Self::NoteMark(NoteKind::Endnote),
            b"footnote" => Self::Note(NoteKind::Footnote),
            b"endnote" => Self::Note(NoteKind::Endnote),
            _ => return None,
        })
    }
}

/// Whether a property is on: it is unless its value is off.
fn is_on(property: &BytesStart<'_>) -> bool {
    let value = attribute(property, b"val");
    value.is_none_or(|value| !matches!(value.as_str(), "0" | "false" | "off"))
}

/// Adds the text of one part, a line for each paragraph. Returns how many there are.
pub(super) fn push_paragraphs(xml: &str, styles: &Styles, text: &mut String) -> Result<usize, String> {
    let mut reader = NsReader::from_str(xml);
    let mut walk = PartWalk::new(text, styles);
    let mut depth = OpenElements::default();
    loop {
        let (namespace, event) = reader.read_resolved_event().map_err(|error| error.to_string())?;
        let element = |name: QName<'_>| {
            Element::of(&namespace, name.local_name().as_ref(), name.prefix().as_ref().map(AsRef::as_ref))
        };
        match &event {
            Event::Start(start) => {
                depth.enter(start)?;
                if let Some(element) = element(start.name()) {
                    walk.property(element, start);
                    walk.start(element);
                    walk.note(element, start);
                }
            }
            Event::Empty(empty) => {
                if let Some(element) = element(empty.name()) {
                    walk.property(element, empty);
                    walk.empty(element);
                    walk.note(element, empty);
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

/// The position of a walk through a part.
struct PartWalk<'t> {
    text: &'t mut String,
    styles: &'t Styles,
    /// The mark of the note whose first paragraph comes next.
    note: Option<String>,
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
    has_quote_style: bool,
}

impl ParagraphWalk {
    fn begin(begins: usize) -> Self {
        Self { begins, is_indented: false, is_item: false, has_quote_style: false }
    }
}

impl<'t> PartWalk<'t> {
    fn new(text: &'t mut String, styles: &'t Styles) -> Self {
        let paragraph = ParagraphWalk::begin(text.len());
        let (taken_out, other_properties, runs) = (0, 0, Vec::new());
        let (note, paragraphs, is_in_text) = (None, 0, false);
        Self { text, styles, note, paragraphs, is_in_text, taken_out, other_properties, runs, paragraph }
    }

    /// Writes the mark of a note in the text, and keeps that of a note until its first paragraph ends.
    fn note(&mut self, element: Element, tag: &BytesStart<'_>) {
        let mark = |kind: NoteKind| attribute(tag, b"id").and_then(|id| kind.mark(&id));
        match element {
            Element::NoteMark(kind) if self.is_shown() => {
                self.text.push_str(&mark(kind).unwrap_or_default());
            }
            Element::Note(kind) => self.note = mark(kind),
            _ => {}
        }
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
            (Element::Style, 1) => {
                let style = attribute(property, b"val").unwrap_or_default();
                self.paragraph.has_quote_style = self.styles.is_quote(&style);
            }
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
        let ParagraphWalk { begins, is_indented, is_item, has_quote_style } = self.paragraph;
        self.paragraphs += 1;
        if self.taken_out == 0 {
            let has_words = !self.text[begins..].trim().is_empty();
            if has_words && (has_quote_style || is_indented) && !is_item {
                self.text.insert_str(begins, "> ");
            }
            if let Some(mark) = self.note.take_if(|_| has_words) {
                self.text.insert_str(begins, &format!("{mark}: "));
            }
            self.text.push('\n');
        }
        self.paragraph = ParagraphWalk::begin(self.text.len());
    }
}
