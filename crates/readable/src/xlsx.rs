//! The rows of the first sheet of a spreadsheet (ECMA-376), as lines with tabs between their cells. Empty cells are left out.

use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use crate::attributes::attribute;
use crate::depth::OpenElements;
use crate::error::UnreadableFile;
use crate::package::{Package, malformed, push_reference};

/// The part that lists the sheets, the one that says in which part each is, and the one with the texts that cells share.
const BOOK: &str = "xl/workbook.xml";
const PARTS: &str = "xl/_rels/workbook.xml.rels";
const SHARED: &str = "xl/sharedStrings.xml";

/// The most bytes of the lines. Many cells may share one long text.
const MAX_LINES_BYTES: usize = 16 << 20;

/// Whether an archive is a spreadsheet.
pub(crate) fn is_one(package: &mut Package<'_>) -> Result<bool, UnreadableFile> {
    Ok(package.part(BOOK)?.is_some())
}

/// The rows of the first sheet.
pub(crate) fn text_of(package: &mut Package<'_>) -> Result<String, UnreadableFile> {
    let missing = |part: &str| UnreadableFile::NoDocument { part: part.to_owned() };
    let book = package.xml(BOOK)?.ok_or_else(|| missing(BOOK))?;
    let parts = package.xml(PARTS)?.ok_or_else(|| missing(PARTS))?;
    let part = first_sheet(&book, &parts).map_err(malformed(BOOK))?.ok_or_else(|| missing(PARTS))?;
    let mut shared = Cells::default();
    if let Some(xml) = package.xml(SHARED)? {
        shared.read(&xml, b"si", &[]).map_err(malformed(SHARED))?;
    }
    let sheet = package.xml(&part)?.ok_or_else(|| missing(&part))?;
    let mut cells = Cells::default();
    cells.read(&sheet, b"c", &shared.texts).map_err(malformed(&part))?;
    let text = cells.lines;
    if text.trim().is_empty() { Err(UnreadableFile::NoText) } else { Ok(text) }
}

/// The part that has the first sheet.
fn first_sheet(book: &str, parts: &str) -> Result<Option<String>, String> {
    let Some(id) = first(book, b"sheet", |sheet| attribute(sheet, b"id"))? else { return Ok(None) };
    let target = first(parts, b"Relationship", |part| {
        let is_it = attribute(part, b"Id").as_deref() == Some(&id);
        is_it.then(|| attribute(part, b"Target")).flatten()
    })?;
    Ok(target.map(|target| match target.strip_prefix('/') {
        Some(whole) => whole.to_owned(),
        None => format!("xl/{target}"),
    }))
}

