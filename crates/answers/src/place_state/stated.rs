//! The state of a place as answers have it.

use lagrum_chronicle::Certainty;
use serde::Serialize;
use utoipa::ToSchema;

use super::{PlaceReason, PlaceState, PlaceStatus};

/// What a place is on a day, and what is known of its days.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct StatedPlace {
    /// What it is on the day.
    pub status: PlaceStatus,
    /// The day from which it applies; absent where that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub since: Option<String>,
    /// The day from which it no longer applies; absent where that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub until: Option<String>,
    /// The uri of the act that repealed it, or that inserts it; absent where that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub act: Option<String>,
    /// The uris of acts in force that changed it and are not worked into the held text. Absent when there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub missing: Vec<String>,
    /// How well it is known that the held text is that of the day: `dated`, `as_known`, `undated` or `gap`. Absent where no text is
    /// held, and for what is never amended.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub certainty: Option<&'static str>,
    /// Why, where the status does not say it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub reason: Option<PlaceReason>,
    /// The uris of the provisions on both sides of one that a held act does not have; of a paragraf without its kapitel, of
    /// those with the number. Absent when there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub nearest: Vec<String>,
}

impl StatedPlace {
    /// The state of a place. `document` is the uri that the nearest places are in.
    pub(crate) fn new(state: PlaceState, document: &str) -> Self {
        Self {
            status: state.status,
            since: state.since,
            until: state.until,
            act: state.act,
            missing: state.missing,
            certainty: state.certainty.map(Certainty::name),
            reason: state.reason,
            nearest: state.nearest.iter().map(|anchor| format!("{document}#{anchor}")).collect(),
        }
    }
}
