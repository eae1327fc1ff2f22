//! Whether excerpts show the parts of a document as the whole document does.

use lagrum_artifact::{AdjacentParts, Anchor, Artifact, PartAnchors, Step};
use lagrum_render::excerpt::{Adjoining, Excerpt};
use lagrum_render::{RenderedPart, render_part};
use serde_json::Value;

/// Everything that is shown of a part.
#[derive(Debug, PartialEq)]
struct Shown {
    rendered: RenderedPart,
    nodes: Vec<Value>,
    beside: AdjacentParts,
    around: Vec<String>,
    inside: Vec<String>,
    names: (Option<String>, Option<String>),
    links: Vec<String>,
}

fn shown(artifact: &Artifact, adjoining: &Adjoining, anchor: &Anchor) -> Option<Shown> {
    let presented = artifact.presented();
    let part = presented.part(anchor)?;
    let mut rendered = render_part(artifact, &part);
    rendered.page = rendered.page.or(adjoining.page());
    let PartAnchors { around, inside } = presented.part_anchors(&part);
    let mut inside: Vec<String> = inside.into_iter().collect();
    inside.sort();
    let mut links = Vec::new();
    presented.walk_part(&part, &mut |step, inside| {
        if let (Step::Text(runs), true) = (step, inside) {
            links.extend(runs.links().map(|link| link.uri.to_owned()));
        }
    });
    Some(Shown {
        rendered,
        nodes: part.nodes().iter().map(|node| node.to_value()).collect(),
        beside: adjoining.beside(anchor).unwrap_or_else(|| presented.neighbours(anchor, &part)),
        around,
        inside,
        names: (part.reader_form(), part.heading()),
        links,
    })
}

/// How an excerpt shows a part otherwise than the document; None if it does not.
pub(crate) fn difference(document: &Artifact, excerpt: &Excerpt, anchor: &Anchor) -> Option<String> {
    let whole = shown(document, &Adjoining::default(), anchor).unwrap();
    let Ok(artifact) = Artifact::parse(&excerpt.artifact) else { return Some("not an artifact".to_owned()) };
    let of_excerpt = shown(&artifact, &excerpt.adjoining, anchor);
    (of_excerpt.as_ref() != Some(&whole))
        .then(|| format!("{}#{anchor}: {whole:#?}\nin the excerpt: {of_excerpt:#?}", document.uri()))
}
