//! The states of provisions of Swedish acts: of those that the text has, and of those that it lacks.

use jiff::civil::Date;
use lagrum_artifact::{Anchor, AnchorGrammar, ProvisionNumber};
use lagrum_catalog::CatalogHoldings;
use lagrum_citation::ResolvedLocation;

use super::decide::decide;
use super::facts::HeldAct;
use super::state::{PlaceReason, PlaceState, PlaceStatus};

/// The most provisions that are listed as nearest to a paragraf without its kapitel.
const MAX_NEAREST: usize = 20;

/// The state of a part of a held act.
pub(super) fn provision(
    holdings: &CatalogHoldings<'_>,
    location: &ResolvedLocation,
    cited: &Anchor,
    day: Date,
) -> PlaceState {
    let unknown = || match location.anchor {
        Some(_) => PlaceState::held(),
        None => PlaceState::of(PlaceStatus::NotHeld),
    };
    let Some(act) = HeldAct::new(holdings, &location.document) else { return unknown() };
    // If the text has the provision, its own number is used: that of the citation need not have a kapitel.
    let unit = AnchorGrammar::Statute.unit(location.anchor.as_ref().unwrap_or(cited));
    // A moment belongs to its paragraf.
    let unit = unit.as_str().split('O').next().unwrap_or_default();
    let Some(number) = ProvisionNumber::around(unit) else { return unknown() };
    match &location.anchor {
        Some(found) => {
            let state = decide(&act.facts_on(&number, day), day);
            if state.status == PlaceStatus::Held {
                part(&act, &number, found, cited, day, state)
            } else {
                state
            }
        }
        None => missing(&act, &number, day),
    }
}

/// The state of a number for which the text has no anchor.
fn missing(act: &HeldAct<'_>, number: &ProvisionNumber, day: Date) -> PlaceState {
    let provisions = act.anchors.provisions();
    let with_paragraf = || {
        provisions.iter().filter(|(other, _)| number.paragraf.is_some() && other.paragraf == number.paragraf)
    };
    if act.by_kapitel && number.kapitel.is_none() {
        let with_kapitel = with_paragraf().filter(|(other, _)| other.kapitel.is_some());
        let nearest: Vec<Anchor> = with_kapitel.map(|(_, anchor)| anchor.clone()).take(MAX_NEAREST).collect();
        if !nearest.is_empty() {
            let reason = Some(PlaceReason::KapitelMissing);
            return PlaceState { reason, ..PlaceState::impossible(nearest) };
        }
    }
    let is_through = !act.by_kapitel && number.kapitel.is_some() && number.paragraf.is_some();
    if is_through && let Some((_, elsewhere)) = with_paragraf().next() {
        // The paragraf is in another kapitel.
        return PlaceState::impossible(vec![elsewhere.clone()]);
    }
    let known_as =
        if is_through { ProvisionNumber { kapitel: None, ..number.clone() } } else { number.clone() };
    let state = decide(&act.facts(&known_as), day);
    if state.status != PlaceStatus::Impossible {
        return state;
    }
    // A paragraf of a missing kapitel has the state of the kapitel.
    let kapitel = ProvisionNumber { kapitel: number.kapitel.clone(), paragraf: None };
    let is_of_missing_kapitel = act.by_kapitel
        && number.paragraf.is_some()
        && number.kapitel.is_some()
        && !provisions.has_kapitel(number.kapitel.as_ref());
    if is_of_missing_kapitel {
        let of_kapitel = decide(&act.facts(&kapitel), day);
        if of_kapitel.status != PlaceStatus::Impossible {
            return of_kapitel;
        }
    }
    // A text without any provision, of which only the beginning may be held, proves nothing.
    if !provisions.has_any(number.paragraf.is_some()) {
        return PlaceState::of(PlaceStatus::NotHeld);
    }
    PlaceState::impossible(provisions.beside(number))
}

