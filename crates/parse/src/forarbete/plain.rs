//! Scanned and plain pages: paragraphs by their tags or by empty lines, headings by their looks.

use super::block::{Block, BlockKind};
use super::word::push_collapsed;
use crate::html::{Child, Element, Tree, is_block};
use crate::hyphen::{HyphenedWords, join};

/// The text of a short page without its `h1`, which only names the document.
pub(super) fn text_without_title(html: &str) -> String {
    let Ok(tree) = Tree::parse(html) else { return html.to_owned() };
    let mut text = String::new();
    let mut after = None;
    if let Some(root) = tree.root() {
        for child in root.descendants() {
            match child {
                Child::Element(element) if element.name() == "h1" => after = Some(element.text()),
                Child::Text(piece) => match after.as_mut().and_then(|title| title.strip_prefix(piece)) {
                    Some(rest) => after = Some(rest),
                    None => push_collapsed(&mut text, piece),
                },
                Child::Element(_) => {}
            }
        }
    }
    text.trim().to_owned()
}

/// A line or a paragraph of a page.
struct Piece {
    /// Its lines, parted by line ends.
    text: String,
    page: u32,
    /// The size of its type in half points; 0 if it is not stated.
    size: u32,
    is_bold: bool,
}

/// The blocks of a text, and the words that are none.
pub(super) fn read(tree: &Tree) -> (Vec<Block>, String) {
    let mut reader = Reader { pieces: Vec::new(), left_out: String::new(), page: 1, has_pages: false };
    if let Some(root) = tree.root() {
        reader.inside(root);
    }
    let text: String = reader.pieces.iter().flat_map(|piece| [piece.text.as_str(), "\n"]).collect();
    let words = HyphenedWords::of(&text);
    let offset = reader.has_pages.then(|| folio_offset(&reader.pieces));
    let usual = usual_size(&reader.pieces);
    let mut blocks = Vec::new();
    for piece in reader.pieces {
        let kind = if is_heading(&piece, usual) { heading(&piece) } else { BlockKind::Text };
        let text = join(piece.text.lines(), &words);
        if text.is_empty() {
            continue;
        }
        let page = offset.and_then(|offset| u32::try_from(i64::from(piece.page) + offset).ok());
        // Nothing is joined over the edges of pages: heads and folios stand between.
        blocks.push(Block { kind, text: text.into(), page, begins_page: false });
    }
    (blocks, reader.left_out)
}

struct Reader {
    pieces: Vec<Piece>,
    left_out: String,
    page: u32,
    has_pages: bool,
}

impl Reader {
    /// The blocks inside an element. Text between them is parted by empty lines.
    fn inside(&mut self, element: Element<'_>) {
        let mut bare = String::new();
        for child in element.children() {
            match child {
                Child::Text(text) => bare.push_str(&text.replace(['\n', '\r'], " ")),
                Child::Element(inner) if inner.name() == "br" => {
                    if is_page_break(inner) {
                        self.lines(&std::mem::take(&mut bare));
                        self.next_page();
                    } else {
                        bare.push('\n');
                    }
                }
                Child::Element(inner) if inner.name() == "pre" => {
                    self.lines(&std::mem::take(&mut bare));
                    self.lines(inner.text());
                }
                Child::Element(inner) if is_block(inner.name()) || breaks_page(inner) => {
                    self.lines(&std::mem::take(&mut bare));
                    self.block(inner);
                }
                Child::Element(inner) if inner.has_blocks() => {
                    self.lines(&std::mem::take(&mut bare));
                    self.inside(inner);
                }
                Child::Element(inner) => bare.push_str(&inner.text().replace(['\n', '\r'], " ")),
            }
        }
        self.lines(&bare);
    }

    fn next_page(&mut self) {
        self.page = self.page.saturating_add(1);
        self.has_pages = true;
    }

