//! What is recorded of acts over time, and of their archived lydelser.

use std::collections::HashSet;

use lagrum_artifact::{
    ActFamily, Artifact, Base, DocumentUri, LydelseId, ProvisionNumber, RegisterPlace, RegisteredChange,
    change_notes, read_register_words,
};
use lagrum_catalog::{ActRecord, ChangingAct, PackedParts, PlaceHistory, RegisterEntry};
use lagrum_corpus::{ReaderPool, StoredId};
use lagrum_render::{Amendment, amendments};
use serde::{Deserialize, Serialize};

/// The record of an act; None for a document of neither family of acts.
pub(crate) fn record(uri: &str, artifact: &Artifact, base: &Base) -> Option<ActRecord> {
    let family = ActFamily::of(&DocumentUri::new(uri)?, base)?;
    let register = amendments(artifact).filter_map(|amendment| {
        Some(RegisterEntry {
            uri: amendment.uri()?.to_owned(),
            identifier: amendment.name().map(str::to_owned),
            andrar: amendment.omfattning().map(str::to_owned),
            ikraft: amendment.ikraft().map(str::to_owned),
            anchors: amendment.changed_anchors().map(str::to_owned).collect(),
        })
    });
    let register: Vec<RegisterEntry> = register.collect();
    let own_id = family.own_id(artifact);
    Some(ActRecord {
        consolidated: family == ActFamily::Statute || artifact.str(&["consolidation"]).is_some(),
        node_dates: artifact.node_dates(),
        named_amendments: named_amendments(artifact, family, own_id.as_ref(), &register, base),
        own_id: own_id.map(|id| id.to_string()),
        register,
    })
}

/// What is known of the provisions of a Swedish act beside its anchors, and what its register says.
pub(crate) fn place_history(artifact: &Artifact, base: &Base) -> (PlaceHistory, Vec<ChangingAct>) {
    let notes = artifact.place_notes();
    let family = ActFamily::Statute;
    let own_id = family.own_id(artifact);
    let is_worked_in = |amendment: &Amendment<'_>| {
        let id = amendment.uri().and_then(|uri| family.parse_id(base.strip(uri)?));
        own_id.is_some() && id.is_some_and(|id| Some(id) <= own_id)
    };
    let node_dates = artifact.node_dates();
    let worked_in = amendments(artifact).filter(is_worked_in).filter_map(Amendment::ikraft);
    let text_from = worked_in.filter(|day| !node_dates.iter().any(|date| date == day)).max();
    let act = |amendment: Amendment<'_>| {
        Some(ChangingAct {
            uri: amendment.uri()?.to_owned(),
            ikraft: amendment.ikraft().map(str::to_owned),
            changes: changes(amendment, notes.by_kapitel),
        })
    };
    let acts: Vec<ChangingAct> = amendments(artifact).filter_map(act).collect();
    let newest_change = acts.iter().filter_map(|act| act.ikraft.clone()).max();
    (PlaceHistory { notes, text_from: text_from.map(str::to_owned), newest_change }, acts)
}

/// The provisions that an entry of a register changed: those of its words, and those of its lists that its words do not name.
fn changes(amendment: Amendment<'_>, by_kapitel: bool) -> Vec<RegisteredChange> {
    let mut changes = read_register_words(amendment.omfattning().unwrap_or_default()).changes;
    let of_words = changes.len();
    for (change, anchor) in amendment.anchors_by_change() {
        let Some(number) = ProvisionNumber::parse(anchor) else { continue };
        let Some(place) = RegisterPlace::at(&number) else { continue };
        // The lists name the kapitel of every paragraf.
        let is_named = number.paragraf.is_none() && of_words > 0
            || changes[..of_words].iter().any(|named| named.place.covers(&number, by_kapitel));
        if !is_named {
            changes.push(RegisteredChange { change, place, in_amendment: false });
        }
    }
    changes
}

/// The amendments newer than the id of a text that the text names as the source of a provision.
fn named_amendments(
    artifact: &Artifact,
    family: ActFamily,
    own_id: Option<&LydelseId>,
    register: &[RegisterEntry],
    base: &Base,
) -> Vec<String> {
    let Some(own_id) = own_id else { return Vec::new() };
    let number = |entry: &RegisterEntry| family.parse_id(base.strip(&entry.uri)?);
    let newer = register.iter().filter_map(|entry| Some((entry, number(entry).filter(|id| id > own_id)?)));
    let newer: Vec<_> = newer.collect();
    if newer.is_empty() {
        return Vec::new();
    }
    let text = artifact.presented().plain_text();
    let notes: HashSet<LydelseId> = change_notes(&text).filter_map(|note| family.parse_id(note)).collect();
    let named = newer.into_iter().filter(|(_, id)| notes.contains(id));
    named.map(|(entry, _)| entry.uri.clone()).collect()
}

/// What an archived lydelse gives.
#[derive(Default, Serialize, Deserialize)]
pub(crate) struct LydelseFacts {
    /// The days from which parts of it apply.
    pub(crate) node_dates: Vec<String>,
    /// Its anchors.
    pub(crate) parts: PackedParts,
}

/// What an archived lydelse gives. None when it cannot be read; `check` names it.
pub(crate) fn lydelse_facts(stored: StoredId, pool: &ReaderPool) -> Option<LydelseFacts> {
    let bytes = pool.artifact(stored).ok()??;
    let artifact = Artifact::parse(&bytes).ok()?;
    let parts = PackedParts::pack(artifact.presented().anchored_parts_up_to(0)).ok()?.without_texts();
    Some(LydelseFacts { node_dates: artifact.node_dates(), parts })
}
