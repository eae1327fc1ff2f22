//! Formex 4, the XML of the Publications Office: an act, a consolidation of one, or an annex.
//!
//! The markup says what each part is. An element of unknown name is read as what it holds: blocks, or words of the block around it.
//! The history of the file (`FAM.COMP`, `BIB.*`) is no text.

mod blocks;
mod flow;
mod nodes;
mod notes;
mod tables;

use roxmltree::{Document, Node, ParsingOptions};

use super::source::Source;
use crate::ParseError;
use blocks::Reader;
use nodes::{child, text_of};

/// The greatest number of nodes of a file. The largest act has three hundred thousand.
const MAX_NODES: u32 = 20_000_000;

/// The elements that Formex files begin with, except manifests.
const ROOTS: [&str; 8] = ["ACT", "CONS.ACT", "ANNEX", "CONS.ANNEX", "COMBINED.FMX", "AGR", "CONS.DOC", "CJT"];

/// Parses XML. Document types, and with them entities, are not read.
pub(super) fn xml(text: &str) -> Result<Document<'_>, ParseError> {
    // The parser goes into each element by a call of itself.
    if is_too_deep(text) {
        return Err(ParseError::TooDeep);
    }
    let options = ParsingOptions { allow_dtd: false, nodes_limit: MAX_NODES, ..ParsingOptions::default() };
    Document::parse_with_options(text, options)
        .map_err(|error| ParseError::UnknownForm(format!("XML that is not well-formed: {error}")))
}

/// The greatest number of elements around an element. Acts have at most thirty.
const MAX_DEPTH: usize = 200;

/// Whether elements of a file may be nested deeper than [`MAX_DEPTH`], by its tags alone.
fn is_too_deep(text: &str) -> bool {
    let bytes = text.as_bytes();
    let mut depth = 0usize;
    let tags = bytes.iter().enumerate().filter(|(_, byte)| matches!(byte, b'<' | b'>'));
    for (at, byte) in tags {
        match (byte, bytes.get(at + 1)) {
            (b'<', Some(b'/')) => depth = depth.saturating_sub(1),
            (b'<', Some(next)) if next.is_ascii_alphabetic() => depth += 1,
            (b'>', _) if at > 0 && bytes.get(at - 1) == Some(&b'/') => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > MAX_DEPTH {
            return true;
        }
    }
    false
}

/// Whether a file is a text in Formex.
pub(super) fn is_text(root: Node<'_, '_>) -> bool {
    ROOTS.contains(&root.tag_name().name())
}

/// Reads a manifest: the number of the act, and the files of its text in order.
pub(super) fn manifest(root: Node<'_, '_>, source: &mut Source) -> Vec<String> {
    if root.tag_name().name() != "DOC" {
        return Vec::new();
    }
    if source.celex.is_none() {
        source.celex = text_of(root, "NO.CELEX").filter(|celex| super::celex::is_celex(celex));
    }
    let is_file = |node: &Node<'_, '_>| node.tag_name().name() == "REF.PHYS";
    let files = root.descendants().filter(is_file).filter_map(|node| node.attribute("FILE"));
    files.map(str::to_owned).collect()
}

/// Reads a text into the source.
pub(super) fn read(root: Node<'_, '_>, source: &mut Source) {
    facts(root, source);
    let mut reader = Reader::new(root, source.annexes);
    reader.document(root);
    source.annexes = reader.annexes;
    if source.title.is_empty() {
        source.title.clone_from(&reader.title.plain);
        source.entries.append(&mut reader.title_notes);
    }
    raw_words(root, &mut source.raw);
    source.entries.extend(reader.finish());
}

/// Reads what the file states of itself.
fn facts(root: Node<'_, '_>, source: &mut Source) {
    if source.language.is_none() {
        source.language = text_of(root, "LG.DOC").or_else(|| text_of(root, "LG.OJ"));
    }
    if let Some(day) = child(root, "INFO.CONSLEG").and_then(|info| info.attribute("START.DATE")) {
        source.wording = iso_day(day);
    }
    let title = root.children().find_map(|child| title_in(child)).or_else(|| title_in(root));
    let day = title.and_then(|title| title.descendants().find(|node| node.has_tag_name("DATE")));
    if source.date.is_none() {
        source.date = day.and_then(|day| day.attribute("ISO")).and_then(iso_day);
    }
    if source.celex.is_none()
        && let Some(family) = root.descendants().find(|node| node.has_tag_name("FAM.COMP"))
    {
        let own = child(family, "BIB.DATA").and_then(|data| text_of(data, "NO.CELEX"));
        source.celex = own.filter(|celex| super::celex::is_celex(celex));
    }
}

/// Adds the text of a file, all but its history.
fn raw_words(node: Node<'_, '_>, raw: &mut String) {
    if matches!(
        node.tag_name().name(),
        "INFO.CONSLEG" | "INFO.PROD" | "FAM.COMP" | "BIB.INSTANCE" | "BIB.DATA" | "BIB.OJ"
    ) {
        return;
    }
    if node.is_text() {
        raw.push_str(node.text().unwrap_or_default());
    }
    let is_block =
        node.is_element() && !blocks::is_inline(node.tag_name().name()) || node.has_tag_name("NOTE");
    if is_block {
        raw.push('\n');
    }
    for child in node.children() {
        raw_words(child, raw);
    }
    if is_block {
        raw.push('\n');
    }
}

fn title_in<'a, 'x>(node: Node<'a, 'x>) -> Option<Node<'a, 'x>> {
    child(node, "TITLE")
}

/// A day `20310203` as `2031-02-03`.
fn iso_day(day: &str) -> Option<String> {
    let parts = (day.get(..4)?, day.get(4..6)?, day.get(6..8)?);
    let is_day = day.len() == 8 && day.bytes().all(|b| b.is_ascii_digit()) && day < "99990000";
    is_day.then(|| format!("{}-{}-{}", parts.0, parts.1, parts.2))
}
