//! Makes margin notes: who cites each provision of a document, counted, with the decisions to read first.

use std::collections::{BTreeMap, HashSet};

use lagrum_artifact::Anchor;
use lagrum_catalog::inbound::InboundRecord;
use lagrum_catalog::{AnchorNumber, DocumentNumber, PackedNote, PackedNotes};
use lagrum_sources::{FlowGroup, source};

/// The number of most cited decisions in a note.
const LEADING: usize = 2;

/// The data of a citing document that margin notes need.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Citer {
    pub(crate) group: FlowGroup,
    /// Its date as a number that sorts as dates do; 0 for none.
    pub(crate) day: u32,
}

impl Citer {
    /// `date` is `YYYY-MM-DD`, `YYYY-MM` or `YYYY`.
    pub(crate) fn new(group: FlowGroup, date: Option<&str>) -> Self {
        let mut parts = date.unwrap_or_default().split('-').map(|part| part.parse::<u32>().unwrap_or(0));
        let mut part = |limit: u32| parts.next().unwrap_or(0).min(limit);
        Self { group, day: part(9999) * 10_000 + part(99) * 100 + part(99) }
    }
}

/// The citations that have the name of a document or a number in it and mean another place.
#[derive(Clone, Copy)]
pub(crate) struct EarlierRecords<'a> {
    pub(crate) records: &'a [InboundRecord],
    /// The place in the document at which such a citation counts, if it counts in it.
    pub(crate) counted_at: &'a dyn Fn(&InboundRecord) -> AnchorNumber,
}

/// The notes of a document: one for each of its provisions that is cited, with the documents that cite it or something
/// inside it. `citers` has all documents by number; `anchor` returns the texts of anchors.
pub(crate) fn notes<'a>(
    records: &[InboundRecord],
    earlier: EarlierRecords<'_>,
    source_name: &str,
    citers: &[Citer],
    anchor: impl Fn(AnchorNumber) -> &'a str,
) -> PackedNotes {
    let EarlierRecords { records: earlier, counted_at } = earlier;
    let both = records.iter().chain(earlier);
    let mut cited: Vec<AnchorNumber> =
        both.map(|record| record.target_anchor).filter(|id| *id != AnchorNumber::NONE).collect();
    cited.sort_unstable();
    cited.dedup();
    let cited: Vec<(AnchorNumber, Anchor)> =
        cited.into_iter().filter_map(|id| Some((id, Anchor::new(anchor(id))?))).collect();
    let grammar = source(source_name).grammar;
    // What is gone does not make a provision of what it stood in.
    let named: HashSet<AnchorNumber> = records
        .iter()
        .filter(|record| !record.is_gone)
        .chain(earlier)
        .map(|record| record.target_anchor)
        .collect();
    let units: HashSet<String> = cited
        .iter()
        .filter(|(id, _)| named.contains(id))
        .map(|(_, anchor)| grammar.unit(anchor).as_str().to_owned())
        .collect();
    // For each cited anchor, the provisions it lies in.
    let around: BTreeMap<AnchorNumber, Vec<&str>> =
        cited.iter().map(|(id, anchor)| (*id, provisions_around(anchor, &units))).collect();
    let around = |id: AnchorNumber| around.get(&id).map_or(&[][..], Vec::as_slice);
    let documents_of = |records: &[InboundRecord], counted_at: &dyn Fn(&InboundRecord) -> AnchorNumber| {
        let mut citing: BTreeMap<&str, Vec<InboundRecord>> = BTreeMap::new();
        for record in records {
            let counted = around(counted_at(record));
            for unit in around(record.target_anchor).iter().filter(|unit| !counted.contains(unit)) {
                let of_unit = citing.entry(unit).or_default();
                // The rows of a document follow one another.
                if of_unit.last().is_none_or(|last| last.citing != record.citing) {
                    of_unit.push(*record);
                }
            }
        }
        citing
    };
    let mut citing = documents_of(records, &|_| AnchorNumber::NONE);
    let earlier = documents_of(earlier, counted_at);
    for unit in earlier.keys() {
        citing.entry(unit).or_default();
    }
    let mut notes = PackedNotes::default();
    for (unit, documents) in citing {
        let note = note(unit, &documents, citers, &mut notes.groups);
        let earlier = earlier.get(unit).map_or(0, Vec::len) as u32;
        notes.notes.push(PackedNote { earlier, ..note });
    }
    notes
}

/// The provisions of a document that an anchor is or lies in.
fn provisions_around<'u>(anchor: &Anchor, units: &'u HashSet<String>) -> Vec<&'u str> {
    let text = anchor.as_str();
    let ends = text.char_indices().map(|(at, _)| at).skip(1).chain([text.len()]);
    let outer = ends.filter_map(|end| {
        let unit = units.get(&text[..end])?;
        Anchor::new(unit).is_some_and(|outer| anchor.is_within(&outer)).then_some(unit.as_str())
    });
    outer.collect()
}

