//! Gives the nodes of a tree their anchors, by their position in the tree.

use std::collections::{BTreeSet, HashSet};

use crate::node::Node;

/// The anchors of the kapitel and paragrafer of an act, and how it numbers its paragrafer.
#[derive(Clone, Debug, Default)]
pub(super) struct Inventory {
    /// Whether the numbers of paragrafer begin anew in each kapitel.
    pub(super) restarts: bool,
    /// The kapitel, as in anchors (`2a`).
    pub(super) kapitel: BTreeSet<String>,
    /// The anchors of paragrafer (`K2P3`, `P3`).
    pub(super) paragrafer: HashSet<String>,
}

/// Gives every node of a tree its anchor. Dated variants of a number get the same anchor.
pub(super) fn assign(nodes: &mut [Node], prefix: &str) -> Inventory {
    let mut inventory = Inventory { restarts: restarts(nodes), ..Inventory::default() };
    let place = Place { outer: prefix.to_owned(), container: prefix.to_owned(), avdelning: String::new() };
    Assigner { inventory: &mut inventory }.nodes(nodes, &place);
    inventory
}

/// Whether the numbers of paragrafer begin anew in each kapitel.
fn restarts(nodes: &[Node]) -> bool {
    fn collect<'n>(nodes: &'n [Node], kapitel: &mut Vec<(&'n str, HashSet<&'n str>)>) {
        for node in nodes {
            match node.kind {
                "kapitel" => {
                    let numbers = node.children.iter().filter(|child| child.kind == "paragraf");
                    let ordinal = node.ordinal.as_deref().unwrap_or_default();
                    kapitel.push((ordinal, numbers.filter_map(|child| child.ordinal.as_deref()).collect()));
                }
                "avdelning" | "underavdelning" => collect(&node.children, kapitel),
                _ => {}
            }
        }
    }
    let mut kapitel = Vec::new();
    collect(nodes, &mut kapitel);
    let mut firsts = HashSet::new();
    // Two kapitel with `1 §` decide. If no kapitel has it, more numbers than there are kapitel must stand in two kapitel.
    for (ordinal, numbers) in &kapitel {
        if numbers.contains("1") {
            firsts.insert(*ordinal);
        }
    }
    if firsts.len() > 1 {
        return true;
    }
    let mut seen: std::collections::HashMap<&str, &str> = std::collections::HashMap::new();
    let mut twice = 0;
    for (ordinal, numbers) in &kapitel {
        for number in numbers {
            if seen.insert(number, ordinal).is_some_and(|other| other != *ordinal) {
                twice += 1;
            }
        }
    }
    firsts.is_empty() && twice > kapitel.len()
}

/// The place of nodes in the tree, from which their anchors are made.
#[derive(Clone)]
struct Place {
    /// The beginning of all anchors: `B1`, `L2003:466` or nothing.
    outer: String,
    /// The beginning of the anchors of headings and stycken.
    container: String,
    /// The anchor of the avdelning around.
    avdelning: String,
}

struct Assigner<'i> {
    inventory: &'i mut Inventory,
}

impl Assigner<'_> {
    fn nodes(&mut self, nodes: &mut [Node], place: &Place) {
        let (mut headings, mut stycken) = (0, 0);
        for node in nodes.iter_mut() {
            match node.kind {
                "rubrik" if node.is_anonymous => {}
                "rubrik" => {
                    headings += 1;
                    node.id = Some(format!("{}R{headings}", place.container));
                }
                "stycke" => {
                    stycken += 1;
                    let id = format!("{}S{stycken}", place.container);
                    items(&mut node.children, &id);
                    node.id = Some(id);
                }
                "lista" => items(&mut node.children, &place.container),
                "avdelning" => {
                    let id = format!("{}A{}", place.outer, compact(node));
                    self.inside(node, place, &id, Some(&id));
                }
                "underavdelning" => {
                    let id = format!("{}U{}", place.avdelning, compact(node));
                    self.inside(node, place, &id, Some(&id));
                }
                "kapitel" => {
                    let number = compact(node);
                    let id = format!("{}K{number}", place.outer);
                    if place.outer.is_empty() {
                        self.inventory.kapitel.insert(number);
                    }
                    self.inside(node, place, &id, None);
                }
                "paragraf" => self.paragraf(node, place),
                "bilaga" => {
                    let id = format!("B{}", compact(node));
                    assign(&mut node.children, &id);
                    node.id = Some(id);
                }
                _ => {}
            }
        }
    }

    fn inside(&mut self, node: &mut Node, place: &Place, id: &str, avdelning: Option<&str>) {
        let inner = Place {
            outer: place.outer.clone(),
            container: id.to_owned(),
            avdelning: avdelning.map_or_else(|| place.avdelning.clone(), str::to_owned),
        };
        self.nodes(&mut node.children, &inner);
        node.id = Some(id.to_owned());
    }

    fn paragraf(&mut self, node: &mut Node, place: &Place) {
        let in_kapitel = place.container.strip_prefix(&place.outer).is_some_and(|rest| rest.starts_with('K'));
        let around = if in_kapitel && self.inventory.restarts { &place.container } else { &place.outer };
        let mut id = format!("{around}P{}", compact(node));
        if place.outer.is_empty() {
            self.inventory.paragrafer.insert(id.clone());
        }
        if let Some(moment) = node.moment.filter(|moment| *moment > 1) {
            id.push_str(&format!("O{moment}"));
        }
        let inner = Place { outer: place.outer.clone(), container: id.clone(), avdelning: String::new() };
        self.nodes(&mut node.children, &inner);
        node.id = Some(id);
    }
}

/// The ordinal as in anchors.
fn compact(node: &Node) -> String {
    node.ordinal.as_deref().unwrap_or_default().replace(' ', "")
}

/// Completes the anchors of items, which so far have only the path from the stycke.
fn items(nodes: &mut [Node], stycke: &str) {
    for node in nodes.iter_mut().filter(|node| node.kind == "punkt") {
        node.id = node.id.take().map(|path| format!("{stycke}{path}"));
    }
}
