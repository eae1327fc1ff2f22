//! The answers computed by definition, without regard to cost.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
};

use lagrum_graph::{
    Chain, Direction, DocumentNumber, Edge, GraphNeighbour, GraphSort, Hop, Neighbours, PathQuery, RingNode,
    Selection, Side,
};

use crate::world::World;

impl World {
    fn neighbour_links(&self, centre: DocumentNumber, side: Side) -> BTreeMap<DocumentNumber, u32> {
        let touching = self.cites.iter().filter_map(|(&(citing, cited), &links)| match side {
            Side::In => (cited == centre).then_some((citing, links)),
            Side::Out => (citing == centre).then_some((cited, links)),
        });
        touching.collect()
    }

    fn in_degree(&self, document: DocumentNumber) -> usize {
        self.neighbour_links(document, Side::In).len()
    }

    /// Skips a document whose group has reached its limit, then cuts.
    fn cut(&self, ranked: Vec<DocumentNumber>, grouplimit: Option<u32>, most: usize) -> Vec<DocumentNumber> {
        let mut taken: Vec<DocumentNumber> = Vec::new();
        for document in ranked {
            let of_group = taken.iter().filter(|&&other| self.group(other) == self.group(document)).count();
            if grouplimit.is_none_or(|limit| of_group < limit as usize) {
                taken.push(document);
            }
        }
        taken.truncate(most);
        taken
    }

    pub(crate) fn naive_neighbours(
        &self,
        centre: DocumentNumber,
        side: Side,
        selection: &Selection,
        most: usize,
    ) -> Neighbours {
        self.naive_ranking(&self.neighbour_links(centre, side), selection, most)
    }

    pub(crate) fn naive_ranking(
        &self,
        links: &BTreeMap<DocumentNumber, u32>,
        selection: &Selection,
        most: usize,
    ) -> Neighbours {
        let mut documents: Vec<DocumentNumber> = links.keys().copied().collect();
        documents.retain(|&document| selection.groups.contains(self.group(document)));
        let total_links = documents.iter().map(|document| u64::from(links[document])).sum();
        let total_docs = documents.len();
        documents.sort_by_key(|&document| (Reverse(links[&document]), document));
        if selection.sort == GraphSort::Citations {
            documents.sort_by_key(|&document| Reverse(self.documents[document.index()].inbound_count));
        }
        let top = self.cut(documents, selection.grouplimit, most);
        let top =
            top.into_iter().map(|document| GraphNeighbour { document, links: links[&document] }).collect();
        Neighbours { total_links, total_docs, top }
    }

    /// The rings of both sides around an included set that holds the centre and the neighbours shown.
    pub(crate) fn naive_rings(
        &self,
        included: &mut BTreeSet<DocumentNumber>,
        sides: [(Side, Vec<DocumentNumber>); 2],
        selection: &Selection,
        budgets: &[usize],
    ) -> Vec<RingNode> {
        let mut nodes = Vec::new();
        for (side, neighbours) in sides {
            let mut frontier: BTreeSet<DocumentNumber> = neighbours.into_iter().collect();
            for (hop, &budget) in (2..).zip(budgets) {
                let mut ties: BTreeMap<DocumentNumber, usize> = BTreeMap::new();
                for &document in &frontier {
                    for candidate in self.neighbour_links(document, side).into_keys() {
                        if !included.contains(&candidate) && selection.groups.contains(self.group(candidate))
                        {
                            *ties.entry(candidate).or_default() += 1;
                        }
                    }
                }
                let mut ring: Vec<DocumentNumber> = ties.keys().copied().collect();
                ring.sort_by_cached_key(|&document| {
                    let (ties, in_degree) = (Reverse(ties[&document]), Reverse(self.in_degree(document)));
                    match selection.sort {
                        GraphSort::Links => (ties, in_degree, document),
                        GraphSort::Citations => (in_degree, ties, document),
                    }
                });
                let ring = self.cut(ring, selection.grouplimit, budget);
                nodes.extend(ring.iter().map(|&document| RingNode { document, hop, side }));
                included.extend(&ring);
                frontier = ring.into_iter().collect();
            }
        }
        nodes
    }

    pub(crate) fn naive_edges(&self, included: &BTreeSet<DocumentNumber>) -> Vec<Edge> {
        let among = self
            .cites
            .iter()
            .filter(|((citing, cited), _)| included.contains(citing) && included.contains(cited));
        among.map(|(&(citing, cited), &links)| Edge { citing, cited, links }).collect()
    }

    /// Every chain without repetitions, by length and then by sequence.
    pub(crate) fn naive_chains(&self, query: &PathQuery) -> Vec<Chain> {
        let mut all = Vec::new();
        self.extend_chain(&mut vec![query.from], query, &mut all);
        all.sort_by_key(|chain| (chain.len(), chain.clone()));
        all.truncate(query.paths);
        all.into_iter().map(|documents| self.naive_chain(documents, query.direction)).collect()
    }

    fn extend_chain(
        &self,
        chain: &mut Vec<DocumentNumber>,
        query: &PathQuery,
        all: &mut Vec<Vec<DocumentNumber>>,
    ) {
        let document = chain[chain.len() - 1];
        if document == query.to {
            return all.push(chain.clone());
        }
        for next in self.document_numbers() {
            let may_pass = next == query.to || query.groups.contains(self.group(next));
            if may_pass && !chain.contains(&next) && self.joined(document, next, query.direction) {
                chain.push(next);
                self.extend_chain(chain, query, all);
                chain.pop();
            }
        }
    }

    pub(crate) fn naive_chain(&self, documents: Vec<DocumentNumber>, direction: Direction) -> Chain {
        let hops = documents.windows(2).map(|pair| {
            let (forward, backward) = (self.links(pair[0], pair[1]), self.links(pair[1], pair[0]));
            match direction {
                Direction::In => Hop { links: backward, forward: false },
                _ if forward > 0 => Hop { links: forward, forward: true },
                _ => Hop { links: backward, forward: false },
            }
        });
        Chain { hops: hops.collect(), documents }
    }

    /// The steps from every document to `to`, following `direction` through `groups`; `None` without a chain.
    pub(crate) fn naive_distances(&self, query: &PathQuery) -> Vec<Option<usize>> {
        let mut before: Vec<Vec<DocumentNumber>> = vec![Vec::new(); self.documents.len()];
        for &(citing, cited) in self.cites.keys() {
            if query.direction != Direction::In {
                before[cited.index()].push(citing);
            }
            if query.direction != Direction::Out {
                before[citing.index()].push(cited);
            }
        }
        let mut distances = vec![None; self.documents.len()];
        distances[query.to.index()] = Some(0);
        let mut level = vec![query.to];
        for distance in 1.. {
            let mut next = Vec::new();
            for document in level {
                if document != query.to && !query.groups.contains(self.group(document)) {
                    continue;
                }
                for &step in &before[document.index()] {
                    if distances[step.index()].is_none() {
                        distances[step.index()] = Some(distance);
                        next.push(step);
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            level = next;
        }
        distances
    }
}
