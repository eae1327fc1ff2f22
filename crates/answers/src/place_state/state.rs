//! The states of a place on a day.

use jiff::civil::Date;
use lagrum_artifact::Anchor;
use lagrum_chronicle::{Borne, Certainty, OnDay};
use serde::Serialize;
use utoipa::ToSchema;

/// What a place is on a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PlaceStatus {
    /// In the corpus, and it applies.
    Held,
    /// It no longer applies: repealed, or given another number.
    Expired,
    /// It does not apply yet.
    Coming,
    /// Well formed, and not in the corpus.
    NotHeld,
    /// Established not to exist.
    Impossible,
}

/// Why a place is what it is, where the status does not say it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PlaceReason {
    /// A paragraf without its kapitel, in an act whose numbers begin anew in each: `nearest` has those with the number.
    KapitelMissing,
    /// A printed page that the held document does not have. What is held may be a part of the work.
    PageMissing,
    /// A printed page of a document that is held without its pages.
    PagesNotHeld,
    /// A numbered part that the held text does not have, which may be an earlier or a shorter text.
    TextIncomplete,
}

impl PlaceReason {
    /// The reason in words.
    pub fn explanation(self) -> &'static str {
        match self {
            Self::KapitelMissing => {
                "the numbers of the act begin anew in each kapitel, so the kapitel must be named"
            }
            Self::PageMissing => "the held document has no such page",
            Self::PagesNotHeld => "the document is held without its printed pages",
            Self::TextIncomplete => {
                "the held text has no such number, and may be an earlier or a shorter text"
            }
        }
    }
}

impl PlaceStatus {
    /// The status in words: `cannot exist`.
    pub fn explanation(self) -> &'static str {
        match self {
            Self::Held => "held",
            Self::Expired => "no longer applies",
            Self::Coming => "does not apply yet",
            Self::NotHeld => "not held",
            Self::Impossible => "cannot exist",
        }
    }
}

/// What a place is on a day, and what is known of its days.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlaceState {
    /// What it is.
    pub status: PlaceStatus,
    /// The day from which it applies.
    pub since: Option<String>,
    /// The day from which it no longer applies.
    pub until: Option<String>,
    /// The uri of the act that repealed it, or that inserts it.
    pub act: Option<String>,
    /// The uris of the acts that changed it and are not worked into the held text.
    pub missing: Vec<String>,
    /// How well it is known that the held text is that of the day; None where none is held, and for what is never amended.
    pub certainty: Option<Certainty>,
    /// Why it has this status, where the status does not show it.
    pub reason: Option<PlaceReason>,
    /// The places of the held document nearest to one that it does not have.
    pub nearest: Vec<Anchor>,
}

impl PlaceState {
    /// A status of which nothing more is known.
    pub(super) fn of(status: PlaceStatus) -> Self {
        Self {
            status,
            since: None,
            until: None,
            act: None,
            missing: Vec::new(),
            certainty: None,
            reason: None,
            nearest: Vec::new(),
        }
    }

    pub(super) fn held() -> Self {
        Self::of(PlaceStatus::Held)
    }

    /// The state of a number on a day, by what bears it. `act` names an amendment.
    pub(crate) fn borne(found: OnDay, act: impl Fn(usize) -> String) -> Self {
        let text = |day: Option<Date>| day.map(|day| day.to_string());
        let acts = |acts: Vec<usize>| acts.into_iter().map(&act).collect();
        let (since, until) = (text(found.since), text(found.until));
        match found.borne {
            Borne::Text { certainty, missing, .. } => {
                Self { since, until, certainty: Some(certainty), missing: acts(missing), ..Self::held() }
            }
            Borne::NotHeld { missing } => {
                let ended_by = found.ended_by.map(&act);
                Self { until, act: ended_by, missing: acts(missing), ..Self::of(PlaceStatus::NotHeld) }
            }
            Borne::Expired { act: by, .. } => {
                Self { until, act: by.map(&act), ..Self::of(PlaceStatus::Expired) }
            }
            Borne::Coming { act: by, .. } => {
                Self { since, act: by.map(&act), ..Self::of(PlaceStatus::Coming) }
            }
            Borne::ActComing => Self { since, ..Self::of(PlaceStatus::Coming) },
            Borne::ActExpired => Self { until, ..Self::of(PlaceStatus::Expired) },
            Borne::Nothing => Self::of(PlaceStatus::Impossible),
        }
    }

    pub(super) fn impossible(nearest: Vec<Anchor>) -> Self {
        Self { nearest, ..Self::of(PlaceStatus::Impossible) }
    }

    pub(super) fn not_held_since(reason: PlaceReason) -> Self {
        Self { reason: Some(reason), ..Self::of(PlaceStatus::NotHeld) }
    }

    /// What became of a place that a text does not have, as the end of a sentence about it; None where nothing is known. `name` is
    /// what an act is called.
    pub(crate) fn explanation(&self, name: impl Fn(&str) -> String) -> Option<String> {
        let by = self.act.as_deref().map(|act| format!(" by {}", name(act))).unwrap_or_default();
        let on = |day: &Option<String>| day.as_deref().map(|day| format!(" on {day}")).unwrap_or_default();
        match (self.status, self.reason) {
            (PlaceStatus::Held, _) => None,
            (_, Some(reason)) => Some(reason.explanation().to_owned()),
            (PlaceStatus::Expired, None) => {
                Some(format!("it was repealed or renumbered{by}{}", on(&self.until)))
            }
            (PlaceStatus::Coming, None) => Some(format!("it enters into force{}{by}", on(&self.since))),
            (PlaceStatus::NotHeld, None) if !self.missing.is_empty() => {
                let acts: Vec<String> = self.missing.iter().map(|act| name(act)).collect();
                Some(format!("{} is not worked into the held text", acts.join(", ")))
            }
            (PlaceStatus::NotHeld, None) => self.until.as_deref().map(|until| {
                format!("it was repealed or renumbered{by} on {until}, and no text of it is held")
            }),
            (PlaceStatus::Impossible, None) => None,
        }
    }
}
