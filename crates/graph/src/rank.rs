//! Ranks documents and keeps the highest, for neighbours and for rings.
//!
//! A much cited document has a hundred thousand neighbours, of which some hundreds are shown. So the highest are
//! selected before they are sorted, in time proportional to the number of candidates. With a limit per group, the
//! highest of each group are selected first; that gives the same list as walking down a fully ranked one and passing
//! over full groups.

use std::{cmp::Reverse, collections::BTreeMap};

use crate::{document::DocumentNumber, graph::Graph, groups::Groups};

/// What the documents of a graph are ranked by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphSort {
    /// By what joins them to the documents shown: the number of citations for a neighbour, of documents for a ring.
    Links,
    /// By how many documents of the corpus cite them.
    Citations,
}

/// Which documents are shown, in which order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selection {
    /// The groups that are shown; documents of other groups are neither shown nor counted.
    pub groups: Groups,
    /// The order.
    pub sort: GraphSort,
    /// The maximum number of documents of one group in one list; `None` for no such limit.
    pub grouplimit: Option<u32>,
}

/// A document with its rank. The greater ranks higher; of equals, the one with the smaller document number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct RankedDocument {
    pub(crate) first: u32,
    pub(crate) second: u32,
    pub(crate) document: Reverse<DocumentNumber>,
}

/// The highest ranked candidates in order: at most `limit`, and at most `grouplimit` of each group.
pub(crate) fn highest(
    graph: &Graph,
    candidates: Vec<RankedDocument>,
    grouplimit: Option<u32>,
    limit: usize,
) -> Vec<RankedDocument> {
    let Some(grouplimit) = grouplimit else { return first(candidates, limit) };
    let mut by_group: BTreeMap<Option<u8>, Vec<RankedDocument>> = BTreeMap::new();
    for candidate in candidates {
        let group = graph.document(candidate.document.0).map(|document| document.group);
        by_group.entry(group).or_default().push(candidate);
    }
    let first_of_each = by_group.into_values().flat_map(|group| first(group, grouplimit as usize));
    first(first_of_each.collect(), limit)
}

fn first(mut candidates: Vec<RankedDocument>, limit: usize) -> Vec<RankedDocument> {
    if limit < candidates.len() {
        candidates.select_nth_unstable_by_key(limit, |&candidate| Reverse(candidate));
        candidates.truncate(limit);
    }
    candidates.sort_unstable_by_key(|&candidate| Reverse(candidate));
    candidates
}
