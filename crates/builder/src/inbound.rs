//! Inbound lists: the citations of each document, in rail order.
//!
//! One row stands for a citing document, its citing anchor and the cited anchor. Links that differ only in their
//! relation share a row. A row shows the first relation by name, the plain reference only if there is no other, and the
//! smallest page. It also has the number of its links, which the citation graph counts.
//!
//! A citation stands under the place that it means ([`meanings`](mod@crate::meanings)). Where that is not the place that its link has, it
//! stands there too, in the list of earlier citations, which no count and no edge comes from.
//!
//! The rows of all documents are sorted with the help of the disk, so that memory does not grow with their number. The
//! longest list of one document must fit into memory.

use std::collections::{BTreeMap, HashMap, HashSet};

use lagrum_artifact::Anchor;
use lagrum_catalog::inbound::InboundRecord;
use lagrum_catalog::{AnchorNumber, DocumentNumber, Edge, MeaningNumber};
use lagrum_search::ProvisionToIndex;
use lagrum_sources::source;
use rayon::prelude::*;

use crate::error::BuildError;
use crate::input::BuildInput;
use crate::links::{PLAIN, ResolvedLink};
use crate::rail_order::RailOrder;
use crate::resolved::{PlaceNumber, ResolvedCorpus, ResolvedLinks};
use crate::spill::{Record, Sorter};

/// The share of the memory for sorting that earlier citations get. There are few.
const EARLIER_SHARE: usize = 16;

/// The maximum number of provisions that a concept explains. A concept that cites more provisions explains none of
/// them.
const EXPLAINED_BY: usize = 8;

/// The maximum number of provisions that a concept explains if its name is also a name of their acts.
const NAMED_BY: usize = 5;

/// A row before it is packed. The order of its fields is rail order within a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct RailRow {
    target: DocumentNumber,
    /// The index of the citing document in rail order.
    rail: u32,
    target_anchor: AnchorNumber,
    anchor: AnchorNumber,
    meaning: MeaningNumber,
    /// The index of the relation in the order of preference.
    preference: u32,
    page: u32,
}

impl Record for RailRow {
    type Numbers = [u32; 7];

    fn numbers(self) -> [u32; 7] {
        let Self { target, rail, target_anchor, anchor, meaning, preference, page } = self;
        [target.0, rail, target_anchor.0, anchor.0, meaning.0, preference, page]
    }

    fn of([target, rail, target_anchor, anchor, meaning, preference, page]: [u32; 7]) -> Self {
        let [target_anchor, anchor] = [target_anchor, anchor].map(AnchorNumber);
        let (target, meaning) = (DocumentNumber(target), MeaningNumber(meaning));
        Self { target, rail, target_anchor, anchor, meaning, preference, page }
    }
}

/// The other held documents that a document cites, by number, each with the number of links.
pub(crate) fn edges(
    resolved: &ResolvedCorpus<'_>,
    citing: DocumentNumber,
    links: &[ResolvedLink],
) -> Vec<Edge> {
    let held = resolved.documents.len();
    let cited = links.iter().filter_map(|link| Some(resolved.place(link)?.document));
    let mut targets: Vec<DocumentNumber> =
        cited.filter(|target| target.index() < held && *target != citing).collect();
    targets.sort_unstable();
    targets
        .chunk_by(|a, b| a == b)
        .map(|same| Edge { citing, cited: same[0], links: same.len() as u32 })
        .collect()
}

/// How often documents are cited.
pub(crate) struct CitationCounts {
    /// For each document, how many others cite it.
    pub(crate) inbound: Vec<u32>,
    /// The concepts that explain the provisions they cite, by number, and whether the name of each is a name of the acts.
    pub(crate) explaining: HashMap<DocumentNumber, bool>,
}

impl CitationCounts {
    pub(crate) fn count(
        input: &BuildInput<'_>,
        resolved: &ResolvedCorpus<'_>,
        links: &ResolvedLinks,
    ) -> Result<Self, BuildError> {
        let held = resolved.documents.len();
        let mut counts = Self { inbound: vec![0; held], explaining: HashMap::new() };
        for batch in resolved.batches(input.memory.batch()) {
            let of_each = links.of(resolved, batch.clone())?;
            let of_batch: Vec<_> = (batch.start.0..batch.end.0)
                .into_par_iter()
                .map(DocumentNumber)
                .zip(of_each)
                .map(|(number, links)| {
                    let places = resolved.is_concept(number).then(|| cited_places(number, &links, held));
                    let explains = places.filter(|places| *places <= EXPLAINED_BY);
                    (number, edges(resolved, number, &links), explains.map(|places| places <= NAMED_BY))
                })
                .collect();
            for (number, edges, explains) in of_batch {
                for Edge { cited, .. } in edges {
                    counts.inbound[cited.index()] += 1;
                }
                if let Some(names) = explains {
                    counts.explaining.insert(number, names);
                }
            }
        }
        Ok(counts)
    }
}

