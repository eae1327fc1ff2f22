//! Derives the records of acts over time and of their archived lydelser.

use std::borrow::Cow;

use lagrum_artifact::{
    ActFamily, Artifact, Base, DocumentUri, LydelseId, ProvisionNumber, RegisterChange, RegisterPlace,
    RegisteredChange, read_register_words,
};
use lagrum_catalog::{
    ActRecord, ChangingAct, NamedAmendments, PackedExcerpts, PackedParts, PlaceHistory, ProvisionText,
    RegisterEntry,
};
use lagrum_corpus::{LydelseEntry, ReaderPool};
use lagrum_render::{Amendment, amendments};
use lagrum_sources::{Description, amended_celex, source, time_limit};
use serde::{Deserialize, Serialize};

use crate::application::{StatedApplication, stated_applications};
use crate::in_force::in_force_day;
use crate::packed_excerpts::packed_excerpts;
use crate::provision_texts::provision_texts;
use crate::register_text::push_texts;
use crate::signatures::Signatures;

/// The record of an act; None for a document of neither family of acts.
pub(crate) fn record(uri: &str, artifact: &Artifact, base: &Base) -> Option<ActRecord> {
    let family = ActFamily::of(&DocumentUri::new(uri)?, base)?;
    let register = amendments(artifact).filter_map(|amendment| {
        Some(RegisterEntry {
            uri: amendment.uri()?.to_owned(),
            identifier: amendment.name().map(Cow::into_owned),
            andrar: amendment.omfattning().map(str::to_owned),
            ikraft: in_force_day(amendment),
            anchors: amendment.changed_anchors().map(str::to_owned).collect(),
            beslutad: amendment.beslutad().map(str::to_owned),
            forarbeten: amendment.forarbeten().map(str::to_owned).collect(),
        })
    });
    let register: Vec<RegisterEntry> = register.collect();
    let own_id = family.own_id(artifact);
    let signatures = signatures(artifact, family, own_id.as_ref());
    Some(ActRecord {
        consolidated: family == ActFamily::Statute || artifact.str(&["consolidation"]).is_some(),
        node_dates: artifact.node_dates(),
        named: named(&signatures, |uri| register.iter().any(|entry| entry.uri == uri), base),
        own_id: own_id.map(|id| id.to_string()),
        time_limit: time_limit(artifact).map(|day| day.to_string()),
        register,
    })
}

/// The amendments that a text names and that are newer than its own lydelse id.
fn signatures(artifact: &Artifact, family: ActFamily, own_id: Option<&LydelseId>) -> Signatures {
    let Some(own_id) = own_id.filter(|_| family == ActFamily::Statute) else { return Signatures::default() };
    let mut text = artifact.presented().plain_text();
    // Transitional provisions stand in the register, and name the amendments that changed them too.
    for content in amendments(artifact).filter_map(Amendment::content) {
        push_texts(content, &mut text, 0);
    }
    Signatures::find(&text, own_id)
}

/// The history of the provisions of a Swedish act, and the changes in its register. `record` is the record of the act.
pub(crate) fn place_history(
    artifact: &Artifact,
    record: Option<&ActRecord>,
    base: &Base,
) -> (PlaceHistory, Vec<ChangingAct>) {
    let notes = artifact.place_notes();
    let family = ActFamily::Statute;
    let own_id = family.own_id(artifact);
    let is_worked_in = |entry: &&RegisterEntry| {
        let id = base.strip(&entry.uri).and_then(|number| family.parse_id(number));
        let is_named = || record.is_some_and(|record| record.named.worked_in.contains(&entry.uri));
        own_id.is_some() && id.is_some_and(|id| Some(id) <= own_id || is_named())
    };
    let register = record.map(|record| record.register.as_slice()).unwrap_or_default();
    let days = register.iter().filter(is_worked_in).filter_map(|entry| entry.ikraft.clone());
    let is_beside = |day: &String| record.is_some_and(|record| record.node_dates.contains(day));
    let mut worked_in: Vec<String> = days.filter(|day| !is_beside(day)).collect();
    worked_in.sort();
    worked_in.dedup();
    let act = |amendment: Amendment<'_>| {
        Some(ChangingAct {
            uri: amendment.uri()?.to_owned(),
            ikraft: in_force_day(amendment),
            changes: changes(amendment, notes.by_kapitel),
        })
    };
    let acts: Vec<ChangingAct> = amendments(artifact).filter_map(act).collect();
    let newest_change = acts.iter().filter_map(|act| act.ikraft.clone()).max();
    let begins =
        [&["metadata", "properties", "rpubl:ikrafttradandedatum"][..], &["metadata", "ikrafttradandedatum"]];
    let begins = begins.iter().find_map(|field| artifact.str(field)).map(str::to_owned);
    (PlaceHistory { notes, text_from: None, worked_in, newest_change, begins }, acts)
}

