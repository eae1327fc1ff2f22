//! How the provisions of one document cite each other: provisions in order, with arcs between them.

use std::collections::HashMap;

use lagrum_answers::GraphInternal;

use crate::graf::svg::{Curve, Label};
use crate::href::Href;

/// Maximum number of provisions in a drawing: those with most links are kept.
const MAX_PROVISIONS: usize = 120;
/// Pixels of a row, and of the names.
const ROW: u32 = 24;
const NAMES: u32 = 180;
/// Maximum distance in pixels that arcs reach out.
const REACH: f64 = 420.0;

/// A drawing of provisions with arcs. All arcs are on the right of the names, in whichever direction the citation goes.
#[derive(Clone, Debug, Default)]
pub(crate) struct ArcDrawing {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) nodes: Vec<Label>,
    pub(crate) arcs: Vec<Curve>,
    /// Provisions that are left out.
    pub(crate) left_out: usize,
}

/// Draws provisions. `place` returns the position of an anchor in the document, `href` its page.
pub(crate) fn draw(internal: &GraphInternal, href: impl Fn(&str) -> Option<Href>) -> ArcDrawing {
    let mut kept: Vec<usize> = (0..internal.nodes.len()).collect();
    kept.sort_by_key(|at| (std::cmp::Reverse(internal.nodes[*at].n), *at));
    kept.truncate(MAX_PROVISIONS);
    kept.sort_by_key(|at| natural(&internal.nodes[*at].anchor));
    let rows: HashMap<&str, u32> =
        kept.iter().zip(0_u32..).map(|(at, row)| (internal.nodes[*at].anchor.as_str(), row)).collect();
    let y = |row: u32| ROW + row * ROW;
    let nodes = kept.iter().zip(0_u32..).map(|(at, row)| {
        let node = &internal.nodes[*at];
        Label {
            x: 8,
            y: y(row),
            text: node.label.clone(),
            whole: String::new(),
            href: href(&node.anchor),
            is_centre: false,
            key: row.to_string(),
        }
    });
    let longest = rows.len().max(2) as f64 - 1.0;
    let arcs = internal.edges.iter().filter_map(|(from, to, links)| {
        let (from, to) = (*rows.get(from.as_str())?, *rows.get(to.as_str())?);
        let (from_key, to_key) = (from.to_string(), to.to_string());
        let reach = 30.0 + (REACH - 30.0) * f64::from(from.abs_diff(to)) / longest;
        let (from, to) = (y(from) - 5, y(to) - 5);
        let path =
            format!("M{NAMES} {from}C{0:.0} {from} {0:.0} {to} {NAMES} {to}", f64::from(NAMES) + reach);
        let class = match links {
            0..=1 => 1,
            2..=3 => 2,
            4..=7 => 3,
            8..=15 => 4,
            _ => 5,
        };
        Some(Curve { path, class, from: from_key, to: to_key })
    });
    ArcDrawing {
        width: NAMES + 330,
        height: y(kept.len() as u32),
        nodes: nodes.collect(),
        arcs: arcs.collect(),
        left_out: internal.nodes.len() - kept.len(),
    }
}

/// A key that orders anchors as their provisions stand in the text: numbers by value.
fn natural(anchor: &str) -> Vec<(String, u64, String)> {
    let mut key = Vec::new();
    let mut rest = anchor;
    while !rest.is_empty() {
        let letters = rest.find(|c: char| c.is_ascii_digit()).unwrap_or(rest.len());
        let after = &rest[letters..];
        let digits = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
        let (number, tail) = after.split_at(digits);
        let small = tail.find(|c: char| !c.is_ascii_lowercase()).unwrap_or(tail.len());
        key.push((rest[..letters].to_owned(), number.parse().unwrap_or(0), tail[..small].to_owned()));
        rest = &tail[small..];
    }
    key
}

#[cfg(test)]
mod tests {
    use lagrum_answers::GraphUnit;

    use super::*;

    #[test]
    fn provisions_stand_in_their_order_with_an_arc_for_each_pair() {
        let unit = |anchor: &str, n| GraphUnit { anchor: anchor.to_owned(), label: anchor.to_owned(), n };
        let pair = |from: &str, to: &str, links| (from.to_owned(), to.to_owned(), links);
        let internal = GraphInternal {
            nodes: vec![
                unit("K1P10", 1),
                unit("K1P2", 3),
                unit("K1P2a", 1),
                unit("K10P1", 1),
                unit("K2P1", 0),
            ],
            edges: vec![pair("K1P10", "K1P2", 1), pair("K10P1", "K1P2a", 9)],
            truncated: 0,
        };
        let drawing = draw(&internal, |anchor| Some(Href::page("/x").at(anchor)));
        let order: Vec<&str> = drawing.nodes.iter().map(|node| &*node.text).collect();
        assert_eq!(order, ["K1P2", "K1P2a", "K1P10", "K2P1", "K10P1"]);
        assert_eq!(drawing.arcs.iter().map(|arc| arc.class).collect::<Vec<_>>(), [1, 4]);
        let many = GraphInternal {
            nodes: (0..200).map(|n| unit(&format!("P{n}"), n)).collect(),
            edges: Vec::new(),
            truncated: 0,
        };
        let drawing = draw(&many, |_| None);
        assert_eq!((drawing.nodes.len(), drawing.left_out), (MAX_PROVISIONS, 80));
    }
}
