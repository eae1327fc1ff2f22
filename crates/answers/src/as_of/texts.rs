//! The held texts of an act with their periods and the amendments worked into each. Histories of provisions are derived
//! from them.

use jiff::civil::Date;
use lagrum_artifact::{LydelseId, StoredId};
use lagrum_catalog::{ActRecord, CatalogDocument};
use lagrum_snapshot::Snapshot;

use super::act_history::ActHistory;
use super::register::RegisteredAct;
use super::timeline::{Act, Certainty};
use crate::AnswerError;

/// The texts and amendments of a statute or an EU act.
pub(crate) struct ActTexts {
    /// Those that were the text of some day, the oldest first.
    pub(crate) texts: Vec<DatedText>,
    /// The amendments that change its text, in the order of their numbers. The first of a statute is the act itself.
    pub(crate) amendments: Vec<DatedAmendment>,
    /// What the act says of itself over time.
    pub(crate) record: ActRecord,
    timeline: Act,
    /// For each text of the timeline its index in `texts`; None for a text that never applied.
    by_text: Vec<Option<usize>>,
    /// For each change of the timeline the index of its amendment in `amendments`.
    by_change: Vec<usize>,
}

/// The text of an act on a day.
pub(crate) struct TextAtDay {
    /// The index among the texts.
    pub(crate) text: usize,
    /// Whether it is known to be the text of the day, apart from the amendments in `doubtful`.
    pub(crate) is_dated: bool,
    /// The indexes of the amendments that were or may have been in force and are not worked in, and of those that are
    /// worked in and were not in force.
    pub(crate) doubtful: Vec<usize>,
}

impl ActTexts {
    /// The text of a day; None before the oldest, and for a day after the repeal of the act.
    pub(crate) fn of_day(&self, day: Date) -> Option<TextAtDay> {
        let found = self.timeline.text_of_day(day).ok()?;
        let changes = found.missing.iter().chain(&found.ahead);
        Some(TextAtDay {
            text: self.by_text.get(found.text).copied().flatten()?,
            is_dated: match found.certainty {
                Certainty::Dated | Certainty::Gap => true,
                Certainty::Undated => false,
                Certainty::Repealed => return None,
            },
            doubtful: changes.filter_map(|at| self.by_change.get(*at).copied()).collect(),
        })
    }
}

/// A text that applied on some day.
pub(crate) struct DatedText {
    pub(crate) stored: StoredId,
    /// Its uri under `/document`.
    pub(crate) uri: String,
    /// Its lydelse id; None for the document itself.
    pub(crate) version: Option<LydelseId>,
    /// The first day on which it applied; None where it is not known.
    pub(crate) from: Option<Date>,
    /// The indexes of the amendments that are worked in, rising.
    pub(crate) worked_in: Vec<usize>,
    /// Whether it is an EU act as printed.
    pub(crate) as_printed: bool,
}

/// An amendment.
#[derive(Clone, Debug)]
pub(crate) struct DatedAmendment {
    pub(crate) act: RegisteredAct,
    /// The day it entered into force.
    pub(crate) day: Option<Date>,
}

/// The texts and amendments of an act; None for a document that is no statute and no EU act.
pub(crate) fn act_texts(
    snapshot: &Snapshot,
    document: &CatalogDocument,
) -> Result<Option<ActTexts>, AnswerError> {
    let Some(history) = ActHistory::load(snapshot, document)? else { return Ok(None) };
    let mut order: Vec<usize> = (0..history.amendments.len()).collect();
    let timeline = &history.timeline;
    order.sort_by(|a, b| timeline.changes[*a].id.cmp(&timeline.changes[*b].id));
    let amendment =
        |at: &usize| DatedAmendment { act: history.amendments[*at].clone(), day: timeline.changes[*at].day };
    let amendments = order.iter().map(amendment).collect();
    let applied = timeline.applied_from();
    let mut by_text = vec![None; history.stored.len()];
    for (at, (text, _)) in applied.iter().enumerate() {
        by_text[*text] = Some(at);
    }
    let mut by_change = vec![0; order.len()];
    for (at, change) in order.iter().enumerate() {
        by_change[*change] = at;
    }
    let texts = applied.into_iter().map(|(at, from)| {
        let text = &history.stored[at];
        let is_worked_in = |at: &usize| text.text.has_worked_in(&timeline.changes[order[*at]]);
        DatedText {
            stored: text.stored,
            uri: text.uri.clone(),
            version: text.version.clone(),
            from,
            worked_in: (0..order.len()).filter(is_worked_in).collect(),
            as_printed: text.text.as_printed,
        }
    });
    let texts = texts.collect();
    let ActHistory { timeline, record, .. } = history;
    Ok(Some(ActTexts { texts, amendments, record, timeline, by_text, by_change }))
}
