//! The state of provisions of Swedish acts: of those that the text has, and of those that it lacks.

use jiff::civil::Date;
use lagrum_artifact::{Anchor, AnchorGrammar, ProvisionNumber};
use lagrum_catalog::{AnchorList, CatalogHoldings, CatalogReader};
use lagrum_citation::ResolvedLocation;

use super::state::{PlaceReason, PlaceState, PlaceStatus};
use crate::chronicle::ActInTime;

/// The most provisions that are listed as nearest to a paragraf without its kapitel.
const MAX_NEAREST: usize = 20;

/// The state of a number of an act on a day, by what bears it; None when the catalog cannot be read, and the holdings keep
/// the failure.
pub(super) fn borne(
    holdings: &CatalogHoldings<'_>,
    catalog: &CatalogReader<'_>,
    act: &ActInTime,
    anchor: &Anchor,
    day: Date,
) -> Option<PlaceState> {
    let unit = act.grammar.whole_provision(anchor).unwrap_or_else(|| anchor.clone());
    match act.on(catalog, &unit, day) {
        Ok(found) => Some(PlaceState::borne(found, |at| act.uri_of(at).to_owned())).map(|state| {
            if state.status == PlaceStatus::Coming && state.act.is_none() && act.facts().is_to_come(day) {
                PlaceState { act: Some(act.document.uri.clone()), ..state }
            } else {
                state
            }
        }),
        Err(problem) => {
            holdings.fail(problem);
            None
        }
    }
}

/// The state of a whole act.
pub(super) fn whole_act(act: &ActInTime, day: Date) -> PlaceState {
    let facts = act.facts();
    let text = |day: Option<Date>| day.map(|day| day.to_string());
    if facts.has_ended(day) {
        return PlaceState { until: text(facts.end.day()), ..PlaceState::of(PlaceStatus::Expired) };
    }
    if facts.is_to_come(day) {
        let act = Some(act.document.uri.clone());
        return PlaceState { since: text(facts.begins.known()), act, ..PlaceState::of(PlaceStatus::Coming) };
    }
    PlaceState { until: text(facts.end.day()), ..PlaceState::held() }
}

/// What is asked of the provisions of an act.
struct Asked<'a> {
    holdings: &'a CatalogHoldings<'a>,
    catalog: &'a CatalogReader<'a>,
    act: &'a ActInTime,
    /// The anchors of the text.
    anchors: &'a AnchorList,
    day: Date,
}

/// The state of a part of a held act.
pub(super) fn provision<'a>(
    holdings: &'a CatalogHoldings<'a>,
    catalog: &'a CatalogReader<'a>,
    act: &'a ActInTime,
    location: &ResolvedLocation,
    cited: &Anchor,
    day: Date,
) -> PlaceState {
    let whole = whole_act(act, day);
    let unknown = || match location.anchor {
        Some(_) => whole.clone(),
        None => PlaceState::of(PlaceStatus::NotHeld),
    };
    let Some(anchors) = holdings.anchors(&location.document) else { return unknown() };
    let asked = Asked { holdings, catalog, act, anchors: &anchors, day };
    // If the text has the provision, its own number is used: that of the citation need not have a kapitel.
    let unit = AnchorGrammar::Statute.unit(location.anchor.as_ref().unwrap_or(cited));
    // A moment belongs to its paragraf.
    let unit = unit.as_str().split('O').next().unwrap_or_default();
    let Some(number) = ProvisionNumber::around(unit) else {
        // A bilaga is a provision; a heading is where the act is.
        let bilaga = location.anchor.as_ref().filter(|anchor| act.grammar.whole_provision(anchor).is_some());
        return bilaga.and_then(|anchor| borne(holdings, catalog, act, anchor, day)).unwrap_or_else(unknown);
    };
    match &location.anchor {
        Some(found) => {
            let Some(state) = asked.of_number(&number) else { return unknown() };
            // The text has it, in a form whose words are not compared.
            let state = if state.status == PlaceStatus::Impossible { whole.clone() } else { state };
            if state.status == PlaceStatus::Held { asked.part(&number, found, cited, state) } else { state }
        }
        None => asked.missing(&number).unwrap_or_else(unknown),
    }
}

