//! Which text answers for a day, and why.

use jiff::civil::Date;
use lagrum_artifact::StoredId;
use lagrum_chronicle::Certainty;
use serde::Serialize;
use utoipa::ToSchema;

use super::register::RegisteredAct;
use crate::{AnswerError, ProvisionCounts};

/// Which text of a document answers for a day, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct AsOf {
    /// The day of the question.
    pub date: String,
    /// The version id of the lydelse; null for the document itself.
    #[schema(required = true)]
    pub version: Option<String>,
    /// The uri under which `/document` has the lydelse.
    pub uri: String,
    /// The day from which this text applied. With `undated` a day before it, with `gap` the day from which the text
    /// applied before something was missing. Null where it is not known.
    #[schema(required = true)]
    pub from: Option<String>,
    /// The day from which another text applies; null where none is known.
    #[schema(required = true)]
    pub until: Option<String>,
    /// How well it is known that this was the text on the day.
    pub basis: AsOfBasis,
    /// Acts that were or may have been in force on the day and are not worked into the text.
    pub missing: Vec<RegisteredAct>,
    /// Acts that are worked into the text and were not in force on the day.
    pub ahead: Vec<RegisteredAct>,
    /// The day from which the document no longer applies; null for one that has not been repealed, and for one that was repealed
    /// on a day that is not known.
    #[schema(required = true)]
    pub repealed: Option<String>,
    /// With `as_known`, the day up to which the document is known: what was decided or published later is not.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub known_until: Option<String>,
    /// Of a provision, why a text answers that was not the whole text of the act on the day: that no act between has named the
    /// provision.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub because: Option<String>,
    /// True for a text that is put together of the provisions whose text of the day is known: it is no lydelse of the act, and
    /// provisions without a text of the day stand in it as a line that says so. Otherwise absent.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub composed: bool,
    /// Of a whole act, how many of the provisions that existed on the day are known, and how well.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub provisions: Option<ProvisionCounts>,
}

/// How well it is known that a text is that of a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AsOfBasis {
    /// The text applied on the day.
    Dated,
    /// The day from which the text applied, or until which it did, is not known.
    Undated,
    /// The text differs from that of the day, or may differ: see `missing` and `ahead`.
    Gap,
    /// The text applied on the day as far as is known: the day is after the one up to which the document is known.
    AsKnown,
    /// The document had been repealed. The text is that of the last day before.
    Repealed,
}

impl From<Certainty> for AsOfBasis {
    fn from(certainty: Certainty) -> Self {
        match certainty {
            Certainty::Dated => Self::Dated,
            Certainty::AsKnown => Self::AsKnown,
            Certainty::Undated | Certainty::Earlier => Self::Undated,
            Certainty::Gap => Self::Gap,
        }
    }
}

/// The names of the first `most` of some acts, and how many more there are: `SFS 2031:1, SFS 2031:5 och 3 till`.
pub fn named_acts(acts: &[RegisteredAct], most: usize) -> String {
    let names = acts.iter().take(most).map(|act| act.identifier.as_deref().unwrap_or(&act.uri));
    let listed = names.collect::<Vec<_>>().join(", ");
    match acts.len().saturating_sub(most) {
        0 => listed,
        more => format!("{listed} och {more} till"),
    }
}

/// The stored artifact that has the text of a question.
#[derive(Clone, Debug)]
pub(crate) struct TextSource {
    /// Its number; None for a stub.
    pub(crate) stored: Option<StoredId>,
    /// Which text it is, and why; None for a question without a day.
    pub(crate) as_of: Option<AsOf>,
    /// The day on which the artifact shows the text, where that is another day than that of the question.
    pub(crate) shown_on: Option<String>,
    /// The artifact of a text that is put together for the day, in place of a stored one.
    pub(crate) composed: Option<Vec<u8>>,
}

impl TextSource {
    /// A stored text that is not that of a day.
    pub(crate) fn undated(stored: Option<StoredId>) -> Self {
        Self { stored, as_of: None, shown_on: None, composed: None }
    }

    /// The day on which the artifact shows the text (`YYYY-MM-DD`); None for a question without a day.
    pub(crate) fn day(&self) -> Option<&str> {
        self.shown_on.as_deref().or_else(|| self.as_of.as_ref().map(|as_of| as_of.date.as_str()))
    }
}

impl AsOf {
    /// What is printed beside the name of the document: the day, and what is not known.
    pub(crate) fn reader_note(&self) -> String {
        if self.composed {
            return format!("sammanställd text för {}", self.date);
        }
        let day = format!("lydelse den {}", self.date);
        match self.basis {
            AsOfBasis::Dated => day,
            AsOfBasis::AsKnown => match &self.known_until {
                Some(known) => format!("{day} (enligt vad som var känt {known})"),
                None => day,
            },
            AsOfBasis::Undated => format!("{day} (det är inte känt om texten gällde den dagen)"),
            AsOfBasis::Repealed => match &self.repealed {
                Some(repealed) => format!("{day} (upphävd {repealed})"),
                None => format!("{day} (upphävd)"),
            },
            AsOfBasis::Gap => format!("{day} (texten är inte säkert dagens: {})", self.uncertain_acts()),
        }
    }

    /// The first acts that make a gap.
    fn uncertain_acts(&self) -> String {
        let acts: Vec<RegisteredAct> = self.missing.iter().chain(&self.ahead).cloned().collect();
        named_acts(&acts, 3)
    }
}

/// The error of a day for which no text is held.
pub(super) fn too_early(uri: &str, day: Date, oldest: Option<Date>) -> AnswerError {
    AnswerError::not_found(match oldest {
        Some(oldest) => {
            format!("no text of {uri} is held for {day}; the oldest day that can be answered is {oldest}")
        }
        None => format!("no text of {uri} is held for {day}"),
    })
}
