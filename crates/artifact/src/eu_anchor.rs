//! The anchors of EU acts, which are not stored but follow from the numbers of articles and their parts.
//!
//! An act is a sequence of blocks: every node before its children, and a table as one block. Articles, numbered
//! paragraphs, sub-paragraphs and points each extend the anchor of what they are in. Points nest by the depth they are
//! printed at, not by the tree. An anchor names its block and the blocks after it that still belong to it.

use crate::bounds::MAX_ANCHOR_BYTES;
use crate::{Node, Presented};

/// A block of an act and its anchor.
pub(crate) struct Block<'a> {
    pub(crate) node: Node<'a>,
    anchor: Option<String>,
}

impl Block<'_> {
    /// The anchor, and the one that a numbered paragraph has as its own first sub-paragraph.
    pub(crate) fn anchors(&self) -> impl Iterator<Item = String> {
        let numbered = self.anchor.as_ref().filter(|_| self.node.kind() == "paragraph");
        let first = numbered.map(|anchor| format!("{anchor}.S1"));
        self.anchor.clone().into_iter().chain(first)
    }

    /// Whether the part that began at an anchor continues in this block.
    pub(crate) fn continues(&self, anchor: &str) -> bool {
        let own = self.anchor.as_ref();
        let inside = own.is_none_or(|own| own.strip_prefix(anchor).is_some_and(|rest| rest.starts_with('.')));
        inside && !self.begins_anew() && !(anchor.starts_with(RECITAL) && self.ends_recital())
    }

    /// Whether the block ends the recital before it: "HAVE ADOPTED THIS DIRECTIVE:", "Having regard to …", or a recital
    /// without a number of its own.
    fn ends_recital(&self) -> bool {
        matches!(self.node.kind(), "preamble" | "citation" | "recital")
    }

    /// Whether the block ends every part before it.
    fn begins_anew(&self) -> bool {
        self.node.kind() == "article" || ends_article(self.node.kind())
    }
}

/// The blocks of the part that an anchor names; none when no part has it.
pub(crate) fn find<'a>(presented: &Presented<'a>, anchor: &str) -> Vec<Block<'a>> {
    let mut blocks = all(presented);
    let Some(start) = blocks.iter().position(|block| block.anchors().any(|own| own == anchor)) else {
        return Vec::new();
    };
    let length = 1 + blocks[start + 1..].iter().take_while(|block| block.continues(anchor)).count();
    blocks.drain(..start);
    blocks.truncate(length);
    blocks
}

/// The blocks of an act, in reading order.
pub(crate) fn all<'a>(presented: &Presented<'a>) -> Vec<Block<'a>> {
    let mut anchors = EuReading::default();
    let mut blocks = Vec::new();
    for node in presented.nodes() {
        collect(node, &mut anchors, &mut blocks);
    }
    blocks
}

fn collect<'a>(node: Node<'a>, anchors: &mut EuReading<'a>, blocks: &mut Vec<Block<'a>>) {
    let anchor = anchors.enter(node);
    blocks.push(Block { node, anchor });
    if node.kind() != "tabell" {
        for child in node.children() {
            collect(child, anchors, blocks);
        }
    }
}

/// Whether a block of this kind stands outside every article.
fn ends_article(kind: &str) -> bool {
    matches!(kind, "heading" | "ruling" | "signature")
}

/// Computes the anchors of an EU act during a walk. It must be given every node in order, each before its children, and
/// nothing inside a table. In documents that are not EU acts no node gets an anchor.
#[derive(Debug, Default)]
pub struct EuReading<'a> {
    article: Option<&'a str>,
    paragraph: Option<&'a str>,
    /// The open points, outermost first; empty where a depth has no marker that can be cited.
    points: Vec<&'a str>,
}

impl<'a> EuReading<'a> {
    /// Moves to the next node and returns its anchor.
    pub fn enter(&mut self, node: Node<'a>) -> Option<String> {
        let number = node.short("num");
        match node.kind() {
            "article" => {
                *self = Self { article: node.id().or(number), ..Self::default() };
                self.article.map(str::to_owned)
            }
            "paragraph" => {
                // An unnumbered paragraph continues the one before.
                self.paragraph = number.or(self.paragraph);
                self.points.clear();
                number.and_then(|_| self.anchor([]))
            }
            "stycke" => {
                self.points.clear();
                let number = format!("S{}", number?);
                self.anchor([number.as_str()])
            }
            "point" => {
                let marker = number.filter(|number| number.contains(char::is_alphanumeric));
                let depth =
                    node.field("depth").and_then(serde_json::Value::as_u64).unwrap_or(1).clamp(1, DEPTH);
                self.points.resize(depth as usize - 1, "");
                self.points.push(marker.unwrap_or_default());
                marker.and_then(|_| self.anchor([]))
            }
            "recital" => {
                let number = number.filter(|number| number.bytes().all(|b| b.is_ascii_digit()))?;
                Some(format!("{RECITAL}{number}"))
            }
            kind if ends_article(kind) => {
                *self = Self::default();
                None
            }
            _ => None,
        }
    }

