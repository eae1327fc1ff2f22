//! Treaties by their Swedish names.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::names::{DocumentNames, raised, with_acronym};
use crate::reading::ArtifactFields;
use crate::{DocumentKind, table};

static NAMES: LazyLock<HashMap<&str, TreatyName>> = LazyLock::new(|| {
    table::rows(include_str!("../data/traktater.txt"))
        .map(|[local_id, name, abbr]| (local_id, TreatyName { name, abbr }))
        .collect()
});

static IN_STATUTES: LazyLock<Vec<(&str, &str)>> = LazyLock::new(|| {
    table::rows(include_str!("../data/fordrag-i-lagar.txt"))
        .map(|[treaty, statute]| (treaty, statute))
        .collect()
});

/// The statute that prints a treaty with its Swedish text, by local ids.
pub fn statute_of_treaty(treaty: &str) -> Option<&'static str> {
    IN_STATUTES.iter().find(|(known, _)| *known == treaty).map(|(_, statute)| *statute)
}

/// The treaties that a statute prints, by local ids.
pub fn treaties_of_statute(statute: &str) -> impl Iterator<Item = &'static str> {
    IN_STATUTES.iter().filter(move |(_, known)| *known == statute).map(|(treaty, _)| *treaty)
}

/// The Swedish name of a treaty.
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

/// The kind of treaties.
pub(crate) const TREATY: DocumentKind = DocumentKind::new("treaty", "Fördrag");
/// The kind of treaties that add to another.
pub(crate) const PROTOCOL: DocumentKind = DocumentKind::new("protocol", "Protokoll");

/// The names of a treaty in a series whose treaties are cited by acronym or identifier. Without an identifier, a name
/// of the series stands before its number: `bare` in the short id, `printed` in the label.
pub(crate) fn names(reading: &ArtifactFields, bare: &str, printed: &str) -> DocumentNames {
    let number = reading.str("number").unwrap_or(reading.last_segment());
    let identifier = reading.str("identifier").map(str::to_owned);
    let treaty = TreatyName::of(reading.local_id);
    let short_id = match treaty.abbr {
        "" => identifier.clone().unwrap_or_else(|| format!("{bare} {number}")),
        abbr => abbr.to_owned(),
    };
    let label = identifier.unwrap_or_else(|| format!("{printed} {number}"));
    let name = treaty.full();
    DocumentNames {
        kind: reading.str("doctype").unwrap_or(TREATY.key).to_owned(),
        title: reading.str("title").unwrap_or(&label).to_owned(),
        display: raised(&name),
        in_text: treaty.name.to_owned(),
        short_title: raised(&name),
        descriptive: if name.is_empty() { short_id.clone() } else { name },
        short_id,
        label,
        ..DocumentNames::default()
    }
}

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
        for (treaty, statute) in IN_STATUTES.iter() {
            let source = |local_id: &str| crate::source_of_local_id(local_id).map(|source| source.name);
            assert!(source(treaty).is_some_and(|name| name != "sfs"), "{treaty}");
            assert_eq!(source(statute), Some("sfs"), "{statute}");
            assert!(treaties_of_statute(statute).any(|found| found == *treaty));
            assert_eq!(statute_of_treaty(treaty), Some(*statute));
        }
    }
}
