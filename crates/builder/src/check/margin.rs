//! Checks the margin notes of documents against their inbound lists, and that comments on their provisions can be read.

use std::collections::HashMap;

use lagrum_catalog::inbound::InboundRecord;
use lagrum_catalog::{AnchorNumber, MeaningNumber, NumberedPlace};
use lagrum_snapshot::Snapshot;
use lagrum_sources::{FlowGroup, flow_group};

use super::findings::{Findings, read};
use crate::error::BuildError;
use crate::margin::{Citer, EarlierRecords, notes};

/// Checks that the notes of every document follow from its inbound list.
pub(super) fn check(snapshot: &Snapshot, findings: &mut Findings) -> Result<(), BuildError> {
    let mut citers = Vec::new();
    for document in snapshot.catalog().all_documents() {
        let document = document?;
        let group = FlowGroup::named(&document.flow_group)
            .unwrap_or_else(|| flow_group(&document.source, document.kind.as_deref().unwrap_or_default()));
        // Numbers that are missing were reported with the documents.
        citers.resize(citers.len().max(document.id.index()), Citer::new(FlowGroup::Ovrigt, None));
        citers.push(Citer::new(group, document.date.as_deref()));
    }
    let meanings = read(snapshot, |catalog| catalog.numbered_meanings())?;
    let counted: HashMap<MeaningNumber, NumberedPlace> =
        meanings.into_iter().filter_map(|(number, meaning)| Some((number, meaning.counts_at()?))).collect();
    let mut checked = 0;
    for document in snapshot.catalog().all_documents() {
        let document = document?;
        // A list that cannot be read was reported with the links.
        let Ok((records, anchors)) = read(snapshot, |catalog| catalog.inbound_records(&document.uri)) else {
            continue;
        };
        let Ok((earlier, more)) = read(snapshot, |catalog| catalog.earlier_records(&document.uri)) else {
            continue;
        };
        let anchors: HashMap<AnchorNumber, String> = anchors.into_iter().chain(more).collect();
        let anchor = |id: AnchorNumber| anchors.get(&id).map_or("", String::as_str);
        let counted_at = |record: &InboundRecord| {
            let place = counted.get(&record.meaning).filter(|place| place.document == document.id);
            place.map_or(AnchorNumber::NONE, |place| place.anchor)
        };
        let earlier = EarlierRecords { records: &earlier, counted_at: &counted_at };
        let expected = notes(&records, earlier, &document.source, &citers, anchor);
        let stored = read(snapshot, |catalog| catalog.packed_notes(&document.uri));
        if let Err(error) = read(snapshot, |catalog| catalog.section_comments(&document.uri)) {
            findings.problem(format!("{}: what comments on it cannot be read: {error}", document.uri));
        }
        checked += expected.notes.len() as u64;
        if !stored.is_ok_and(|stored| stored == expected) {
            findings.problem(format!("{}: its margin notes are not those of its inbound list", document.uri));
        }
    }
    findings.checked("margin notes", checked);
    Ok(())
}
