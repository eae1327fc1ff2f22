//! Treaties by their Swedish names.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::names::with_acronym;
use crate::{Kind, table};

static NAMES: LazyLock<HashMap<&str, TreatyName>> = LazyLock::new(|| {
    table::rows(include_str!("../data/traktater.txt"))
        .map(|[local_id, name, abbr]| (local_id, TreatyName { name, abbr }))
        .collect()
});

/// What a treaty is called in Swedish.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TreatyName {
    pub(crate) name: &'static str,
    /// Empty when there is none.
    pub(crate) abbr: &'static str,
}

impl TreatyName {
    /// The name of a treaty by its local id; empty for one that has none.
    pub(crate) fn of(local_id: &str) -> Self {
        NAMES.get(local_id).copied().unwrap_or_default()
    }

    /// `Europakonventionen (EKMR)`.
    pub(crate) fn full(self) -> String {
        with_acronym(self.name, self.abbr)
    }
}

/// What treaties are by kind.
pub(crate) const TREATY: Kind = Kind::new("treaty", "Fördrag");
/// A treaty that adds to another.
pub(crate) const PROTOCOL: Kind = Kind::new("protocol", "Protokoll");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sound() {
        assert!(!NAMES.is_empty());
        for (local_id, name) in NAMES.iter() {
            assert!(crate::source_of_local_id(local_id).is_some(), "{local_id}");
            assert!(!name.name.is_empty(), "{local_id}");
        }
    }
}
