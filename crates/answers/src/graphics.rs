//! Graphics that a consolidated statute leaves out, and where they were printed.
//!
//! A reviewed entry says on which page of an act a graphic stands. A gap in a statute has an anchor and a key; an entry may
//! have either name.

use std::collections::HashMap;

use lagrum_artifact::{Artifact, Node, Step};
use lagrum_corpus::attachments::{Grafik, PageOfPdf};
use lagrum_snapshot::Snapshot;

use lagrum_sources::source;

use crate::AnswerError;
use crate::artifacts::load_fields;
use crate::lookup::find_location;

/// Graphics of one document that are placed.
const MAX_GRAPHICS: usize = 500;

/// A graphic of a document and the anchor of its gap.
#[derive(Clone, Debug)]
pub struct PlacedGraphic {
    /// The anchor of the gap in the text.
    pub anchor: String,
    /// Where the graphic was printed.
    pub entry: Grafik,
}

/// The entry of a graphic of a statute, by its key or its anchor, and the page it was printed on.
pub fn graphic(snapshot: &Snapshot, uri: &str, name: &str) -> Result<(PageOfPdf, Grafik), AnswerError> {
    let missing = || AnswerError::not_found(format!("no graphic {name} of {uri}"));
    let (place, document) = find_location(snapshot, uri)?;
    if !source(&document.source).holds_statutes {
        return Err(missing());
    }
    let root = place.document().as_str();
    let entry = |name: &str| {
        snapshot
            .attached(|attached| attached.grafik(root, name))
            .map_err(|error| AnswerError::internal(&error))
    };
    let mut found = entry(name)?;
    if found.is_none()
        && let Some(stored) = document.stored
    {
        let artifact = load_fields(snapshot, stored, root, &Artifact::PRESENTED)?;
        let mut other = None;
        for gap in gaps(&artifact) {
            if gap.names().any(|gap_name| gap_name == name) {
                other = gap.names().find(|gap_name| *gap_name != name).map(str::to_owned);
            }
        }
        found = other.map(|other| entry(&other)).transpose()?.flatten();
    }
    let grafik = found.ok_or_else(missing)?;
    let page = graphic_page(snapshot, &grafik)?;
    page.map(|page| (page, grafik)).ok_or_else(missing)
}

/// The page that a graphic was printed on; None when the act's PDF is not held.
pub fn graphic_page(snapshot: &Snapshot, grafik: &Grafik) -> Result<Option<PageOfPdf>, AnswerError> {
    let parts = snapshot.attached(|attached| attached.pdfs(&grafik.act));
    Ok(PageOfPdf::printed(&parts.map_err(|error| AnswerError::internal(&error))?, grafik.page))
}

/// The graphics that the text of a statute leaves out and that have an entry.
pub(crate) fn placed_graphics(
    snapshot: &Snapshot,
    statute: &str,
    artifact: &Artifact,
) -> Result<Vec<PlacedGraphic>, AnswerError> {
    let entries = snapshot.attached(|attached| attached.graphics(statute));
    let entries = entries.map_err(|error| AnswerError::internal(&error))?;
    // Most statutes have none, and need not be gone through.
    if entries.is_empty() {
        return Ok(Vec::new());
    }
    let by_name: HashMap<&str, &Grafik> =
        entries.iter().map(|entry| (entry.anchor.as_str(), entry)).collect();
    let placed = |gap: &Gap<'_>| {
        let anchor = gap.anchor?.to_owned();
        let entry = (*gap.names().find_map(|name| by_name.get(name))?).clone();
        Some(PlacedGraphic { anchor, entry })
    };
    Ok(gaps(artifact).iter().take(MAX_GRAPHICS).filter_map(placed).collect())
}

/// A gap: where a statute leaves out a graphic.
#[derive(Debug)]
struct Gap<'a> {
    /// Its anchor in the text.
    anchor: Option<&'a str>,
    key: Option<&'a str>,
}

impl<'a> Gap<'a> {
    /// The names an entry may have.
    fn names(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        self.key.into_iter().chain(self.anchor)
    }
}

/// The gaps of the presented text, in its order.
fn gaps(artifact: &Artifact) -> Vec<Gap<'_>> {
    let mut gaps = Vec::new();
    artifact.presented().walk(&mut |step| {
        if let Step::Enter(node) = step
            && Node::kind(node) == "grafik"
        {
            gaps.push(Gap { anchor: node.id(), key: node.str("key") });
        }
    });
    gaps
}
