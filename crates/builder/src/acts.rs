//! What is recorded of acts over time, and of their archived lydelser.

use lagrum_artifact::{ActFamily, Artifact, Base, DocumentUri, LydelseId};
use lagrum_catalog::{ActRecord, RegisterEntry};
use lagrum_corpus::{ReaderPool, StoredId};
use lagrum_render::amendments;

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
    let named = newer.into_iter().filter(|(_, id)| names_as_source(&text, id));
    named.map(|(entry, _)| entry.uri.clone()).collect()
}

/// Whether a text names an amendment as the source of a provision: `Lag (2019:805).` A reference to the act in a sentence
/// (`i lagen (2019:805)`) does not.
fn names_as_source(text: &str, id: &LydelseId) -> bool {
    ["Lag", "Förordning", "Kungörelse"].iter().any(|act| text.contains(&format!("{act} ({id}).")))
}

/// The days from which parts of an archived lydelse apply. None when it cannot be read; `check` names it.
pub(crate) fn node_dates(stored: StoredId, pool: &ReaderPool) -> Option<Vec<String>> {
    let bytes = pool.artifact(stored).ok()??;
    Some(Artifact::parse(&bytes).ok()?.node_dates())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_amendment_that_the_text_names_as_a_source() {
        let id = ActFamily::Statute.parse_id("2006:1").unwrap();
        for (text, expected) in [
            ("1 § Får ska märkas. Lag (2006:1).", true),
            ("1 § Får ska märkas. Förordning (2006:1). 2 § Bin", true),
            ("Äldre bestämmelser i lagen (2006:1).", false),
            ("Lag (2006:1) om bin gäller.", false),
            ("1 § Får ska märkas. Lag (2006:10).", false),
        ] {
            assert_eq!(names_as_source(text, &id), expected, "{text}");
        }
    }
}