    /// The anchor of the current node, with a last part; None outside an article.
    fn anchor<const N: usize>(&self, last: [&str; N]) -> Option<String> {
        let mut anchor = self.article?.to_owned();
        let points = self.points.iter().copied().filter(|point| !point.is_empty());
        for part in self.paragraph.into_iter().chain(points).chain(last) {
            anchor.push('.');
            anchor.push_str(part);
        }
        Some(anchor).filter(|anchor| anchor.len() <= MAX_ANCHOR_BYTES)
    }
}

/// How the anchor of a recital begins.
const RECITAL: &str = "recital-";

/// Levels of points; no act has more.
const DEPTH: u64 = 16;

#[cfg(test)]
mod tests {
    use crate::Artifact;

    use super::*;

    const ACT: &str = r#"{"uri":"x/celex/3","structure":[
        {"type":"recital","num":"1","text":["r1"]},
        {"type":"recital","num":"2","text":["r2"]},
        {"type":"heading","text":["KAPITEL I"],"children":[
          {"type":"article","id":"5","num":"5","text":["Krav"],"children":[
            {"type":"paragraph","num":"1","text":["p1"],"children":[
              {"type":"point","num":"a","text":["1a"]},
              {"type":"point","num":"i","depth":2,"text":["1ai"]},
              {"type":"point","num":"–","depth":3,"text":["dash"]},
              {"type":"point","num":"x","depth":4,"text":["under dash"]},
              {"type":"point","num":"b","text":["1b"]},
              {"type":"tabell","children":[{"type":"rad","cells":[["t"]]}]},
              {"type":"stycke","num":"2","text":["1S2"]},
              {"type":"point","num":"a","text":["again"]}]},
            {"type":"paragraph","text":["unnumbered"]},
            {"type":"point","num":"c","depth":2,"text":["5.1c"]}]},
          {"type":"article","num":"5a","text":["Mer"],"children":[{"type":"stycke","num":"2","text":["5aS2"]}]}]},
        {"type":"ruling","num":"1","text":["slut"]},
        {"type":"point","num":"a","text":["outside"]}]}"#;

    #[test]
    fn parts_of_an_act() {
        // (anchor, text of its blocks)
        let table = [
            ("recital-1", "r1"),
            ("5", "Krav p1 1a 1ai dash under dash 1b  1S2 again unnumbered 5.1c"),
            ("5.1", "p1 1a 1ai dash under dash 1b  1S2 again unnumbered 5.1c"),
            ("5.1.S1", "p1"),
            ("5.1.a", "1a 1ai dash under dash"),
            ("5.1.a.i", "1ai dash under dash"),
            ("5.1.a.i.x", "under dash"),
            ("5.1.b", "1b "),
            ("5.1.S2", "1S2"),
            ("5.1.c", "5.1c"),
            ("5a", "Mer 5aS2"),
            ("5a.S2", "5aS2"),
            ("5.S1", ""),
            ("5.c", ""),
            ("a", ""),
            ("", ""),
        ];
        check(ACT, &table);
    }

    #[test]
    fn a_recital_ends_where_the_enacting_words_begin() {
        let act = r#"{"uri":"x/celex/3","structure":[
            {"type":"citation","text":["Having regard"]},
            {"type":"recital","num":"1","text":["r1"]},
            {"type":"row","text":["table of r1"]},
            {"type":"recital","text":["without number"]},
            {"type":"recital","num":"2","text":["r2"]},
            {"type":"citation","text":["Having regard again"]},
            {"type":"recital","num":"3","text":["r3"]},
            {"type":"preamble","text":["HAVE ADOPTED THIS DIRECTIVE:"]},
            {"type":"row","text":["TITLE I"]},
            {"type":"article","num":"1","text":["Krav"],"children":[{"type":"preamble","text":["quoted"]}]}]}"#;
        let table =
            [("recital-1", "r1 table of r1"), ("recital-2", "r2"), ("recital-3", "r3"), ("1", "Krav quoted")];
        check(act, &table);
    }

    /// Each anchor with the text of its blocks.
    fn check(act: &str, table: &[(&str, &str)]) {
        let artifact = Artifact::parse(act.as_bytes()).unwrap();
        for (anchor, expected) in table {
            let blocks = find(&artifact.presented(), anchor);
            let texts: Vec<_> = blocks.iter().map(|block| block.node.text().plain_text()).collect();
            assert_eq!(texts.join(" "), *expected, "{anchor}");
        }
    }
}
