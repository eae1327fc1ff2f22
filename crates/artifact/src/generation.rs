use std::fmt;

use serde::{Deserialize, Serialize};

/// The number of a state of a corpus. Each import that stores or removes something makes the next one. 0 is the empty
/// corpus; where a generation may be missing, 0 means none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Generation(pub u32);

impl Generation {
    /// The empty corpus, or no generation.
    pub const NONE: Self = Self(0);

    /// The highest generation.
    pub const MAX: Self = Self(u32::MAX);

    /// The generation before this one; the empty corpus for the empty corpus.
    #[must_use]
    pub fn before(self) -> Self {
        Self(self.0.saturating_sub(1))
    }
}

impl fmt::Display for Generation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
