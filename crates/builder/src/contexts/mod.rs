//! Citation contexts: what documents say of a provision where they cite it.
//!
//! Those who cite a provision often use people's words where the statute does not. The sentence around a pinpoint citation
//! is to a provision what the text of a link is to a web page, so a search counts its words for the provision.
//!
//! [`extract`] finds the contexts in one artifact, which depends on nothing else and is kept with what else the artifact
//! gave. [`spilled`] holds those of all documents on disk. Once documents have their final numbers, [`choose`] finds those
//! that count, and [`join`] gathers them by the provision cited.
//!
//! Contexts are taken from concept pages, commentaries, preparatory works and cases. Statutes, agency regulations and EU
//! texts cite provisions in phrases that say nothing of these, and an act does not speak of itself.

mod choose;
mod extract;
mod join;
mod spilled;

use lagrum_sources::FlowGroup;
use serde::{Deserialize, Serialize};

pub(crate) use extract::contexts;
pub(crate) use spilled::{ContextWriter, SpilledContexts};

/// What one document says of the locations that it cites.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct DocumentContexts {
    /// The documents and the anchors cited, each once.
    documents: Vec<Box<str>>,
    anchors: Vec<Box<str>>,
    /// The locations cited, as numbers into both.
    cited: Vec<(u32, u32)>,
    /// What is said of each, as [`SaidWords`]. It is unpacked only where it counts.
    #[serde(with = "lagrum_catalog::bytes")]
    said: Vec<u8>,
}

/// The words of the contexts in one document.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
struct SaidWords {
    /// Each word once.
    words: Vec<Box<str>>,
    /// For each location the words of its context, as numbers into `words`.
    of: Vec<Vec<u32>>,
}

impl DocumentContexts {
    /// Whether the document says nothing of any provision.
    pub(crate) fn is_empty(&self) -> bool {
        self.cited.is_empty()
    }

    /// Whether every number has its text.
    pub(crate) fn is_sound(&self) -> bool {
        let is_known = |(document, anchor): &(u32, u32)| {
            (*document as usize) < self.documents.len() && (*anchor as usize) < self.anchors.len()
        };
        self.cited.iter().all(is_known)
    }
}

/// The flow groups whose citation contexts count, and the weight of a word in a context of each, in halves.
const CONTEXT_GROUPS: [(FlowGroup, u32); 4] = [
    (FlowGroup::Begrepp, 4),
    (FlowGroup::Lagkommentarer, 3),
    (FlowGroup::Forarbeten, 2),
    (FlowGroup::Rattsfall, 2),
];
