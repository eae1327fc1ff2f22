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
mod sentence;
mod spilled;

use lagrum_sources::FlowGroup;
use serde::{Deserialize, Serialize};

pub(crate) use extract::contexts;
pub(crate) use spilled::{ContextWriter, SpilledContexts};

/// What one document says of the locations that it cites.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct DocumentContexts {
    /// The words, each once.
    words: Vec<Box<str>>,
    /// The uris of locations, with their anchors, and for each the words said of it as numbers into `words`.
    cited: Vec<(Box<str>, Vec<u32>)>,
}

impl DocumentContexts {
    /// Whether the document says nothing of any provision.
    pub(crate) fn is_empty(&self) -> bool {
        self.cited.is_empty()
    }

    /// Whether every number has its word.
    pub(crate) fn is_sound(&self) -> bool {
        self.cited.iter().flat_map(|(_, words)| words).all(|word| (*word as usize) < self.words.len())
    }
}

/// The groups of documents that speak for provisions, and how much a word counts that one of them says, in halves.
const SPEAKING: [(FlowGroup, u32); 4] = [
    (FlowGroup::Begrepp, 4),
    (FlowGroup::Lagkommentarer, 3),
    (FlowGroup::Forarbeten, 2),
    (FlowGroup::Rattsfall, 2),
];
