//! What acts changed in an act, and the days of the present text of its provisions: from the histories of the provisions.

use std::collections::{BTreeSet, HashMap};

use lagrum_artifact::{Anchor, Artifact, Step};
use lagrum_render::akn::{AknModification, AknPeriod};

use crate::history::PastOfAct;
use crate::provision_table::entry_on;
use crate::{AnswerError, HistoryBasis, HistoryChange, ProvisionHistory, RegisteredAct};

/// What the histories of the provisions of a text say.
#[derive(Debug, Default)]
pub(super) struct TextHistory {
    /// By anchor, the days of the text of each provision.
    pub(super) periods: HashMap<String, AknPeriod>,
    /// What each act changed, by act in the order of the register.
    pub(super) modifications: Vec<AknModification>,
}

/// Reads the histories of the provisions of a text as it is on a day.
pub(super) fn text_history(
    past: &PastOfAct<'_>,
    artifact: &Artifact,
    day: &str,
) -> Result<TextHistory, AnswerError> {
    let mut found = TextHistory::default();
    let mut of_provisions: HashMap<String, Vec<AknModification>> = HashMap::new();
    for anchor in provisions(past, artifact) {
        if lagrum_cancel::is_cancelled() {
            return Err(AnswerError::Cancelled);
        }
        let Some(history) = past.history(&anchor)? else { continue };
        for change in changes(&history, &anchor) {
            of_provisions.entry(change.act.0.clone()).or_default().push(change);
        }
        if let Some(entry) = entry_on(history, day) {
            let is_known = entry.basis == HistoryBasis::Dated;
            let period = AknPeriod {
                from: entry.from.filter(|_| is_known),
                until: entry.until,
                basis: (!is_known).then(|| entry.basis.name()),
            };
            found.periods.insert(anchor.to_string(), period);
        }
    }
    for act in past.registered() {
        let name = act.identifier.clone().unwrap_or_else(|| act.uri.clone());
        let mut of_act = of_provisions.remove(&act.uri).unwrap_or_default();
        if of_act.is_empty() {
            of_act.push(AknModification {
                act: (act.uri.clone(), name),
                kind: kind_of_words(act.scope.as_deref().unwrap_or_default()),
                anchor: None,
                scope: None,
                day: act.in_force.clone(),
            });
        }
        // The words of the register are about all that the act changed.
        of_act[0].scope = act.scope;
        found.modifications.append(&mut of_act);
    }
    Ok(found)
}

/// The provisions of a text that have histories, in its order.
fn provisions(past: &PastOfAct<'_>, artifact: &Artifact) -> Vec<Anchor> {
    let (mut seen, mut found) = (BTreeSet::new(), Vec::new());
    artifact.presented().walk(&mut |step| {
        let Step::Enter(node) = step else { return };
        let Some(anchor) = node.id().and_then(Anchor::new) else { return };
        if past.is_whole_provision(&anchor) && seen.insert(anchor.clone()) {
            found.push(anchor);
        }
    });
    found
}

/// What each act that names a provision did to it.
fn changes(history: &ProvisionHistory, anchor: &Anchor) -> Vec<AknModification> {
    let did = |uri: &str| {
        let entry = history.entries.iter().find(|entry| entry.acts.iter().any(|act| act.uri == uri))?;
        Some(match entry.change? {
            HistoryChange::Inserted | HistoryChange::Restored => "insertion",
            HistoryChange::Renumbered => "renumbering",
            HistoryChange::Repealed => "repeal",
            HistoryChange::Amended | HistoryChange::Coming => "substitution",
        })
    };
    let change = |act: &RegisteredAct| AknModification {
        act: (act.uri.clone(), act.identifier.clone().unwrap_or_else(|| act.uri.clone())),
        kind: did(&act.uri).unwrap_or("substitution"),
        anchor: Some(anchor.to_string()),
        scope: None,
        day: act.in_force.clone().filter(|day| lagrum_artifact::is_date(day)),
    };
    history.amendments.iter().map(change).collect()
}

/// What an act did by the words of the register, where no provision is known.
fn kind_of_words(words: &str) -> &'static str {
    let first = words.trim_start().to_lowercase();
    if first.starts_with("upph") {
        "repeal"
    } else if first.starts_with("ny") {
        "insertion"
    } else {
        "substitution"
    }
}
