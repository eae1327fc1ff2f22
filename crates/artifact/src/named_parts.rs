//! All parts of a document that anchors name, with their nodes and neighbours.
//!
//! [`Presented::part`] and [`Presented::neighbours`] find the same parts one by one, with several walks over the
//! document for each anchor. Here each kind of part is collected in one walk.
//!
//! As in `anchored_parts.rs`, a page number with leading zeros is left out.

use std::collections::{HashMap, HashSet};

use crate::{AdjacentParts, Anchor, AnchorTarget, Node, Presented, Step, court_paragraph, eu_anchor};

/// A part of a document that an anchor names.
#[derive(Clone, Debug)]
pub struct NamedPart<'a> {
    /// The anchor.
    pub anchor: Anchor,
    /// The part.
    pub target: AnchorTarget<'a>,
    /// The parts before and after it.
    pub beside: AdjacentParts,
}

impl<'a> Presented<'a> {
    /// Every part that an anchor names, each anchor once.
    pub fn named_parts(&self) -> Vec<NamedPart<'a>> {
        let mut parts = Collector::default();
        parts.add_nodes(self);
        parts.add_articles(self);
        parts.add_pages(self);
        parts.add_court_paragraphs(self);
        parts.found
    }

    /// The parts that some anchors name. Those that nodes store are found in one walk. All parts are collected only for an anchor
    /// that no node stores.
    pub fn parts_of<'n>(&self, anchors: impl Iterator<Item = &'n str>) -> HashMap<&'n str, AnchorTarget<'a>> {
        let mut wanted: HashSet<&str> = anchors.collect();
        let mut found = HashMap::new();
        self.walk(&mut |step| {
            if let Step::Enter(node) = step
                && let Some(anchor) = node.id().and_then(|id| wanted.take(id))
            {
                found.insert(anchor, AnchorTarget::Node(node));
            }
        });
        if self.further_anchors().iter().any(|anchor| wanted.contains(anchor)) {
            let others = self.named_parts().into_iter();
            found.extend(others.filter_map(|part| Some((wanted.take(part.anchor.as_str())?, part.target))));
        }
        found
    }
}

#[derive(Default)]
struct Collector<'a> {
    found: Vec<NamedPart<'a>>,
    seen: HashSet<String>,
}

impl<'a> Collector<'a> {
    /// Adds a part unless its anchor has one already.
    fn add(&mut self, anchor: &str, target: AnchorTarget<'a>, beside: AdjacentParts) {
        if let Some(name) = Anchor::new(anchor).filter(|_| self.seen.insert(anchor.to_owned())) {
            self.found.push(NamedPart { anchor: name, target, beside });
        }
    }

