//! A graph as a drawing, in pixels, for a template.

use crate::graf::layout::{GraphLayout, PlacedNode};
use crate::href::Href;

/// Pixels of a row.
const ROW: f64 = 26.0;
/// Pixels of a column with its names, and of the space between two columns.
const COLUMN: f64 = 188.0;
const SPACE: f64 = 60.0;
/// Approximate pixels of a letter, and of a bold one. Lines begin where a name ends; the name in the centre is bold.
const LETTER: f64 = 7.0;
const BOLD_LETTER: f64 = 8.6;
/// Maximum number of letters of a name. Longer names are cut, since a drawing has no line breaks.
const LETTERS: usize = 24;
/// Pixels around the drawing.
const EDGE: f64 = 14.0;

/// A drawing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Drawing {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) heads: Vec<Head>,
    pub(crate) lines: Vec<Curve>,
    pub(crate) groups: Vec<Label>,
    pub(crate) nodes: Vec<Label>,
}

/// The name of a column.
#[derive(Clone, Debug)]
pub(crate) struct Head {
    pub(crate) x: u32,
    /// Steps from the centre.
    pub(crate) steps: i8,
}

/// A line.
#[derive(Clone, Debug)]
pub(crate) struct Curve {
    /// The `d` of a path.
    pub(crate) path: String,
    /// The class of its width: 1 to 5.
    pub(crate) class: u8,
    /// The keys of the labels that it connects.
    pub(crate) from: String,
    pub(crate) to: String,
}

/// A text at a position.
#[derive(Clone, Debug)]
pub(crate) struct Label {
    pub(crate) x: u32,
    pub(crate) y: u32,
    pub(crate) text: String,
    /// The whole name, if the text is cut.
    pub(crate) whole: String,
    pub(crate) href: Option<Href>,
    pub(crate) is_centre: bool,
    /// The key by which lines refer to it.
    pub(crate) key: String,
}

/// Draws a layout. `href` returns the page of a document.
pub(crate) fn draw(layout: &GraphLayout, href: impl Fn(&str) -> Option<Href>) -> Drawing {
    if layout.columns.is_empty() {
        return Drawing::default();
    }
    let columns = layout.columns.len() as f64;
    let x = |column: usize| EDGE + column as f64 * (COLUMN + SPACE);
    // The first row has the names of the columns.
    let y = |row: f64| EDGE + (row + 1.5) * ROW;
    let mut drawing = Drawing {
        width: pixels(2.0 * EDGE + columns * COLUMN + (columns - 1.0) * SPACE),
        height: pixels(2.0 * EDGE + (layout.rows as f64 + 1.5) * ROW),
        ..Drawing::default()
    };
    for (at, column) in layout.columns.iter().enumerate() {
        drawing.heads.push(Head { x: pixels(x(at)), steps: column.steps });
        for block in &column.blocks {
            drawing.groups.push(Label {
                x: pixels(x(at)),
                y: pixels(y(block.row)),
                text: block.group.clone(),
                whole: String::new(),
                href: None,
                is_centre: false,
                key: String::new(),
            });
            let label = |placed: &PlacedNode| {
                let text = cut(&placed.node.name);
                Label {
                    x: pixels(x(at)),
                    y: pixels(y(placed.row)),
                    whole: if text == placed.node.name { String::new() } else { placed.node.name.clone() },
                    text,
                    href: href(&placed.node.uri),
                    is_centre: placed.node.column == 0,
                    key: key(at, placed.row),
                }
            };
            drawing.nodes.extend(block.nodes.iter().map(label));
        }
    }
    for line in &layout.lines {
        let is_centre = layout.columns.get(line.column).is_some_and(|column| column.steps == 0);
        let letter = if is_centre { BOLD_LETTER } else { LETTER };
        let name = (f64::from(line.letters) * letter + 8.0).min(COLUMN);
        let (from, to) = (x(line.column) + name, x(line.column + 1) - 6.0);
        // Lines end at the middle of the letters.
        let (from_y, to_y) = (y(line.from_row) - 5.0, y(line.to_row) - 5.0);
        // Bends are between the columns, wherever a name ends.
        let bend = SPACE / 2.0;
        let path = format!(
            "M{from:.0} {from_y:.0}H{:.0}C{:.0} {from_y:.0} {:.0} {to_y:.0} {to:.0} {to_y:.0}",
            (to - SPACE).max(from),
            to - bend,
            to - bend
        );
        let (from, to) = (key(line.column, line.from_row), key(line.column + 1, line.to_row));
        drawing.lines.push(Curve { path, class: width_class(line.links), from, to });
    }
    drawing
}

/// The key of a document in a drawing: its column and row.
fn key(column: usize, row: f64) -> String {
    format!("{column}-{row}")
}

/// The class of the width of a line: one wider for about each doubling of the links.
fn width_class(links: u32) -> u8 {
    match links {
        0..=1 => 1,
        2..=4 => 2,
        5..=12 => 3,
        13..=40 => 4,
        _ => 5,
    }
}

fn pixels(value: f64) -> u32 {
    #[expect(clippy::cast_sign_loss, reason = "no place of a drawing is negative")]
    let rounded = value.max(0.0).round() as u32;
    rounded
}

/// The beginning of a name, with an ellipsis if it is cut.
fn cut(name: &str) -> String {
    if name.chars().count() <= LETTERS {
        return name.to_owned();
    }
    let start: String = name.chars().take(LETTERS - 1).collect();
    format!("{}…", start.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graf::layout::{GraphEdge, GraphNode, layout};

    #[test]
    fn a_drawing_has_a_link_for_each_document_and_stays_within_its_size() {
        let node = |uri: &str, column, rank| GraphNode {
            uri: uri.to_owned(),
            name: format!("Ett mycket långt namn på dokumentet {uri}"),
            group: "Rättsfall".to_owned(),
            column,
            rank,
        };
        let nodes = [node("a", 0, 0), node("b", -1, 0), node("c", -1, 1), node("d", 1, 0)];
        let edge = |citing: &str, cited: &str, links| GraphEdge {
            citing: citing.to_owned(),
            cited: cited.to_owned(),
            links,
        };
        let edges = [edge("b", "a", 1), edge("c", "a", 50), edge("a", "d", 6)];
        let drawing = draw(&layout(&nodes, &edges), |uri| Some(Href::page(uri)));
        assert_eq!((drawing.nodes.len(), drawing.lines.len(), drawing.heads.len()), (4, 3, 3));
        assert_eq!(drawing.lines.iter().map(|line| line.class).collect::<Vec<_>>(), [1, 3, 5]);
        let is_known = |key: &String| drawing.nodes.iter().any(|label| label.key == *key);
        assert!(drawing.lines.iter().all(|line| is_known(&line.from) && is_known(&line.to)));
        for label in &drawing.nodes {
            assert!(label.x < drawing.width && label.y < drawing.height, "{label:?}");
            assert!(
                label.href.is_some() && label.text.ends_with('…') && label.whole.len() > label.text.len()
            );
        }
    }
}
