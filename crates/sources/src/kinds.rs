//! Kinds of documents and what readers call them.
//!
//! Each source lists its own kinds. A search, however, mixes sources, and there a kind that several sources use must
//! have one name: the name EU law gives it, else the first source's, without the parenthesis that told the sources
//! apart.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::{all, eurlex};

/// A kind of document, or another thing documents are filed under, and its names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DocumentKind {
    /// The kind as catalogued.
    pub key: &'static str,
    /// What a list of such documents is called.
    pub plural: &'static str,
    /// What one such document is called.
    pub singular: &'static str,
}

impl DocumentKind {
    /// A kind whose one name serves for one and for many.
    pub(crate) const fn new(key: &'static str, name: &'static str) -> Self {
        Self { key, plural: name, singular: name }
    }

    /// A kind with a name for many and a name for one.
    pub(crate) const fn counted(key: &'static str, plural: &'static str, singular: &'static str) -> Self {
        Self { key, plural, singular }
    }
}

static NAMES: LazyLock<BTreeMap<&'static str, DocumentKind>> = LazyLock::new(|| {
    let mut names: BTreeMap<&str, DocumentKind> = BTreeMap::new();
    let eu_first = std::iter::once(&eurlex::SOURCE).chain(all().iter().copied());
    for source in eu_first {
        for kind in source.kinds() {
            names
                .entry(kind.key)
                .and_modify(|known| {
                    if known.plural != kind.plural {
                        known.plural = without_parenthesis(known.plural);
                        known.singular = without_parenthesis(known.singular);
                    }
                })
                .or_insert(*kind);
        }
    }
    names
});

fn without_parenthesis(name: &'static str) -> &'static str {
    name.split_once(" (").map_or(name, |(before, _)| before)
}

/// What many documents of a kind are called when their source is not known; None for a kind nobody lists.
pub fn kind_plural(kind: &str) -> Option<&'static str> {
    NAMES.get(kind).map(|kind| kind.plural)
}

/// What one document of a kind is called; None for a kind nobody lists.
pub fn kind_singular(kind: &str) -> Option<&'static str> {
    NAMES.get(kind).map(|kind| kind.singular)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_kinds() {
        let table = [
            ("lag", Some("Lagar"), Some("Lag")),
            ("forordning", Some("Förordningar m.m."), Some("Förordning")),
            ("regulation", Some("Förordningar"), Some("Förordning")),
            ("judgment", Some("Avgöranden"), Some("Avgörande")),
            ("decision", Some("Beslut"), Some("Beslut")),
            ("act", Some("Övriga rättsakter"), Some("Övriga rättsakter")),
            ("bet", Some("Betänkanden"), Some("Betänkande")),
            ("so", Some("Internationella överenskommelser"), Some("Internationell överenskommelse")),
            ("jo", Some("Justitieombudsmannen (JO)"), Some("Justitieombudsmannen (JO)")),
            ("imy", Some("Integritetsskyddsmyndigheten"), Some("Integritetsskyddsmyndigheten")),
            ("kkv", Some("Konkurrensverket"), Some("Konkurrensverket")),
            ("hslffs", Some("HSLF-FS"), Some("HSLF-FS")),
            ("riktlinjer", Some("Riktlinjer"), Some("Riktlinje")),
            ("sentence", Some("Straffmätning"), Some("Straffmätningsbeslut")),
            ("kommentar", Some("Lagkommentarer"), Some("Lagkommentar")),
            ("rådgivande yttrande", Some("Rådgivande yttranden"), Some("Rådgivande yttranden")),
            ("nobody-knows", None, None),
        ];
        for (kind, plural, singular) in table {
            assert_eq!(kind_plural(kind), plural, "{kind}");
            assert_eq!(kind_singular(kind), singular, "{kind}");
        }
    }
}
