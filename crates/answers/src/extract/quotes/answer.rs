//! The shape of checked quotations.

use lagrum_artifact::Anchor;
use lagrum_catalog::CatalogDocument;
use lagrum_snapshot::Snapshot;
use serde::Serialize;
use utoipa::ToSchema;

use super::super::TextLocation;
use super::note::QuoteNote;
use crate::lookup::reader_citation;
use crate::{HistoryBasis, RunSign};

/// Which quotations are checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum QuoteMode {
    /// None.
    #[default]
    None,
    /// Those beside a citation.
    Cited,
    /// Those without a citation too, which are looked for in all texts.
    All,
}

/// A quotation in a text, and whether the cited text has its words.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CheckedQuote {
    /// Its words, as they were sent, without quotation marks and the marks of a block.
    pub text: String,
    /// Where they are; a block quote has a location for each line.
    pub locations: Vec<TextLocation>,
    /// Whether the cited text has its words.
    pub status: QuoteStatus,
    /// With `elsewhere`, `unverified` and of a quotation without a citation: where its words stand; null where that is not known.
    #[schema(required = true)]
    pub r#where: Option<Vec<QuotePlace>>,
    /// With `former` and `coming`: the wording that has its words. Null otherwise.
    #[schema(required = true)]
    pub wording: Option<QuoteWording>,
    /// With `differs`: both texts as pairs of an operation and a text: `=` both, `-` only the cited text, `+` only the quotation. Null
    /// otherwise.
    #[schema(required = true)]
    pub differs: Option<Vec<(RunSign, String)>>,
    /// What else a reader must know of it: that what it leaves out is a negation or a condition, that it joins two provisions, that it was
    /// not looked for everywhere. Null where there is nothing.
    #[schema(required = true, value_type = Option<String>)]
    pub note: Option<QuoteNote>,
    /// With `unverified`: why it was not checked. Null otherwise.
    #[schema(required = true)]
    pub reason: Option<QuoteReason>,
}

/// Why a quotation was not checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum QuoteReason {
    /// The quotations before it took what one request may cost: it may be sent in another request.
    Budget,
    /// It is a block of more than 10,000 characters.
    Length,
    /// No text of what it is cited to is held.
    NotHeld,
    /// The cited text is held in another language.
    Language,
    /// It has no citation, and the index of all texts is not there.
    NoIndex,
}

/// Whether a cited text has the words of a quotation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum QuoteStatus {
    /// Character for character, but for typography.
    Exact,
    /// But for what the quotation marks as left out, replaced or emphasised.
    Adapted,
    /// At least half of its words stand there in order: see `differs` and `note`.
    Differs,
    /// Its words stand in another provision, or in another stycke than the cited one: see `where`.
    Elsewhere,
    /// Its words stood in an earlier wording: see `wording`.
    Former,
    /// Its words will stand in a later wording: see `wording`.
    Coming,
    /// Its words were found in no text that was looked through.
    NotFound,
    /// No text of the cited document is held, or the quotation was not checked: see `reason` and `note`.
    Unverified,
    /// It has fewer than five words.
    TooShort,
}

impl QuoteStatus {
    /// Its name on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Adapted => "adapted",
            Self::Differs => "differs",
            Self::Elsewhere => "elsewhere",
            Self::Former => "former",
            Self::Coming => "coming",
            Self::NotFound => "not_found",
            Self::Unverified => "unverified",
            Self::TooShort => "too_short",
        }
    }

    /// Whether the cited text has other words, or is not known to have these.
    pub fn is_problem(self) -> bool {
        !matches!(self, Self::Exact | Self::Adapted | Self::TooShort)
    }
}

/// A place that has the words of a quotation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct QuotePlace {
    /// Its uri.
    pub uri: String,
    /// How a reader cites it.
    pub label: String,
}

impl QuotePlace {
    /// A place with the label by which a reader cites it.
    pub(super) fn new(snapshot: &Snapshot, document: &CatalogDocument, anchor: Option<&Anchor>) -> Self {
        let uri = match anchor {
            Some(anchor) => format!("{}#{anchor}", document.uri),
            None => document.uri.clone(),
        };
        Self { uri, label: reader_citation(&snapshot.manifest().base, document, anchor) }
    }
}

/// A wording of a provision that has the words of a quotation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct QuoteWording {
    /// The version id of the oldest held lydelse with the text; null for the document itself.
    #[schema(required = true)]
    pub version: Option<String>,
    /// The first day of the text; null where it is not known.
    #[schema(required = true)]
    pub from: Option<String>,
    /// The day from which another text applies; null where none is known.
    #[schema(required = true)]
    pub until: Option<String>,
    /// How well `from` is known.
    pub basis: HistoryBasis,
}