/// The note of a provision. `documents` has one record of each document that cites it.
fn note(anchor: &str, documents: &[InboundRecord], citers: &[Citer], groups: &mut Vec<String>) -> PackedNote {
    let mut counts: BTreeMap<FlowGroup, u32> = BTreeMap::new();
    let mut decisions: Vec<(&InboundRecord, u32)> = Vec::new();
    for record in documents {
        let Some(citer) = citers.get(record.citing.index()) else { continue };
        *counts.entry(citer.group).or_default() += 1;
        if citer.group.is_case_law() {
            decisions.push((record, citer.day));
        }
    }
    let newest = decisions.iter().max_by_key(|(record, day)| (*day, std::cmp::Reverse(record.citing)));
    let newest = newest.filter(|(_, day)| *day > 0).map(|(record, _)| record.citing);
    // Of equally cited decisions the newer comes first.
    decisions.sort_by_key(|(record, day)| {
        (std::cmp::Reverse(record.inbound_count), std::cmp::Reverse(*day), record.citing)
    });
    let leading: Vec<DocumentNumber> =
        decisions.iter().take(LEADING).map(|(record, _)| record.citing).collect();
    let group_number = |group: FlowGroup| {
        let at = groups.iter().position(|name| name == group.name()).unwrap_or_else(|| {
            groups.push(group.name().to_owned());
            groups.len() - 1
        });
        u8::try_from(at).unwrap_or(u8::MAX)
    };
    let numbers = counts.keys().copied().map(group_number).collect::<Vec<_>>();
    PackedNote {
        anchor: anchor.to_owned(),
        documents: documents.len() as u32,
        by_group: numbers.into_iter().zip(counts.into_values()).collect(),
        newest: newest.filter(|newest| !leading.contains(newest)),
        leading,
        earlier: 0,
    }
}

#[cfg(test)]
mod tests {
    use lagrum_catalog::MeaningNumber;

    use super::*;

    fn record(citing: u32, target_anchor: u32, inbound_count: u32) -> InboundRecord {
        InboundRecord {
            citing: DocumentNumber(citing),
            target_anchor: AnchorNumber(target_anchor),
            anchor: AnchorNumber::NONE,
            page: -1,
            inbound_count,
            predicate: 1,
            source: 0,
            links: 1,
            meaning: MeaningNumber::NONE,
            is_gone: false,
        }
    }

    #[test]
    fn a_note_counts_documents_once_and_names_leading_and_newest_decisions() {
        let anchors = ["", "K1P1", "K1P1S2", "K1P10", "K1"];
        let citers = [
            Citer::new(FlowGroup::Rattsfall, Some("2001-02-03")),
            Citer::new(FlowGroup::Rattsfall, Some("2020-01-01")),
            Citer::new(FlowGroup::Rattsfall, Some("1999")),
            Citer::new(FlowGroup::Rattsfall, None),
            Citer::new(FlowGroup::Forarbeten, Some("2025-01-01")),
        ];
        let records = [
            record(0, 0, 9),
            record(0, 1, 9),
            record(0, 2, 9),
            record(1, 2, 1),
            record(2, 2, 5),
            record(3, 3, 0),
            record(4, 1, 70),
            record(4, 4, 70),
        ];
        let earlier = [record(0, 3, 9), record(4, 3, 70)];
        // One counts at another number of the same kapitel, the other in another act.
        let counted_at = |record: &InboundRecord| AnchorNumber(u32::from(record.citing.0 == 0));
        let earlier = EarlierRecords { records: &earlier, counted_at: &counted_at };
        let notes = notes(&records, earlier, "sfs", &citers, |id| anchors[id.index()]);
        let of = |anchor: &str| notes.notes.iter().find(|note| note.anchor == anchor).unwrap();
        let counts = |note: &PackedNote| -> Vec<(String, u32)> {
            note.by_group.iter().map(|(at, count)| (notes.groups[usize::from(*at)].clone(), *count)).collect()
        };
        assert_eq!(notes.notes.iter().map(|note| &*note.anchor).collect::<Vec<_>>(), ["K1", "K1P1", "K1P10"]);
        let first = of("K1P1");
        assert_eq!(
            (first.documents, &*first.leading, first.newest),
            (4, &[0, 2].map(DocumentNumber)[..], Some(DocumentNumber(1)))
        );
        assert_eq!(counts(first), [("Förarbeten".to_owned(), 1), ("Rättsfall".to_owned(), 3)]);
        let whole = of("K1");
        assert_eq!((whole.documents, whole.newest), (5, Some(DocumentNumber(1))));
        // A decision without a date is never the newest.
        assert_eq!((of("K1P10").documents, of("K1P10").newest), (1, None));
        assert_eq!((of("K1P10").earlier, of("K1").earlier, of("K1P1").earlier), (2, 1, 0));
    }

    #[test]
    fn days_are_in_the_order_of_dates() {
        let days = [None, Some("x"), Some("1999"), Some("1999-03"), Some("1999-03-01"), Some("2000-01-01")];
        let days = days.map(|date| Citer::new(FlowGroup::Rattsfall, date).day);
        assert!(days.is_sorted() && days[1] == 0 && days[2] > 0, "{days:?}");
    }
}
