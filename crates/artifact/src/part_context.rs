//! What stands around a part of a document and inside it: the parts before and after, and the anchors.

use std::collections::HashSet;

use crate::{Anchor, AnchorTarget, Node, Presented, Step, court_paragraph, eu_anchor};

/// The anchors of the parts before and after a part: parts of the same kind, in the order of the document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AdjacentParts {
    /// The part before; None for the first.
    pub previous: Option<String>,
    /// The part after; None for the last.
    pub next: Option<String>,
}

/// The anchors that nodes store around a part and in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PartAnchors {
    /// The anchors of the nodes around the part, from the outside in.
    pub around: Vec<String>,
    /// The anchors of the nodes inside the part, its own node included.
    pub inside: HashSet<String>,
}

impl<'a> Presented<'a> {
    /// The parts before and after the part that an anchor names.
    pub fn neighbours(&self, anchor: &Anchor, part: &AnchorTarget<'a>) -> AdjacentParts {
        let anchors = match part {
            AnchorTarget::Node(node) => self.stored_anchors(node.kind()),
            AnchorTarget::Blocks(blocks) => {
                let kind = blocks.first().map(|node| node.kind());
                let alike = eu_anchor::all(self).into_iter().filter(|block| Some(block.node.kind()) == kind);
                alike.filter_map(|block| block.anchors().next()).collect()
            }
            AnchorTarget::Page(_) => self.page_anchors(),
            AnchorTarget::CourtParagraph(_) => {
                let spelling = |paragraph: court_paragraph::CourtParagraph<'a>| {
                    paragraph.anchors().position(|own| own == anchor.as_str())
                };
                let spelling = court_paragraph::all(self).find_map(spelling).unwrap_or_default();
                court_paragraph::all(self).filter_map(|paragraph| paragraph.anchors().nth(spelling)).collect()
            }
        };
        beside(&anchors, anchor.as_str())
    }

    /// The anchors of all nodes of a kind, in reading order.
    fn stored_anchors(&self, kind: &str) -> Vec<String> {
        let mut anchors = Vec::new();
        self.walk(&mut |step| {
            if let Step::Enter(node) = step
                && node.kind() == kind
                && let Some(id) = node.id()
            {
                anchors.push(id.to_owned());
            }
        });
        anchors
    }

    fn page_anchors(&self) -> Vec<String> {
        let mut pages = Vec::new();
        self.paged(&mut |page, _| {
            if pages.last() != Some(&page) {
                pages.push(page);
            }
        });
        pages.into_iter().map(|page| format!("sid{page}")).collect()
    }

    /// Walks the document and states for each step whether it is inside a part: in one of the part's nodes, or below
    /// one if that belongs to the part. Of the blocks of an EU act, only a table includes what is below it.
    pub fn walk_part(&self, part: &AnchorTarget<'a>, visit: &mut dyn FnMut(Step<'a>, bool)) {
        let nodes: HashSet<usize> = part.nodes().iter().map(|node| node.address()).collect();
        let whole = part.has_children();
        let has_tables = matches!(part, AnchorTarget::Blocks(_));
        // For each open node whether it is in the part, and whether what is below it is.
        let mut open: Vec<(bool, bool)> = Vec::new();
        self.walk(&mut |step| match step {
            Step::Enter(node) => {
                let (_, below) = open.last().copied().unwrap_or_default();
                let inside = below || nodes.contains(&node.address());
                visit(step, inside);
                open.push((inside, below || (inside && (whole || (has_tables && node.kind() == "tabell")))));
            }
            Step::Text(_) => visit(step, open.last().is_some_and(|(inside, _)| *inside)),
            Step::Leave(_) => {
                let (inside, _) = open.pop().unwrap_or_default();
                visit(step, inside);
            }
        });
    }

    /// The anchors around a part and inside it.
    pub fn part_anchors(&self, part: &AnchorTarget<'a>) -> PartAnchors {
        let mut found = PartAnchors::default();
        let mut open: Vec<Option<&str>> = Vec::new();
        let mut is_found = false;
        self.walk_part(part, &mut |step, inside| match step {
            Step::Enter(node) => {
                if inside && !is_found {
                    is_found = true;
                    found.around = open.iter().flatten().map(|id| (*id).to_owned()).collect();
                }
                if inside {
                    found.inside.extend(node.id().map(str::to_owned));
                }
                open.push(node.id());
            }
            Step::Leave(_) => {
                open.pop();
            }
            Step::Text(_) => {}
        });
        found
    }
}

