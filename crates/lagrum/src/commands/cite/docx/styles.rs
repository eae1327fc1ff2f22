//! The styles of paragraphs of a Word document: which of them are block quotes.

use std::collections::HashMap;

use quick_xml::NsReader;
use quick_xml::events::{BytesStart, Event};

use super::super::depth::OpenElements;
use super::attributes::{attribute, is_indented};

/// The names of Word's own styles for quotations, in English and Swedish. A file has the English ones in any edition of Word.
const QUOTES: [&str; 7] =
    ["quote", "intense quote", "block text", "block quotation", "citat", "starkt citat", "blockcitat"];

/// How the names of styles begin that are indented and no quotations: `List Paragraph`, `toc 2`, `heading 3`.
const INDENTED: [&str; 10] = [
    "list",
    "toc",
    "heading",
    "index",
    "table",
    "footnote",
    "endnote",
    "innehåll",
    "rubrik",
    "normal indent",
];

/// How many styles are followed from one that a style is based on.
const MAX_BASES: usize = 20;

/// A style of paragraphs.
#[derive(Default)]
struct Style {
    name: String,
    based_on: Option<String>,
    /// Whether it sets an indent, and whether that is one of a block quote.
    is_indented: Option<bool>,
    is_item: bool,
}

/// The styles of paragraphs, by their ids.
#[derive(Default)]
pub(super) struct Styles(HashMap<String, Style>);

impl Styles {
    /// Reads the part of the styles.
    pub(super) fn read(xml: &str) -> Result<Self, String> {
        let mut reader = NsReader::from_str(xml);
        let mut depth = OpenElements::default();
        let mut styles = Self::default();
        let mut open: Option<(String, Style)> = None;
        loop {
            let (_, event) = reader.read_resolved_event().map_err(|error| error.to_string())?;
            match &event {
                Event::Start(start) => {
                    depth.enter(start)?;
                    if start.local_name().as_ref() == b"style" {
                        open = attribute(start, b"styleId").map(|id| (id, Style::default()));
                    } else if let Some((_, style)) = &mut open {
                        style.property(start);
                    }
                }
                Event::Empty(empty) => {
                    if let Some((_, style)) = &mut open {
                        style.property(empty);
                    }
                }
                Event::End(end) => {
                    depth.leave();
                    if end.local_name().as_ref() == b"style"
                        && let Some((id, style)) = open.take()
                    {
                        styles.0.insert(id, style);
                    }
                }
                Event::Eof => return Ok(styles),
                _ => {}
            }
        }
    }

    /// Whether paragraphs of a style are block quotes, by its name, its indent or the style that it is based on.
    pub(super) fn is_quote(&self, id: &str) -> bool {
        // A style that the file does not describe is one of Word's own.
        let Some(style) = self.0.get(id) else { return QUOTES.contains(&id.to_lowercase().as_str()) };
        let name = style.name.to_lowercase();
        if INDENTED.iter().any(|begins| name.starts_with(begins)) {
            return false;
        }
        let mut bases = Vec::new();
        let mut next = Some(style);
        while let Some(style) = next.filter(|_| bases.len() < MAX_BASES) {
            bases.push(style);
            next = style.based_on.as_ref().and_then(|base| self.0.get(base));
        }
        let is_named = bases.iter().any(|style| QUOTES.contains(&style.name.to_lowercase().as_str()));
        let indent = bases.iter().find_map(|style| style.is_indented);
        is_named || indent == Some(true) && !bases.iter().any(|style| style.is_item)
    }
}

impl Style {
    fn property(&mut self, element: &BytesStart<'_>) {
        match element.local_name().as_ref() {
            b"name" => self.name = attribute(element, b"val").unwrap_or_default(),
            b"basedOn" => self.based_on = attribute(element, b"val"),
            b"ind" if attribute(element, b"left").or_else(|| attribute(element, b"start")).is_some() => {
                self.is_indented = Some(is_indented(element));
            }
            b"numPr" => self.is_item = true,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn which_styles_are_block_quotes() {
        let style = |id: &str, inside: &str| format!("<w:style w:styleId='{id}'>{inside}</w:style>");
        let xml = format!(
            "<w:styles>{}{}{}{}{}{}{}{}</w:styles>",
            style("Citat", "<w:name w:val='Quote'/>"),
            style("Eget", "<w:name w:val='Lagtext'/><w:pPr><w:ind w:left='567'/></w:pPr>"),
            style("Mer", "<w:name w:val='Lagtext liten'/><w:basedOn w:val='Eget'/>"),
            style(
                "Rakt",
                "<w:name w:val='Rakt'/><w:basedOn w:val='Eget'/><w:pPr><w:ind w:left='0'/></w:pPr>"
            ),
            style("Liststycke", "<w:name w:val='List Paragraph'/><w:pPr><w:ind w:left='720'/></w:pPr>"),
            style("Punkt", "<w:name w:val='Punkt'/><w:pPr><w:numPr/><w:ind w:left='720'/></w:pPr>"),
            style("Normal", "<w:name w:val='Normal'/>"),
            style("Ring", "<w:name w:val='Ring'/><w:basedOn w:val='Ring'/>"),
        );
        let styles = Styles::read(&xml).unwrap();
        for (id, expected) in [
            ("Citat", true),
            ("Eget", true),
            ("Mer", true),
            ("Quote", true),
            ("Rakt", false),
            ("Liststycke", false),
            ("Punkt", false),
            ("Normal", false),
            ("Ring", false),
            ("Okänd", false),
        ] {
            assert_eq!(styles.is_quote(id), expected, "{id}");
        }
    }
}
