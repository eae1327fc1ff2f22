//! The styles of paragraphs of a Word document.

use quick_xml::NsReader;
use quick_xml::events::{BytesStart, Event};

use crate::attributes::{attribute, attributes};
use crate::depth::OpenElements;
use crate::styles::{ParagraphStyle, Styles};

/// Minimum indent of a block quote, in twentieths of a point.
const MIN_INDENT: u32 = 280;

/// Whether a paragraph is indented on its left side.
pub(super) fn is_indented(indent: &BytesStart<'_>) -> bool {
    let sides = attributes(indent)
        .filter(|attribute| matches!(attribute.key.local_name().as_ref(), b"left" | b"start"));
    let mut amounts = sides.filter_map(|side| std::str::from_utf8(&side.value).ok()?.parse::<u32>().ok());
    amounts.any(|amount| amount >= MIN_INDENT)
}

/// Reads the part of the styles.
pub(super) fn read(xml: &str) -> Result<Styles, String> {
    let mut reader = NsReader::from_str(xml);
    let mut depth = OpenElements::default();
    let mut styles = Styles::default();
    let mut open: Option<(String, ParagraphStyle)> = None;
    loop {
        let (_, event) = reader.read_resolved_event().map_err(|error| error.to_string())?;
        match &event {
            Event::Start(start) => {
                depth.enter(start)?;
                if start.local_name().as_ref() == b"style" {
                    open = attribute(start, b"styleId").map(|id| (id, ParagraphStyle::default()));
                } else if let Some((_, style)) = &mut open {
                    property(style, start);
                }
            }
            Event::Empty(empty) => {
                if let Some((_, style)) = &mut open {
                    property(style, empty);
                }
            }
            Event::End(end) => {
                depth.leave();
                if end.local_name().as_ref() == b"style"
                    && let Some((id, style)) = open.take()
                {
                    styles.add(id, style);
                }
            }
            Event::Eof => return Ok(styles),
            _ => {}
        }
    }
}

fn property(style: &mut ParagraphStyle, element: &BytesStart<'_>) {
    match element.local_name().as_ref() {
        b"name" => style.name = attribute(element, b"val").unwrap_or_default(),
        b"basedOn" => style.based_on = attribute(element, b"val"),
        b"ind" if attribute(element, b"left").or_else(|| attribute(element, b"start")).is_some() => {
            style.is_indented = Some(is_indented(element));
        }
        b"numPr" => style.is_item = true,
        _ => {}
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
        let styles = read(&xml).unwrap();
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