    fn add_nodes(&mut self, presented: &Presented<'a>) {
        let mut nodes: Vec<(&str, Node<'a>)> = Vec::new();
        presented.walk(&mut |step| {
            if let Step::Enter(node) = step
                && let Some(id) = node.id()
            {
                nodes.push((id, node));
            }
        });
        let mut by_kind: HashMap<&str, Vec<&str>> = HashMap::new();
        for (id, node) in &nodes {
            by_kind.entry(node.kind()).or_default().push(id);
        }
        let by_kind: HashMap<&str, Order<'_>> =
            by_kind.into_iter().map(|(kind, anchors)| (kind, Order::new(anchors))).collect();
        for (id, node) in nodes {
            // Many nodes may have one anchor, and `beside` goes past all of them.
            if !self.seen.contains(id) {
                self.add(id, AnchorTarget::Node(node), by_kind[node.kind()].beside(id));
            }
        }
    }

    fn add_articles(&mut self, presented: &Presented<'a>) {
        let blocks = eu_anchor::all(presented);
        let first_anchors: Vec<Option<String>> = blocks.iter().map(|block| block.anchors().next()).collect();
        let mut by_kind: HashMap<&str, Vec<&str>> = HashMap::new();
        for (block, anchor) in blocks.iter().zip(&first_anchors) {
            if let Some(anchor) = anchor {
                by_kind.entry(block.node.kind()).or_default().push(anchor);
            }
        }
        let by_kind: HashMap<&str, Order<'_>> =
            by_kind.into_iter().map(|(kind, anchors)| (kind, Order::new(anchors))).collect();

        // Each anchor with its first block and the one after its last. Each open anchor begins with the one before, so
        // they are few.
        let mut parts: Vec<(String, usize, usize)> = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        let mut begun: HashSet<String> = HashSet::new();
        for (at, block) in blocks.iter().enumerate() {
            open.retain(|part| block.continues(&parts[*part].0));
            for anchor in block.anchors().filter(|anchor| begun.insert(anchor.clone())) {
                open.push(parts.len());
                parts.push((anchor, at, at));
            }
            for part in &open {
                parts[*part].2 = at + 1;
            }
        }
        for (anchor, from, to) in parts {
            let nodes: Vec<Node<'a>> = blocks[from..to].iter().map(|block| block.node).collect();
            let beside = by_kind.get(nodes[0].kind()).map(|order| order.beside(&anchor)).unwrap_or_default();
            self.add(&anchor, AnchorTarget::Blocks(nodes), beside);
        }
    }

    fn add_pages(&mut self, presented: &Presented<'a>) {
        let mut turned: Vec<String> = Vec::new();
        let mut pages: Vec<(i64, Vec<Node<'a>>)> = Vec::new();
        let mut by_number: HashMap<i64, usize> = HashMap::new();
        let mut last = None;
        presented.paged(&mut |page, node| {
            if last.replace(page) != Some(page) {
                turned.push(format!("sid{page}"));
            }
            let at = *by_number.entry(page).or_insert_with(|| {
                pages.push((page, Vec::new()));
                pages.len() - 1
            });
            pages[at].1.push(node);
        });
        let order = Order::new(turned.iter().map(String::as_str).collect());
        for (page, nodes) in pages {
            let anchor = format!("sid{page}");
            if u32::try_from(page).is_ok() {
                self.add(&anchor, AnchorTarget::Page(nodes), order.beside(&anchor));
            }
        }
    }

    fn add_court_paragraphs(&mut self, presented: &Presented<'a>) {
        // For each spelling of the anchors, the paragraphs with it, in the order of the document.
        let mut spellings: Vec<Vec<(String, Node<'a>)>> = Vec::new();
        for paragraph in court_paragraph::all(presented) {
            for (spelling, anchor) in paragraph.anchors().enumerate() {
                if spellings.len() <= spelling {
                    spellings.push(Vec::new());
                }
                spellings[spelling].push((anchor, paragraph.node));
            }
        }
        for anchors in &spellings {
            let order = Order::new(anchors.iter().map(|(anchor, _)| anchor.as_str()).collect());
            for (anchor, node) in anchors {
                self.add(anchor, AnchorTarget::CourtParagraph(*node), order.beside(anchor));
            }
        }
    }
}

/// Anchors of one kind in reading order.
struct Order<'s> {
    anchors: Vec<&'s str>,
    /// The index of the first occurrence of each anchor.
    first: HashMap<&'s str, usize>,
}

impl<'s> Order<'s> {
    fn new(anchors: Vec<&'s str>) -> Self {
        let mut first = HashMap::with_capacity(anchors.len());
        for (at, anchor) in anchors.iter().enumerate() {
            first.entry(*anchor).or_insert(at);
        }
        Self { anchors, first }
    }

    /// The anchors before and after the first occurrence of an anchor. Its repetitions in a row count once.
    fn beside(&self, anchor: &str) -> AdjacentParts {
        let Some(at) = self.first.get(anchor) else { return AdjacentParts::default() };
        let previous = at.checked_sub(1).map(|before| self.anchors[before].to_owned());
        let next = self.anchors[*at..].iter().find(|other| **other != anchor).map(|next| (*next).to_owned());
        AdjacentParts { previous, next }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Artifact;

    fn check(structure: &str) {
        let json = format!(r#"{{"uri":"x:1","structure":{structure}}}"#);
        let artifact = Artifact::parse(json.as_bytes()).unwrap();
        let presented = artifact.presented();
        let parts = presented.named_parts();
        let anchors: HashSet<&str> = parts.iter().map(|part| part.anchor.as_str()).collect();
        let anchored = presented.anchored_parts();
        assert_eq!(anchors, anchored.iter().map(|part| part.anchor.as_str()).collect());
        for part in &parts {
            let one = presented.part(&part.anchor).unwrap();
            let addresses = |target: &AnchorTarget<'_>| {
                target.nodes().iter().map(|node| node.address()).collect::<Vec<_>>()
            };
            assert_eq!(addresses(&part.target), addresses(&one), "{}", part.anchor);
            assert_eq!(std::mem::discriminant(&part.target), std::mem::discriminant(&one), "{}", part.anchor);
            assert_eq!(part.beside, presented.neighbours(&part.anchor, &one), "{}", part.anchor);
        }
    }

    /// With quadratic work this would take a minute.
    #[test]
    fn as_many_equal_anchors_as_an_artifact_may_have() {
        let nodes = vec![r#"{"id":"P1"}"#; 150_000].join(",");
        let json = format!(r#"{{"uri":"x:1","structure":[{nodes},{{"id":"P2"}}]}}"#);
        let artifact = Artifact::parse(json.as_bytes()).unwrap();
        let parts = artifact.presented().named_parts();
        let beside = |part: &NamedPart<'_>| (part.beside.previous.clone(), part.beside.next.clone());
        let found: Vec<_> = parts.iter().map(beside).collect();
        assert_eq!(found, [(None, Some("P2".to_owned())), (Some("P1".to_owned()), None)]);
    }

    #[test]
    fn the_parts_are_those_that_are_found_one_by_one() {
        for structure in [
            r#"[{"type":"kapitel","id":"K1","children":[{"type":"paragraf","id":"K1P1"},{"type":"paragraf","id":"K1P2"},
                {"type":"paragraf","id":"K1P2"},{"type":"rubrik","id":"K1P1"}]},{"type":"kapitel","id":"K2","children":[
                {"type":"paragraf","id":"K2P1","children":[{"type":"stycke","id":"K2P1S1"}]}]},{"type":"kapitel","id":"K1"}]"#,
            r#"[{"type":"recital","num":"1","text":["r"]},{"type":"heading","text":["I"],"children":[
                {"type":"article","id":"4","num":"4","children":[{"type":"paragraph","num":"1","text":["a"]},
                  {"type":"paragraph","num":"2","text":["b"],"children":[{"type":"point","num":"a","text":["c"]},
                  {"type":"point","num":"i","depth":2,"text":["d"]},{"type":"point","num":"a","text":["e"]}]}]},
                {"type":"article","num":"5","text":["g"]},{"type":"point","num":"a","text":["h"]}]},
                {"type":"article","num":"5","text":["again"]},{"type":"ruling","num":"1","text":["z"]}]"#,
            r#"[{"type":"avsnitt","id":"a1","page":5,"text":["head"],"children":[{"type":"stycke","page":6,"text":["x"]},
                {"type":"stycke","page":5,"text":["back"]},{"type":"stycke","page":9,"text":["y"]}]},
                {"type":"avsnitt","id":"sid9","text":["named"]}]"#,
            r#"[{"type":"instans","children":[{"type":"stycke","ordinal":"1","text":["a"]}]},{"type":"instans","children":[
                {"type":"domskal","children":[{"type":"stycke","ordinal":"1","text":["b"]},{"type":"stycke","ordinal":"2","text":["c"]}]},
                {"type":"stycke","ordinal":"3","id":"P3","text":["d"]},{"type":"skiljaktig","children":[{"type":"stycke","ordinal":"4"}]}]}]"#,
            r#"[{"type":"heading","text":["Dom"],"children":[{"type":"paragraph","num":"1","text":["a"],"children":[
                {"type":"point","num":"a","text":["b"]}]},{"type":"paragraph","num":"2","text":["c"]},
                {"type":"paragraph","num":"1","text":["quoted"]}]},{"type":"paragraph","num":"3","text":["d"]},
                {"type":"ruling","num":"1","text":["z"]}]"#,
            "[]",
        ] {
            check(structure);
        }
    }

    #[test]
    fn some_parts_are_those_among_all() {
        let statute =
            r#"[{"type":"kapitel","id":"K1","children":[{"type":"paragraf","id":"K1P1","text":["a"]}]}]"#;
        let pages =
            r#"[{"type":"stycke","page":5,"id":"S1","text":["a"]},{"type":"stycke","page":6,"text":["b"]}]"#;
        for (structure, wanted) in [(statute, "K1P1 K2 r1"), (pages, "sid6 S1 sid7"), (statute, "")] {
            let json = format!(r#"{{"uri":"x:1","structure":{structure}}}"#);
            let artifact = Artifact::parse(json.as_bytes()).unwrap();
            let presented = artifact.presented();
            let found = presented.parts_of(wanted.split_whitespace());
            for anchor in wanted.split_whitespace() {
                let text = |target: &AnchorTarget<'_>| target.plain_text();
                let expected = presented.part(&Anchor::new(anchor).unwrap());
                assert_eq!(found.get(anchor).map(text), expected.as_ref().map(text), "{anchor}");
            }
        }
    }
}
