//! Reads the anchors of a document by its grammar: the reader form of an anchor, and the provision that it belongs
//! to.

use super::{Anchor, AnchorUnit, Division, EuArticle, TreatyArticle, digits_only, segments};
use crate::court_paragraph::POINT;
use crate::ruling::RULING;
use crate::swedish::ordinal;

/// How the anchors of a document are spelt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AnchorGrammar {
    /// Statutes and agency regulations: provisions and printed pages only. `A1` is a part of the statute here.
    Statute,
    /// Treaties: articles, whose unnumbered paragraphs are stycken (`A1S2`).
    Treaty,
    /// Every other document: all families.
    General,
    /// Documents among which are decisions of courts, whose numbered paragraphs are cited as points: all families, but `P26` is `p. 26`.
    Points,
    /// Decisions whose numbered paragraphs are cited with a sign: all families, but `P26` is `§ 26`.
    Signs,
}

/// A stycke outside provisions: `fjärde stycket`, `stycke 42`.
fn loose_stycke(number: &str) -> String {
    let is_spoken = number.parse().is_ok_and(|number: u32| number <= MAX_SPOKEN_STYCKEN);
    match ordinal(number).filter(|_| is_spoken) {
        Some(ordinal) => format!("{ordinal} stycket"),
        None => format!("stycke {number}"),
    }
}

/// The highest number of a stycke outside provisions that is written as a word.
const MAX_SPOKEN_STYCKEN: u32 = 10;

/// The highest number by which a stycke of a bilaga without provisions is cited.
const MAX_COUNTED_STYCKEN: u32 = 20;

impl AnchorGrammar {
    /// How a reader cites the anchor (`2 kap. 3 § 1 st`); None when it has no such form.
    pub fn label(self, anchor: &Anchor) -> Option<String> {
        let text = anchor.as_str();
        if let Some(page) = anchor.page() {
            return Some(format!("s. {page}"));
        }
        if anchor.is_change_marker() {
            return None;
        }
        if let Some(number) = text.strip_prefix(['P', 'p']).and_then(digits_only) {
            match self {
                Self::Points => return Some(format!("p. {number}")),
                Self::Signs => return Some(format!("§ {number}")),
                Self::Statute | Self::Treaty | Self::General => {}
            }
        }
        if self != Self::Statute {
            if let Some(number) = anchor.recital() {
                return Some(format!("skäl {number}"));
            }
            if let Some(article) = EuArticle::parse(text) {
                return article.label();
            }
            if let Some(article) = TreatyArticle::parse(text)
                && let Some(label) = article.label(self == Self::Treaty)
            {
                return Some(label);
            }
            if let Some(number) =
                text.strip_prefix("punkt").or_else(|| text.strip_prefix(POINT)).and_then(digits_only)
            {
                return Some(format!("punkt {number}"));
            }
            if text == RULING {
                return Some(RULING.to_owned());
            }
            if let Some(point) = point_of_ruling(text) {
                return Some(format!("{RULING}, punkt {point}"));
            }
        }
        if self == Self::Statute
            && let Some(division) = Division::parse(text)
        {
            return Some(division.label());
        }
        let mut parts: Vec<String> = Vec::new();
        // Whether a provision has been named. A stycke outside provisions is counted in the whole text.
        let mut in_provision = false;
        for segment in segments(text) {
            // A reader does not count this many stycken, so the bilaga is cited as a whole.
            let is_uncounted =
                |(number, _): (&str, _)| number.parse().is_ok_and(|number: u32| number > MAX_COUNTED_STYCKEN);
            if segment.letter == 'S'
                && !in_provision
                && !parts.is_empty()
                && segment.value().is_some_and(is_uncounted)
            {
                break;
            }
            let label = match segment.letter {
                'B' if segment.start == 0 && segment.text.len() < text.len() => segment.labelled("bilaga"),
                'A' if !parts.is_empty() && self == Self::Statute => segment.labelled("artikel"),
                'S' if !in_provision => segment.value().map(|(number, _)| loose_stycke(number)),
                _ => segment.label(),
            };
            in_provision |= label.is_some() && matches!(segment.letter, 'K' | 'P' | 'O' | 'A');
            parts.extend(label);
        }
        // `stycke 11, 11 p`: a number after another needs a sign between them.
        let last = parts.len().saturating_sub(1);
        for part in parts.iter_mut().take(last).filter(|part| part.starts_with("stycke ")) {
            part.push(',');
        }
        (!parts.is_empty()).then(|| parts.join(" "))
    }

