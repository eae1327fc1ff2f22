//! Which parts an excerpt answers for as the whole document does.

use std::collections::HashMap;

use lagrum_artifact::{AdjacentParts, Anchor, AnchorTarget, Artifact, NamedPart, Node, Step, walk};
use serde_json::Value;

use super::cut::Run;

/// The parts of a document that are inside one run.
pub(super) type RunParts = HashMap<Anchor, RunPart>;

/// A part inside a run.
pub(super) struct RunPart {
    shape: PartShape,
    beside: AdjacentParts,
}

/// What a part is made of.
#[derive(PartialEq, Eq)]
struct PartShape {
    kind: PartKind,
    /// Its nodes, as numbers in the walk over the run.
    nodes: Vec<u32>,
}

#[derive(PartialEq, Eq)]
enum PartKind {
    Node,
    Blocks,
    Page,
    CourtParagraph,
}

/// The parts of the whole document inside each run.
pub(super) fn parts_of_runs(artifact: &Artifact, runs: &[Run<'_>]) -> Vec<RunParts> {
    let mut places: HashMap<usize, (usize, u32)> = HashMap::new();
    for (run, Run { items, .. }) in runs.iter().enumerate() {
        number_nodes(items, |address, number| {
            places.insert(address, (run, number));
        });
    }
    let mut found: Vec<RunParts> = runs.iter().map(|_| RunParts::new()).collect();
    for part in artifact.presented().named_parts() {
        let first = part.target.nodes().first().and_then(|node| places.get(&node.address()));
        let Some((run, _)) = first else { continue };
        let number = |node: &Node<'_>| {
            let (of, number) = places.get(&node.address())?;
            (of == run).then_some(*number)
        };
        if let Some(shape) = shape(&part.target, number) {
            found[*run].insert(part.anchor, RunPart { shape, beside: part.beside });
        }
    }
    found
}

/// The parts of a run that its excerpt has too, and the neighbours in the document of those that have other
/// neighbours in the excerpt.
pub(super) fn parts_of_excerpt(
    excerpt: &Artifact,
    items: &[Value],
    of_run: &RunParts,
) -> (Vec<Anchor>, Vec<(Anchor, AdjacentParts)>) {
    let mut places: HashMap<usize, u32> = HashMap::new();
    number_nodes(items, |address, number| {
        places.insert(address, number);
    });
    let (mut anchors, mut beside) = (Vec::new(), Vec::new());
    for NamedPart { anchor, target, beside: own } in excerpt.presented().named_parts() {
        let Some(part) = of_run.get(&anchor) else { continue };
        if shape(&target, |node| places.get(&node.address()).copied()).as_ref() == Some(&part.shape) {
            if own != part.beside {
                beside.push((anchor.clone(), part.beside.clone()));
            }
            anchors.push(anchor);
        }
    }
    (anchors, beside)
}

/// Numbers the nodes of a run in the order of the walk.
fn number_nodes(items: &[Value], mut each: impl FnMut(usize, u32)) {
    let mut number = 0;
    for item in items {
        walk(item, &mut |step| {
            if let Step::Enter(node) = step {
                each(node.address(), number);
                number += 1;
            }
        });
    }
}

/// The shape of a part; None if one of its nodes has no number.
fn shape(target: &AnchorTarget<'_>, number: impl Fn(&Node<'_>) -> Option<u32>) -> Option<PartShape> {
    let kind = match target {
        AnchorTarget::Node(_) => PartKind::Node,
        AnchorTarget::Blocks(_) => PartKind::Blocks,
        AnchorTarget::Page(_) => PartKind::Page,
        AnchorTarget::CourtParagraph(_) => PartKind::CourtParagraph,
    };
    let nodes = target.nodes().iter().map(number).collect::<Option<_>>()?;
    Some(PartShape { kind, nodes })
}
