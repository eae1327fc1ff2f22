//! The documents next to a document: who cites it, or whom it cites.

use std::cmp::Reverse;

use crate::{
    direction::Side,
    graph::{Graph, Ordinal},
    rank::{Candidate, Selection, Sort, highest},
};

/// A document next to the centre.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Neighbour {
    /// The document.
    pub document: Ordinal,
    /// The number of citations between it and the centre, on the side asked for.
    pub links: u32,
}

/// One side of a centre.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Neighbours {
    /// Citations on the whole side, groups not asked for left out.
    pub total_links: u64,
    /// Documents on the whole side, groups not asked for left out.
    pub total_docs: usize,
    /// The highest ranked documents, in order.
    pub top: Vec<Neighbour>,
}

impl Graph {
    /// The neighbours of a document on one side, at most `most` of them.
    pub fn neighbours(&self, centre: Ordinal, side: Side, selection: &Selection, most: usize) -> Neighbours {
        let row = self.row(centre, side);
        let neighbours = row.documents.iter().zip(row.links);
        self.ranked(neighbours.map(|(&document, &links)| Neighbour { document, links }), selection, most)
    }

    /// The same for neighbours the caller has counted, as for a single provision, whose citations the graph does
    /// not know. They may come in any order; several counts of one document are summed; the centre itself and
    /// documents the graph does not hold are left out.
    pub fn neighbours_among(
        &self,
        centre: Ordinal,
        mut counted: Vec<Neighbour>,
        selection: &Selection,
        most: usize,
    ) -> Neighbours {
        counted.sort_unstable_by_key(|neighbour| neighbour.document);
        counted.dedup_by(|later, earlier| {
            let same = later.document == earlier.document;
            if same {
                earlier.links = earlier.links.saturating_add(later.links);
            }
            same
        });
        let others = counted.into_iter().filter(|neighbour| neighbour.document != centre);
        self.ranked(others, selection, most)
    }

    /// Ranks distinct neighbours. The key holds the links in one place or the other, whatever the order.
    fn ranked(
        &self,
        neighbours: impl Iterator<Item = Neighbour>,
        selection: &Selection,
        most: usize,
    ) -> Neighbours {
        let mut side = Neighbours::default();
        let mut candidates = Vec::with_capacity(neighbours.size_hint().0);
        for Neighbour { document, links } in neighbours {
            let Some(known) = self.document(document) else { continue };
            if !selection.groups.contains(known.group) {
                continue;
            }
            side.total_links += u64::from(links);
            side.total_docs += 1;
            candidates.push(match selection.sort {
                Sort::Links => Candidate { first: links, second: 0, document: Reverse(document) },
                Sort::Citations => {
                    Candidate { first: known.inbound_count, second: links, document: Reverse(document) }
                }
            });
        }
        let top = highest(self, candidates, selection.grouplimit, most);
        side.top = top
            .into_iter()
            .map(|Candidate { first, second, document: Reverse(document) }| {
                let links = match selection.sort {
                    Sort::Links => first,
                    Sort::Citations => second,
                };
                Neighbour { document, links }
            })
            .collect();
        side
    }
}
