//! The shape of a comparison.

use std::collections::BTreeMap;

use lagrum_artifact::{Anchor, AnchorGrammar};
use lagrum_render::diff::{DiffUnit, Mark, UnitChange, UnitKind};
use serde::Serialize;
use utoipa::ToSchema;

use super::pair::{ComparedLydelse, LydelsePair};
use crate::{AsOf, RegisteredAct};

/// What differs between two lydelser of a document.
#[derive(Debug, Serialize, ToSchema)]
pub struct DiffResponse {
    /// The document's uri, without a fragment.
    pub uri: String,
    /// The older lydelse.
    pub from: DiffLydelse,
    /// The newer lydelse.
    pub to: DiffLydelse,
    /// The provisions, headings and other texts, in the order of the newer lydelse.
    pub units: Vec<DiffUnitAnswer>,
    /// All changes in short.
    pub summary: DiffSummary,
}

/// A lydelse.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DiffWording)]
pub struct DiffLydelse {
    /// Its version id; null when the current lydelse does not say which it is.
    #[schema(required = true)]
    pub version: Option<String>,
    /// The uri under which `/document` has it.
    pub uri: String,
    /// Why it is the lydelse of the day; only for a question with days.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub as_of: Option<AsOf>,
}

/// A provision, a heading or another text.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DiffUnit)]
pub struct DiffUnitAnswer {
    /// What it is.
    pub kind: UnitKindName,
    /// Its anchor in the newer lydelse, or in the older one for a unit that the newer one lacks; null for text outside provisions.
    #[schema(required = true)]
    pub anchor: Option<String>,
    /// Its anchor in the older lydelse; null for a unit that it lacks.
    #[schema(required = true)]
    pub from_anchor: Option<String>,
    /// How a reader cites it.
    #[schema(required = true)]
    pub label: Option<String>,
    /// How a reader cited it in the older lydelse.
    #[schema(required = true)]
    pub from_label: Option<String>,
    /// Its position among the units of the older lydelse; null for a unit that it lacks.
    #[schema(required = true)]
    pub from_order: Option<usize>,
    /// What became of it.
    pub change: UnitChangeName,
    /// Its text as pairs of an operation and a text: `=` both lydelser have it, `+` only the newer, `-` only the older.
    /// Empty for a unit that is `same` or `editorial`, unless the whole is asked for.
    pub runs: Vec<(RunSign, String)>,
}

/// What a unit is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = DiffUnitKind)]
pub enum UnitKindName {
    /// A heading.
    Heading,
    /// A provision.
    Provision,
    /// A text outside provisions.
    Text,
}

/// What became of a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = DiffChange)]
pub enum UnitChangeName {
    /// Nothing: the text is the same to the last byte.
    Same,
    /// No word of law differs: only blanks, hyphens, quotation marks, the bars between cells, change notes, or notes of repeal.
    Editorial,
    /// Its text differs.
    Changed,
    /// Only the newer lydelse has it.
    Added,
    /// Only the older lydelse has it.
    Removed,
    /// Only one lydelse has it, and the other has another provision under its number.
    Replaced,
    /// It stands elsewhere.
    Moved,
    /// It has another number.
    Renumbered,
}

/// Which lydelse has a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = DiffOperation)]
pub enum RunSign {
    /// Both.
    #[serde(rename = "=")]
    Same,
    /// The newer.
    #[serde(rename = "+")]
    Added,
    /// The older.
    #[serde(rename = "-")]
    Removed,
}

/// All changes in short.
#[derive(Debug, Serialize, ToSchema)]
pub struct DiffSummary {
    /// How many units there are of each change.
    #[schema(value_type = BTreeMap<String, usize>)]
    pub counts: BTreeMap<UnitChangeName, usize>,
    /// The acts in the register after the older lydelse, up to the newer one.
    pub acts: Vec<RegisteredAct>,
}

impl DiffResponse {
    pub(super) fn new(
        pair: &LydelsePair,
        units: Vec<DiffUnit>,
        grammar: AnchorGrammar,
        acts: Vec<RegisteredAct>,
    ) -> Self {
        let mut counts: BTreeMap<UnitChangeName, usize> =
            UnitChangeName::ALL.map(|change| (change, 0)).into();
        for unit in &units {
            *counts.entry(unit.change.into()).or_default() += 1;
        }
        Self {
            uri: pair.document.to_string(),
            from: DiffLydelse::from(&pair.older),
            to: DiffLydelse::from(&pair.newer),
            units: units.into_iter().map(|unit| DiffUnitAnswer::new(unit, grammar)).collect(),
            summary: DiffSummary { counts, acts },
        }
    }
}

impl DiffUnitAnswer {
    fn new(unit: DiffUnit, grammar: AnchorGrammar) -> Self {
        let label = |anchor: Option<&str>| grammar.label(&Anchor::new(anchor?)?);
        Self {
            kind: unit.kind.into(),
            label: label(unit.anchor.as_deref()),
            from_label: label(unit.from_anchor.as_deref()),
            anchor: unit.anchor,
            from_anchor: unit.from_anchor,
            from_order: unit.from_order,
            change: unit.change.into(),
            runs: unit.runs.into_iter().map(|run| (run.mark.into(), run.text)).collect(),
        }
    }
}

impl From<&ComparedLydelse> for DiffLydelse {
    fn from(lydelse: &ComparedLydelse) -> Self {
        Self {
            version: lydelse.version.as_ref().map(ToString::to_string),
            uri: lydelse.uri.clone(),
            as_of: lydelse.as_of.clone(),
        }
    }
}

impl UnitChangeName {
    const ALL: [Self; 8] = [
        Self::Same,
        Self::Editorial,
        Self::Changed,
        Self::Added,
        Self::Removed,
        Self::Replaced,
        Self::Moved,
        Self::Renumbered,
    ];

    /// Whether no word of law differs, and the text stands where it stood.
    pub fn is_unmarked(self) -> bool {
        matches!(self, Self::Same | Self::Editorial)
    }
}

impl From<UnitChange> for UnitChangeName {
    fn from(change: UnitChange) -> Self {
        match change {
            UnitChange::Same => Self::Same,
            UnitChange::Editorial => Self::Editorial,
            UnitChange::Replaced => Self::Replaced,
            UnitChange::Changed => Self::Changed,
            UnitChange::Added => Self::Added,
            UnitChange::Removed => Self::Removed,
            UnitChange::Moved => Self::Moved,
            UnitChange::Renumbered => Self::Renumbered,
        }
    }
}

impl From<UnitKind> for UnitKindName {
    fn from(kind: UnitKind) -> Self {
        match kind {
            UnitKind::Heading => Self::Heading,
            UnitKind::Provision => Self::Provision,
            UnitKind::Text => Self::Text,
        }
    }
}

impl From<Mark> for RunSign {
    fn from(mark: Mark) -> Self {
        match mark {
            Mark::Same => Self::Same,
            Mark::Added => Self::Added,
            Mark::Removed => Self::Removed,
        }
    }
}
