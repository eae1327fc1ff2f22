//! The paragraphs of an OpenDocument text, as lines.

use quick_xml::events::{BytesStart, Event};
use quick_xml::name::ResolveResult;
use quick_xml::{NsReader, XmlVersion};

use super::styles::TextStyles;
use crate::attributes::attribute;
use crate::depth::OpenElements;
use crate::package::push_reference;

const TEXT: &[u8] = b"urn:oasis:names:tc:opendocument:xmlns:text:1.0";
const OFFICE: &[u8] = b"urn:oasis:names:tc:opendocument:xmlns:office:1.0";

/// Blanks of one element, at most.
const MAX_BLANKS: usize = 100;

/// An element that affects the text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Element {
    /// A paragraph or a heading.
    Paragraph,
    Blanks,
    Blank,
    Span,
    List,
    Note,
    /// What is no text of the document: what was taken out, comments, the numbers of notes.
    TakenOut,
    Other,
}

impl Element {
    fn of(namespace: &ResolveResult<'_>, name: &[u8]) -> Self {
        let ResolveResult::Bound(namespace) = namespace else { return Self::Other };
        match (namespace.into_inner(), name) {
            (TEXT, b"p" | b"h") => Self::Paragraph,
            (TEXT, b"s") => Self::Blanks,
            (TEXT, b"tab" | b"line-break") => Self::Blank,
            (TEXT, b"span") => Self::Span,
            (TEXT, b"list") => Self::List,
            (TEXT, b"note") => Self::Note,
            (TEXT, b"tracked-changes" | b"note-citation") | (OFFICE, b"annotation") => Self::TakenOut,
            _ => Self::Other,
        }
    }
}

/// A paragraph that has begun.
struct OpenParagraph {
    text: String,
    is_quote: bool,
}

/// The position of a walk through the content.
struct ContentWalk<'s> {
    styles: &'s TextStyles,
    lines: String,
    notes: String,
    /// How many notes have begun.
    numbered: usize,
    /// The mark of the note whose first paragraph comes next.
    mark: Option<String>,
    /// Paragraphs stand in paragraphs: those of notes and of text boxes.
    open: Vec<OpenParagraph>,
    /// How many of each the walk is inside.
    in_notes: usize,
    in_lists: usize,
    taken_out: usize,
    /// Whether each span that the walk is inside is hidden.
    spans: Vec<bool>,
}

/// The text of the content: a line for each paragraph.
pub(super) fn text_of_content(xml: &str, styles: &TextStyles) -> Result<String, String> {
    let mut reader = NsReader::from_str(xml);
    let mut depth = OpenElements::default();
    let mut walk = ContentWalk::new(styles);
    loop {
        let (namespace, event) = reader.read_resolved_event().map_err(|error| error.to_string())?;
        match &event {
            Event::Start(start) => {
                depth.enter(start)?;
                walk.start(Element::of(&namespace, start.local_name().as_ref()), start);
            }
            Event::Empty(empty) => {
                let element = Element::of(&namespace, empty.local_name().as_ref());
                walk.start(element, empty);
                walk.end(element);
            }
            Event::End(end) => {
                depth.leave();
                walk.end(Element::of(&namespace, end.local_name().as_ref()));
            }
            Event::Text(text) => {
                if let Some(own) = walk.text() {
                    own.push_str(
                        &text.xml_content(XmlVersion::Implicit1_0).map_err(|error| error.to_string())?,
                    );
                }
            }
            Event::GeneralRef(reference) => {
                if let Some(own) = walk.text() {
                    push_reference(own, reference)?;
                }
            }
            Event::Eof => return Ok(walk.finish()),
            _ => {}
        }
    }
}

impl<'s> ContentWalk<'s> {
    fn new(styles: &'s TextStyles) -> Self {
        let (lines, notes, open, spans) = (String::new(), String::new(), Vec::new(), Vec::new());
        let (numbered, mark, in_notes, in_lists, taken_out) = (0, None, 0, 0, 0);
        Self { styles, lines, notes, numbered, mark, open, in_notes, in_lists, taken_out, spans }
    }

    /// The text that characters at this position belong to.
    fn text(&mut self) -> Option<&mut String> {
        let is_shown = self.taken_out == 0 && !self.spans.contains(&true);
        self.open.last_mut().filter(|_| is_shown).map(|paragraph| &mut paragraph.text)
    }

    fn start(&mut self, element: Element, tag: &BytesStart<'_>) {
        match element {
            Element::Paragraph => {
                let style = attribute(tag, b"style-name").unwrap_or_default();
                let is_quote = self.in_lists == 0 && self.styles.is_quote(&style);
                self.open.push(OpenParagraph { text: String::new(), is_quote });
            }
            Element::Blanks => {
                let count = attribute(tag, b"c").and_then(|count| count.parse::<usize>().ok()).unwrap_or(1);
                if let Some(text) = self.text() {
                    text.push_str(&" ".repeat(count.min(MAX_BLANKS)));
                }
            }
            Element::Blank => self.text().into_iter().for_each(|text| text.push(' ')),
            Element::Span => {
                let style = attribute(tag, b"style-name").unwrap_or_default();
                self.spans.push(self.styles.is_hidden(&style));
            }
            Element::List => self.in_lists += 1,
            Element::Note => {
                self.numbered += 1;
                let mark = format!("[^{}]", self.numbered);
                if let Some(text) = self.text() {
                    text.push_str(&mark);
                }
                self.mark = Some(mark);
                self.in_notes += 1;
            }
            Element::TakenOut => self.taken_out += 1,
            Element::Other => {}
        }
    }

    fn end(&mut self, element: Element) {
        match element {
            Element::Paragraph => self.end_paragraph(),
            Element::Span => {
                self.spans.pop();
            }
            Element::List => self.in_lists = self.in_lists.saturating_sub(1),
            Element::Note => {
                self.mark = None;
                self.in_notes = self.in_notes.saturating_sub(1);
            }
            Element::TakenOut => self.taken_out = self.taken_out.saturating_sub(1),
            Element::Blanks | Element::Blank | Element::Other => {}
        }
    }

    fn end_paragraph(&mut self) {
        let Some(OpenParagraph { text, is_quote }) = self.open.pop() else { return };
        if self.taken_out > 0 {
            return;
        }
        let has_words = !text.trim().is_empty();
        let lines = if self.in_notes > 0 { &mut self.notes } else { &mut self.lines };
        if let Some(mark) = self.mark.take_if(|_| has_words && self.in_notes > 0) {
            lines.push_str(&mark);
            lines.push_str(": ");
        } else if has_words && is_quote {
            lines.push_str("> ");
        }
        lines.push_str(&text);
        lines.push('\n');
    }

    /// The whole text: the paragraphs, then the notes.
    fn finish(self) -> String {
        if self.notes.is_empty() { self.lines } else { format!("{}\n{}", self.lines, self.notes) }
    }
}