    /// The provision that the anchor belongs to; the anchor itself where its family has no larger unit.
    pub fn unit(self, anchor: &Anchor) -> AnchorUnit {
        let text = anchor.as_str();
        if anchor.is_change_marker() {
            return AnchorUnit(anchor.clone());
        }
        if self != Self::Statute {
            if let Some(article) = EuArticle::parse(text) {
                return AnchorUnit(Anchor(article.numbers.to_owned()));
            }
            if let Some(article) = TreatyArticle::parse(text) {
                return AnchorUnit(Anchor(article.article.to_owned()));
            }
            if point_of_ruling(text).is_some() {
                return AnchorUnit(Anchor(RULING.to_owned()));
            }
        }
        let mut unit = String::new();
        let mut provision = false;
        for segment in segments(text) {
            match segment.letter {
                // A leading B is an appendix. Elsewhere it has no meaning here.
                'B' if !provision && segment.start == unit.len() => unit.push_str(segment.text),
                'K' | 'P' | 'O' if segment.has_number() => {
                    unit.push_str(segment.text);
                    provision = true;
                }
                _ => {}
            }
        }
        if provision { AnchorUnit(Anchor(unit)) } else { AnchorUnit(anchor.clone()) }
    }
}

/// The number of a point of a ruling that an anchor names.
fn point_of_ruling(anchor: &str) -> Option<&str> {
    anchor.strip_prefix(RULING)?.strip_prefix('-').and_then(digits_only)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::AnchorGrammar::{General, Points, Signs, Statute, Treaty};
    use super::*;

    fn anchor(text: &str) -> Anchor {
        Anchor::new(text).unwrap()
    }

    #[test]
    fn labels_and_units() {
        // (grammar, anchor, label, unit)
        let table = [
            (Statute, "K2P3S1", Some("2 kap. 3 § 1 st"), "K2P3"),
            (Statute, "K6bP52c", Some("6 b kap. 52 c §"), "K6bP52c"),
            (Statute, "K2P16S5N1", Some("2 kap. 16 § 5 st 1 p"), "K2P16"),
            (Statute, "K1P2S1N2Na", Some("1 kap. 2 § 1 st 2 p"), "K1P2"),
            (Statute, "P3O2S1M2", Some("3 § 2 mom. 1 st 2 men."), "P3O2"),
            (Statute, "K3R2", Some("3 kap."), "K3"),
            (Statute, "B1P3S1", Some("bilaga 1 3 § 1 st"), "B1P3"),
            (Statute, "B2S3", Some("bilaga 2 tredje stycket"), "B2S3"),
            (Statute, "B2S593N5", Some("bilaga 2"), "B2S593N5"),
            (Statute, "B1A2", Some("bilaga 1 artikel 2"), "B1A2"),
            (Statute, "ACUII", Some("avd. C, underavd. II"), "ACUII"),
            (Statute, "AIV", Some("avd. IV"), "AIV"),
            (Statute, "A2K3P4", Some("3 kap. 4 §"), "K3P4"),
            (Statute, "A1", Some("avd. 1"), "A1"),
            (Statute, "A1P3", Some("3 §"), "P3"),
            (Statute, "B1", None, "B1"),
            (Statute, "R3", None, "R3"),
            (Statute, "S4", Some("fjärde stycket"), "S4"),
            (Statute, "S42", Some("stycke 42"), "S42"),
            (Statute, "S11N11", Some("stycke 11, 11 p"), "S11N11"),
            (Statute, "L2003:466", None, "L2003:466"),
            (Statute, "L2003:466S1", None, "L2003:466S1"),
            (Statute, "5", None, "5"),
            (Statute, "sid12", Some("s. 12"), "sid12"),
            (Statute, "K2P3-2", Some("2 kap. 3 §"), "K2P3-2"),
            (General, "sid45", Some("s. 45"), "sid45"),
            (General, "recital-83", Some("skäl 83"), "recital-83"),
            (General, "6", Some("artikel 6"), "6"),
            (General, "5a", Some("artikel 5a"), "5a"),
            (General, "6.1", Some("artikel 6.1"), "6.1"),
            (General, "6.1.c", Some("artikel 6.1 c"), "6.1"),
            (General, "9.2.S2", Some("artikel 9.2 andra stycket"), "9.2"),
            (General, "9.2.S21", None, "9.2"),
            (General, "1.1.f.ii", None, "1.1.f.ii"),
            (General, "a14.3", None, "a14.3"),
            (General, "sec7", None, "sec7"),
            (General, "bilaga-1", None, "bilaga-1"),
            (General, "punkt27", Some("punkt 27"), "punkt27"),
            (General, "point-98", Some("punkt 98"), "point-98"),
            (General, "point-", None, "point-"),
            (General, "domslut", Some("domslut"), "domslut"),
            (General, "domslut-2", Some("domslut, punkt 2"), "domslut"),
            (Statute, "domslut-2", None, "domslut-2"),
            (General, "P45", Some("45 §"), "P45"),
            (Points, "P45", Some("p. 45"), "P45"),
            (Points, "p45", Some("p. 45"), "p45"),
            (Points, "6.1.c", Some("artikel 6.1 c"), "6.1"),
            (Points, "point-98", Some("punkt 98"), "point-98"),
            (Points, "P", None, "P"),
            (Signs, "P45", Some("§ 45"), "P45"),
            (General, "S4", Some("fjärde stycket"), "S4"),
            (General, "S4-2", Some("fjärde stycket"), "S4-2"),
            (Treaty, "A6", Some("artikel 6"), "A6"),
            (Treaty, "A6P1La", Some("artikel 6 punkt 1 led a"), "A6"),
            (Treaty, "A3Lh", Some("artikel 3 led h"), "A3"),
            (Treaty, "A15A", Some("artikel 15A"), "A15A"),
            (Treaty, "AIV", Some("artikel IV"), "AIV"),
            (Treaty, "A2.1", Some("artikel 2.1"), "A2.1"),
            (Treaty, "A5-2P1", Some("artikel 5 punkt 1 variant 2"), "A5-2"),
            (Treaty, "A5-2P1-3", Some("artikel 5 punkt 1 variant 3"), "A5-2"),
            (Treaty, "A1S2", Some("artikel 1 andra stycket"), "A1"),
            (Treaty, "Preamble", None, "Preamble"),
            (Treaty, "Annex1", None, "Annex1"),
            (Treaty, "SecII", None, "SecII"),
            (Treaty, "Testimonium", None, "Testimonium"),
        ];
        for (grammar, text, label, unit) in table {
            assert_eq!(grammar.label(&anchor(text)).as_deref(), label, "label of {text} ({grammar:?})");
            assert_eq!(grammar.unit(&anchor(text)).as_str(), unit, "unit of {text} ({grammar:?})");
        }
    }

    proptest! {
        #[test]
        fn any_text_has_a_unit_of_its_own(text in "\\PC{1,20}") {
            for grammar in [Statute, Treaty, General, Points, Signs] {
                let _ = grammar.label(&anchor(&text));
                let unit = grammar.unit(&anchor(&text));
                prop_assert_eq!(grammar.unit(unit.anchor()), unit);
            }
        }

        #[test]
        fn a_unit_contains_its_parts(chapter in 1u8..30, section in 1u8..99, letter in "[a-c]?", stycke in 1u8..9) {
            let unit = anchor(&format!("K{chapter}P{section}{letter}"));
            let part = anchor(&format!("{unit}S{stycke}N1"));
            prop_assert!(part.is_within(&unit));
            let found = Statute.unit(&part);
            prop_assert_eq!(found.anchor(), &unit);
        }
    }
}