/// The history, as JSON, that a build of a day (`YYYY-MM-DD`) writes to the catalog. `history` is a derived
/// [`place_history`]. An act worked in with a later day does not count for `text_from`.
pub(crate) fn history_on(history: &str, day: &str) -> Result<String, serde_json::Error> {
    let derived: PlaceHistory = serde_json::from_str(history)?;
    let (begun, worked_in): (Vec<String>, Vec<String>) =
        derived.worked_in.into_iter().partition(|worked_in| worked_in.as_str() <= day);
    serde_json::to_string(&PlaceHistory { text_from: begun.into_iter().max(), worked_in, ..derived })
}

/// The provisions that an entry of a register changed: the provisions that its words name, then further ones from its
/// lists. Words about the heading before a provision do not speak against a list that says that it was inserted or repealed
/// (`nya 6 a, 6 b, rubr. närmast före 6 b §`).
fn changes(amendment: Amendment<'_>, by_kapitel: bool) -> Vec<RegisteredChange> {
    let mut changes = read_register_words(amendment.omfattning().unwrap_or_default()).changes;
    let of_words = changes.len();
    for (change, anchor) in amendment.anchors_by_change() {
        let Some(number) = ProvisionNumber::parse(anchor) else { continue };
        let Some(place) = RegisterPlace::at(&number) else { continue };
        // The lists name the kapitel of every paragraf.
        let says_it = |named: &RegisteredChange| {
            let is_beside = named.change == RegisterChange::Heading
                && matches!(change, RegisterChange::New | RegisterChange::Repealed);
            !is_beside && named.place.covers(&number, by_kapitel)
        };
        let is_named = number.paragraf.is_none() && of_words > 0 || changes[..of_words].iter().any(says_it);
        if !is_named {
            changes.push(RegisteredChange { change, place, in_amendment: false });
        }
    }
    changes
}

/// The amendments that a text names: the uris of those in the register of the act, and whether the register lacks the
/// source of a provision.
pub(crate) fn named(
    signatures: &Signatures,
    is_registered: impl Fn(&str) -> bool,
    base: &Base,
) -> NamedAmendments {
    let uri = |number: &str| format!("{base}/{number}");
    let mut worked_in: Vec<String> = signatures.all().map(uri).filter(|uri| is_registered(uri)).collect();
    worked_in.sort();
    worked_in.dedup();
    let unregistered = signatures.sources.iter().any(|number| !is_registered(&uri(number)));
    NamedAmendments { worked_in, unregistered }
}

/// The uris of the acts that a document amends by its title. Only titles of EU acts state this; statutes have a
/// register.
pub(crate) fn amends(source_name: &str, description: &Description, uri: &str, base: &Base) -> Vec<String> {
    let kind = description.kind.as_deref().unwrap_or_default();
    let family = DocumentUri::new(uri).and_then(|uri| ActFamily::of(&uri, base));
    if family != Some(ActFamily::EuAct) || !source(source_name).is_act(kind) {
        return Vec::new();
    }
    let amended = amended_celex(&description.title).into_iter().map(|celex| format!("{base}/celex/{celex}"));
    amended.filter(|amended| amended != uri).collect()
}