/// The state of a part of a held provision: a stycke, a point. The text must have parts of its kind, and have them of
/// the day.
fn part(
    act: &HeldAct<'_>,
    number: &ProvisionNumber,
    found: &Anchor,
    cited: &Anchor,
    day: Date,
    provision: PlaceState,
) -> PlaceState {
    let Some((wanted, siblings)) = missing_part(act.anchors.iter(), found, cited) else { return provision };
    if siblings.is_empty() {
        // The text is not divided into such parts.
        return provision;
    }
    let facts = act.facts(number);
    // The part may stand in a change that is not worked in, or in an older wording.
    let text_from = act.text_from();
    let has_other_wording = facts.text.iter().any(|period| period.from.is_some() || period.until.is_some())
        || text_from.is_some_and(|from| day < from)
        || act.has_changes_after(day);
    let newer = facts.events.iter().filter(|event| {
        event.day.is_some_and(|entered| entered <= day && text_from.is_some_and(|from| entered > from))
    });
    let missing: Vec<String> = newer.map(|event| event.act.clone()).collect();
    if has_other_wording || !missing.is_empty() {
        return PlaceState { missing, ..PlaceState::of(PlaceStatus::NotHeld) };
    }
    if act.is_archived(&wanted) {
        return PlaceState::of(PlaceStatus::Expired);
    }
    let last = siblings.last().map(|anchor| (*anchor).clone());
    PlaceState::impossible(last.into_iter().collect())
}

/// The first part of a cited place that a text does not have, and those beside it: for `P36S9` of a text that has `P36` with two
/// stycken `P36S9`, `P36S1`, `P36S2`. None where the text has all that can have an anchor; a sentence and a moment have none.
fn missing_part<'a>(
    anchors: impl Iterator<Item = &'a Anchor>,
    found: &Anchor,
    cited: &Anchor,
) -> Option<(Anchor, Vec<&'a Anchor>)> {
    // In an act whose paragrafer are numbered through, the kapitel is no part of the anchor that was found.
    let cited = cited.as_str();
    let at = cited.find('P').filter(|_| !found.as_str().starts_with('K')).unwrap_or_default();
    let rest = cited.get(at..)?.strip_prefix(found.as_str())?;
    let mut letters = rest.chars();
    let letter = letters.next().filter(|letter| *letter == 'S')?;
    let number: String = letters.take_while(char::is_ascii_digit).collect();
    if number.is_empty() {
        return None;
    }
    let is_sibling = |anchor: &&Anchor| {
        let rest = anchor.as_str().strip_prefix(found.as_str()).and_then(|rest| rest.strip_prefix(letter));
        rest.is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit()))
    };
    let siblings: Vec<&Anchor> = anchors.filter(is_sibling).collect();
    Some((Anchor::new(&format!("{found}{letter}{number}"))?, siblings))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn which_part_a_text_does_not_have() {
        let anchors: Vec<Anchor> = ["P36", "P36S1", "P36S2", "P36S2N1", "P37", "P37N1", "K2P3", "K2P3S1"]
            .into_iter()
            .filter_map(Anchor::new)
            .collect();
        for (found, cited, expected) in [
            ("P36", "P36S9", "P36S9: P36S1 P36S2"),
            ("P36", "K4P36S9M1", "P36S9: P36S1 P36S2"),
            ("K2P3", "K2P3S4N2", "K2P3S4: K2P3S1"),
            ("P37", "P37S2", "P37S2: "),
            ("P36S2", "P36S2M3", "-"),
            ("P36", "P36", "-"),
            ("P36", "P36O2", "-"),
            ("P36", "P36N3", "-"),
        ] {
            let (found, cited) = (Anchor::new(found).unwrap(), Anchor::new(cited).unwrap());
            let missing =
                missing_part(anchors.iter(), &found, &cited).map_or("-".to_owned(), |(part, beside)| {
                    let beside: Vec<&str> = beside.into_iter().map(Anchor::as_str).collect();
                    format!("{part}: {}", beside.join(" "))
                });
            assert_eq!(missing, expected, "{cited}");
        }
    }
}
