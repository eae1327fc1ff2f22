use std::fmt;

use serde::{Deserialize, Serialize};

/// The number of a state of a corpus: each import that stores or removes something makes the next one. 0 is the empty corpus, and no
/// generation where one may be lacking.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Generation(pub u32);

impl Generation {
    /// The empty corpus, or no generation.
    pub const NONE: Self = Self(0);

    /// No generation comes after it.
    pub const MAX: Self = Self(u32::MAX);

    /// The one before it; the empty corpus has none.
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
