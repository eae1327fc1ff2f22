//! Anchors: the part of a uri after `#`, how a reader cites it, and which provision it belongs to.
//!
//! The meaning of an anchor depends on the kind of document: `A1` is the first part of a statute but the first article
//! of a treaty. So anchors are read by an [`AnchorGrammar`], which the source of the document defines.
//!
//! | family | form | read as |
//! |---|---|---|
//! | provision | segments of a capital and a value, `K2P3S1` | `2 kap. 3 § 1 st` |
//! | EU article | `9.2`, `6.1.c`, `9.2.S2` | `artikel 9.2`, `artikel 6.1 c`, `artikel 9.2 andra stycket` |
//! | recital | `recital-83` | `skäl 83` |
//! | treaty article | `A6P1La`, `AIV`, `A5-2` | `artikel 6 punkt 1 led a`, `artikel IV`, `artikel 5 variant 2` |
//! | printed page | `sid45` | `s. 45` |
//! | numbered point, paragraph of an EU judgment | `punkt27`, `point-27` | `punkt 27` |
//!
//! Everything else (`L2003:466`, `R3`, `a14.3`, `sec7`, `bilaga-1`, `Preamble`) has no reader form.

use std::fmt;

use serde::Serialize;

use crate::court_paragraph::POINT;
use crate::swedish;

/// The part of a uri after `#`: not empty.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Anchor(String);

impl Anchor {
    /// None for an empty text.
    pub fn new(text: &str) -> Option<Self> {
        (!text.is_empty()).then(|| Self(text.to_owned()))
    }

    /// The anchor as text, without `#`.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether this anchor is `outer` or names something inside it: what follows the outer anchor must begin a new
    /// segment (an ASCII capital) or a new part (a dot). `K3P1S2` is inside `K3P1`; `K3P10`, `K3P1a` and `K3P1-2` are
    /// not.
    pub fn is_within(&self, outer: &Anchor) -> bool {
        self.0.strip_prefix(&outer.0).is_some_and(|rest| match rest.chars().next() {
            None => true,
            Some(next) => next.is_ascii_uppercase() || next == '.',
        })
    }

    /// The number of a recital of an EU act.
    pub fn recital(&self) -> Option<&str> {
        self.0.strip_prefix("recital-").and_then(digits_only)
    }

    /// The printed page that `sid45` names.
    pub fn page(&self) -> Option<u32> {
        digits_only(self.0.strip_prefix("sid")?)?.parse().ok()
    }

    /// Whether this marks the changes made by an amending act (`L2003:466`).
    pub fn is_change_marker(&self) -> bool {
        let Some(rest) = self.0.strip_prefix('L') else { return false };
        rest.len() > 4
            && rest.bytes().take(4).all(|b| b.is_ascii_digit())
            && rest.as_bytes().get(4) == Some(&b':')
    }
}

impl fmt::Display for Anchor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The provision that an anchor belongs to: a stycke belongs to its paragraf, a point to its article.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct AnchorUnit(Anchor);

impl AnchorUnit {
    /// The unit's own anchor.
    pub fn anchor(&self) -> &Anchor {
        &self.0
    }

    /// The unit's own anchor as text.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

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

/// The stycken of a bilaga without provisions that a reader counts.
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
                && let Some(label) = article.label(self)
            {
                return Some(label);
            }
            if let Some(number) =
                text.strip_prefix("punkt").or_else(|| text.strip_prefix(POINT)).and_then(digits_only)
            {
                return Some(format!("punkt {number}"));
            }
        }
        if self == Self::Statute
            && let Some(division) = Division::parse(text)
        {
            return Some(division.label());
        }
        let mut parts: Vec<String> = Vec::new();
        // Whether a provision is named so far: outside any, a stycke is counted in the whole text.
        let mut in_provision = false;
        for segment in segments(text) {
            // Nobody counts so many stycken of a bilaga, so it is cited as a whole.
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
                'S' if !in_provision => segment.value().map(|(number, _)| format!("{number} stycket")),
                _ => segment.label(),
            };
            in_provision |= label.is_some() && matches!(segment.letter, 'K' | 'P' | 'O' | 'A');
            parts.extend(label);
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

fn digits_only(text: &str) -> Option<&str> {
    (!text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())).then_some(text)
}

/// A capital letter and what follows it up to the next one: `K6b` of `K6bP52c`.
#[derive(Clone, Copy)]
pub(crate) struct Segment<'a> {
    start: usize,
    pub(crate) letter: char,
    text: &'a str,
}

pub(crate) fn segments(text: &str) -> impl Iterator<Item = Segment<'_>> {
    let mut starts = text.char_indices().filter(|(_, c)| c.is_ascii_uppercase()).peekable();
    std::iter::from_fn(move || {
        let (start, letter) = starts.next()?;
        let end = starts.peek().map_or(text.len(), |(next, _)| *next);
        Some(Segment { start, letter, text: &text[start..end] })
    })
}