    fn block(&mut self, element: Element<'_>) {
        if element.has_class("brask") {
            self.left_out.push_str(element.text());
            self.left_out.push('\n');
            return;
        }
        if element.has_blocks() {
            self.inside(element);
            return;
        }
        if breaks_page(element) {
            self.next_page();
        }
        let mut text = String::new();
        push_collapsed(&mut text, element.text());
        let (size, is_bold) = look(element);
        self.push(text, size, is_bold);
    }

    /// Lines, which an empty line parts in paragraphs.
    fn lines(&mut self, text: &str) {
        for block in crate::blocks::blocks(text) {
            self.push(block.lines.join("\n"), 0, false);
        }
    }

    fn push(&mut self, text: String, size: u32, is_bold: bool) {
        if !text.trim().is_empty() {
            self.pieces.push(Piece { text, page: self.page, size, is_bold });
        }
    }
}

fn is_page_break(element: Element<'_>) -> bool {
    element.attribute("style").is_some_and(|style| style.contains("page-break"))
}

/// Whether a page ends inside an element without words.
fn breaks_page(element: Element<'_>) -> bool {
    element.descendants().filter_map(Child::element).any(|inner| inner.name() == "br" && is_page_break(inner))
}

/// The size of the type of an element in half points, and whether all of it is bold.
fn look(element: Element<'_>) -> (u32, bool) {
    let mut size = 0;
    let mut is_bold = element.name().starts_with('h') && element.name() != "hr";
    for inner in element.descendants().filter_map(Child::element) {
        if let Some(style) = inner.attribute("style")
            && let Some(at) = style.find("font-size:")
        {
            let value = &style[at + "font-size:".len()..];
            let end = value.find(|c: char| !c.is_ascii_digit()).unwrap_or(value.len());
            let points: u32 = value[..end].parse().unwrap_or_default();
            if size == 0 {
                size = points.min(100) * 2 + u32::from(value[end..].starts_with(".5"));
            }
        }
        is_bold |= inner.is_any(&["b", "strong"]) && inner.text().trim().len() == element.text().trim().len();
    }
    (size, is_bold)
}

/// The size of the type that most letters have.
fn usual_size(pieces: &[Piece]) -> u32 {
    let mut letters = [0_usize; 202];
    for piece in pieces {
        if let Some(count) = letters.get_mut(piece.size as usize) {
            *count += piece.text.len();
        }
    }
    let best = letters.iter().enumerate().max_by_key(|(size, count)| (**count, std::cmp::Reverse(*size)));
    best.and_then(|(size, _)| u32::try_from(size).ok()).unwrap_or_default()
}

/// Whether a piece is a heading: short, no sentence, in larger or bold type.
fn is_heading(piece: &Piece, usual: u32) -> bool {
    const LONGEST: usize = 150;
    let text = piece.text.trim();
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let is_large = piece.size > usual && (usual > 0 || piece.size > 26);
    let begins = text.chars().next().is_some_and(|c| c.is_uppercase() || c.is_ascii_digit());
    let is_head = text.starts_with("Prop. ") || text.starts_with("Skr. ");
    (is_large || piece.is_bold)
        && text.len() <= LONGEST
        && letters > 2
        && begins
        && !is_head
        && !text.ends_with(['.', ',', ':', ';', '-'])
}

fn heading(piece: &Piece) -> BlockKind {
    BlockKind::Level(if piece.size >= 26 { 1 } else { 2 })
}

/// How much greater the printed numbers are than those of counted pages, by most of the pages.
fn folio_offset(pieces: &[Piece]) -> i64 {
    const AGREE: usize = 3;
    let mut counts = std::collections::BTreeMap::new();
    for piece in pieces {
        let text = piece.text.trim();
        let is_number = text.len() <= 4 && !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if let Some(number) = text.parse::<i64>().ok().filter(|_| is_number) {
            *counts.entry(number - i64::from(piece.page)).or_insert(0_usize) += 1;
        }
    }
    let best = counts.into_iter().max_by_key(|(offset, count)| (*count, std::cmp::Reverse(offset.abs())));
    best.filter(|(_, count)| *count >= AGREE).map_or(0, |(offset, _)| offset)
}
