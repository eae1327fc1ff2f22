//! The text of a Word document: its paragraphs as lines, then those of its footnotes and endnotes, each after its mark. A paragraph
//! that is indented or has a style of quotations, and is no item of a list, is a block quote, and its line begins with `>`.
//!
//! A .docx file, and one with macros or of a template (.docm, .dotx, .dotm), is a zip archive of XML parts (ECMA-376). Which
//! part is the document is told by the archive (`relations.rs`). A document in which no words were found counts as unreadable.

mod paragraphs;
mod relations;
mod styles;

use self::paragraphs::push_paragraphs;
use self::relations::{PartKind, main_part, part_of};
use crate::error::UnreadableFile;
use crate::package::{Package, malformed};
use crate::styles::Styles;

/// The text of a Word document.
pub(crate) fn text_of(package: &mut Package<'_>) -> Result<String, UnreadableFile> {
    let main = main_part(package)?;
    let styles_part = part_of(package, &main, PartKind::Styles)?;
    let styles = match package.xml(&styles_part)? {
        Some(xml) => styles::read(&xml).map_err(malformed(&styles_part))?,
        None => Styles::default(),
    };
    let mut text = String::new();
    let Some(xml) = package.xml(&main)? else { return Err(UnreadableFile::NoDocument { part: main }) };
    push_paragraphs(&xml, &styles, &mut text).map_err(malformed(&main))?;
    if text.trim().is_empty() {
        return Err(UnreadableFile::NoText);
    }
    for kind in [PartKind::Footnotes, PartKind::Endnotes] {
        let part = part_of(package, &main, kind)?;
        if let Some(xml) = package.xml(&part)? {
            push_paragraphs(&xml, &styles, &mut text).map_err(malformed(&part))?;
        }
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Write};

    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::*;
    use crate::limits::ReadLimits;

    fn text_of(file: &[u8], most: u64) -> Result<String, UnreadableFile> {
        super::text_of(&mut Package::open(file, &ReadLimits { unpacked: most, parts: 20, lines: 1_000 })?)
    }

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
            <w:p><w:r><w:footnoteReference w:id='2'/></w:r></w:p><w:p/><w:p><mc:AlternateContent><mc:Choice><w:r><w:t>ruta</w:t></w:r></mc:Choice><mc:Fallback><w:p><w:r>\
            <w:t>ruta</w:t></w:r></w:p></mc:Fallback></mc:AlternateContent></w:p></w:body></w:document>";
        let notes = "<w:footnotes><w:footnote w:id='-1'><w:p/></w:footnote><w:footnote w:id='2'><w:p><w:r><w:t>NJA 2031 s. 5</w:t>\
            </w:r></w:p><w:p><w:r><w:t>3 §</w:t></w:r></w:p></w:footnote></w:footnotes>";
        let file = docx(&[("word/footnotes.xml", notes), ("word/document.xml", document)]);
        assert_eq!(
            text_of(&file, 1 << 20).unwrap(),
            "Enligt 3 kap. 3 § fårlagen & 4\u{a0}§\n[^2]\n\nruta\n\n[^2]: NJA 2031 s. 5\n3 §\n"
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
            let text = match text_of(&file, 1 << 20) {
                Err(UnreadableFile::NoText) => "\n".to_owned(),
                read => read.unwrap(),
            };
            assert_eq!(text, format!("{expected}\n"), "{inside}");
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
        let words = std::str::from_utf8(super::paragraphs::WORDS[0]).unwrap();
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
            assert!(matches!(read, Err(UnreadableFile::NoText)), "{xml}: {read:?}");
        }
    }

    #[test]
    fn what_is_no_word_document_is_refused() {
        assert!(matches!(text_of(b"no archive", 99), Err(UnreadableFile::NoArchive { .. })));
        assert!(matches!(text_of(&docx(&[("x", "y")]), 99), Err(UnreadableFile::NoDocument { .. })));
        assert!(matches!(
            text_of(&docx(&[("word/document.xml", "<w:p></w:t>")]), 99),
            Err(UnreadableFile::Malformed { .. })
        ));
    }

    #[test]
    fn a_part_that_unpacks_to_more_than_is_read_is_refused() {
        let most = 1 << 20;
        let file = docx(&[("word/document.xml", &" ".repeat(usize::try_from(most).unwrap() + 1))]);
        assert!(file.len() < 10_000, "it is packed to {} bytes", file.len());
        assert!(matches!(text_of(&file, most), Err(UnreadableFile::TooLarge { .. })));
    }

    #[test]
    fn the_parts_of_an_archive_share_one_limit() {
        let text =
            format!("<w:document><w:p><w:r><w:t>33 §</w:t></w:r></w:p>{}</w:document>", " ".repeat(900));
        let file = docx(&[("word/document.xml", &text), ("word/footnotes.xml", &text)]);
        assert!(text_of(&file, 2_000).is_ok());
        assert!(matches!(text_of(&file, 1_500), Err(UnreadableFile::TooLarge { .. })));
        let names: Vec<String> = (0..21).map(|n| format!("word/media/{n}.png")).collect();
        let many = docx(&names.iter().map(|name| (name.as_str(), "")).collect::<Vec<_>>());
        assert!(matches!(text_of(&many, 99), Err(UnreadableFile::TooManyParts { most: 20 })));
    }

    /// What takes a time in proportion to the square of a number that the author chooses.
    #[test]
    fn long_names_and_many_attributes_are_read_in_a_time_in_proportion_to_them() {
        let name = "q".repeat(1 << 20);
        let styles =
            format!("<w:styles><w:style w:styleId='C'><w:name w:val='{name}'/></w:style></w:styles>");
        let paragraph =
            "<w:p><w:pPr><w:pStyle w:val='C'/></w:pPr><w:r><w:t>a</w:t></w:r></w:p>".repeat(20_000);
        let many = (0..200_000).map(|n| format!(" a{n}=''")).collect::<Vec<_>>().concat();
        let document =
            format!("<w:document>{paragraph}<w:p><w:r><w:footnoteReference{many}/></w:r></w:p></w:document>");
        let file = docx(&[("word/document.xml", &document), ("word/styles.xml", &styles)]);
        assert_eq!(text_of(&file, 1 << 24).unwrap().lines().count(), 20_001);
    }

    #[test]
    fn the_archive_tells_which_part_is_the_document() {
        let relations = |kind: &str, target: &str| {
            format!(
                "<Relationships><Relationship Id='r1' Type='http://schemas.openxmlformats.org/officeDocument/2006/\
                 relationships/{kind}' Target='{target}'/></Relationships>"
            )
        };
        let text = |words: &str| format!("<w:document><w:p><w:r><w:t>{words}</w:t></w:r></w:p></w:document>");
        let note = format!("<w:footnotes><w:footnote w:id='1'>{}</w:footnote></w:footnotes>", text("not"));
        for target in ["text/doc2.xml", "/text/doc2.xml"] {
            let file = docx(&[
                ("_rels/.rels", &relations("officeDocument", target)),
                ("text/_rels/doc2.xml.rels", &relations("footnotes", "noter.xml")),
                ("text/doc2.xml", &text("33 §")),
                ("text/noter.xml", &note),
                ("word/document.xml", &text("34 §")),
            ]);
            assert_eq!(text_of(&file, 1 << 20).unwrap(), "33 §\n[^1]: not\n", "{target}");
        }
        let lost = docx(&[("_rels/.rels", &relations("officeDocument", "word/borta.xml"))]);
        assert!(text_of(&lost, 1 << 20).unwrap_err().to_string().contains("word/borta.xml is missing"));
    }

    #[test]
    fn paragraphs_in_a_style_of_quotations_are_block_quotes() {
        let styles = "<w:styles><w:style w:styleId='C'><w:name w:val='Quote'/></w:style></w:styles>";
        let document = "<w:document><w:p><w:pPr><w:pStyle w:val='C'/></w:pPr><w:r><w:t>Får ska</w:t></w:r></w:p>\
            <w:p><w:pPr><w:pStyle w:val='N'/></w:pPr><w:r><w:t>3 §</w:t></w:r></w:p></w:document>";
        let file = docx(&[("word/document.xml", document), ("word/styles.xml", styles)]);
        assert_eq!(text_of(&file, 1 << 20).unwrap(), "> Får ska\n3 §\n");
    }

    #[test]
    fn every_encoding_that_a_part_states_is_read_or_told() {
        let xml = |encoding: &str| {
            format!(
                "<?xml version='1.0' encoding='{encoding}'?><w:document><w:p><w:r><w:t>33 \u{a7} å</w:t></w:r></w:p></w:document>"
            )
        };
        let read = |bytes: &[u8]| {
            let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
            archive.start_file("word/document.xml", SimpleFileOptions::default()).unwrap();
            archive.write_all(bytes).unwrap();
            text_of(&archive.finish().unwrap().into_inner(), 1 << 20)
        };
        let latin: Vec<u8> = xml("ISO-8859-1").chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
        let wide: Vec<u8> = xml("utf-16").encode_utf16().flat_map(u16::to_be_bytes).collect();
        let marked: Vec<u8> =
            [0xff, 0xfe].into_iter().chain(xml("UTF-16").encode_utf16().flat_map(u16::to_le_bytes)).collect();
        for bytes in [xml("UTF-8").as_bytes(), xml("utf-16").as_bytes(), &latin, &wide, &marked] {
            assert_eq!(read(bytes).unwrap(), "33 § å\n");
        }
        for (bytes, told) in [(xml("x-okänd").as_bytes(), "not known"), (&latin[44..], "not UTF-8")] {
            let problem = read(bytes).unwrap_err().to_string();
            assert!(problem.contains(told), "{problem}");
        }
    }
}