impl<'a> AnchorTarget<'a> {
    /// The nodes of the part: one with all below it, or several of which each is without its children.
    pub fn nodes(&self) -> &[Node<'a>] {
        match self {
            Self::Node(node) | Self::CourtParagraph(node) => std::slice::from_ref(node),
            Self::Blocks(nodes) | Self::Page(nodes) => nodes,
        }
    }

    /// Whether what is below a node of the part belongs to it.
    pub fn has_children(&self) -> bool {
        matches!(self, Self::Node(_) | Self::CourtParagraph(_))
    }
}

/// The anchors before and after the first occurrence of an anchor. Its repetitions in a row count once.
fn beside(anchors: &[String], anchor: &str) -> AdjacentParts {
    let Some(at) = anchors.iter().position(|other| other == anchor) else { return AdjacentParts::default() };
    AdjacentParts {
        previous: anchors[..at].iter().rfind(|other| *other != anchor).cloned(),
        next: anchors[at..].iter().find(|other| *other != anchor).cloned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Artifact;

    /// (anchor, previous, next, around, inside)
    fn check(structure: &str, table: &[(&str, &str, &str, &str, &str)]) {
        let json = format!(r#"{{"uri":"x:1","structure":{structure}}}"#);
        let artifact = Artifact::parse(json.as_bytes()).unwrap();
        let presented = artifact.presented();
        for (anchor, previous, next, around, inside) in table {
            let anchor = Anchor::new(anchor).unwrap();
            let part = presented.part(&anchor).unwrap();
            let beside = presented.neighbours(&anchor, &part);
            let shown = |anchor: Option<String>| anchor.unwrap_or_else(|| "-".to_owned());
            assert_eq!(
                (shown(beside.previous).as_str(), shown(beside.next).as_str()),
                (*previous, *next),
                "{anchor}"
            );
            let anchors = presented.part_anchors(&part);
            let mut found: Vec<_> = anchors.inside.into_iter().collect();
            found.sort();
            assert_eq!(
                (anchors.around.join(" ").as_str(), found.join(" ").as_str()),
                (*around, *inside),
                "{anchor}"
            );
        }
    }

    #[test]
    fn around_a_paragraf() {
        let paragraf = |id: &str| {
            format!(
                r#"{{"type":"paragraf","id":"{id}","children":[{{"type":"stycke","id":"{id}S1","text":["a"]}}]}}"#
            )
        };
        let chapter = |id: &str, inside: &[String]| {
            format!(r#"{{"type":"kapitel","id":"{id}","children":[{}]}}"#, inside.join(","))
        };
        check(
            &format!(
                "[{},{}]",
                chapter("K1", &[paragraf("K1P1"), paragraf("K1P2"), paragraf("K1P2")]),
                chapter("K2", &[paragraf("K2P1")])
            ),
            &[
                ("K1P1", "-", "K1P2", "K1", "K1P1 K1P1S1"),
                ("K1P2", "K1P1", "K2P1", "K1", "K1P2 K1P2S1"),
                ("K2P1", "K1P2", "-", "K2", "K2P1 K2P1S1"),
                ("K1", "-", "K2", "", "K1 K1P1 K1P1S1 K1P2 K1P2S1"),
                ("K2P1S1", "K1P2S1", "-", "K2 K2P1", "K2P1S1"),
            ],
        );
    }

    #[test]
    fn around_articles_pages_and_court_paragraphs() {
        check(
            r#"[{"type":"article","id":"4","num":"4","children":[{"type":"paragraph","num":"1","text":["a"]},
                {"type":"paragraph","num":"2","text":["b"],"children":[{"type":"point","num":"a","text":["c"]}]}]},
              {"type":"article","id":"5","num":"5","children":[{"type":"paragraph","num":"1","text":["d"]}]}]"#,
            &[
                ("4", "-", "5", "", "4"),
                ("4.1", "-", "4.2", "4", ""),
                ("4.2", "4.1", "5.1", "4", ""),
                ("4.2.a", "-", "-", "4", ""),
            ],
        );
        check(
            r#"[{"type":"avsnitt","id":"a1","page":5,"text":["head"],"children":[{"type":"stycke","page":7,"text":["x"]}]}]"#,
            &[("sid5", "-", "sid7", "", "a1"), ("sid7", "sid5", "-", "a1", "")],
        );
        check(
            r#"[{"type":"dom","children":[{"type":"stycke","ordinal":"1","text":["a"]},{"type":"stycke","ordinal":"2","text":["b"]}]}]"#,
            &[("P1", "-", "P2", "", ""), ("p2", "p1", "-", "", "")],
        );
    }
}
