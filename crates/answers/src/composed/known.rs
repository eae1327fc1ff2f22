//! What is known of the provisions of a day, as answers have it.

use lagrum_chronicle::ActOnDay;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::PlaceWithoutText;

/// Provisions of an act that existed on a day, by how well their texts of the day are known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ProvisionCounts {
    /// Their text of the day is held.
    pub dated: usize,
    /// It is held as far as was known on the day up to which the document is known.
    pub as_known: usize,
    /// A text is held of which it is not known whether it was that of the day.
    pub undated: usize,
    /// A text is held, and an act that names the provision is not worked in.
    pub gap: usize,
    /// No text of the day is held.
    pub lost: usize,
}

impl ProvisionCounts {
    /// Those whose text of the day is known.
    pub fn known(&self) -> usize {
        self.dated + self.as_known
    }

    /// All that existed on the day.
    pub fn all(&self) -> usize {
        self.known() + self.undated + self.gap + self.lost
    }
}

impl From<ActOnDay> for ProvisionCounts {
    fn from(ActOnDay { dated, as_known, undated, gap, lost }: ActOnDay) -> Self {
        Self { dated, as_known, undated, gap, lost }
    }
}

/// What is known of a day of which no text is held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KnownOfDay {
    /// Of a whole act.
    Act {
        /// Whether a text of the day is put together of its provisions in other forms of the answer.
        composed: bool,
        /// What is known of its provisions.
        provisions: ProvisionCounts,
    },
    /// Of a provision.
    Place(Box<PlaceWithoutText>),
}

/// The forms in which a text that is put together is answered: `format=md` of `/document`, the PDF, and the page of the day.
pub const COMPOSED_FORMS: [&str; 3] = ["md", "pdf", "page"];
