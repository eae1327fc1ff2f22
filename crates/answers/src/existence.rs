//! What cannot exist: whether it is established that nothing has a cited number or provision.
//!
//! A provision cannot exist when the statute or agency regulation is held and its text does not have it; a provision that
//! was repealed and is no longer in the text counts as missing. A number cannot exist when it is of a year to come, of a year outside its series, below one, or
//! higher than the last one of a year that is held whole. Otherwise that the corpus lacks a document proves nothing.

use jiff::civil::Date;
use lagrum_artifact::{Anchor, AnchorGrammar};
use lagrum_catalog::CatalogHoldings;
use lagrum_citation::{CitedLocation, ResolvedLocation, impossible_number, locate};
use lagrum_sources::{ActForm, source};

/// What is known of the existence of a cited location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Existence {
    /// The document is held. Its anchor is None when the citation names no part of it, or one that is not known.
    Held(ResolvedLocation),
    /// The document is not held, and may exist.
    NotHeld,
    /// Nothing can have the cited number, or the held act has no such provision.
    Impossible {
        /// The document, when it is held.
        held: Option<ResolvedLocation>,
        /// The provisions of the held act on both sides of the missing one.
        nearest: Vec<Anchor>,
    },
}

/// Looks up a cited location and finds out whether it can exist on a day.
pub fn existence(holdings: &CatalogHoldings<'_>, target: &CitedLocation, day: Date) -> Existence {
    match locate(target, holdings) {
        Some(resolved) => of_held(holdings, resolved),
        None if is_impossible(holdings, &target.document, target.anchor.as_ref(), day) => {
            Existence::Impossible { held: None, nearest: Vec::new() }
        }
        None => Existence::NotHeld,
    }
}

/// Whether no document can have this local id, or no part of it this anchor. The document is not held.
pub(crate) fn is_impossible(
    holdings: &CatalogHoldings<'_>,
    document: &str,
    anchor: Option<&Anchor>,
    day: Date,
) -> bool {
    impossible_number(document, anchor, day.year().into()).is_some()
        || holdings.exceeds_complete_year(document)
}

/// Finds out whether a held document can have the provision that a citation of it names.
pub(crate) fn of_held(holdings: &CatalogHoldings<'_>, resolved: ResolvedLocation) -> Existence {
    let missing = match (&resolved.anchor, &resolved.cited) {
        (None, Some(cited)) => missing_provision(holdings, &resolved.document, cited),
        _ => None,
    };
    match missing {
        Some(nearest) => Existence::Impossible { held: Some(resolved), nearest },
        None => Existence::Held(resolved),
    }
}

/// The number of a kapitel or paragraf: `12 a` is (12, "a").
type Number<'a> = (u32, &'a str);

/// A provision as kapitel and paragraf, of which one may be missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct ProvisionNumber<'a> {
    kapitel: Option<Number<'a>>,
    paragraf: Option<Number<'a>>,
}

impl<'a> ProvisionNumber<'a> {
    /// The number in an anchor of a kapitel or paragraf; None for any other anchor.
    fn parse(anchor: &'a str) -> Option<Self> {
        let (kapitel, rest) = numbered(anchor, 'K');
        let (paragraf, rest) = numbered(rest, 'P');
        (rest.is_empty() && (kapitel.is_some() || paragraf.is_some())).then_some(Self { kapitel, paragraf })
    }
}

/// The number after a letter at the beginning of a text, and the rest.
fn numbered(text: &str, letter: char) -> (Option<Number<'_>>, &str) {
    let Some(rest) = text.strip_prefix(letter) else { return (None, text) };
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let letters = rest[digits..].bytes().take_while(u8::is_ascii_lowercase).count();
    match rest[..digits].parse() {
        Ok(number) => (Some((number, &rest[digits..digits + letters])), &rest[digits + letters..]),
        Err(_) => (None, text),
    }
}

/// The provisions nearest to one that a held act does not have. None when the document is no act of kapitel and
/// paragrafer, or it is not certain that it lacks the provision.
fn missing_provision(holdings: &CatalogHoldings<'_>, document: &str, cited: &Anchor) -> Option<Vec<Anchor>> {
    let held = holdings.document(document)?;
    if source(&held.source).act_form != Some(ActForm::SwedishAct) {
        return None;
    }
    let unit = AnchorGrammar::Statute.unit(cited);
    // A moment belongs to its paragraf.
    let unit = unit.as_str().split('O').next().unwrap_or_default();
    let wanted = ProvisionNumber::parse(unit)?;
    let anchors = holdings.anchors(document)?;
    let mut provisions: Vec<(ProvisionNumber<'_>, &Anchor)> = anchors
        .iter()
        .filter_map(|anchor| Some((ProvisionNumber::parse(anchor.as_str())?, anchor)))
        .filter(|(number, _)| wanted.paragraf.is_none() || number.paragraf.is_some())
        .collect();
    let without_kapitel = wanted.kapitel.is_none();
    let may_be_meant = |number: &ProvisionNumber<'_>| {
        *number == wanted || without_kapitel && number.paragraf == wanted.paragraf
    };
    // A text without any provision, of which only the beginning may be held, proves nothing.
    if provisions.is_empty() || provisions.iter().any(|(number, _)| may_be_meant(number)) {
        return None;
    }
    provisions.sort_by_key(|(number, _)| *number);
    let same_kapitel = |(number, _): &&(ProvisionNumber<'_>, &Anchor)| number.kapitel == wanted.kapitel;
    let mut near: Vec<_> = provisions.iter().filter(same_kapitel).copied().collect();
    let same_paragraf = |(number, _): &&(ProvisionNumber<'_>, &Anchor)| {
        number.kapitel.is_none() && number.paragraf == wanted.paragraf
    };
    if near.is_empty() {
        // In an act whose paragrafer are numbered through all kapitel, the paragraf alone may be what is meant.
        near = provisions.iter().filter(same_paragraf).copied().collect();
    }
    if near.is_empty() {
        near = provisions;
    }
    let after = near.partition_point(|(number, _)| *number < wanted);
    let neighbours = [after.checked_sub(1), Some(after)].into_iter().flatten();
    Some(neighbours.filter_map(|index| near.get(index)).map(|(_, anchor)| (*anchor).clone()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_kapitel_and_paragrafer_are_provision_numbers() {
        let number = |anchor| ProvisionNumber::parse(anchor).map(|n| (n.kapitel, n.paragraf));
        assert_eq!(number("K2P3a"), Some((Some((2, "")), Some((3, "a")))));
        assert_eq!(number("P36"), Some((None, Some((36, "")))));
        assert_eq!(number("K8a"), Some((Some((8, "a")), None)));
        for anchor in
            ["", "K", "P", "P36S1", "B1", "L2018:99", "sid4", "P99999999999", "R3", "KP1", "P1-2", "Pä"]
        {
            assert_eq!(number(anchor), None, "{anchor}");
        }
    }
}
