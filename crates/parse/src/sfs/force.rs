//! Decides which dated variant of a number is the text on a day, and so has the anchor.
//!
//! A variant is in force if it has begun and not ended. A beginning or an end that the government is to decide has not come yet. Of
//! several variants in force, the one that began last is the text. The other variants have no anchor, and neither has any node in
//! them. If two nodes still have the same anchor, the first keeps it.

use std::collections::{HashMap, HashSet};

use lagrum_artifact::is_date;

use crate::node::Node;

/// Removes the anchors of nodes that are not the text on a day.
pub(super) fn settle(nodes: &mut [Node], day: &str) {
    let mut best: HashMap<String, (String, usize)> = HashMap::new();
    let mut count = 0;
    find(nodes, day, &mut count, &mut best);
    count = 0;
    take(nodes, day, &mut count, &best);
    first_keeps(nodes, &mut HashSet::new());
}

/// Whether a node applies on a day.
fn is_in_force(node: &Node, day: &str) -> bool {
    let begun = node.from.as_deref().is_none_or(|from| is_date(from) && from <= day);
    let ended = node.until.as_deref().is_some_and(|until| is_date(until) && until <= day);
    begun && !ended
}

fn is_numbered(node: &Node) -> bool {
    matches!(node.kind, "paragraf" | "kapitel" | "bilaga")
}

/// Finds the variant of each number that is the text.
fn find(nodes: &[Node], day: &str, count: &mut usize, best: &mut HashMap<String, (String, usize)>) {
    for node in nodes {
        *count += 1;
        let number = *count;
        let in_force = is_in_force(node, day);
        if in_force
            && is_numbered(node)
            && let Some(id) = &node.id
        {
            let from = node.from.clone().unwrap_or_default();
            match best.get(id) {
                Some((other, _)) if *other >= from => {}
                _ => {
                    best.insert(id.clone(), (from, number));
                }
            }
        }
        if in_force {
            find(&node.children, day, count, best);
        } else {
            *count += nodes_in(&node.children);
        }
    }
}

fn nodes_in(nodes: &[Node]) -> usize {
    nodes.iter().map(|node| 1 + nodes_in(&node.children)).sum()
}

fn take(nodes: &mut [Node], day: &str, count: &mut usize, best: &HashMap<String, (String, usize)>) {
    for node in nodes {
        *count += 1;
        let is_best = !is_numbered(node)
            || node.id.as_ref().and_then(|id| best.get(id)).is_none_or(|(_, number)| number == count);
        if is_in_force(node, day) && is_best {
            take(&mut node.children, day, count, best);
        } else {
            clear(node);
            *count += nodes_in(&node.children);
        }
    }
}

fn clear(node: &mut Node) {
    node.id = None;
    node.children.iter_mut().for_each(clear);
}

fn first_keeps(nodes: &mut [Node], seen: &mut HashSet<String>) {
    for node in nodes {
        if let Some(id) = &node.id
            && !seen.insert(id.clone())
        {
            if is_numbered(node) {
                clear(node);
                continue;
            }
            node.id = None;
        }
        first_keeps(&mut node.children, seen);
    }
}

/// The next day after a day on which a variant begins or ends.
pub(super) fn next_day(nodes: &[Node], day: &str) -> Option<String> {
    let mut next: Option<&str> = None;
    find_next(nodes, day, &mut next);
    next.map(str::to_owned)
}

fn find_next<'n>(nodes: &'n [Node], day: &str, next: &mut Option<&'n str>) {
    for node in nodes {
        for at in [&node.from, &node.until].into_iter().flatten() {
            if is_date(at) && at.as_str() > day && next.is_none_or(|next| at.as_str() < next) {
                *next = Some(at);
            }
        }
        find_next(&node.children, day, next);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variant(from: Option<&str>, until: Option<&str>) -> Node {
        let stycke = Node { id: Some("P3S1".to_owned()), ..Node::with_text("stycke", "Får") };
        Node {
            id: Some("P3".to_owned()),
            from: from.map(str::to_owned),
            until: until.map(str::to_owned),
            children: vec![stycke],
            ..Node::new("paragraf")
        }
    }

    #[test]
    fn one_variant_has_the_anchor() {
        let some_day = Some("den dag regeringen bestämmer");
        for (variants, day, expected) in [
            (vec![(None, Some("2031-01-01")), (Some("2031-01-01"), None)], "2030-12-31", "10"),
            (vec![(None, Some("2031-01-01")), (Some("2031-01-01"), None)], "2031-01-01", "01"),
            (vec![(None, None), (Some("2031-01-01"), None)], "2031-01-01", "01"),
            (vec![(None, None), (Some("2031-01-01"), None)], "2030-01-01", "10"),
            (vec![(None, None), (some_day, None)], "2031-01-01", "10"),
            (vec![(None, some_day), (some_day, None)], "2031-01-01", "10"),
            (
                vec![
                    (None, Some("2031-01-01")),
                    (Some("2031-01-01"), Some("2032-01-01")),
                    (Some("2032-01-01"), None),
                ],
                "2031-06-01",
                "010",
            ),
            (vec![(None, None), (None, None)], "2031-01-01", "10"),
            (vec![(None, Some("2030-01-01"))], "2031-01-01", "0"),
        ] {
            let mut nodes: Vec<Node> = variants.iter().map(|(from, until)| variant(*from, *until)).collect();
            settle(&mut nodes, day);
            let has: String = nodes.iter().map(|node| if node.id.is_some() { '1' } else { '0' }).collect();
            let inner: String =
                nodes.iter().map(|node| if node.children[0].id.is_some() { '1' } else { '0' }).collect();
            assert_eq!((has.as_str(), inner.as_str()), (expected, expected), "{variants:?} {day}");
        }
    }

    #[test]
    fn the_next_day_is_the_first_after() {
        let nodes = [
            variant(Some("2031-01-01"), Some("2032-01-01")),
            variant(Some("den dag regeringen bestämmer"), None),
        ];
        for (day, expected) in
            [("2030-01-01", Some("2031-01-01")), ("2031-01-01", Some("2032-01-01")), ("2032-01-01", None)]
        {
            assert_eq!(next_day(&nodes, day).as_deref(), expected);
        }
    }
}
