//! Names of kinds of documents for readers, from any source.
//!
//! Each source lists its own kinds. A search mixes sources, and there a kind that several sources have needs one name:
//! that of EU law, else that of the first source, without the parenthesis that distinguishes the sources.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::all::all;
use crate::eurlex;
use crate::kinds::DocumentKind;

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

/// The name of many documents of a kind from any source; None for an unknown kind.
pub fn kind_plural(kind: &str) -> Option<&'static str> {
    NAMES.get(kind).map(|kind| kind.plural)
}

/// The name of one document of a kind from any source; None for an unknown kind.
pub fn kind_singular(kind: &str) -> Option<&'static str> {
    NAMES.get(kind).map(|kind| kind.singular)
}

/// The name in full of a kind whose other names are a designation, that of a series of regulations; None for another kind.
pub fn kind_title(kind: &str) -> Option<&'static str> {
    NAMES.get(kind)?.title
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
            ("rådgivande yttrande", Some("Rådgivande yttranden"), Some("Rådgivande yttrande")),
            ("nobody-knows", None, None),
        ];
        assert_eq!(kind_title("nfs"), Some("Naturvårdsverkets författningssamling"));
        assert_eq!(kind_title("lag"), None);
        for (kind, plural, singular) in table {
            assert_eq!(kind_plural(kind), plural, "{kind}");
            assert_eq!(kind_singular(kind), singular, "{kind}");
        }
    }
}