/// The number of different places in other held documents that a document cites.
fn cited_places(citing: DocumentNumber, links: &[ResolvedLink], held: usize) -> usize {
    let in_others = |link: &&ResolvedLink| {
        link.target.index() < held && link.target != citing && link.target_anchor != AnchorNumber::NONE
    };
    let places: HashSet<(DocumentNumber, AnchorNumber)> =
        links.iter().filter(in_others).map(|link| (link.target, link.target_anchor)).collect();
    places.len()
}

/// Inbound lists being made.
pub(crate) struct InboundLists {
    rows: Sorter<RailRow>,
    /// The rows of links under the places that they have and do not mean.
    earlier: Sorter<RailRow>,
    rail: RailOrder,
    /// The numbers of relations in the order of preference, and the index of each in that order.
    preferred: Vec<u16>,
    preference: Vec<u16>,
}

impl InboundLists {
    pub(crate) fn new(input: &BuildInput<'_>, rail: RailOrder, predicates: &[Box<str>]) -> Self {
        let preferred = preferred_predicates(predicates);
        let mut preference = vec![0_u16; preferred.len()];
        for (index, predicate) in (0..).zip(&preferred) {
            preference[usize::from(*predicate)] = index;
        }
        let rows = Sorter::new(input.spill, input.memory.sorting());
        let earlier = Sorter::new(input.spill, input.memory.sorting() / EARLIER_SHARE);
        Self { rows, earlier, rail, preferred, preference }
    }

    /// Adds the links of a document.
    pub(crate) fn add(
        &mut self,
        resolved: &ResolvedCorpus<'_>,
        citing: DocumentNumber,
        links: &[ResolvedLink],
    ) -> Result<(), BuildError> {
        let (rail, preference) = (self.rail.places[citing.index()], &self.preference);
        let row = |link: &ResolvedLink, place: PlaceNumber| {
            (place.document != citing).then(|| RailRow {
                target: place.document,
                rail,
                target_anchor: place.anchor,
                anchor: link.anchor,
                meaning: link.meaning,
                preference: u32::from(preference[link.predicate.index()]),
                page: u32::try_from(link.page).unwrap_or(u32::MAX),
            })
        };
        self.rows.extend(links.iter().filter_map(|link| row(link, resolved.place(link)?)))?;
        let earlier = links.iter().filter(|link| link.meaning != MeaningNumber::NONE);
        let written = |link: &ResolvedLink| PlaceNumber { document: link.target, anchor: link.target_anchor };
        Ok(self.earlier.extend(earlier.filter_map(|link| row(link, written(link))))?)
    }

    /// Calls `write` with each cited document, held or not, and its lists, in the order of numbers.
    pub(crate) fn write(
        self,
        resolved: &ResolvedCorpus<'_>,
        source_numbers: &[u16],
        inbound_counts: &[u32],
        mut write: impl FnMut(DocumentNumber, &CitedRecords) -> Result<(), BuildError>,
    ) -> Result<(), BuildError> {
        let Self { rows, earlier, rail, preferred, .. } = self;
        let record = |merged: &[RailRow]| {
            let first = merged[0];
            let citing = rail.documents[first.rail as usize];
            let page = merged.iter().map(|row| row.page).min().unwrap_or(u32::MAX);
            InboundRecord {
                citing,
                target_anchor: first.target_anchor,
                anchor: first.anchor,
                page: i32::try_from(page).unwrap_or(-1),
                inbound_count: inbound_counts[citing.index()],
                predicate: preferred[first.preference as usize] + 1,
                source: source_numbers[citing.index()],
                links: merged.len() as u32,
                meaning: first.meaning,
                is_gone: resolved.meanings.get(first.meaning.place().unwrap_or(usize::MAX)).is_some_and(
                    |meaning| {
                        let place = PlaceNumber { document: first.target, anchor: first.target_anchor };
                        meaning.meant.is_none() && meaning.around == Some(place)
                    },
                ),
            }
        };
        let same_place = |a: &RailRow, b: &RailRow| {
            (a.rail, a.target_anchor, a.anchor, a.meaning) == (b.rail, b.target_anchor, b.anchor, b.meaning)
        };
        let (mut rows, mut earlier) = (rows.finish()?.peekable(), earlier.finish()?.peekable());
        let target = |rows: &mut Rows| rows.peek().and_then(|row| Some(row.as_ref().ok()?.target));
        loop {
            let next = [target(&mut rows), target(&mut earlier)].into_iter().flatten().min();
            // A row that cannot be read is an error of the list that it stands in.
            let Some(target) = next else { break };
            let inbound = of_target(&mut rows, target)?;
            let earlier = of_target(&mut earlier, target)?;
            let records = CitedRecords {
                inbound: inbound.chunk_by(same_place).map(record).collect(),
                earlier: earlier.chunk_by(same_place).map(record).collect(),
            };
            write(target, &records)?;
        }
        [rows.next(), earlier.next()].into_iter().flatten().try_for_each(|unread| unread.map(drop))?;
        Ok(())
    }
}

