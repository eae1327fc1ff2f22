//! The shape of a provision.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use crate::{AsOf, DocumentSummary, OutboundLink, RegisteredAct};

/// One provision: the part of a document that an anchor names.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Provision)]
pub struct ProvisionResponse {
    /// Its uri, with the anchor.
    pub uri: String,
    /// Its document, as a list of documents has it.
    pub document: DocumentSummary,
    /// Its anchor: what follows `#` in the uri.
    pub anchor: String,
    /// What to call it: how a reader cites it, its heading, or both.
    #[schema(required = true)]
    pub label: Option<String>,
    /// The language of its text, as a tag of BCP 47.
    pub language: &'static str,
    /// The headings above it, from the outside in, without the name of the document.
    pub headings: Vec<String>,
    /// The artifact's own node, or a list of them where several make the provision; only in this form.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = serde_json::Value, required = false)]
    pub node: Option<serde_json::Value>,
    /// Its markdown; only in this form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub markdown: Option<String>,
    /// Its text, one line for each block; only in this form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// True if a list that belongs inside a sentence stands after that sentence, because its place in the sentence is
    /// not known. Otherwise absent.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub displaced_list: bool,
    /// SHA-256 of its text as `format=text` gives it without headings, lower-case hex.
    pub sha256: String,
    /// An address under which the text stays the same: that of an archived lydelse, or of the day that the text is
    /// known to be of. Null where that is not known.
    #[schema(required = true)]
    pub permalink: Option<Permalink>,
    /// When it applies.
    pub in_force: ProvisionInForce,
    /// The version id of the lydelse it is from; null for the document itself.
    #[schema(required = true)]
    pub version: Option<String>,
    /// The links in its text.
    pub cites: Vec<OutboundLink>,
    /// Who cites it, or something in it.
    pub cited_by: CitationCounts,
    /// The uri of the provision before it of the same kind; null for the first.
    #[schema(required = true)]
    pub previous: Option<String>,
    /// The uri of the provision after it of the same kind; null for the last.
    #[schema(required = true)]
    pub next: Option<String>,
    /// The provisions before and after; only for a question with `context=2`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub neighbours: Option<NeighbourTexts>,
    /// The printed page it begins on; null where that is not known.
    #[schema(required = true)]
    pub page: Option<PrintedPage>,
    /// The acts that changed it: those of the register that name it, or its whole kapitel, and those that sign its text.
    pub amended_by: Vec<RegisteredAct>,
    /// Which text of the document this is; only for a question with `as_of`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub as_of: Option<AsOf>,
}

/// An address under which a text stays the same.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Permalink {
    /// The uri of the provision.
    pub uri: String,
    /// The `as_of` beside it; null for a provision of an archived lydelse.
    #[schema(required = true)]
    pub as_of: Option<String>,
    /// The path of this answer, with both; only over HTTP.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The page path.
    pub page: String,
}

/// When a provision applies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ProvisionInForce {
    /// The day from which it applies, where the text states one for it.
    #[schema(required = true)]
    pub from: Option<String>,
    /// The day from which it no longer applies: its own, or that of the document.
    #[schema(required = true)]
    pub to: Option<String>,
    /// The day from which it applies by the newest held text of an EU act; null where that is not stated, or for some cases only.
    #[schema(required = true)]
    pub applies_from: Option<String>,
    /// What the text states instead of a day.
    #[schema(required = true)]
    pub note: Option<String>,
}

/// Who cites a provision, or something in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = CitedBy)]
pub struct CitationCounts {
    /// How many spots.
    pub total: u64,
    /// How many of each source.
    pub by_source: BTreeMap<String, u64>,
}

/// A printed page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct PrintedPage {
    /// Its printed number.
    pub number: u64,
    /// Where its picture is; null when there is none.
    #[schema(required = true)]
    pub facsimile_url: Option<String>,
    /// Whether the page image is held.
    #[serde(skip)]
    pub has_facsimile: bool,
}

/// The provisions before and after a provision.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct NeighbourTexts {
    /// The one before; null for the first.
    #[schema(required = true)]
    pub before: Option<NeighbourText>,
    /// The one after; null for the last.
    #[schema(required = true)]
    pub after: Option<NeighbourText>,
}

/// A provision before or after another.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct NeighbourText {
    /// Its uri, with the anchor.
    pub uri: String,
    /// The artifact's own node, or a list of them where several make the provision; only in this form.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = serde_json::Value, required = false)]
    pub node: Option<serde_json::Value>,
    /// Its markdown; only in this form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub markdown: Option<String>,
    /// Its text, one line for each block; only in this form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}
