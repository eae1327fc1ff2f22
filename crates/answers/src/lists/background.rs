//! What the register says of events of any act: what changes, in plain words, and why. Pages of all events show it without texts.

use lagrum_artifact::Anchor;
use lagrum_catalog::ActRecord;
use lagrum_snapshot::Snapshot;

use super::answer::ListedReason;
use super::scope_words::scope_words;
use super::why::Reasons;
use crate::lookup::query_catalog;
use crate::{AnswerError, ComingChange, ComingChangeKind};

/// The most events of an answer that are told with their background.
const MAX_TOLD: usize = 1_000;

/// What changes and why, as lists tell it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EventBackground {
    /// What the act changed, in words that a layperson understands, Swedish; None where the register does not say it.
    pub scope_words: Option<String>,
    /// The preparatory works that the register names for the act.
    pub why: Vec<ListedReason>,
}

/// The background of each event, in their order. Events of one act should follow each other.
pub fn event_backgrounds<'c>(
    snapshot: &Snapshot,
    events: impl Iterator<Item = &'c ComingChange>,
) -> Result<Vec<EventBackground>, AnswerError> {
    let mut reasons = Reasons::without_comments(snapshot);
    let mut record: Option<(&str, ActRecord)> = None;
    let mut told = Vec::new();
    for (number, event) in events.enumerate() {
        lagrum_cancel::check()?;
        let Some(by) = event.act.as_deref().filter(|_| number < MAX_TOLD) else {
            told.push(EventBackground::default());
            continue;
        };
        if record.as_ref().is_none_or(|(known, _)| *known != event.uri) {
            let found = query_catalog(snapshot, |catalog| catalog.act(&event.uri))?.unwrap_or_default();
            record = Some((event.uri.as_str(), found));
        }
        let register = record.as_ref().map(|(_, record)| record.register.as_slice()).unwrap_or_default();
        let Some(entry) = register.iter().find(|entry| entry.uri == by) else {
            told.push(EventBackground::default());
            continue;
        };
        // Of a part that begins later the words of the whole act say too much, and of a repeal nothing more.
        let is_amended = event.kind == ComingChangeKind::Amended;
        let words = entry.andrar.as_deref().filter(|_| is_amended).map(scope_words);
        let words = words.filter(|words| !words.is_empty());
        let anchors: Vec<Anchor> = event.anchors.iter().filter_map(|anchor| Anchor::new(anchor)).collect();
        told.push(EventBackground {
            scope_words: words,
            why: reasons.of(&event.uri, &entry.forarbeten, &anchors)?,
        });
    }
    Ok(told)
}
