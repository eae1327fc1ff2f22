//! What is open while a text is written: a table, and the preamble of an EU act.

use std::collections::HashSet;

use lagrum_artifact::{Artifact, Node};
use lagrum_sources::ActForm;

use super::element::is_preamble;
use super::text::XmlText;

/// The table that is being written.
#[derive(Debug, Default)]
pub(super) struct OpenTable {
    pub(super) anchor: Option<String>,
    pub(super) address: Option<usize>,
    pub(super) attributes: String,
    pub(super) caption: XmlText,
    pub(super) rows: XmlText,
}

/// The state of the preamble.
#[derive(Debug, Default)]
pub(super) struct Preamble {
    /// The nodes outside all others that belong to it.
    pub(super) nodes: HashSet<usize>,
    pub(super) is_begun: bool,
    /// The open list of citations or recitals, and its eId.
    pub(super) list: Option<(&'static str, String)>,
    /// What is being written.
    pub(super) item: Option<PreambleItem>,
}

/// A citation, a recital or another text of the preamble.
#[derive(Debug)]
pub(super) struct PreambleItem {
    /// The element; None for a text, which is a paragraph.
    pub(super) tag: Option<&'static str>,
    pub(super) kind: String,
    pub(super) eid: Option<String>,
    pub(super) anchor: Option<String>,
    pub(super) num: String,
    pub(super) text: XmlText,
}

impl Preamble {
    /// The nodes up to the last one of the preamble, if they stand before all provisions.
    pub(super) fn of(artifact: &Artifact, form: ActForm) -> Self {
        if form != ActForm::EuAct {
            return Self::default();
        }
        let presented = artifact.presented();
        let before: Vec<Node<'_>> =
            presented.nodes().take_while(|node| !matches!(node.kind(), "article" | "heading")).collect();
        let length = before.iter().rposition(|node| is_preamble(node.kind())).map_or(0, |last| last + 1);
        Self { nodes: before[..length].iter().map(|node| node.address()).collect(), ..Self::default() }
    }

    pub(super) fn has(&self, node: Node<'_>) -> bool {
        self.nodes.contains(&node.address())
    }

    /// The eId of the list that is open.
    pub(super) fn around(&self) -> Option<&String> {
        self.list.as_ref().map(|(_, eid)| eid)
    }
}
