//! How a location is cited: a pinpoint and the short name of the document.

use lagrum_artifact::{Anchor, AnchorGrammar, raise_first_letter};

use crate::Source;
use crate::sfs::definite;

/// The number of a paragraph of a decision that is cited as a point: `26` of `P26`, and of `point-26`. None for any other anchor.
pub(crate) fn court_point<'a>(source: &Source, anchor: &'a Anchor) -> Option<&'a str> {
    let anchor = Some(anchor.as_str()).filter(|_| source.grammar == AnchorGrammar::Points)?;
    let number = anchor.strip_prefix("point-").or_else(|| anchor.strip_prefix(['P', 'p']))?;
    (!number.is_empty() && number.bytes().all(|b| b.is_ascii_digit())).then_some(number)
}

/// The citation of a document of a source, or of a place in it: as [`citation()`], but a paragraph of a decision is
/// `p. 26 i NJA 2031 s. 5`, and a statute without an established name is named as inside a sentence: `3 § lagen om får`.
pub fn citation_in(source: &Source, name: &str, anchor: Option<&Anchor>) -> String {
    match anchor {
        Some(anchor) => match court_point(source, anchor) {
            Some(number) if name.is_empty() => format!("p. {number}"),
            Some(number) => format!("p. {number} i {name}"),
            None if source.holds_statutes => citation(&definite(name), source.grammar, Some(anchor)),
            None => citation(name, source.grammar, Some(anchor)),
        },
        None => citation(name, source.grammar, None),
    }
}

/// The pinpoint of an anchor: the reader form of its unit, else the unit itself.
pub fn pinpoint(grammar: AnchorGrammar, anchor: &Anchor) -> String {
    let unit = grammar.unit(anchor);
    grammar.label(unit.anchor()).unwrap_or_else(|| unit.as_str().to_owned())
}

/// The citation of a location: `2 kap. 3 § fårlagen`, first letter raised.
///
/// `name` is the document's [short name](crate::Source::short_name). A unit without a reader form adds nothing.
pub fn citation(name: &str, grammar: AnchorGrammar, anchor: Option<&Anchor>) -> String {
    let place = anchor.and_then(|anchor| grammar.label(grammar.unit(anchor).anchor()));
    raise_first_letter(&match place {
        Some(place) if name.is_empty() => place,
        Some(place) => format!("{place} {name}"),
        None => name.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source;

    #[test]
    fn a_paragraph_of_a_court_is_a_point() {
        for (name, anchor, expected) in [
            ("dv", "P26", "p. 26 i Namn"),
            ("dv", "p26", "p. 26 i Namn"),
            ("eurlex", "P104", "p. 104 i Namn"),
            ("eurlex", "6.1", "Artikel 6.1 Namn"),
            ("hudoc", "P45", "§ 45 Namn"),
            ("sfs", "P45", "45 § Namn"),
            ("foreskrift", "P45", "45 § Namn"),
            ("dv", "", "Namn"),
        ] {
            assert_eq!(
                citation_in(source(name), "Namn", Anchor::new(anchor).as_ref()),
                expected,
                "{name} {anchor}"
            );
        }
    }

    #[test]
    fn a_statute_is_named_as_inside_a_sentence() {
        for (source_name, name, anchor, expected) in [
            ("sfs", "Lag om får", "P3", "3 § lagen om får"),
            ("sfs", "Fårförordning", "K1P3", "1 kap. 3 § fårförordningen"),
            ("sfs", "fårlagen", "P3", "3 § fårlagen"),
            ("sfs", "Lag om får", "", "Lag om får"),
            ("foreskrift", "FVFS 2031:2", "P3", "3 § FVFS 2031:2"),
            ("eurlex", "Förordning", "6", "Artikel 6 Förordning"),
        ] {
            assert_eq!(citation_in(source(source_name), name, Anchor::new(anchor).as_ref()), expected);
        }
    }

    #[test]
    fn citations() {
        use AnchorGrammar::{General, Statute, Treaty};
        // (descriptive, label, grammar, anchor, pinpoint, citation)
        let table = [
            ("fårlagen", "SFS 1931:47", Statute, "", "", "Fårlagen"),
            ("fårlagen", "SFS 1931:47", Statute, "K2P3S1", "2 kap. 3 §", "2 kap. 3 § fårlagen"),
            (
                "(EU) 2031/77 Getförordningen (GETF)",
                "32031R0077",
                General,
                "6.1.c",
                "artikel 6.1",
                "Artikel 6.1 GETF",
            ),
            ("Lag om Fårombudet (FO)", "SFS 1931:49", Statute, "P3", "3 §", "3 § Lag om Fårombudet (FO)"),
            ("Prop. 2030/31:9", "Prop. 2030/31:9", General, "sid45", "s. 45", "S. 45 Prop. 2030/31:9"),
            ("Prop. 2030/31:9", "Prop. 2030/31:9", General, "sec12", "sec12", "Prop. 2030/31:9"),
            ("Getkonventionen (GTK)", "ETS No. 900", Treaty, "A6P1", "artikel 6", "Artikel 6 GTK"),
            ("", "Vall", General, "", "", "Vall"),
            ("", "", General, "P4", "4 §", "4 §"),
        ];
        for (descriptive, label, grammar, text, pin, cited) in table {
            let anchor = Anchor::new(text);
            let source = if grammar == Statute { source("sfs") } else { source("coe") };
            let name = source.short_name(descriptive, label);
            assert_eq!(citation(name, grammar, anchor.as_ref()), cited);
            assert_eq!(anchor.map(|anchor| pinpoint(grammar, &anchor)).unwrap_or_default(), pin);
        }
    }
}
