//! The part of a document that an anchor names.
//!
//! It is looked for in four ways, in this order: a node that stores the anchor; an anchor of an EU act, which follows
//! from the numbers of its articles (`eu_anchor.rs`); a printed page; a paragraph of a court decision by its printed
//! number.

use std::ops::ControlFlow;

use serde_json::Value;

use crate::{Anchor, Node, Presented, Step, court_paragraph, eu_anchor};

/// A part of a document.
#[derive(Clone, Debug)]
pub enum AnchorTarget<'a> {
    /// A node and all below it.
    Node(Node<'a>),
    /// The blocks of an EU act that belong to an article or a part of one. A block is without its children, a table
    /// with them.
    Blocks(Vec<Node<'a>>),
    /// The nodes on a printed page, each without its children.
    Page(Vec<Node<'a>>),
    /// A paragraph of a court decision, by its printed number.
    CourtParagraph(Node<'a>),
}

impl<'a> Presented<'a> {
    /// The part that an anchor names; None when the document has no such part.
    pub fn part(&self, anchor: &Anchor) -> Option<AnchorTarget<'a>> {
        if let Some(node) = self.node(anchor.as_str()) {
            return Some(AnchorTarget::Node(node));
        }
        let blocks = eu_anchor::find(self, anchor.as_str());
        if !blocks.is_empty() {
            return Some(AnchorTarget::Blocks(blocks.into_iter().map(|block| block.node).collect()));
        }
        if let Some(page) = anchor.page() {
            let nodes = self.on_page(i64::from(page));
            return (!nodes.is_empty()).then_some(AnchorTarget::Page(nodes));
        }
        let number = court_paragraph::number_in(anchor.as_str())?;
        court_paragraph::all(self)
            .find(|found| found.number == number && found.anchors().any(|own| own == anchor.as_str()))
            .map(|found| AnchorTarget::CourtParagraph(found.node))
    }

    /// The first node that stores the anchor.
    fn node(&self, id: &str) -> Option<Node<'a>> {
        let mut found = None;
        let _ = self.walk_while(&mut |step| match step {
            Step::Enter(node) if node.id() == Some(id) => {
                found = Some(node);
                ControlFlow::Break(())
            }
            _ => ControlFlow::Continue(()),
        });
        found
    }

    /// The nodes with text on a printed page. An appendix counts its pages anew and is left out.
    fn on_page(&self, page: i64) -> Vec<Node<'a>> {
        let mut nodes = Vec::new();
        self.paged(&mut |on, node| {
            if on == page {
                nodes.push(node);
            }
        });
        nodes
    }

    /// Every node with text that stands on a printed page, with the page, in reading order.
    pub(crate) fn paged(&self, visit: &mut impl FnMut(i64, Node<'a>)) {
        let mut current = None;
        for node in self.nodes() {
            visit_paged(node, &mut current, visit);
        }
    }
}

impl AnchorTarget<'_> {
    /// The text of the part: the non-empty pieces in reading order, joined by one space.
    pub fn plain_text(&self) -> String {
        let texts: Vec<_> = match self {
            Self::Node(node) => vec![node.plain_text()],
            Self::Blocks(nodes) => nodes.iter().map(|node| block_text(*node)).collect(),
            Self::Page(nodes) => nodes.iter().map(|node| own_text(*node)).collect(),
            Self::CourtParagraph(node) => vec![node.plain_text()],
        };
        texts.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ")
    }

    /// The heading that is printed over the part.
    pub fn heading(&self) -> Option<String> {
        match self {
            Self::Node(node) => node.heading(),
            Self::Blocks(nodes) => nodes.first().and_then(|node| node.heading()),
            Self::Page(_) | Self::CourtParagraph(_) => None,
        }
    }

    /// The type of the part: the kind of its first node, but `page` for a printed page, `paragraph` for a numbered
    /// paragraph of a court, and `point` for one of an EU judgment.
    pub fn unit_type(&self) -> &str {
        match self {
            Self::Node(node) => node.kind(),
            Self::Blocks(nodes) => nodes.first().map(|node| node.kind()).unwrap_or_default(),
            Self::Page(_) => "page",
            Self::CourtParagraph(node) => court_paragraph::unit_type(*node),
        }
    }

    /// How a reader names the part, where that does not follow from its anchor: `p. 26` of a court paragraph, `artikel
    /// 6` of a treaty printed inside a statute.
    pub fn reader_form(&self) -> Option<String> {
        match self {
            Self::CourtParagraph(node) => {
                let number = node.str("ordinal").or_else(|| node.str("num"))?;
                Some(court_paragraph::reader_form(*node, number))
            }
            Self::Node(node) => node_form(*node),
            Self::Blocks(_) | Self::Page(_) => None,
        }
    }
}

