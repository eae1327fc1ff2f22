//! What a citation means, where that is not the place that bears the name or number today: a document cites the law of its day.
//!
//! The build decides it (`crates/builder/src/meanings`); the rows of every list of citations say it with the fields of this file.

use lagrum_artifact::{Base, Location};
use lagrum_catalog::{CitationMeaning, CitedAs, TakingAct};
use serde::Serialize;
use utoipa::ToSchema;

use crate::anchor_labels::anchor_label;
use crate::unheld_name::name_of_unheld;

/// The most rows of a list of earlier citations.
pub(crate) const MAX_EARLIER: u64 = 100;

/// What a citation means, and how it is written. Everything is none where the cited place is meant.
#[derive(Clone, Debug, Default)]
pub(crate) struct CitedMeaning {
    pub(crate) cited_as: Option<CitedAs>,
    pub(crate) cited: Option<WrittenPlace>,
    pub(crate) meant: Option<MeantByCitation>,
}

/// A place as a document has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct WrittenPlace {
    /// Its uri.
    pub uri: String,
    /// How it is cited.
    pub label: String,
}

/// The place that a citation means.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct MeantByCitation {
    /// Its uri: of a provision that was renumbered under its number of today; null where it was repealed, and where it is not known which
    /// act is meant.
    #[schema(required = true)]
    pub uri: Option<String>,
    /// How it is cited.
    #[schema(required = true)]
    pub label: Option<String>,
    /// Since when, and by which act, the name or number is another's.
    pub number_taken: TakenByAct,
    /// When, and by which act, it was repealed; null where that is not known, and for one that was not.
    #[schema(required = true)]
    pub repealed: Option<TakenByAct>,
}

/// An act, and the day on which it entered into force.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct TakenByAct {
    /// The day; null where it is not known.
    #[schema(required = true)]
    pub from: Option<String>,
    /// The uri of the act.
    pub act: String,
}

impl From<&TakingAct> for TakenByAct {
    fn from(act: &TakingAct) -> Self {
        Self { from: act.day.clone(), act: act.uri.clone() }
    }
}

impl CitedMeaning {
    /// What a citation with a meaning of its own says; all null without one.
    pub(crate) fn of(meaning: Option<&CitationMeaning>, base: &Base) -> Self {
        let Some(meaning) = meaning else { return Self::default() };
        let label = |uri: &str, title: Option<&str>| match meaning.cited_as {
            CitedAs::EarlierAct => full_label(base, uri, title),
            CitedAs::EarlierNumber => short_label(base, uri),
        };
        let meant = meaning.meant.as_ref().map(|place| {
            let title = place.document.held().and_then(|held| held.title.clone());
            let uri = place.uri();
            let label = label(&uri, title.as_deref());
            (uri, label)
        });
        let (uri, named) = meant.unzip();
        Self {
            cited_as: Some(meaning.cited_as),
            cited: Some(WrittenPlace { label: label(&meaning.written, None), uri: meaning.written.clone() }),
            meant: Some(MeantByCitation {
                uri,
                label: named,
                number_taken: (&meaning.taken).into(),
                repealed: meaning.ended.as_ref().map(Into::into),
            }),
        }
    }
}

/// How a place is cited within its act: `17 kap. 3 c §`; for the act as a whole its name.
fn short_label(base: &Base, uri: &str) -> String {
    match Location::split(uri) {
        (document, Some(anchor)) => anchor_label(base, document)(anchor),
        (document, None) => document_label(base, document, None),
    }
}

/// How a place is cited with its act: `Socialtjänstlag (2001:453), 4 kap. 1 §`.
fn full_label(base: &Base, uri: &str, title: Option<&str>) -> String {
    let (document, anchor) = Location::split(uri);
    let name = document_label(base, document, title);
    match anchor {
        Some(anchor) => format!("{name}, {}", anchor_label(base, document)(anchor)),
        None => name,
    }
}

fn document_label(base: &Base, document: &str, title: Option<&str>) -> String {
    title.map_or_else(|| name_of_unheld(base.strip(document).unwrap_or(document)), str::to_owned)
}