/// The derivation of an archived lydelse.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct LydelseFacts {
    /// The days from which parts of it apply.
    pub(crate) node_dates: Vec<String>,
    /// The amendments that it names and that are newer than its id.
    pub(crate) signatures: Signatures,
    /// Its anchors.
    pub(crate) parts: PackedParts,
    /// The texts of its provisions.
    pub(crate) provision_texts: Vec<ProvisionText>,
    /// The excerpts of a long one.
    pub(crate) excerpts: PackedExcerpts,
    /// The days that the text of an EU act states.
    pub(crate) applications: Vec<StatedApplication>,
}

/// Derives the facts of an archived lydelse. None when it cannot be read; `check` reports it.
pub(crate) fn read_lydelse(entry: &LydelseEntry, pool: &ReaderPool, base: &Base) -> Option<LydelseFacts> {
    let bytes = pool.artifact(entry.stored).ok()??;
    let artifact = Artifact::parse(&bytes).ok()?;
    let parts = PackedParts::pack(artifact.presented().anchored_parts_up_to(0)).ok()?.without_texts();
    let family = DocumentUri::new(&entry.document).and_then(|uri| ActFamily::of(&uri, base));
    Some(LydelseFacts {
        provision_texts: family.map(|family| provision_texts(&artifact, family)).unwrap_or_default(),
        node_dates: artifact.node_dates(),
        signatures: lydelse_signatures(&artifact, &entry.document, &entry.version, base),
        applications: if family == Some(ActFamily::EuAct) {
            stated_applications(&artifact)
        } else {
            Vec::new()
        },
        excerpts: packed_excerpts(&artifact, bytes.len()).ok()?,
        parts,
    })
}

/// The amendments that an archived lydelse names and that are newer than its id.
pub(crate) fn lydelse_signatures(
    artifact: &Artifact,
    document: &str,
    version: &str,
    base: &Base,
) -> Signatures {
    let family = DocumentUri::new(document).and_then(|uri| ActFamily::of(&uri, base));
    let signatures = family.map(|family| signatures(artifact, family, family.parse_id(version).as_ref()));
    signatures.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_is_that_of_the_newest_amendment_until_the_build() {
        let history = PlaceHistory {
            worked_in: ["2010-01-01", "2025-12-01", "2028-05-01"].map(str::to_owned).into(),
            ..PlaceHistory::default()
        };
        let derived = serde_json::to_string(&history).unwrap();
        for (day, from, ahead) in [
            ("2009-12-31", None, 3),
            ("2025-11-30", Some("2010-01-01"), 2),
            ("2026-11-26", Some("2025-12-01"), 1),
            ("2028-05-01", Some("2028-05-01"), 0),
        ] {
            let written: PlaceHistory = serde_json::from_str(&history_on(&derived, day).unwrap()).unwrap();
            assert_eq!((written.text_from.as_deref(), written.worked_in.len()), (from, ahead), "{day}");
        }
    }

    #[test]
    fn what_a_text_names_is_worked_in_where_the_register_has_it() {
        let base = Base::parse("https://lag.example").unwrap();
        let registered =
            |uri: &str| uri == "https://lag.example/2006:1" || uri == "https://lag.example/2007:2";
        for (sources, repeals, worked_in, unregistered) in [
            (
                &["2006:1"][..],
                &["2007:2"][..],
                &["https://lag.example/2006:1", "https://lag.example/2007:2"][..],
                false,
            ),
            (&["2006:1", "2009:9"], &["2006:1"], &["https://lag.example/2006:1"], true),
            // The act that repeals a provision may be the one that repeals the whole act.
            (&[], &["2009:9"], &[], false),
        ] {
            let texts = |list: &[&str]| list.iter().map(ToString::to_string).collect();
            let signatures = Signatures { sources: texts(sources), repeals: texts(repeals) };
            let named = named(&signatures, registered, &base);
            assert_eq!(named, NamedAmendments { worked_in: texts(worked_in), unregistered });
        }
    }
}
