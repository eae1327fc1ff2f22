//! Which acts an act changed or repealed: a regulation says it in its record, an EU act in its record and title, and of a statute the
//! registers of the other acts say it.

use lagrum_artifact::{Artifact, Location, ProvisionNumber, read_register_words};
use lagrum_catalog::{CatalogDocument, CatalogProblem, CatalogReader, RegisterEntry, RegisterEntryKind};
use lagrum_render::akn::AknModification;
use lagrum_snapshot::Snapshot;

use super::modifications::{kind_of_all, kind_of_change};
use crate::AnswerError;
use crate::as_of::{registered_days, repeal_day};
use crate::lookup::query_catalog;

/// An act that another changed or repealed.
pub(super) struct ChangedAct {
    /// Its uri.
    pub(super) uri: String,
    /// Whether it was repealed as a whole.
    pub(super) is_repealed: bool,
    /// What it is called; None where only its uri is known.
    label: Option<String>,
    /// What was changed, in the words of its register.
    scope: Option<String>,
    /// The anchors of the provisions that are known to be changed.
    anchors: Vec<String>,
    /// The day on which the change entered into force (`YYYY-MM-DD`).
    day: Option<String>,
}

impl ChangedAct {
    /// An act of which nothing is known but that it was changed or repealed.
    fn stated(uri: &str, is_repealed: bool) -> Self {
        let (root, anchor) = Location::split(uri);
        Self {
            uri: root.to_owned(),
            is_repealed,
            label: None,
            scope: None,
            anchors: anchor.map(str::to_owned).into_iter().collect(),
            day: None,
        }
    }

    /// What was done to the act and each of its provisions that is known. The words of the register stand on the first.
    pub(super) fn modifications(self) -> Vec<AknModification> {
        let words = self.scope.as_deref().unwrap_or_default();
        let changes = read_register_words(words).changes;
        let whole =
            if self.is_repealed { "repeal" } else { kind_of_all(changes.iter().map(|named| named.change)) };
        let kind_of = |anchor: &str| {
            let number = ProvisionNumber::parse(anchor)?;
            // An act may number its paragrafer through all kapitel, and its register may name the kapitel all the same.
            let named = |by_kapitel| changes.iter().find(|named| named.place.covers(&number, by_kapitel));
            named(true).or_else(|| named(false)).map(|named| kind_of_change(named.change))
        };
        let act = (self.uri.clone(), self.label.clone().unwrap_or_else(|| self.uri.clone()));
        let one = |anchor: Option<String>, scope: Option<String>| AknModification {
            act: act.clone(),
            kind: anchor.as_deref().and_then(kind_of).unwrap_or(whole),
            anchor,
            scope,
            day: self.day.clone(),
        };
        if self.anchors.is_empty() {
            return vec![one(None, self.scope.clone())];
        }
        let mut scope = self.scope.clone();
        self.anchors.iter().map(|anchor| one(Some(anchor.clone()), scope.take())).collect()
    }
}

/// The acts that an act changed or repealed: those that its record states in its order, then the others in the order of their uris.
pub(super) fn changed_acts(
    snapshot: &Snapshot,
    document: &CatalogDocument,
    artifact: Option<&Artifact>,
) -> Result<Vec<ChangedAct>, AnswerError> {
    let own = [("andrar", false), ("upphaver", true)].into_iter().flat_map(|(field, is_repealed)| {
        stated(artifact, field).into_iter().map(move |uri| ChangedAct::stated(&uri, is_repealed))
    });
    let mut found: Vec<ChangedAct> = own.collect();
    query_catalog(snapshot, |catalog| {
        for changed in catalog.acts_amended_by(&document.uri)? {
            let entries = by_register(catalog, snapshot, &document.uri, &changed)?;
            if entries.is_empty() {
                // It has no register, and the title of the other act names it.
                found.push(ChangedAct::stated(&changed, false));
            }
            found.extend(entries);
        }
        Ok(())
    })?;
    Ok(found)
}

/// The uris that a field of the metadata of a regulation lists.
pub(super) fn stated(artifact: Option<&Artifact>, field: &str) -> Vec<String> {
    artifact
        .map(|artifact| artifact.strs(&["metadata", field]).map(str::to_owned).collect())
        .unwrap_or_default()
}

/// What the register of an act says that another did to it.
fn by_register(
    catalog: &CatalogReader<'_>,
    snapshot: &Snapshot,
    amending: &str,
    changed: &str,
) -> Result<Vec<ChangedAct>, CatalogProblem> {
    let register = catalog.act(changed)?.unwrap_or_default().register;
    let document = catalog.document(changed)?.unwrap_or_default();
    let act = |entry: &RegisterEntry, is_repealed, day| ChangedAct {
        uri: changed.to_owned(),
        is_repealed,
        label: document.label.clone(),
        scope: entry.andrar.clone(),
        anchors: entry.anchors.clone(),
        day,
    };
    let amendments = registered_days(&register, changed, &snapshot.manifest().base);
    let amendments = amendments.into_iter().filter(|(entry, _)| entry.uri == amending);
    let amendments = amendments.map(|(entry, day)| act(entry, false, day.map(|day| day.to_string())));
    let is_end = |entry: &&RegisterEntry| entry.uri == amending && entry.kind() == RegisterEntryKind::Repeal;
    let ends = register.iter().filter(is_end);
    let ends = ends.map(|entry| act(entry, true, repeal_day(&document).or_else(|| entry.ikraft.clone())));
    Ok(amendments.chain(ends).collect())
}