impl Segment<'_> {
    /// The digits and the lower-case letters after them. A repeat mark (`-2`) belongs to the unit, but not to the
    /// reader form.
    fn value(&self) -> Option<(&str, &str)> {
        let value = &self.text[1..];
        let digits = value.bytes().take_while(u8::is_ascii_digit).count();
        let letters = value[digits..].bytes().take_while(u8::is_ascii_lowercase).count();
        (digits > 0).then(|| (&value[..digits], &value[digits..digits + letters]))
    }

    /// The number after a word: `bilaga 2`.
    fn labelled(&self, word: &str) -> Option<String> {
        let (digits, letters) = self.value()?;
        let space = if letters.is_empty() { "" } else { " " };
        Some(format!("{word} {digits}{space}{letters}"))
    }

    fn has_number(&self) -> bool {
        self.value().is_some()
    }

    fn label(self) -> Option<String> {
        let word = match self.letter {
            'K' => "kap.",
            'P' => "§",
            'O' => "mom.",
            'S' => "st",
            'N' => "p",
            'M' => "men.",
            _ => return None,
        };
        let (digits, letters) = self.value()?;
        let space = if letters.is_empty() { "" } else { " " };
        Some(format!("{digits}{space}{letters} {word}"))
    }
}

/// A division of a statute, and one in it: `A1`, `AC`, `ACUII`.
pub(crate) struct Division<'a> {
    of: &'a str,
    inner: Option<&'a str>,
}

impl<'a> Division<'a> {
    pub(crate) fn parse(text: &'a str) -> Option<Self> {
        let rest = text.strip_prefix('A')?;
        let (of, inner) = rest.split_once('U').map_or((rest, None), |(of, inner)| (of, Some(inner)));
        let is_roman = |text: &str| !text.is_empty() && text.chars().all(|c| matches!(c, 'I' | 'V' | 'X'));
        let is_number = |text: &str| is_roman(text) || digits_only(text).is_some();
        let is_letter = of.len() == 1 && of.bytes().all(|b| b.is_ascii_uppercase());
        ((is_letter || is_number(of)) && inner.is_none_or(is_number)).then_some(Self { of, inner })
    }

    fn label(&self) -> String {
        let inner = self.inner.map(|inner| format!(", underavd. {inner}")).unwrap_or_default();
        format!("avd. {}{inner}", self.of)
    }
}

/// `5a.2.c` or `9.2.S2`.
pub(crate) struct EuArticle<'a> {
    /// The article and its numbered parts.
    pub(crate) numbers: &'a str,
    tail: EuTail<'a>,
}

enum EuTail<'a> {
    None,
    Point(&'a str),
    Stycke(&'a str),
}

impl<'a> EuArticle<'a> {
    pub(crate) fn parse(text: &'a str) -> Option<Self> {
        let (first, _) = text.split_once('.').unwrap_or((text, ""));
        digits_only(first.strip_suffix(|c: char| c.is_ascii_lowercase()).unwrap_or(first))?;
        let mut end = first.len();
        let mut tail = EuTail::None;
        for part in text[end..].split('.').skip(1) {
            if !matches!(tail, EuTail::None) {
                return None;
            }
            if digits_only(part).is_some() {
                end += 1 + part.len();
            } else if let Some(number) = part.strip_prefix('S').and_then(digits_only) {
                tail = EuTail::Stycke(number);
            } else if part.len() == 1 && part.bytes().all(|b| b.is_ascii_lowercase()) {
                tail = EuTail::Point(part);
            } else {
                return None;
            }
        }
        Some(Self { numbers: &text[..end], tail })
    }

    fn label(&self) -> Option<String> {
        let numbers = self.numbers;
        Some(match self.tail {
            EuTail::None => format!("artikel {numbers}"),
            EuTail::Point(letter) => format!("artikel {numbers} {letter}"),
            EuTail::Stycke(number) => format!("artikel {numbers} {} stycket", swedish::ordinal(number)?),
        })
    }
}

/// `A6P1La`, `AIV`, `A15A`, `A2.1`, `A5-2P1`.
pub(crate) struct TreatyArticle<'a> {
    /// The article's anchor with its repeat mark: the unit.
    pub(crate) article: &'a str,
    number: &'a str,
    paragraph: Option<&'a str>,
    stycke: Option<&'a str>,
    letter: Option<&'a str>,
    variant: Option<&'a str>,
}

impl<'a> TreatyArticle<'a> {
    pub(crate) fn parse(text: &'a str) -> Option<Self> {
        let mut rest = Scan(text.strip_prefix('A')?);
        let before = rest.0.len();
        let number = rest.article_number()?;
        let mut variant = rest.repeat_mark();
        let article = &text[..=before - rest.0.len()];
        let (mut paragraph, mut stycke, mut letter) = (None, None, None);
        if let Some(digits) = rest.segment('P', |c| c.is_ascii_digit()) {
            paragraph = Some(digits);
            variant = rest.repeat_mark().or(variant);
        } else if let Some(digits) = rest.segment('S', |c| c.is_ascii_digit()) {
            stycke = Some(digits);
            variant = rest.repeat_mark().or(variant);
        }
        if let Some(letters) = rest.segment('L', |c| c.is_ascii_lowercase()) {
            letter = Some(letters);
            variant = rest.repeat_mark().or(variant);
        }
        rest.0.is_empty().then_some(Self { article, number, paragraph, stycke, letter, variant })
    }

