//! Excerpts of long documents: small artifacts that answer for the provisions in them as the whole document does.
//!
//! To show one paragraf of a long act, its whole artifact would have to be unpacked and parsed, some megabytes of JSON for a
//! kilobyte. So the build cuts the body of a long artifact into runs of neighbouring nodes ([`cut`](mod@cut)). Each run makes an artifact
//! of its own: the run verbatim, inside the nodes that are around it, under the headings that apply to it. Those nodes
//! are without their other children and without their printed pages.
//!
//! What depends on text before or after the run stands beside the artifact: the printed page on which the run begins, and the
//! neighbours of its first and last provisions.
//!
//! **An excerpt answers only for parts that it was found to have as the whole document has them.** The parts of the
//! whole document and of each excerpt are found by the same function and compared: their nodes and neighbours
//! ([`compare`](mod@compare)), and the headings in force at the beginning of the run. An anchor whose part differs,
//! or reaches beyond its run, is not among the anchors of the excerpt; the whole artifact answers for it.
//!
//! A node may state a day from which or until which it applies, and on another day another node has its place, its anchor and its
//! headings. The parts of which that may change something are told ([`changing`](mod@changing)); the whole artifact answers for
//! them, and the excerpts for the others on every day.

mod changing;
mod compare;
mod cut;
mod state;

use std::collections::HashSet;

use lagrum_artifact::{AdjacentParts, Anchor, Artifact};
use serde::{Deserialize, Serialize};

use self::changing::changing;
use self::compare::{RunParts, parts_of_excerpt, parts_of_runs};
use self::cut::{Run, runs};
use self::state::{ReadingState, states};

/// Bytes that an artifact must have to get excerpts. A shorter one is read whole.
pub const MIN_BYTES: usize = 2 * RUN_BYTES;

/// Bytes that a run of nodes may have; a single node may have more.
const RUN_BYTES: usize = 32 << 10;

/// Bytes that the excerpts of an artifact may have together, as a multiple of its own bytes. No real artifact has
/// this much around each run. Runs beyond the limit get no excerpt.
const MAX_GROWTH: usize = 3;

/// The excerpts of a document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Excerpts {
    /// The anchors whose parts may be others on another day, or stand under other headings or beside other parts.
    pub changing: HashSet<Anchor>,
    /// The excerpts, in reading order.
    pub excerpts: Vec<Excerpt>,
}

/// A part of a document that can be read by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    /// The anchors of the parts that it answers for.
    pub anchors: Vec<Anchor>,
    /// What the excerpt needs besides its text.
    pub adjoining: Adjoining,
    /// The excerpt as an artifact, in JSON.
    pub artifact: Vec<u8>,
}

/// What an excerpt needs besides its text: values that depend on text before or after its run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Adjoining {
    /// The printed page on which it begins.
    page: Option<i64>,
    /// The neighbours in the document of parts that have other neighbours in the excerpt.
    beside: Vec<Beside>,
}

/// The anchors before and after a part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Beside {
    anchor: String,
    previous: Option<String>,
    next: Option<String>,
}

impl Adjoining {
    /// The printed page of a part that begins before the first page in the excerpt.
    pub fn page(&self) -> Option<i64> {
        self.page
    }

    /// The neighbours of a part in the document; None if they are the neighbours in the excerpt.
    pub fn beside(&self, anchor: &Anchor) -> Option<AdjacentParts> {
        let beside = self.beside.iter().find(|beside| beside.anchor == anchor.as_str())?;
        Some(AdjacentParts { previous: beside.previous.clone(), next: beside.next.clone() })
    }
}

/// Cuts an artifact of `bytes` bytes into excerpts; none for a short one.
pub fn excerpts(artifact: &Artifact, bytes: usize) -> Excerpts {
    if bytes < MIN_BYTES { Excerpts::default() } else { cut_into(artifact, bytes, RUN_BYTES) }
}

/// Cuts an artifact of `bytes` bytes into excerpts with runs of at most `run_bytes` bytes.
fn cut_into(artifact: &Artifact, bytes: usize, run_bytes: usize) -> Excerpts {
    let runs = runs(artifact, run_bytes);
    let states = states(artifact, runs.iter().map(|run| run.items));
    let parts = parts_of_runs(artifact, &runs);
    let mut room = bytes.saturating_mul(MAX_GROWTH);
    let mut excerpts = Vec::new();
    for ((run, state), parts) in runs.iter().zip(&states).zip(parts) {
        let Some(state) = state.as_ref().filter(|_| !parts.is_empty()) else { continue };
        let json = run.artifact(artifact.uri(), state);
        let Some(left) = room.checked_sub(json.len()) else { break };
        room = left;
        excerpts.extend(excerpt(run, state, &parts, json));
    }
    Excerpts { changing: changing(artifact), excerpts }
}

/// The excerpt of a run, from its JSON; None if it answers for nothing as the whole document does.
fn excerpt(run: &Run<'_>, state: &ReadingState, parts: &RunParts, json: Vec<u8>) -> Option<Excerpt> {
    let artifact = Artifact::parse(&json).ok()?;
    let items = run.items_in(&artifact)?;
    let own = states(&artifact, std::iter::once(items)).pop().flatten()?;
    if own.headings() != state.headings() {
        return None;
    }
    let (anchors, beside) = parts_of_excerpt(&artifact, items, parts);
    let beside = beside.into_iter().map(|(anchor, AdjacentParts { previous, next })| Beside {
        anchor: anchor.to_string(),
        previous,
        next,
    });
    let beside = beside.collect();
    let adjoining = Adjoining { page: state.page, beside };
    (!anchors.is_empty()).then_some(Excerpt { anchors, adjoining, artifact: json })
}
