//! What is known of a provision in few words, for questions about every provision of an act: nothing is put into the words of an
//! answer, and no text is read.

use jiff::civil::Date;
use lagrum_artifact::Anchor;
use lagrum_chronicle::Signer;

use super::{History, HistoryBasis, HistoryChange, PastOfAct};
use crate::AnswerError;

/// A provision over time, in few words.
pub(crate) struct ProvisionInBrief {
    /// The text of the day that was asked for; None where none is known.
    pub(crate) text: Option<TextInBrief>,
    /// What changed it, the newest first.
    pub(crate) changes: Vec<ChangeInBrief>,
}

/// The days of a text.
pub(crate) struct TextInBrief {
    pub(crate) from: Option<Date>,
    pub(crate) until: Option<Date>,
    pub(crate) basis: HistoryBasis,
    /// Whether it may have begun before: the entry before it has the same text and less certain days.
    pub(crate) may_be_older: bool,
}

/// What an amendment did to a provision.
pub(crate) struct ChangeInBrief {
    /// The amendment, by its place.
    pub(crate) act: usize,
    /// What became of the provision; None where its texts do not show it.
    pub(crate) change: Option<HistoryChange>,
}

impl PastOfAct<'_> {
    /// A provision with its text of a day, or the last text before it of what no longer applies; None where nothing is known of the
    /// provision. It says what [`provision_history`](super::provision_history) says.
    pub(crate) fn in_brief(
        &self,
        anchor: &Anchor,
        day: Date,
    ) -> Result<Option<ProvisionInBrief>, AnswerError> {
        let history = History { act: self, line: self.line(anchor)? };
        if history.is_unknown()? {
            return Ok(None);
        }
        let entries = history.line.entries();
        let has_begun = |from: Option<Date>| from.is_none_or(|from| from <= day);
        let text = entries.iter().rposition(|entry| entry.digest.is_some() && has_begun(entry.from));
        let text = text.map(|at| {
            let entry = &entries[at];
            TextInBrief {
                from: entry.from,
                until: entry.until,
                basis: entry.certainty.into(),
                may_be_older: entry.may_be_older,
            }
        });
        let change = |signer: Signer| {
            let Signer::Registered(act) = signer else { return None };
            let entry = entries.iter().rfind(|entry| entry.acts.contains(&act));
            Some(ChangeInBrief { act, change: entry.and_then(|entry| history.change(entry)) })
        };
        let changes = self.act.changed_by(&history.line).into_iter().filter_map(change).collect();
        Ok(Some(ProvisionInBrief { text, changes }))
    }
}
