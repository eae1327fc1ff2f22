//! The text of an OpenDocument text (ISO 26300), as LibreOffice writes it: its paragraphs as lines, then those of its notes, each after
//! its mark. A paragraph that is indented or has a style of quotations, and is no item of a list, is a block quote.
//!
//! Some content is not text of the document: what tracked changes took out, comments, and spans in a hidden style.

mod paragraphs;
mod styles;

use self::paragraphs::text_of_content;
use self::styles::TextStyles;
use crate::error::UnreadableFile;
use crate::package::{Package, malformed};

/// The part that has the text, and the part with the styles that have names.
const CONTENT: &str = "content.xml";
const STYLES: &str = "styles.xml";

/// How the media type begins that an archive states as its first part.
const MEDIA_TYPE: &[u8] = b"application/vnd.oasis.opendocument.text";

/// Whether an archive is an OpenDocument text.
pub(crate) fn is_one(package: &mut Package<'_>) -> Result<bool, UnreadableFile> {
    Ok(package.part("mimetype")?.is_some_and(|stated| stated.starts_with(MEDIA_TYPE)))
}

/// The text of an OpenDocument text.
pub(crate) fn text_of(package: &mut Package<'_>) -> Result<String, UnreadableFile> {
    let mut styles = TextStyles::default();
    if let Some(xml) = package.xml(STYLES)? {
        styles.read(&xml).map_err(malformed(STYLES))?;
    }
    let Some(xml) = package.xml(CONTENT)? else {
        return Err(UnreadableFile::NoDocument { part: CONTENT.to_owned() });
    };
    styles.read(&xml).map_err(malformed(CONTENT))?;
    let text = text_of_content(&xml, &styles).map_err(malformed(CONTENT))?;
    if text.trim().is_empty() { Err(UnreadableFile::NoText) } else { Ok(text) }
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Write};

    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::*;
    use crate::limits::ReadLimits;

    const HEAD: &str = "<office:document-content xmlns:office='urn:oasis:names:tc:opendocument:xmlns:office:1.0' \
        xmlns:text='urn:oasis:names:tc:opendocument:xmlns:text:1.0' \
        xmlns:style='urn:oasis:names:tc:opendocument:xmlns:style:1.0' \
        xmlns:fo='urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0'>";

    fn read(parts: &[(&str, &str)]) -> Result<String, UnreadableFile> {
        let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, text) in parts {
            archive.start_file(*name, SimpleFileOptions::default()).unwrap();
            archive.write_all(text.as_bytes()).unwrap();
        }
        let file = archive.finish().unwrap().into_inner();
        crate::text_of(&file, "odt", &ReadLimits { unpacked: 1 << 22, parts: 10, lines: 1_000 })
    }

    fn of_body(automatic: &str, body: &str) -> Result<String, UnreadableFile> {
        let xml = format!(
            "{HEAD}<office:automatic-styles>{automatic}</office:automatic-styles><office:body><office:text>{body}\
             </office:text></office:body></office:document-content>"
        );
        read(&[("mimetype", "application/vnd.oasis.opendocument.text"), ("content.xml", &xml)])
    }

    #[test]
    fn paragraphs_are_lines_and_notes_come_last() {
        let body = "<text:h>Inledning</text:h><text:p>Enligt 3 kap.<text:s text:c='2'/>3 §<text:tab/><text:span>får</text:span>lagen &amp; \
            4&#160;§.<text:note text:note-class='footnote'><text:note-citation>1</text:note-citation><text:note-body><text:p>NJA 2031 \
            s. 5</text:p><text:p>3 §</text:p></text:note-body></text:note> Mer.</text:p><text:p/><text:list><text:list-item><text:p>a\
            </text:p></text:list-item></text:list>";
        assert_eq!(
            of_body("", body).unwrap(),
            "Inledning\nEnligt 3 kap.  3 § fårlagen & 4\u{a0}§.[^1] Mer.\n\na\n\n[^1]: NJA 2031 s. 5\n3 §\n"
        );
    }

    #[test]
    fn what_was_taken_out_or_hidden_is_no_text() {
        let automatic = "<style:style style:name='T1' style:family='text'><style:text-properties text:display='none'/></style:style>";
        let body = "<text:tracked-changes><text:changed-region><text:deletion><text:p>9 §</text:p></text:deletion></text:changed-region>\
            </text:tracked-changes><text:p>3 §<office:annotation><text:p>fel?</text:p></office:annotation><text:span \
            text:style-name='T1'> 4 §</text:span></text:p>";
        assert_eq!(of_body(automatic, body).unwrap(), "3 §\n");
    }

    #[test]
    fn quotations_by_style_or_indent_are_block_quotes() {
        let style = |name: &str, parent: &str, inside: &str| {
            format!(
                "<style:style style:name='{name}' style:parent-style-name='{parent}'>{inside}</style:style>"
            )
        };
        let indent = |by: &str| format!("<style:paragraph-properties fo:margin-left='{by}'/>");
        let automatic = [
            style("P1", "Quotations", ""),
            style("P2", "Standard", &indent("1.25cm")),
            style("P3", "Standard", &indent("0.2cm")),
            style("P4", "List_20_1", &indent("1.25cm")),
        ]
        .concat();
        for (name, expected) in [
            ("Quotations", "> 33 §\n"),
            ("P1", "> 33 §\n"),
            ("P2", "> 33 §\n"),
            ("P3", "33 §\n"),
            ("Standard", "33 §\n"),
        ] {
            let body = format!("<text:p text:style-name='{name}'>33 §</text:p>");
            assert_eq!(of_body(&automatic, &body).unwrap(), expected, "{name}");
        }
        let item = "<text:list><text:list-item><text:p text:style-name='P2'>33 §</text:p></text:list-item></text:list>";
        assert_eq!(of_body(&automatic, item).unwrap(), "33 §\n");
    }

    #[test]
    fn what_is_no_text_is_refused() {
        let stated = ("mimetype", "application/vnd.oasis.opendocument.text");
        assert!(matches!(read(&[stated]), Err(UnreadableFile::NoDocument { .. })));
        assert!(matches!(read(&[stated, ("content.xml", "<a></b>")]), Err(UnreadableFile::Malformed { .. })));
        assert!(matches!(of_body("", "<text:p/>"), Err(UnreadableFile::NoText)));
        let sheet = ("mimetype", "application/vnd.oasis.opendocument.spreadsheet");
        assert!(matches!(read(&[sheet, ("content.xml", "<a/>")]), Err(UnreadableFile::NoDocument { .. })));
        let deep = of_body("", &"<text:section>".repeat(1_000)).unwrap_err().to_string();
        assert!(deep.contains("more than 256 elements"), "{deep}");
        // An element that never ends, and spaces without end.
        assert_eq!(of_body("", "<text:p>3 §<text:s text:c='4000000000'/>4 §</text:p>").unwrap().len(), 109);
    }
}