type Rows = std::iter::Peekable<crate::spill::Sorted<RailRow>>;

/// The next rows, of one target.
fn of_target(rows: &mut Rows, target: DocumentNumber) -> Result<Vec<RailRow>, BuildError> {
    let is_its = |row: &std::io::Result<RailRow>| row.as_ref().is_ok_and(|row| row.target == target);
    let mut own = Vec::new();
    while let Some(row) = rows.next_if(is_its) {
        own.push(row?);
    }
    Ok(own)
}

/// The lists of a cited document.
pub(crate) struct CitedRecords {
    /// The citations that mean it.
    pub(crate) inbound: Vec<InboundRecord>,
    /// Those that have its name or a number in it and mean another place.
    pub(crate) earlier: Vec<InboundRecord>,
}

/// A concept that explains the provisions it cites.
pub(crate) struct ExplainingConcept {
    pub(crate) title: String,
    /// Whether the title is a name of the acts it explains.
    pub(crate) is_name: bool,
}

/// The provisions of a document that others cite, in the order of anchors: how many documents cite each, and the titles
/// of the concepts that explain it. `concepts` has the explaining concepts by number; `anchor` returns the texts of
/// anchors.
pub(crate) fn cited_provisions<'a>(
    records: &[InboundRecord],
    source_name: &str,
    concepts: &HashMap<DocumentNumber, ExplainingConcept>,
    anchor: impl Fn(AnchorNumber) -> &'a str,
) -> Vec<ProvisionToIndex> {
    // What is gone does not make a provision of what it stood in.
    let cited = records.iter().filter(|record| record.target_anchor != AnchorNumber::NONE && !record.is_gone);
    let mut cited: Vec<(AnchorNumber, DocumentNumber)> =
        cited.map(|record| (record.target_anchor, record.citing)).collect();
    cited.sort_unstable();
    cited.dedup();
    let mut by_unit: BTreeMap<String, ProvisionToIndex> = BTreeMap::new();
    for of_anchor in cited.chunk_by(|a, b| a.0 == b.0) {
        let Some(anchor) = Anchor::new(anchor(of_anchor[0].0)) else { continue };
        let unit = source(source_name).grammar.unit(&anchor).as_str().to_owned();
        let provision = by_unit.entry(unit).or_default();
        provision.cited += of_anchor.len() as u32;
        let explaining = of_anchor.iter().filter_map(|(_, citing)| concepts.get(citing));
        for ExplainingConcept { title, is_name } in explaining {
            provision.concepts.push(title.clone());
            provision.names.extend(is_name.then(|| title.clone()));
        }
    }
    let provisions = by_unit.into_iter().map(|(anchor, mut provision)| {
        for names in [&mut provision.concepts, &mut provision.names] {
            names.sort();
            names.dedup();
        }
        ProvisionToIndex { anchor, ..provision }
    });
    provisions.collect()
}

/// The numbers of relations, by preference: by name, the plain reference last.
fn preferred_predicates(names: &[Box<str>]) -> Vec<u16> {
    let mut numbers: Vec<u16> = (0..names.len() as u16).collect();
    numbers.sort_by_key(|number| {
        let name = &*names[usize::from(*number)];
        (name == PLAIN, name)
    });
    numbers
}
