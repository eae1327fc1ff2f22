//! The styles of an OpenDocument text: those with names (`styles.xml`), and those that the program made for single paragraphs and spans
//! (in `content.xml`).

use std::collections::HashSet;

use quick_xml::NsReader;
use quick_xml::events::{BytesStart, Event};

use crate::attributes::attribute;
use crate::depth::OpenElements;
use crate::styles::{ParagraphStyle, Styles};

/// Minimum indent of a block quote, in millimetres: 14 points.
const MIN_INDENT: f64 = 4.94;

/// The styles of a text.
#[derive(Default)]
pub(super) struct TextStyles {
    paragraphs: Styles,
    /// Styles of spans that are not shown.
    hidden: HashSet<String>,
}

impl TextStyles {
    /// Adds the styles of a part.
    pub(super) fn read(&mut self, xml: &str) -> Result<(), String> {
        let mut reader = NsReader::from_str(xml);
        let mut depth = OpenElements::default();
        let mut open: Option<(String, ParagraphStyle)> = None;
        loop {
            match reader.read_event().map_err(|error| error.to_string())? {
                Event::Start(start) => {
                    depth.enter(&start)?;
                    if start.local_name().as_ref() == b"style" {
                        open = begun(&start);
                    } else if let Some((id, style)) = &mut open {
                        self.property(id, style, &start);
                    }
                }
                Event::Empty(empty) if empty.local_name().as_ref() == b"style" => {
                    if let Some((id, style)) = begun(&empty) {
                        self.paragraphs.add(id, style);
                    }
                }
                Event::Empty(empty) => {
                    if let Some((id, style)) = &mut open {
                        self.property(id, style, &empty);
                    }
                }
                Event::End(end) => {
                    depth.leave();
                    if end.local_name().as_ref() == b"style"
                        && let Some((id, style)) = open.take()
                    {
                        self.paragraphs.add(id, style);
                    }
                }
                Event::Eof => return Ok(()),
                _ => {}
            }
        }
    }

    fn property(&mut self, id: &str, style: &mut ParagraphStyle, element: &BytesStart<'_>) {
        match element.local_name().as_ref() {
            b"paragraph-properties" => {
                let indent = attribute(element, b"margin-left").or_else(|| attribute(element, b"margin"));
                style.is_indented = indent.and_then(|indent| millimetres(&indent)).map(|by| by >= MIN_INDENT);
            }
            b"text-properties" if attribute(element, b"display").as_deref() == Some("none") => {
                self.hidden.insert(id.to_owned());
            }
            _ => {}
        }
    }

    /// Whether paragraphs of a style are block quotes.
    pub(super) fn is_quote(&self, id: &str) -> bool {
        self.paragraphs.is_quote(id)
    }

    /// Whether spans of a style are not shown.
    pub(super) fn is_hidden(&self, id: &str) -> bool {
        self.hidden.contains(id)
    }
}

/// The id of a style, and what its first tag says of it.
fn begun(start: &BytesStart<'_>) -> Option<(String, ParagraphStyle)> {
    let id = attribute(start, b"name")?;
    let name = attribute(start, b"display-name").unwrap_or_else(|| id.clone());
    Some((
        id,
        ParagraphStyle {
            name,
            based_on: attribute(start, b"parent-style-name"),
            ..ParagraphStyle::default()
        },
    ))
}

/// A length with its unit; None for a percentage and for what is no length.
fn millimetres(length: &str) -> Option<f64> {
    const UNITS: [(&str, f64); 6] = [
        ("cm", 10.0),
        ("mm", 1.0),
        ("in", 25.4),
        ("pt", 25.4 / 72.0),
        ("pc", 25.4 / 6.0),
        ("px", 25.4 / 96.0),
    ];
    let of_unit = |(unit, size): &(&str, f64)| Some(length.strip_suffix(unit)?.parse::<f64>().ok()? * size);
    UNITS.iter().find_map(of_unit)
}