/// What the first element of a name has for which there is something.
fn first(
    xml: &str,
    name: &[u8],
    of: impl Fn(&BytesStart<'_>) -> Option<String>,
) -> Result<Option<String>, String> {
    let mut reader = Reader::from_str(xml);
    loop {
        match reader.read_event().map_err(|error| error.to_string())? {
            Event::Start(tag) | Event::Empty(tag) if tag.local_name().as_ref() == name => {
                if let Some(found) = of(&tag) {
                    return Ok(Some(found));
                }
            }
            Event::Eof => return Ok(None),
            _ => {}
        }
    }
}

/// The texts of cells, and the lines that rows make of them.
#[derive(Default)]
struct Cells {
    texts: Vec<String>,
    lines: String,
    /// The cells of the row so far.
    row: usize,
    /// The text of the open cell, and whether it is the number of a shared text.
    open: Option<(String, bool)>,
    /// Whether characters at this position are those of a cell: they stand in `t` or `v`, and not in a reading aid (`rPh`).
    in_text: bool,
    in_aid: usize,
}

impl Cells {
    /// Reads the elements of a name: the cells of a sheet, or the shared texts.
    fn read(&mut self, xml: &str, name: &[u8], shared: &[String]) -> Result<(), String> {
        let mut reader = Reader::from_str(xml);
        let mut depth = OpenElements::default();
        loop {
            match reader.read_event().map_err(|error| error.to_string())? {
                Event::Start(start) => {
                    depth.enter(&start)?;
                    match start.local_name().as_ref() {
                        b"t" | b"v" => self.in_text = true,
                        b"rPh" => self.in_aid += 1,
                        own if own == name => {
                            let is_shared = attribute(&start, b"t").as_deref() == Some("s");
                            self.open = Some((String::new(), is_shared));
                        }
                        _ => {}
                    }
                }
                Event::End(end) => {
                    depth.leave();
                    match end.local_name().as_ref() {
                        b"t" | b"v" => self.in_text = false,
                        b"rPh" => self.in_aid = self.in_aid.saturating_sub(1),
                        b"row" => self.end_row(),
                        own if own == name => self.end_cell(name == b"si", shared)?,
                        _ => {}
                    }
                }
                Event::Text(text) if self.in_text && self.in_aid == 0 => {
                    if let Some((own, _)) = &mut self.open {
                        let text = text.xml_content(XmlVersion::Implicit1_0);
                        own.push_str(&text.map_err(|error| error.to_string())?);
                    }
                }
                Event::GeneralRef(reference) if self.in_text && self.in_aid == 0 => {
                    if let Some((own, _)) = &mut self.open {
                        push_reference(own, &reference)?;
                    }
                }
                Event::Eof => return Ok(()),
                _ => {}
            }
        }
    }

    fn end_cell(&mut self, is_kept: bool, shared: &[String]) -> Result<(), String> {
        let Some((text, is_shared)) = self.open.take() else { return Ok(()) };
        if is_kept {
            self.texts.push(text);
            return Ok(());
        }
        let text = if is_shared {
            let number: Option<usize> = text.trim().parse().ok();
            number.and_then(|at| shared.get(at)).map(String::as_str).unwrap_or_default()
        } else {
            &text
        };
        if self.lines.len() + text.len() > MAX_LINES_BYTES {
            return Err(format!("its cells have more than {MAX_LINES_BYTES} bytes"));
        }
        let words: Vec<&str> = text.split_whitespace().collect();
        if !words.is_empty() {
            if self.row > 0 {
                self.lines.push('\t');
            }
            self.lines.push_str(&words.join(" "));
            self.row += 1;
        }
        Ok(())
    }

    fn end_row(&mut self) {
        self.lines.push('\n');
        self.row = 0;
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Write};

    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::*;
    use crate::limits::ReadLimits;

    fn read(sheet: &str, unpacked: u64) -> Result<String, UnreadableFile> {
        let parts = [
            (
                BOOK,
                "<workbook xmlns:r='r'><sheets><sheet name='A' r:id='rId2'/><sheet r:id='rId1'/></sheets></workbook>",
            ),
            (
                PARTS,
                "<Relationships><Relationship Id='rId1' Target='worksheets/x.xml'/>\
                <Relationship Id='rId2' Target='worksheets/sheet7.xml'/></Relationships>",
            ),
            (
                SHARED,
                "<sst><si><t>Fårlag &amp; bete</t></si><si><r><t>2026</t></r><r><t>:40</t></r><rPh><t>x</t></rPh></si></sst>",
            ),
            ("xl/worksheets/sheet7.xml", sheet),
        ];
        let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, text) in parts {
            archive.start_file(name, SimpleFileOptions::default()).unwrap();
            archive.write_all(text.as_bytes()).unwrap();
        }
        let file = archive.finish().unwrap().into_inner();
        let limits = ReadLimits { unpacked, parts: 50, lines: 100 };
        crate::text_of(&file, "xlsx", &limits)
    }

    #[test]
    fn rows_are_lines() {
        let sheet = "<worksheet><sheetData>\
            <row r='1'><c t='s'><v>0</v></c><c/><c t='s'><v>1</v></c></row>\
            <row r='2'/>\
            <row r='3'><c t='inlineStr'><is><t>1931:47\nx</t></is></c><c><f>A1</f><v>5</v></c><c t='s'><v>99</v></c></row>\
            </sheetData></worksheet>";
        assert_eq!(read(sheet, 1 << 20).unwrap(), "Fårlag & bete\t2026:40\n1931:47 x\t5\n");
    }

    #[test]
    fn what_is_no_sheet_fails() {
        assert!(matches!(read("<worksheet/>", 1 << 20), Err(UnreadableFile::NoText)));
        assert!(matches!(
            read("<worksheet><row>", 1 << 20),
            Err(UnreadableFile::NoText | UnreadableFile::Malformed { .. })
        ));
        assert!(matches!(
            read("<worksheet></row></worksheet>", 1 << 20),
            Err(UnreadableFile::Malformed { .. })
        ));
        let many = "<c t='s'><v>0</v></c>".repeat(1_200_000);
        let many = read(&format!("<worksheet><row>{many}</row></worksheet>"), 1 << 30);
        assert!(matches!(many, Err(UnreadableFile::Malformed { .. })));
        assert!(matches!(read("<worksheet/>", 100), Err(UnreadableFile::TooLarge { .. })));
    }
}
