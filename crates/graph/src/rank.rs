//! Ranking documents and keeping the first of them, the same way for neighbours and for rings.
//!
//! A much cited document has a hundred thousand neighbours, of which some hundreds are shown. So the first are picked
//! out before they are sorted, which takes time in proportion to the number of candidates. A limit for each group
//! keeps the work the same: walking down a ranked list and passing over full groups gives the first of each group,
//! so these are picked first.

use std::{cmp::Reverse, collections::BTreeMap};

use crate::{
    graph::{Graph, Ordinal},
    groups::Groups,
};

/// What documents are ranked by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// By what joins them to the picture (citations for a neighbour, documents touched for a ring).
    Links,
    /// By how much they are cited by anyone.
    Citations,
}

/// Which documents are shown, and in which order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selection {
    /// The groups that are shown; documents of others are passed over as if they were not there.
    pub groups: Groups,
    /// What decides the order.
    pub sort: Sort,
    /// The most documents of one group in one list; `None` for no such limit.
    pub grouplimit: Option<u32>,
}

/// A document with its rank: the greater ranks higher, and of equals the one with the smaller ordinal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Candidate {
    pub(crate) first: u32,
    pub(crate) second: u32,
    pub(crate) document: Reverse<Ordinal>,
}

/// The highest ranked candidates in order: at most `most`, and at most `grouplimit` of each group.
pub(crate) fn highest(
    graph: &Graph,
    candidates: Vec<Candidate>,
    grouplimit: Option<u32>,
    most: usize,
) -> Vec<Candidate> {
    let Some(grouplimit) = grouplimit else { return first(candidates, most) };
    let mut by_group: BTreeMap<Option<u8>, Vec<Candidate>> = BTreeMap::new();
    for candidate in candidates {
        let group = graph.document(candidate.document.0).map(|document| document.group);
        by_group.entry(group).or_default().push(candidate);
    }
    let first_of_each = by_group.into_values().flat_map(|group| first(group, grouplimit as usize));
    first(first_of_each.collect(), most)
}

fn first(mut candidates: Vec<Candidate>, most: usize) -> Vec<Candidate> {
    if most < candidates.len() {
        candidates.select_nth_unstable_by_key(most, |&candidate| Reverse(candidate));
        candidates.truncate(most);
    }
    candidates.sort_unstable_by_key(|&candidate| Reverse(candidate));
    candidates
}
