//! The shape of the history of a provision.

use serde::Serialize;
use utoipa::ToSchema;

use crate::RegisteredAct;
use crate::diff::RunSign;

/// The history of one provision of an act.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProvisionHistory {
    /// The uri of the provision: of the whole paragraf or article, where the question named a part of one.
    pub uri: String,
    /// How a reader cites it.
    #[schema(required = true)]
    pub label: Option<String>,
    /// The uri of the act.
    pub document: String,
    /// The name of the act.
    pub document_label: String,
    /// Whether every act of the register that names the provision is recorded by an entry with a known text, from the
    /// beginning of the provision on.
    pub complete: bool,
    /// Its distinct texts, the newest first. Empty for a kapitel.
    pub entries: Vec<HistoryEntry>,
    /// The acts that changed it, the newest first, without the act itself: those of the register that name it or its whole kapitel, and
    /// those that sign its text. `amended_by` of `/provision` is the same list.
    pub amendments: Vec<RegisteredAct>,
}

/// One distinct text of a provision, or its end.
#[derive(Debug, Serialize, ToSchema)]
pub struct HistoryEntry {
    /// The first day of the text, or the day of the end; null where it is not known.
    #[schema(required = true)]
    pub from: Option<String>,
    /// Whether `from` is only the first day on which the text is known: the entry before has the same text, in doubt. Not part of
    /// the answers of the API.
    #[serde(skip)]
    pub may_be_older: bool,
    /// The day from which the next entry applies; null where none is known.
    #[schema(required = true)]
    pub until: Option<String>,
    /// How well it is known that this was the text, from `from` until `until`.
    pub basis: HistoryBasis,
    /// What became of the provision. Null for the oldest held text, unless its beginning is known, and where no act accounts for
    /// the difference.
    #[schema(required = true)]
    pub change: Option<HistoryChange>,
    /// The acts that made it.
    pub acts: Vec<HistoryAct>,
    /// With `gap`, acts that name the provision and whose text of it is not held.
    pub missing: Vec<HistoryAct>,
    /// How a reader cited it.
    #[schema(required = true)]
    pub label: Option<String>,
    /// The anchor that it had.
    pub anchor: String,
    /// With `renumbered`, the provision that it was before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub former: Option<FormerNumber>,
    /// The version id of a held lydelse that has the text; null for the document itself.
    #[schema(required = true)]
    pub version: Option<String>,
    /// The SHA-256 of its words, without blanks, hyphens, quotation marks, signs of list items and notes of amendments; null where it ended.
    #[schema(required = true)]
    pub text_sha256: Option<String>,
    /// Its text, one line for each block; only for a question with `text=true`. Null where the provision ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<Option<String>>,
    /// What differs from the text before, as pairs of an operation and a text; only for a question with `diff=true`. Null without a text before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub diff: Option<Option<Vec<(RunSign, String)>>>,
}

/// The number that a provision had before.
#[derive(Debug, Serialize, ToSchema)]
pub struct FormerNumber {
    /// Its anchor.
    pub anchor: String,
    /// How a reader cited it.
    #[schema(required = true)]
    pub label: Option<String>,
}

/// An act that changed a provision.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct HistoryAct {
    /// Its uri.
    pub uri: String,
    /// Its printed id.
    #[schema(required = true)]
    pub identifier: Option<String>,
    /// The day it entered into force.
    #[schema(required = true)]
    pub in_force: Option<String>,
    /// Its preparatory works, as printed.
    pub forarbeten: Vec<String>,
}

/// How well it is known that an entry has the text of its days, from the first one until the next entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum HistoryBasis {
    /// It is the text.
    Dated,
    /// Its days are not known, or an act that does not say what it changed may have changed it.
    Undated,
    /// Acts that changed the provision are not worked in: see `missing`. The text is the last one before them.
    Gap,
}

impl HistoryBasis {
    /// Its name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Dated => "dated",
            Self::Undated => "undated",
            Self::Gap => "gap",
        }
    }
}

/// How well it is known which text of a provision a document of a day cites.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ThenBasis {
    /// It is known.
    Dated,
    /// It is known as far as the document is: the day is after the one up to which it is known.
    AsKnown,
    /// An act that names the provision is not worked into the text, or is and was not in force.
    Gap,
    /// The day is before the oldest held text.
    Earlier,
    /// The days of the texts are not known.
    Undated,
}

/// What became of a provision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum HistoryChange {
    /// It was inserted, or is as old as its act.
    Inserted,
    /// It got another text.
    Amended,
    /// It got another number, or gave this one away.
    Renumbered,
    /// It was repealed, or its act was.
    Repealed,
    /// It was inserted again.
    Restored,
    /// Its day is yet to come.
    Coming,
}