impl Asked<'_> {
    /// The state of a kapitel or paragraf; impossible where nothing names it.
    fn of_number(&self, number: &ProvisionNumber) -> Option<PlaceState> {
        borne(self.holdings, self.catalog, self.act, &number.anchor()?, self.day)
    }

    /// The state of a number for which the text has no anchor.
    fn missing(&self, number: &ProvisionNumber) -> Option<PlaceState> {
        let provisions = self.anchors.provisions();
        let by_kapitel = self.act.by_kapitel();
        let with_paragraf = || {
            provisions
                .iter()
                .filter(|(other, _)| number.paragraf.is_some() && other.paragraf == number.paragraf)
        };
        if by_kapitel && number.kapitel.is_none() {
            let with_kapitel = with_paragraf().filter(|(other, _)| other.kapitel.is_some());
            let nearest: Vec<Anchor> =
                with_kapitel.map(|(_, anchor)| anchor.clone()).take(MAX_NEAREST).collect();
            if !nearest.is_empty() {
                let reason = Some(PlaceReason::KapitelMissing);
                return Some(PlaceState { reason, ..PlaceState::impossible(nearest) });
            }
        }
        let is_through = !by_kapitel && number.kapitel.is_some() && number.paragraf.is_some();
        if is_through && let Some((_, elsewhere)) = with_paragraf().next() {
            // The paragraf is in another kapitel.
            return Some(PlaceState::impossible(vec![elsewhere.clone()]));
        }
        let known_as =
            if is_through { ProvisionNumber { kapitel: None, ..number.clone() } } else { number.clone() };
        let state = self.of_number(&known_as)?;
        if state.status != PlaceStatus::Impossible {
            return Some(state);
        }
        // A paragraf of a missing kapitel has the state of the kapitel.
        let kapitel = ProvisionNumber { kapitel: number.kapitel.clone(), paragraf: None };
        let is_of_missing_kapitel = by_kapitel
            && number.paragraf.is_some()
            && number.kapitel.is_some()
            && !provisions.has_kapitel(number.kapitel.as_ref());
        let asked_kapitel = number.paragraf.is_none().then_some(&kapitel);
        if is_of_missing_kapitel {
            let of_kapitel = self.of_number(&kapitel)?;
            if of_kapitel.status != PlaceStatus::Impossible {
                return Some(of_kapitel);
            }
        }
        // A change of a paragraf proves that there was its kapitel, and no more.
        let proved = asked_kapitel.or(is_of_missing_kapitel.then_some(&kapitel));
        if proved.is_some_and(|kapitel| self.act.proves_kapitel(kapitel)) && number.paragraf.is_none() {
            return Some(PlaceState::of(PlaceStatus::NotHeld));
        }
        if self.act.speaks_of(&known_as) {
            return Some(PlaceState::of(PlaceStatus::NotHeld));
        }
        // A text without any provision, of which only the beginning may be held, proves nothing.
        if !provisions.has_any(number.paragraf.is_some()) {
            return Some(PlaceState::of(PlaceStatus::NotHeld));
        }
        Some(PlaceState::impossible(provisions.beside(number)))
    }

    /// The state of a part of a held provision: a stycke, a point. The text must have parts of its kind, and have them of
    /// the day.
    fn part(
        &self,
        number: &ProvisionNumber,
        found: &Anchor,
        cited: &Anchor,
        provision: PlaceState,
    ) -> PlaceState {
        let Some((wanted, siblings)) = missing_part(self.anchors.iter(), found, cited) else {
            return provision;
        };
        if siblings.is_empty() {
            // The text is not divided into such parts.
            return provision;
        }
        // The part may stand in a change that is not worked in, or in another text.
        if !provision.missing.is_empty() {
            let missing = provision.missing;
            return PlaceState { missing, ..PlaceState::of(PlaceStatus::NotHeld) };
        }
        let Some(anchor) = number.anchor() else { return provision };
        let elsewhere = self.act.has_other_texts(self.catalog, &anchor, self.day);
        match elsewhere.and_then(|other| Ok((other, self.act.is_archived(self.catalog, &wanted)?))) {
            Ok((false, false)) => {}
            Ok((true, _)) => return PlaceState::of(PlaceStatus::NotHeld),
            Ok((false, true)) => return PlaceState::of(PlaceStatus::Expired),
            Err(problem) => {
                self.holdings.fail(problem);
                return provision;
            }
        }
        let last = siblings.last().map(|anchor| (*anchor).clone());
        PlaceState::impossible(last.into_iter().collect())
    }
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
