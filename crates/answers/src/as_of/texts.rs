//! The held texts of an act with their periods and the amendments worked into each: what the history of a provision is made of.

use jiff::civil::Date;
use lagrum_artifact::LydelseId;
use lagrum_catalog::CatalogDocument;
use lagrum_snapshot::Snapshot;

use super::{ActHistory, RegisteredAct};
use crate::AnswerError;

/// The texts and amendments of a statute or an EU act.
pub(crate) struct ActTexts {
    /// Those that were the text of some day, the oldest first.
    pub(crate) texts: Vec<DatedText>,
    /// The amendments that change its text, in the order of their numbers. The first of a statute is the act itself.
    pub(crate) amendments: Vec<DatedAmendment>,
}

/// A text that was that of some day.
pub(crate) struct DatedText {
    pub(crate) stored: i64,
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
    let texts = timeline.applied_from().into_iter().map(|(at, from)| {
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
    Ok(Some(ActTexts { texts: texts.collect(), amendments }))
}
