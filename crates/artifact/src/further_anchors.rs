//! Anchors that no node stores, by the node at which each begins: those of EU acts, printed pages, and numbered paragraphs of
//! court decisions. Together with the stored ones they are the anchors of [`Presented::anchored_parts`].

use std::collections::{HashMap, HashSet};

use crate::{Anchor, Node, Presented, Step, court_paragraph, eu_anchor};

/// The anchors that begin at nodes without being stored on them, by [`Node::address`](crate::Node::address).
#[derive(Clone, Debug, Default)]
pub struct FurtherAnchors(HashMap<usize, Vec<String>>);

impl FurtherAnchors {
    /// The anchors that begin at the node with this address, in the order of `anchored_parts`.
    pub fn at(&self, address: usize) -> &[String] {
        self.0.get(&address).map(Vec::as_slice).unwrap_or_default()
    }

    /// All anchors, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.values().flatten().map(String::as_str)
    }
}

impl Presented<'_> {
    /// The anchors of the document that no node stores. An anchor that a node stores is that node's.
    pub fn further_anchors(&self) -> FurtherAnchors {
        let mut found = FurtherAnchors::default();
        let mut signs = Signs::default();
        self.nodes().for_each(|node| signs.look_at(node));
        if signs == Signs::default() {
            return found;
        }
        let mut stored = HashSet::new();
        self.walk(&mut |step| {
            if let Step::Enter(node) = step {
                stored.extend(node.id());
            }
        });
        let mut seen = HashSet::new();
        let mut add = |address: usize, anchor: String| {
            if Anchor::new(&anchor).is_some()
                && !stored.contains(anchor.as_str())
                && seen.insert(anchor.clone())
            {
                found.0.entry(address).or_default().push(anchor);
            }
        };
        if signs.articles {
            for block in eu_anchor::all(self) {
                for anchor in block.anchors() {
                    add(block.node.address(), anchor);
                }
            }
        }
        if signs.pages {
            let mut last = None;
            self.paged(&mut |page, node| {
                if last.replace(page) != Some(page)
                    && let Ok(page) = u32::try_from(page)
                {
                    add(node.address(), format!("sid{page}"));
                }
            });
        }
        if signs.numbers {
            for paragraph in court_paragraph::all(self) {
                for anchor in paragraph.anchors() {
                    add(paragraph.node.address(), anchor);
                }
            }
        }
        found
    }
}

/// Which further anchors a text may have. Statutes, the longest texts, have none, so they need no more walks.
#[derive(Debug, Default, PartialEq, Eq)]
struct Signs {
    /// Articles or recitals of an EU act.
    articles: bool,
    /// Printed pages.
    pages: bool,
    /// Numbered paragraphs of a court decision.
    numbers: bool,
}

impl Signs {
    /// Looks at a node and those below it. The depth of the recursion is bounded by the JSON parser.
    fn look_at(&mut self, node: Node<'_>) {
        self.pages = self.pages || node.field("page").is_some();
        self.articles = self.articles || matches!(node.kind(), "article" | "recital");
        self.numbers = self.numbers || court_paragraph::may_be_numbered(node);
        node.children().for_each(|child| self.look_at(child));
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use crate::{Artifact, Step};

    #[test]
    fn stored_and_further_anchors_are_those_of_the_parts() {
        for structure in [
            r#"[{"type":"article","num":"4","text":["Krav"],"children":[{"type":"paragraph","num":"1","text":["a"],
                "children":[{"type":"point","num":"a","text":["b"]}]}]},{"type":"recital","num":"7","text":["r"]}]"#,
            r#"[{"type":"avsnitt","id":"sid6","page":5,"text":["h"],"children":[{"type":"stycke","page":6,"text":["x"]},
                {"type":"stycke","text":["y"]},{"type":"stycke","page":7,"text":["z"]}]}]"#,
            r#"[{"type":"instans","children":[{"type":"domskal","children":[{"type":"stycke","ordinal":"1","text":["a"]},
                {"type":"stycke","ordinal":"2","text":["b"]}]}]}]"#,
        ] {
            let artifact =
                Artifact::parse(format!(r#"{{"uri":"x:1","structure":{structure}}}"#).as_bytes()).unwrap();
            let presented = artifact.presented();
            let mut found: BTreeSet<String> = presented.further_anchors().iter().map(str::to_owned).collect();
            presented.walk(&mut |step| {
                if let Step::Enter(node) = step {
                    found.extend(node.id().map(str::to_owned));
                }
            });
            let parts: BTreeSet<String> =
                presented.anchored_parts().into_iter().map(|part| part.anchor.to_string()).collect();
            assert_eq!(found, parts);
        }
    }
}