/// How a reader names a node, where that does not follow from its anchor.
pub(crate) fn node_form(node: Node<'_>) -> Option<String> {
    let number = (node.kind() == "konventionsartikel").then(|| node.short("ordinal"))??;
    Some(format!("artikel {number}"))
}

/// The text of a block of an EU act: of a table with its children, of anything else without.
pub(crate) fn block_text(node: Node<'_>) -> String {
    if node.kind() == "tabell" { node.plain_text() } else { own_text(node) }
}

/// A text of a node with the number that is printed before it.
pub(crate) fn with_number(node: Node<'_>, text: String) -> String {
    let number = node.number_before_text().unwrap_or_default();
    [number, text].into_iter().filter(|piece| !piece.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The text of the node's runs and cells, without its children.
pub(crate) fn own_text(node: Node<'_>) -> String {
    let pieces =
        std::iter::once(node.text()).chain(node.cells()).map(|runs| runs.plain_text().trim().to_owned());
    pieces.filter(|piece| !piece.is_empty()).collect::<Vec<_>>().join(" ")
}

fn visit_paged<'a>(node: Node<'a>, current: &mut Option<i64>, visit: &mut impl FnMut(i64, Node<'a>)) {
    if is_flagged(node.field("bilaga")) {
        return;
    }
    *current = node.page().or(*current);
    if let Some(page) = *current
        && !own_text(node).is_empty()
    {
        visit(page, node);
    }
    for child in node.children() {
        visit_paged(child, current, visit);
    }
}

/// Whether a flag is set. Artifacts write flags in several ways.
fn is_flagged(flag: Option<&Value>) -> bool {
    match flag {
        None | Some(Value::Null) => false,
        Some(Value::Bool(set)) => *set,
        Some(Value::String(text)) => !text.is_empty(),
        Some(_) => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Artifact;

    /// The text, heading and reader form of each part, `-` for one that is not there.
    fn check(structure: &str, table: &[(&str, &str)]) {
        let json = format!(r#"{{"uri":"x:1","structure":{structure}}}"#);
        let artifact = Artifact::parse(json.as_bytes()).unwrap();
        for (anchor, expected) in table {
            let part = artifact.presented().part(&Anchor::new(anchor).unwrap());
            let text = part.map_or("-".to_owned(), |part| {
                let named = [part.reader_form(), part.heading()]
                    .into_iter()
                    .flatten()
                    .map(|name| format!(" [{name}]"));
                part.plain_text() + &named.collect::<String>()
            });
            assert_eq!(text, *expected, "{anchor}");
        }
    }

    #[test]
    fn a_stored_anchor_names_its_node() {
        check(
            r#"[{"type":"paragraf","id":"P1","text":["a"],"children":[{"type":"stycke","id":"P1S1","text":["b"]}]},
                {"type":"paragraf","id":"P1","text":["second"]},
                {"type":"konventionsartikel","id":"B1A6","ordinal":"6","versions":[{"language":"sv","text":["c"]}]},
                {"type":"avsnitt","id":"a1","text":["1 Inledning"],"children":[{"type":"stycke","text":["d"]}]}]"#,
            &[
                ("P1", "a b"),
                ("P1S1", "b"),
                ("B1A6", "c [artikel 6]"),
                ("a1", "1 Inledning d [1 Inledning]"),
                ("P2", "-"),
            ],
        );
    }

    #[test]
    fn an_article_of_an_act_names_its_blocks() {
        check(
            r#"[{"type":"article","num":"4","text":["Krav"],"children":[{"type":"paragraph","num":"1","text":["a"],
                "children":[{"type":"point","num":"a","text":["b"]},
                  {"type":"tabell","children":[{"type":"rad","cells":[["t1"],["t2"]]}]}]}]}]"#,
            &[("4", "Krav a b t1 t2 [Krav]"), ("4.1.a", "b t1 t2"), ("4.2", "-")],
        );
    }

    #[test]
    fn a_page_holds_what_is_printed_on_it() {
        check(
            r#"[{"type":"avsnitt","id":"a1","page":5,"text":["head"],"children":[
                  {"type":"stycke","text":["five"]},{"type":"stycke","page":6,"text":["six"]},
                  {"type":"tabell","children":[{"type":"rad","cells":[["c1"],["c2"]]}]}]},
                {"type":"stycke","page":6,"bilaga":true,"text":["other six"]},
                {"type":"stycke","page":7,"bilaga":false,"text":["seven"]}]"#,
            &[("sid5", "head five"), ("sid6", "six c1 c2"), ("sid7", "seven"), ("sid8", "-")],
        );
    }

    #[test]
    fn a_paragraph_of_an_eu_judgment_is_named_by_its_number() {
        check(
            r#"[{"type":"heading","text":["Dom"],"children":[{"type":"paragraph","num":"1","text":["a"]},
                {"type":"paragraph","num":"2","text":["b"],"children":[{"type":"point","num":"a","text":["c"]}]},
                {"type":"paragraph","num":"1","text":["quoted"]}]},
                {"type":"paragraph","num":"3","text":["d"]},{"type":"ruling","num":"1","text":["z"]}]"#,
            &[
                ("point-1", "a [punkt 1]"),
                ("point-2", "b c [punkt 2]"),
                ("point-3", "d [punkt 3]"),
                ("point-4", "-"),
                ("P2", "-"),
                ("point-", "-"),
            ],
        );
    }

    #[test]
    fn a_court_paragraph_is_the_deciding_courts() {
        let instance = |inside: &str| format!(r#"{{"type":"instans","children":[{inside}]}}"#);
        let stycke = |text: &str| format!(r#"{{"type":"stycke","ordinal":"1","text":["{text}"]}}"#);
        let of = |kind: &str, text: &str| format!(r#"{{"type":"{kind}","children":[{}]}}"#, stycke(text));
        let last = instance(
            &[
                of("betankande", "report"),
                stycke("plain"),
                of("domskal", "reasons"),
                of("skiljaktig", "dissent"),
            ]
            .join(","),
        );
        let case = format!("{},{last}", instance(&stycke("below")));
        check(
            &format!("[{case}]"),
            &[("P1", "reasons [p. 1]"), ("p1", "reasons [p. 1]"), ("P2", "-"), ("P", "-")],
        );
        check(&format!("[{}]", of("dom", "no instance")), &[("P1", "no instance [p. 1]")]);
        check(&format!("[{}]", of("tillagg", "addition")), &[("P1", "-")]);
        let part = |inside: &str| format!(r#"{{"type":"delmal","children":[{inside}]}}"#);
        let (one, two) = (part(&case), part(&instance(&of("domskal", "two"))));
        check(&format!("[{one},{}]", part("")), &[("P1", "reasons [p. 1]")]);
        check(&format!("[{one},{two}]"), &[("P1", "-")]);
    }
}
