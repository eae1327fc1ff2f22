//! How the provisions of one document cite each other.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use lagrum_artifact::{Anchor, AnchorGrammar};
use lagrum_catalog::OwnLink;

use super::answer::{GraphInternal, GraphUnit};

/// How many pairs of provisions are shown.
const MOST: usize = 600;

/// The provisions that links of a document to itself connect. A link from or to a part of a provision counts for the
/// provision. A link of a provision to itself and the mark of what an amending act changed do not count. The provision
/// of the question is shown even without links.
pub(super) fn units(links: &[OwnLink], grammar: AnchorGrammar, asked: Option<&Anchor>) -> GraphInternal {
    let mut pairs: BTreeMap<(Anchor, Anchor), u64> = BTreeMap::new();
    for link in links {
        if link.from.is_change_marker() || link.to.is_change_marker() {
            continue;
        }
        let [from, to] = [&link.from, &link.to].map(|anchor| grammar.unit(anchor).anchor().clone());
        if from != to {
            *pairs.entry((from, to)).or_default() += link.links;
        }
    }
    let mut ranked: Vec<_> = pairs.into_iter().collect();
    // The map is in order of anchors, and the sort is stable.
    ranked.sort_by_key(|(_, links)| Reverse(*links));
    let truncated = ranked.len().saturating_sub(MOST);
    ranked.truncate(MOST);

    let mut touching: BTreeMap<&Anchor, u64> = asked.map(|asked| (asked, 0)).into_iter().collect();
    for ((from, to), links) in &ranked {
        *touching.entry(from).or_default() += links;
        *touching.entry(to).or_default() += links;
    }
    let nodes = touching.into_iter().map(|(anchor, n)| GraphUnit {
        anchor: anchor.to_string(),
        label: grammar.label(anchor).unwrap_or_else(|| anchor.to_string()),
        n,
    });
    let nodes = nodes.collect();
    let edges =
        ranked.into_iter().map(|((from, to), links)| (from.to_string(), to.to_string(), links)).collect();
    GraphInternal { nodes, edges, truncated }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn link(from: &str, to: &str, links: u64) -> OwnLink {
        OwnLink { from: Anchor::new(from).unwrap(), to: Anchor::new(to).unwrap(), links }
    }

    fn statute(links: &[OwnLink], asked: Option<&str>) -> GraphInternal {
        units(links, AnchorGrammar::Statute, asked.and_then(Anchor::new).as_ref())
    }

    #[test]
    fn links_are_counted_between_provisions() {
        let links = [
            link("K2P3S1", "K1P1", 1),
            link("K2P3S2N1", "K1P1S1", 2),
            link("K1P1", "K2P3", 1),
            link("K1P1S1", "K1P1S2", 9),
            link("L1940:1", "K1P1", 9),
            link("K1P1", "L1940:1", 9),
        ];
        let found = statute(&links, None);
        let pair = |from: &str, to: &str, links| (from.to_owned(), to.to_owned(), links);
        assert_eq!(found.edges, [pair("K2P3", "K1P1", 3), pair("K1P1", "K2P3", 1)]);
        let nodes: Vec<_> =
            found.nodes.iter().map(|node| (node.anchor.as_str(), node.label.as_str(), node.n)).collect();
        assert_eq!(nodes, [("K1P1", "1 kap. 1 §", 4), ("K2P3", "2 kap. 3 §", 4)]);
        assert_eq!(found.truncated, 0);
    }

    #[test]
    fn the_provision_asked_for_is_shown_alone_too() {
        let found = statute(&[], Some("K9"));
        assert_eq!(found.nodes, [GraphUnit { anchor: "K9".into(), label: "9 kap.".into(), n: 0 }]);
        let found = statute(&[link("P1", "P2", 1)], Some("Preamble"));
        let nodes: Vec<_> = found.nodes.iter().map(|node| (node.anchor.as_str(), node.n)).collect();
        assert_eq!(nodes, [("P1", 1), ("P2", 1), ("Preamble", 0)]);
        assert_eq!(found.nodes[2].label, "Preamble");
    }

    #[test]
    fn six_hundred_pairs_with_most_links_and_of_equals_the_first_by_anchor() {
        let mut links: Vec<_> = (0..700).map(|n| link(&format!("P{n}"), "P9000", 1)).collect();
        links.push(link("P99999", "P9000", 2));
        let found = statute(&links, None);
        assert_eq!((found.edges.len(), found.truncated), (600, 101));
        assert_eq!(found.edges[0].0, "P99999");
        assert!(found.edges[1..].is_sorted_by_key(|edge| edge.0.clone()));
        let hub = found.nodes.iter().find(|node| node.anchor == "P9000");
        assert_eq!(hub.map(|node| node.n), Some(601));
    }
}
