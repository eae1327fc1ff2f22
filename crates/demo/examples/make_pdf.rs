//! Produces the PDFs in `pdf/` from the demo artifacts: `cargo run -p lagrum-demo --example make_pdf`.
//!
//! A printed page of the artifact becomes a page of the PDF, so the facsimile of page 13 shows the text that the artifact
//! has on page 13. The same artifacts always give the same bytes: nothing is dated and nothing
//! is compressed. Text is set in the Times faces every PDF reader has, whose widths stand below; a page that does
//! not fit on its sheet is an error, since the artifact decides where pages end.

#[path = "make_pdf/graphics.rs"]
mod graphics;

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;

use lagrum_artifact::{Artifact, Node, Step};
use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref, Str};
use serde_json::json;

/// The file in `corpus/` and the file it becomes in `pdf/`.
const PRODUCED: [(&str, &str); 5] = [
    ("dom/hd-T1204-30-2031-03-14.json", "hd-t1204-30.pdf"),
    ("forarbete/dir/2027-8.json", "dir-2027-8.pdf"),
    ("forarbete/sou/2029-3.json", "sou-2029-3.pdf"),
    ("foreskrift/sjofs-2031-4.grund.json", "sjofs-2031-4.pdf"),
    ("foreskrift/sjofs-2032-1.json", "sjofs-2032-1.pdf"),
];

/// A4 in points.
const SHEET: (f32, f32) = (595.0, 842.0);
const MARGIN: f32 = 85.0;

/// Widths of the characters from blank to tilde in Times Roman, in thousandths of the font size.
const TIMES: [u16; 95] = [
    250, 333, 408, 500, 500, 833, 778, 180, 333, 333, 500, 564, 250, 333, 250, 278, 500, 500, 500, 500, 500,
    500, 500, 500, 500, 500, 278, 278, 564, 564, 564, 444, 921, 722, 667, 667, 722, 611, 556, 722, 722, 333,
    389, 722, 611, 889, 722, 722, 556, 722, 667, 556, 611, 722, 722, 944, 722, 722, 611, 333, 278, 333, 469,
    500, 333, 444, 500, 444, 500, 444, 333, 500, 500, 278, 278, 500, 278, 778, 500, 500, 500, 500, 333, 389,
    278, 500, 500, 722, 500, 500, 444, 480, 200, 480, 541,
];

type Fallible<T> = Result<T, Box<dyn Error>>;

#[allow(dead_code, reason = "the test of the PDFs includes this file as a module and calls `produce` alone")]
fn main() -> Fallible<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("pdf");
    for (name, bytes) in produce()? {
        std::fs::write(folder.join(name), bytes)?;
    }
    Ok(())
}

/// All files of `pdf/`, by name.
pub(crate) fn produce() -> Fallible<BTreeMap<String, Vec<u8>>> {
    let sources: BTreeMap<_, _> = lagrum_demo::files().collect();
    let mut files = BTreeMap::new();
    let mut index = Vec::new();
    for (source, name) in PRODUCED {
        let bytes = sources.get(source).ok_or_else(|| format!("no {source}"))?;
        let artifact = Artifact::parse(bytes)?;
        let pages = printed_pages(&artifact);
        let first = *pages.keys().next().ok_or_else(|| format!("{source} has no printed pages"))?;
        files.insert(name.to_owned(), lay_out(&pages).map_err(|error| format!("{source}: {error}"))?);
        // The PDF of the text as promulgated belongs to the regulation itself.
        let uri = artifact.uri().trim_end_matches("/grund");
        let mut entry = json!({ "file": name, "uri": uri });
        if first != 1 {
            entry["first_page"] = json!(first);
        }
        index.push(entry);
    }
    let (local_id, name) = graphics::DOCUMENT;
    files.insert(name.to_owned(), graphics::ordinance()?);
    index.push(json!({ "file": name, "uri": format!("{}/{local_id}", lagrum_demo::BASE) }));
    let mut text = serde_json::to_string_pretty(&index)?;
    text.push('\n');
    files.insert("index.json".to_owned(), text.into_bytes());
    Ok(files)
}

/// A paragraph of a page, or a row of a table: its cells stand side by side.
struct Block {
    heading: bool,
    cells: Vec<String>,
}

