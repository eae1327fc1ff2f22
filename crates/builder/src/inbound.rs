//! Inbound lists: the citations of each document, in rail order.
//!
//! One row stands for a citing document, its citing anchor and the cited anchor. Links that differ only in their
//! relation share a row. It shows a relation other than the plain reference where there is one, of several the first by
//! name, and the smallest page. It also has the number of its links, which the citation graph counts.

use lagrum_catalog::inbound::InboundRecord;
use lagrum_sources::RailKey;
use rayon::prelude::*;

use crate::gather::PLAIN;
use crate::resolve::ResolvedCorpus;

/// A row before it is packed. The order of its fields is rail order within a target.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct RailRow {
    target: u32,
    /// The index of the citing document in rail order.
    rail: u32,
    target_anchor: u32,
    anchor: u32,
    /// The index of the relation in the order of preference.
    preference: u16,
    page: u32,
}

/// For each document, the other held documents it cites and how often, by number.
pub(crate) fn edges(resolved: &ResolvedCorpus) -> Vec<Vec<(u32, u32)>> {
    let held = resolved.documents.len() as u32;
    (0..held)
        .into_par_iter()
        .map(|citing| {
            let links = &resolved.documents[citing as usize].links;
            let mut targets: Vec<u32> = links
                .iter()
                .map(|link| link.target)
                .filter(|target| *target < held && *target != citing)
                .collect();
            targets.sort_unstable();
            targets.chunk_by(|a, b| a == b).map(|same| (same[0], same.len() as u32)).collect()
        })
        .collect()
}

/// Calls `write` with each cited document and its records, in the order of document numbers.
pub(crate) fn lists<E>(
    resolved: &ResolvedCorpus,
    source_numbers: &[u16],
    inbound_counts: &[u32],
    mut write: impl FnMut(u32, &[InboundRecord]) -> Result<(), E>,
) -> Result<(), E> {
    let by_rail = rail(resolved);
    let mut rail_of = vec![0_u32; by_rail.len()];
    for (index, document) in (0..).zip(&by_rail) {
        rail_of[*document as usize] = index;
    }
    let preferred = preferred_predicates(&resolved.predicates);
    let mut preference = vec![0_u16; preferred.len()];
    for (index, predicate) in (0..).zip(&preferred) {
        preference[usize::from(*predicate)] = index;
    }
    let mut rows: Vec<RailRow> = resolved
        .documents
        .par_iter()
        .enumerate()
        .flat_map_iter(|(citing, document)| {
            let (rail, preference) = (rail_of[citing], &preference);
            document.links.iter().filter(move |link| link.target as usize != citing).map(move |link| {
                RailRow {
                    target: link.target,
                    rail,
                    target_anchor: link.target_anchor,
                    anchor: link.anchor,
                    preference: preference[link.predicate as usize],
                    page: u32::try_from(link.page).unwrap_or(u32::MAX),
                }
            })
        })
        .collect();
    rows.par_sort_unstable();
    for of_target in rows.chunk_by(|a, b| a.target == b.target) {
        let same_place = |a: &RailRow, b: &RailRow| {
            (a.rail, a.target_anchor, a.anchor) == (b.rail, b.target_anchor, b.anchor)
        };
        let records: Vec<InboundRecord> = of_target
            .chunk_by(same_place)
            .map(|merged| {
                let first = merged[0];
                let citing = by_rail[first.rail as usize];
                let page = merged.iter().map(|row| row.page).min().unwrap_or(u32::MAX);
                InboundRecord {
                    citing,
                    target_anchor: first.target_anchor,
                    anchor: first.anchor,
                    page: i32::try_from(page).unwrap_or(-1),
                    inbound_count: inbound_counts[citing as usize],
                    predicate: preferred[usize::from(first.preference)] + 1,
                    source: source_numbers[citing as usize],
                    links: merged.len() as u32,
                }
            })
            .collect();
        write(of_target[0].target, &records)?;
    }
    Ok(())
}

/// All documents in rail order.
fn rail(resolved: &ResolvedCorpus) -> Vec<u32> {
    let mut keyed: Vec<(RailKey, u32)> = resolved
        .documents
        .par_iter()
        .enumerate()
        .map(|(id, document)| {
            let description = &document.description;
            let kind = description.kind.as_deref().unwrap_or_default();
            (RailKey::new(&document.source, kind, description.date.as_deref(), &description.label), id as u32)
        })
        .collect();
    // Among equal keys the number decides, which is the order of uris.
    keyed.par_sort_unstable();
    keyed.into_iter().map(|(_, id)| id).collect()
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
