//! What acts changed in an act, and the days of the present text of its provisions: from the histories of the provisions.

use std::collections::{BTreeSet, HashMap};

use jiff::civil::Date;
use lagrum_artifact::{Anchor, Artifact, RegisterChange, Step};
use lagrum_chronicle::Certainty;
use lagrum_render::akn::{AknModification, AknPeriod};

use crate::history::{ChangeInBrief, PastOfAct, TextInBrief};
use crate::{AnswerError, HistoryBasis, HistoryChange};

/// What the histories of the provisions of a text say.
#[derive(Debug, Default)]
pub(super) struct TextHistory {
    /// By anchor, the days of the text of each provision.
    pub(super) periods: HashMap<String, AknPeriod>,
    /// What each act changed, by act in the order of the register.
    pub(super) modifications: Vec<AknModification>,
}

/// Reads the histories of the provisions of a text as it is on a day. `is_later` says that the day is after the last one for which the
/// act is known.
pub(super) fn text_history(
    past: &PastOfAct<'_>,
    artifact: &Artifact,
    day: Date,
    is_later: bool,
) -> Result<TextHistory, AnswerError> {
    let mut found = TextHistory::default();
    // What each act did to which provisions, by its place.
    let mut of_provisions: HashMap<&str, Vec<(Anchor, &'static str)>> = HashMap::new();
    for anchor in provisions(past, artifact) {
        if lagrum_cancel::is_cancelled() {
            return Err(AnswerError::Cancelled);
        }
        let Some(provision) = past.in_brief(&anchor, day)? else { continue };
        for ChangeInBrief { act, change } in provision.changes {
            let kind = kind_of(change).unwrap_or_else(|| kind_of_all(past.done_to(act, &anchor)));
            of_provisions.entry(past.uri_of(act)).or_default().push((anchor.clone(), kind));
        }
        if let Some(TextInBrief { from, until, basis, may_be_older }) = provision.text {
            let is_known = basis == HistoryBasis::Dated && !may_be_older;
            let period = AknPeriod {
                from: from.filter(|_| is_known).map(|from| from.to_string()),
                basis: match is_known {
                    true if is_later && until.is_none() => Some(Certainty::AsKnown.name()),
                    true => None,
                    false if may_be_older => Some(HistoryBasis::Undated.name()),
                    false => Some(basis.name()),
                },
                until: until.map(|until| until.to_string()),
            };
            found.periods.insert(anchor.to_string(), period);
        }
    }
    for act in past.registered() {
        let name = act.identifier.unwrap_or_else(|| act.uri.clone());
        // The words of the register are about all that the act changed.
        let changes = past.changes_of(&act.uri).iter().map(|named| named.change);
        let (kind, mut scope) = (kind_of_all(changes), act.scope);
        let of_act = of_provisions.remove(act.uri.as_str()).unwrap_or_default();
        let whole = of_act.is_empty().then_some((None, kind));
        let parts = of_act.into_iter().map(|(anchor, kind)| (Some(anchor.to_string()), kind));
        found.modifications.extend(parts.chain(whole).map(|(anchor, kind)| AknModification {
            act: (act.uri.clone(), name.clone()),
            kind,
            anchor,
            scope: scope.take(),
            day: act.in_force.clone(),
        }));
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

/// What an act did to a provision by its texts; None where they do not show it, or do not yet.
fn kind_of(change: Option<HistoryChange>) -> Option<&'static str> {
    Some(match change? {
        HistoryChange::Inserted | HistoryChange::Restored => "insertion",
        HistoryChange::Renumbered => "renumbering",
        HistoryChange::Repealed => "repeal",
        HistoryChange::Amended => SUBSTITUTION,
        HistoryChange::Coming => return None,
    })
}

/// What the changes that a register names are together, in Akoma Ntoso: a substitution where they differ, or none could be read.
pub(super) fn kind_of_all(changes: impl IntoIterator<Item = RegisterChange>) -> &'static str {
    let mut kinds = changes.into_iter().map(kind_of_change);
    let first = kinds.next().unwrap_or(SUBSTITUTION);
    if kinds.all(|kind| kind == first) { first } else { SUBSTITUTION }
}

/// What a change that the register names is in Akoma Ntoso.
pub(super) fn kind_of_change(change: RegisterChange) -> &'static str {
    match change {
        RegisterChange::New => "insertion",
        RegisterChange::Repealed => "repeal",
        RegisterChange::RenumberedFrom | RegisterChange::RenumberedTo => "renumbering",
        RegisterChange::Amended | RegisterChange::Heading | RegisterChange::EntryIntoForce => SUBSTITUTION,
    }
}

const SUBSTITUTION: &str = "substitution";

#[cfg(test)]
mod tests {
    use lagrum_artifact::read_register_words;

    use super::kind_of_all;

    #[test]
    fn the_kind_of_an_amendment_by_the_words_of_the_register() {
        for (words, expected) in [
            ("upph. 3 §", "repeal"),
            ("upph. 3, 4 §§", "repeal"),
            ("ny 3 a §", "insertion"),
            ("nuvarande 7 § betecknas 9 §", "renumbering"),
            ("ändr. 3 §", "substitution"),
            ("upph. 4 §; ändr. 5 §", "substitution"),
            ("ny 3 §; ändr. 1 §", "substitution"),
            ("omtryck", "substitution"),
            ("", "substitution"),
        ] {
            let changes = read_register_words(words).changes;
            assert_eq!(kind_of_all(changes.iter().map(|named| named.change)), expected, "{words}");
        }
    }
}