/// The texts of each printed page. A text whose node states no page is on the page of the text before it.
fn printed_pages(artifact: &Artifact) -> BTreeMap<i64, Vec<Block>> {
    let mut pages: BTreeMap<i64, Vec<Block>> = BTreeMap::new();
    let mut open: Vec<Node> = Vec::new();
    let mut page = None;
    let mut number = None;
    let mut row_begins = true;
    artifact.presented().walk(&mut |step| match step {
        Step::Enter(node) => {
            page = node.page().or(page);
            match node.kind() {
                "paragraf" => number = node.str("ordinal").map(|n| format!("{n} §  ")),
                "punkt" | "stycke" if node.str("ordinal").is_some() => {
                    number = node.str("ordinal").map(|n| format!("{n}.  "));
                }
                _ => {}
            }
            row_begins = true;
            open.push(node);
        }
        Step::Text(runs) => {
            let text = runs.plain_text();
            if let (false, Some(page)) = (text.trim().is_empty(), page) {
                let kind = open.last().map_or("", |node| node.kind());
                let heading = matches!(kind, "rubrik" | "avsnitt");
                let text = number.take().unwrap_or_default() + text.trim();
                let blocks = pages.entry(page).or_default();
                match blocks.last_mut().filter(|_| kind == "rad" && !row_begins) {
                    Some(row) => row.cells.push(text),
                    None => blocks.push(Block { heading, cells: vec![text] }),
                }
                row_begins = false;
            }
        }
        Step::Leave(_) => {
            open.pop();
        }
    });
    pages
}

fn lay_out(pages: &BTreeMap<i64, Vec<Block>>) -> Fallible<Vec<u8>> {
    let mut pdf = Pdf::new();
    let mut refs = (1..).map(Ref::new);
    let mut next = || refs.next().ok_or("out of object numbers");
    let (catalog, tree, roman, bold) = (next()?, next()?, next()?, next()?);
    let mut kids = Vec::new();
    for (number, blocks) in pages {
        let (page_id, content_id) = (next()?, next()?);
        kids.push(page_id);
        let content = set_page(*number, blocks)?;
        pdf.stream(content_id, &content);
        let mut page = pdf.page(page_id);
        page.parent(tree).media_box(Rect::new(0.0, 0.0, SHEET.0, SHEET.1)).contents(content_id);
        page.resources().fonts().pair(Name(b"R"), roman).pair(Name(b"B"), bold);
        page.finish();
    }
    for (id, face) in [(roman, Name(b"Times-Roman")), (bold, Name(b"Times-Bold"))] {
        pdf.type1_font(id).base_font(face).encoding_predefined(Name(b"WinAnsiEncoding"));
    }
    let count = i32::try_from(kids.len())?;
    pdf.pages(tree).kids(kids).count(count);
    pdf.catalog(catalog).pages(tree);
    Ok(pdf.finish())
}

fn set_page(number: i64, blocks: &[Block]) -> Fallible<Vec<u8>> {
    let mut content = Content::new();
    let mut y = SHEET.1 - MARGIN;
    for block in blocks {
        let (face, size) = if block.heading { (Name(b"B"), 12.5) } else { (Name(b"R"), 11.0) };
        let column = (SHEET.0 - 2.0 * MARGIN) / block.cells.len() as f32;
        // Bold is up to a twelfth wider than the widths we know, and columns need air between them.
        let room = if block.heading { column / 1.09 } else { column };
        let room = if block.cells.len() > 1 { room - 8.0 } else { room };
        let top = y;
        for (cell, x) in block.cells.iter().zip((0_u8..).map(|n| MARGIN + column * f32::from(n))) {
            let mut line_y = top;
            for line in wrap(cell, size, room) {
                line_y -= size * 1.3;
                if line_y < MARGIN {
                    return Err(format!("page {number} does not fit on one sheet").into());
                }
                show(&mut content, face, size, x, line_y, &win_ansi(&line)?);
            }
            y = y.min(line_y);
        }
        y -= 7.0;
    }
    show(&mut content, Name(b"R"), 10.0, SHEET.0 / 2.0, MARGIN / 2.0, &win_ansi(&number.to_string())?);
    Ok(content.finish().into_vec())
}

fn show(content: &mut Content, face: Name, size: f32, x: f32, y: f32, text: &[u8]) {
    content.begin_text().set_font(face, size).next_line(x, y).show(Str(text)).end_text();
}

/// Breaks a text at blanks into lines no wider than `room` points; a single longer word gets a line of its own.
fn wrap(text: &str, size: f32, room: f32) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let Some(line) = lines.last_mut() else { break };
        if line.is_empty() {
            line.push_str(word);
        } else if width(line, size) + width(" ", size) + width(word, size) <= room {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

fn width(text: &str, size: f32) -> f32 {
    let thousandths: u32 = text
        .chars()
        .map(|c| match c {
            ' '..='~' => u32::from(TIMES[c as usize - usize::from(b' ')]),
            'å' | 'ä' | 'é' => 444,
            'Å' | 'Ä' | 'Ö' => 722,
            _ => 500,
        })
        .sum();
    thousandths as f32 * size / 1000.0
}

fn win_ansi(text: &str) -> Fallible<Vec<u8>> {
    text.chars()
        .map(|c| match c {
            '–' => Ok(0x96),
            '”' => Ok(0x94),
            '’' => Ok(0x92),
            _ => {
                u8::try_from(u32::from(c)).map_err(|_| format!("{c:?} is not in the fonts' encoding").into())
            }
        })
        .collect()
}
