//! The shape of a comparison.

use lagrum_artifact::{Anchor, AnchorGrammar};
use lagrum_render::diff::{BlockChange, ChangeStatus, LydelseComparison, Mark, ProvisionChange};
use serde::Serialize;
use utoipa::ToSchema;

use super::{ComparedLydelse, LydelsePair};

/// How the provisions of a document differ between two lydelser.
#[derive(Debug, Serialize, ToSchema)]
pub struct DiffResponse<'a> {
    /// The document's uri, without a fragment.
    uri: String,
    /// The older lydelse.
    from: DiffLydelse,
    /// The newer lydelse.
    to: DiffLydelse,
    /// The provisions, in the order of the newer lydelse.
    provisions: Vec<DiffProvision<'a>>,
}

/// A lydelse.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DiffWording)]
struct DiffLydelse {
    /// Its version id; null when the current lydelse does not say which it is.
    #[schema(required = true)]
    version: Option<String>,
    /// The uri under which `/document` has it.
    uri: String,
}

/// A provision: the smallest part of a document that has a number of its own to be cited by.
#[derive(Debug, Serialize, ToSchema)]
struct DiffProvision<'a> {
    /// Its anchor in the newer lydelse, or in the older one when it is gone; null for text outside provisions.
    #[schema(required = true)]
    anchor: Option<String>,
    /// How a reader cites it.
    #[schema(required = true)]
    label: Option<String>,
    /// Its anchor in the older lydelse; null for one that is new.
    #[schema(required = true)]
    was: Option<String>,
    /// What happened to it.
    status: DiffStatus,
    /// Its headings, stycken, items and rows; empty when it reads as before.
    blocks: Vec<DiffBlock<'a>>,
}

/// A heading, stycke, item or row.
#[derive(Debug, Serialize, ToSchema)]
struct DiffBlock<'a> {
    /// What happened to it.
    status: DiffStatus,
    /// The number in front of it in the older lydelse.
    #[schema(required = true)]
    old_marker: Option<&'a str>,
    /// The number in front of it in the newer lydelse.
    #[schema(required = true)]
    new_marker: Option<&'a str>,
    /// Its words.
    spans: Vec<DiffSpan<'a>>,
}

/// A stretch of words.
#[derive(Debug, Serialize, ToSchema)]
struct DiffSpan<'a> {
    /// `same`, `added` or `removed`.
    mark: DiffStatus,
    /// The words.
    text: &'a str,
}

/// What happened to a provision, a block or a stretch of words.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum DiffStatus {
    Same,
    Changed,
    Added,
    Removed,
    Moved,
}

impl<'a> DiffResponse<'a> {
    pub(super) fn new(pair: &LydelsePair, comparison: &'a LydelseComparison, grammar: AnchorGrammar) -> Self {
        let provision = |provision: ProvisionChange<'a>| DiffProvision {
            label: provision
                .anchor
                .as_deref()
                .and_then(Anchor::new)
                .and_then(|anchor| grammar.label(&anchor)),
            anchor: provision.anchor,
            was: provision.was,
            status: provision.status.into(),
            blocks: provision.blocks.into_iter().map(DiffBlock::from).collect(),
        };
        Self {
            uri: pair.document.to_string(),
            from: DiffLydelse::from(&pair.older),
            to: DiffLydelse::from(&pair.newer),
            provisions: comparison.provisions(grammar).into_iter().map(provision).collect(),
        }
    }
}

impl From<&ComparedLydelse> for DiffLydelse {
    fn from(lydelse: &ComparedLydelse) -> Self {
        Self { version: lydelse.version.as_ref().map(ToString::to_string), uri: lydelse.uri.clone() }
    }
}

impl<'a> From<BlockChange<'a>> for DiffBlock<'a> {
    fn from(block: BlockChange<'a>) -> Self {
        let span = |span: lagrum_render::diff::Span<'a>| DiffSpan {
            mark: match span.mark {
                Mark::Same => DiffStatus::Same,
                Mark::Removed => DiffStatus::Removed,
                Mark::Added => DiffStatus::Added,
            },
            text: span.text,
        };
        Self {
            status: block.status.into(),
            old_marker: block.old_marker,
            new_marker: block.new_marker,
            spans: block.spans.into_iter().map(span).collect(),
        }
    }
}

impl From<ChangeStatus> for DiffStatus {
    fn from(status: ChangeStatus) -> Self {
        match status {
            ChangeStatus::Same => Self::Same,
            ChangeStatus::Changed => Self::Changed,
            ChangeStatus::Added => Self::Added,
            ChangeStatus::Removed => Self::Removed,
            ChangeStatus::Moved => Self::Moved,
        }
    }
}
