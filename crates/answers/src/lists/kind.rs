//! What a row of a list is about.

use serde::Serialize;
use utoipa::ToSchema;

use crate::ComingChangeKind;

/// What happens to an act of a list, or what is new.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ListedKind {
    /// It enters into force.
    InForce,
    /// An act of its register amends it.
    Amended,
    /// It is repealed.
    Repealed,
    /// It, or a provision of it, reaches the end of its time.
    Expires,
    /// A part of it, or a text that it prints with a day, begins.
    Starts,
    /// It is a new document that a query of the list finds.
    New,
    /// A new decision of a court of last instance cites it, or a new regulation is issued under it.
    Cited,
}

impl From<ComingChangeKind> for ListedKind {
    fn from(kind: ComingChangeKind) -> Self {
        match kind {
            ComingChangeKind::InForce => Self::InForce,
            ComingChangeKind::Amended => Self::Amended,
            ComingChangeKind::Repealed => Self::Repealed,
            ComingChangeKind::Expires => Self::Expires,
            ComingChangeKind::Starts => Self::Starts,
        }
    }
}

impl ListedKind {
    /// The kind of `/coming` that it is; None for what only lists tell.
    fn of_law(self) -> Option<ComingChangeKind> {
        match self {
            Self::InForce => Some(ComingChangeKind::InForce),
            Self::Amended => Some(ComingChangeKind::Amended),
            Self::Repealed => Some(ComingChangeKind::Repealed),
            Self::Expires => Some(ComingChangeKind::Expires),
            Self::Starts => Some(ComingChangeKind::Starts),
            Self::New | Self::Cited => None,
        }
    }

    /// What happens, or happened: `Ändras`, `Ändrades`.
    pub fn verb(self, has_come: bool) -> &'static str {
        match (self.of_law(), self) {
            (Some(kind), _) => kind.verb(has_come),
            (None, Self::Cited) => "Nämns i",
            (None, _) => "Ny",
        }
    }

    /// Its name on the wire.
    pub fn name(self) -> &'static str {
        match (self.of_law(), self) {
            (Some(kind), _) => kind.name(),
            (None, Self::Cited) => "cited",
            (None, _) => "new",
        }
    }
}