    fn label(&self, grammar: AnchorGrammar) -> Option<String> {
        let mut label = format!("artikel {}", self.number);
        if let Some(paragraph) = self.paragraph {
            label += &format!(" punkt {paragraph}");
        }
        if let Some(stycke) = self.stycke {
            // Outside treaties an article has no stycken of this spelling.
            if grammar != AnchorGrammar::Treaty {
                return None;
            }
            label += &format!(" {} stycket", swedish::ordinal(stycke)?);
        }
        if let Some(letter) = self.letter {
            label += &format!(" led {letter}");
        }
        if let Some(variant) = self.variant {
            label += &format!(" variant {variant}");
        }
        Some(label)
    }
}

/// The rest of an anchor that is being parsed.
struct Scan<'a>(&'a str);

impl<'a> Scan<'a> {
    fn eat_while(&mut self, wanted: impl Fn(char) -> bool) -> Option<&'a str> {
        let end = self.0.find(|c| !wanted(c)).unwrap_or(self.0.len());
        let (taken, rest) = self.0.split_at(end);
        self.0 = rest;
        (!taken.is_empty()).then_some(taken)
    }

    /// `6`, `15A`, `2.1` or `IV`. A letter after the number belongs to it only when neither a digit nor a lower-case
    /// letter follows: the `P` of `A6P1` and the `L` of `A3Lh` begin segments of their own.
    fn article_number(&mut self) -> Option<&'a str> {
        let whole = self.0;
        if self.eat_while(|c| c.is_ascii_digit()).is_some() {
            let mut after = self.0.chars();
            let letter = after.next().filter(char::is_ascii_alphabetic);
            let next = after.next();
            if letter.is_some() && !next.is_some_and(|c| c.is_ascii_digit() || c.is_ascii_lowercase()) {
                self.0 = &self.0[1..];
            }
        } else {
            self.eat_while(|c| matches!(c, 'I' | 'V' | 'X'))?;
        }
        if let Some(rest) = self.0.strip_prefix('.') {
            let mut part = Scan(rest);
            part.eat_while(|c| c.is_ascii_digit())?;
            self.0 = part.0;
        }
        Some(&whole[..whole.len() - self.0.len()])
    }

    fn segment(&mut self, letter: char, wanted: impl Fn(char) -> bool) -> Option<&'a str> {
        let mut rest = Scan(self.0.strip_prefix(letter)?);
        let value = rest.eat_while(wanted)?;
        self.0 = rest.0;
        Some(value)
    }

    fn repeat_mark(&mut self) -> Option<&'a str> {
        self.segment('-', |c| c.is_ascii_digit())
    }
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
            (Statute, "B2S3", Some("bilaga 2 3 stycket"), "B2S3"),
            (Statute, "B2S593N5", Some("bilaga 2"), "B2S593N5"),
            (Statute, "B1A2", Some("bilaga 1 artikel 2"), "B1A2"),
            (Statute, "ACUII", Some("avd. C, underavd. II"), "ACUII"),
            (Statute, "AIV", Some("avd. IV"), "AIV"),
            (Statute, "A2K3P4", Some("3 kap. 4 §"), "K3P4"),
            (Statute, "A1", Some("avd. 1"), "A1"),
            (Statute, "A1P3", Some("3 §"), "P3"),
            (Statute, "B1", None, "B1"),
            (Statute, "R3", None, "R3"),
            (Statute, "S4", Some("4 stycket"), "S4"),
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
            (General, "P45", Some("45 §"), "P45"),
            (Points, "P45", Some("p. 45"), "P45"),
            (Points, "p45", Some("p. 45"), "p45"),
            (Points, "6.1.c", Some("artikel 6.1 c"), "6.1"),
            (Points, "point-98", Some("punkt 98"), "point-98"),
            (Points, "P", None, "P"),
            (Signs, "P45", Some("§ 45"), "P45"),
            (General, "S4", Some("4 stycket"), "S4"),
            (General, "S4-2", Some("4 stycket"), "S4-2"),
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

    #[test]
    fn what_lies_inside_what() {
        for (inner, outer) in [("K3P1S2", "K3P1"), ("K3P1", "K3P1"), ("9.2.a", "9.2"), ("K3P1", "K3")] {
            assert!(anchor(inner).is_within(&anchor(outer)), "{inner} in {outer}");
        }
        for (inner, outer) in
            [("K3P10", "K3P1"), ("K3P1a", "K3P1"), ("K3P1-2", "K3P1"), ("9.21", "9.2"), ("K3", "K3P1")]
        {
            assert!(!anchor(inner).is_within(&anchor(outer)), "{inner} in {outer}");
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
