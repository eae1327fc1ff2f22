//! Citation contexts: the words of documents about a provision where they cite it.
//!
//! Texts that cite a provision often use everyday words that the statute lacks. The sentence around a pinpoint citation
//! describes the provision as the text of a link describes a web page, so a search counts its words for the provision.
//!
//! [`extract`] finds the contexts in one artifact. They depend on nothing else and are kept with the other derivations
//! of the artifact. [`spilled`] holds the contexts of all documents on disk. Once documents have their final numbers,
//! [`choose`] finds those that count, and [`join`] gathers them by the provision cited.
//!
//! Contexts are taken from concept pages, commentaries, preparatory works and cases. Statutes, agency regulations and
//! EU texts cite provisions in phrases that do not describe them. The citations of an act by itself are left out.

mod choose;
mod extract;
mod join;
mod spilled;

use lagrum_sources::FlowGroup;
use serde::{Deserialize, Serialize};

pub(crate) use extract::contexts;
pub(crate) use spilled::{ContextWriter, SpilledContexts};

/// The contexts of one document, by the locations that it cites.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct DocumentContexts {
    /// The documents and the anchors cited, each once.
    documents: Vec<Box<str>>,
    anchors: Vec<Box<str>>,
    /// The locations cited, as numbers into both.
    cited: Vec<(u32, u32)>,
    /// The packed [`ContextWords`] of all locations. They are unpacked only if a context of the document counts.
    #[serde(with = "lagrum_catalog::bytes")]
    said: Vec<u8>,
}

/// The words of the contexts in one document.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
struct ContextWords {
    /// Each word once.
    words: Vec<Box<str>>,
    /// For each location the words of its context, as numbers into `words`.
    of: Vec<Vec<u32>>,
}

impl DocumentContexts {
    /// Whether the document has no contexts.
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
