//! The documents one step from a document: those that cite it, or those that it cites.

use std::cmp::Reverse;

use crate::{
    direction::Side,
    document::DocumentNumber,
    graph::Graph,
    rank::{GraphSort, RankedDocument, Selection, highest},
};

/// A document one step from the centre.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GraphNeighbour {
    /// The document.
    pub document: DocumentNumber,
    /// The number of citations between it and the centre, on the queried side.
    pub links: u32,
}

/// The neighbours on one side of a centre.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Neighbours {
    /// Citations on the whole side, counted over the selected groups.
    pub total_links: u64,
    /// Documents on the whole side, counted over the selected groups.
    pub total_docs: usize,
    /// The highest ranked documents, in order.
    pub top: Vec<GraphNeighbour>,
}

impl Graph {
    /// The neighbours of a document on one side, at most `limit` of them.
    pub fn neighbours(
        &self,
        centre: DocumentNumber,
        side: Side,
        selection: &Selection,
        limit: usize,
    ) -> Neighbours {
        let row = self.row(centre, side);
        let neighbours = row.documents.iter().zip(row.links);
        self.ranked(
            neighbours.map(|(&document, &links)| GraphNeighbour { document, links }),
            selection,
            limit,
        )
    }

    /// Ranks neighbours that the caller has counted, such as those of a single provision, whose citations the graph
    /// does not have. They may come in any order. Several counts of one document are summed. The centre and documents
    /// that the graph does not hold are left out.
    pub fn neighbours_among(
        &self,
        centre: DocumentNumber,
        mut counted: Vec<GraphNeighbour>,
        selection: &Selection,
        limit: usize,
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
        self.ranked(others, selection, limit)
    }

    /// Ranks distinct neighbours. The rank has the number of links as its first or its second part, depending on the sort.
    fn ranked(
        &self,
        neighbours: impl Iterator<Item = GraphNeighbour>,
        selection: &Selection,
        limit: usize,
    ) -> Neighbours {
        let mut side = Neighbours::default();
        let mut candidates = Vec::with_capacity(neighbours.size_hint().0);
        for GraphNeighbour { document, links } in neighbours {
            let Some(known) = self.document(document) else { continue };
            if !selection.groups.contains(known.group) {
                continue;
            }
            side.total_links += u64::from(links);
            side.total_docs += 1;
            candidates.push(match selection.sort {
                GraphSort::Links => RankedDocument { first: links, second: 0, document: Reverse(document) },
                GraphSort::Citations => {
                    RankedDocument { first: known.inbound_count, second: links, document: Reverse(document) }
                }
            });
        }
        let top = highest(self, candidates, selection.grouplimit, limit);
        side.top = top
            .into_iter()
            .map(|RankedDocument { first, second, document: Reverse(document) }| {
                let links = match selection.sort {
                    GraphSort::Links => first,
                    GraphSort::Citations => second,
                };
                GraphNeighbour { document, links }
            })
            .collect();
        side
    }
}
