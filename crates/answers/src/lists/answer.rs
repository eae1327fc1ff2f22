//! The shape of the changes of a list of laws.

use serde::Serialize;
use utoipa::ToSchema;

use super::kind::ListedKind;
use crate::{AsOfBasis, ComingChangeBasis, PlaceStatus, RunSign};

/// What changed, and what is to change, in the laws of a list.
#[derive(Debug, Serialize, ToSchema)]
pub struct ListChanges {
    /// The changes: those without a day first, then by day, the newest first.
    pub changes: Vec<ListedChange>,
    /// How many changes there are on all pages.
    pub total: usize,
    /// How many changes of this page are told with both texts of each of their provisions, how many with some, and how many with none.
    pub texts: ListedTextCounts,
    /// The cursor of the next page; null on the last page. A page may have fewer changes than the limit, or none, and a next one.
    #[schema(required = true)]
    pub next_cursor: Option<String>,
    /// What the list names and the corpus does not hold.
    pub not_found: Vec<UnknownListItem>,
    /// The first day.
    pub since: String,
    /// The day after the last; null where all coming changes are told.
    #[schema(required = true)]
    pub until: Option<String>,
}

/// How many changes are told with texts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct ListedTextCounts {
    /// Each provision has all the texts that there are of it.
    pub both: usize,
    /// Some texts are held.
    pub one: usize,
    /// No text is held, or the register names no provision.
    pub none: usize,
}

/// An entry of a list that names nothing held.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct UnknownListItem {
    /// The uri as it was asked for.
    pub uri: String,
    /// The uris that are nearest to it.
    pub nearest: Vec<String>,
}

/// A change of an act. It is told once: the same id names it while it is to come and after it has come.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ListedChange {
    /// What names it: it never changes.
    pub id: String,
    /// The day on which the law changed or is to change; null where the Government is to decide the day.
    #[schema(required = true)]
    pub date: Option<String>,
    /// Whether it is to come.
    pub coming: bool,
    /// What happens.
    pub kind: ListedKind,
    /// The uri of the changed act.
    pub uri: String,
    /// The printed id of that act.
    #[schema(required = true)]
    pub label: Option<String>,
    /// The title of that act.
    #[schema(required = true)]
    pub title: Option<String>,
    /// The source of that act.
    pub source: String,
    /// The act that makes the change, or the document that cites the act; null where only metadata or the text states it.
    #[schema(required = true)]
    pub act: Option<ListedAct>,
    /// The changed provisions with their texts; empty where the register names none.
    pub provisions: Vec<ListedProvision>,
    /// What the act changed, in the words of the register.
    #[schema(required = true)]
    pub scope: Option<String>,
    /// The same in words that a layperson understands, Swedish; of a document that cites the act, the provisions that it cites.
    #[schema(required = true)]
    pub scope_words: Option<String>,
    /// The preparatory works that the register names for the act.
    pub why: Vec<ListedReason>,
    /// Whether nothing of substance differs, by a closed list of rules. False in doubt.
    pub formal: bool,
    /// Where the change is stated.
    pub basis: ComingChangeBasis,
    /// The day on which this service came to know it; null for what the first import of the document had.
    #[schema(required = true)]
    pub learned: Option<String>,
    /// When the text of the act was last served anew, in seconds since 1970.
    #[serde(skip)]
    pub updated: Option<i64>,
}

/// An act that makes a change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ListedAct {
    /// Its uri.
    pub uri: String,
    /// Its printed id.
    #[schema(required = true)]
    pub identifier: Option<String>,
    /// Its title, where it is held by itself.
    #[schema(required = true)]
    pub title: Option<String>,
    /// The day it was decided.
    #[schema(required = true)]
    pub date: Option<String>,
    /// The day it entered into force, as the register states it.
    #[schema(required = true)]
    pub in_force: Option<String>,
}

/// What happened to a provision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ListedProvisionChange {
    /// It is new.
    New,
    /// It has another wording.
    Amended,
    /// It no longer applies.
    Repealed,
    /// It has another number, and may have another wording.
    Renumbered,
    /// A text that the act printed for later begins to apply.
    Starts,
    /// Its time is over.
    Expires,
}

/// A provision that changed.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ListedProvision {
    /// Its anchor on the day of the change.
    pub anchor: String,
    /// How a reader cites it.
    #[schema(required = true)]
    pub label: Option<String>,
    /// What happened to it.
    pub change: ListedProvisionChange,
    /// The anchor that it had before; null except for one with another number.
    #[schema(required = true)]
    pub from_anchor: Option<String>,
    /// How a reader cited it before; null except for one with another number.
    #[schema(required = true)]
    pub from_label: Option<String>,
    /// Its text on the day before.
    pub before: ListedText,
    /// Its text on the day.
    pub after: ListedText,
    /// What differs, as pairs of an operation and a text, as in a comparison; null without `diff=true`, and where not both texts are held.
    #[schema(required = true)]
    pub runs: Option<Vec<(RunSign, String)>>,
    /// Whether nothing of substance differs. False in doubt.
    pub formal: bool,
}

/// The text of a provision on a day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ListedText {
    /// The text; null where none is held, or there was none.
    #[schema(required = true)]
    pub text: Option<String>,
    /// What the provision is on the day, which says why there is no text.
    pub status: PlaceStatus,
    /// How well it is known that this was the text on the day; null without a text.
    #[schema(required = true)]
    pub basis: Option<AsOfBasis>,
    /// The version id of the lydelse that has the text; null for the document itself, and without a text.
    #[schema(required = true)]
    pub version: Option<String>,
    /// The uris of the acts that changed it by the day and are not worked into what is held.
    pub missing: Vec<String>,
}

/// A preparatory work that the register names for an act.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ListedReason {
    /// Its uri; null where its name could not be read.
    #[schema(required = true)]
    pub uri: Option<String>,
    /// Its name as the register prints it.
    pub label: String,
    /// Whether its text is held.
    pub held: bool,
    /// The page path here, at the comment on the provision where that is known, or the address of the publisher's page.
    #[schema(required = true)]
    pub url: Option<String>,
    /// The anchor of the provision that the comment is on; null without one.
    #[schema(required = true)]
    pub anchor: Option<String>,
    /// The printed page on which the comment begins.
    #[schema(required = true)]
    pub page: Option<u32>,
    /// The first sentence of the comment.
    #[schema(required = true)]
    pub text: Option<String>,
}
