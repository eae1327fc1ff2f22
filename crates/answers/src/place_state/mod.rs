//! The state of a place (a document, or an anchor in one) on a day: held, expired, coming, not held, or impossible. It
//! is decided here and nowhere else; resolver, citations in texts, provisions, tools and commands translate it.
//! docs/states.md has the rules in the words of a lawyer.
//!
//! A place is *impossible* only where that is established: a provision that neither the text of its act, an archived
//! wording nor the register of amendments has, or a number that its series cannot have. A place of which nothing is
//! known is not held.
//!
//! [`decide`] has the rules for provisions of Swedish acts, `facts` looks up the facts that they need.

mod articles;
mod decide;
mod facts;
mod parts;
mod state;
mod stated;

use jiff::civil::Date;
use lagrum_artifact::{Anchor, Location};
use lagrum_catalog::CatalogHoldings;
use lagrum_citation::{CitedLocation, ResolvedLocation, impossible_number, locate};
use lagrum_snapshot::Snapshot;
use lagrum_sources::{ActForm, UNKNOWN_END, parse_date, source};

pub use self::state::{PlaceReason, PlaceState, PlaceStatus};
pub use self::stated::StatedPlace;
use crate::AnswerError;
use crate::lookup::{local_id, query_catalog};

/// A cited place: the document and the anchor that the corpus has of it, and its state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CitedPlace {
    /// The held document; None when it is not held.
    pub held: Option<ResolvedLocation>,
    /// The state of the place.
    pub state: PlaceState,
}

/// Looks up a cited place and its state on a day.
pub fn cited_place(holdings: &CatalogHoldings<'_>, target: &CitedLocation, day: Date) -> CitedPlace {
    if let Some(held) = locate(target, holdings) {
        let state = held_place(holdings, &held, day);
        CitedPlace { held: Some(held), state }
    } else {
        let state = unheld_place(holdings, &target.document, target.anchor.as_ref(), day);
        CitedPlace { held: None, state }
    }
}

/// The state of a place on a day, by its uri.
pub(crate) fn place_on(snapshot: &Snapshot, place: &Location, day: Date) -> Result<PlaceState, AnswerError> {
    let base = &snapshot.manifest().base;
    let document = local_id(base, place.document().as_str()).to_owned();
    let target = CitedLocation { document, anchor: place.anchor().cloned() };
    query_catalog(snapshot, |catalog| {
        let holdings = CatalogHoldings::new(catalog, base);
        let state = cited_place(&holdings, &target, day).state;
        holdings.failure().map_or(Ok(state), Err)
    })
}

/// The state of a place in a document that is not held.
pub fn unheld_place(
    holdings: &CatalogHoldings<'_>,
    document: &str,
    anchor: Option<&Anchor>,
    day: Date,
) -> PlaceState {
    let cannot_be = impossible_number(document, anchor, day.year().into()).is_some()
        || holdings.exceeds_complete_year(document);
    PlaceState::of(if cannot_be { PlaceStatus::Impossible } else { PlaceStatus::NotHeld })
}

/// The state of a place of a held document. Where the whole document no longer applies, nothing in it does.
pub fn held_place(holdings: &CatalogHoldings<'_>, location: &ResolvedLocation, day: Date) -> PlaceState {
    let state = held_part(holdings, location, day);
    let expired = holdings.document(&location.document).and_then(|document| document.expired);
    let expired = expired.filter(|expired| parse_date(expired).is_some_and(|expired| expired <= day));
    match expired {
        Some(expired) if state.status == PlaceStatus::Held => {
            PlaceState { status: PlaceStatus::Expired, until: known_end(expired), ..state }
        }
        _ => state,
    }
}

/// The day on which a document ended; None where it is only known that it did.
fn known_end(expired: String) -> Option<String> {
    Some(expired).filter(|expired| parse_date(expired) != Some(UNKNOWN_END))
}

/// The state of a place within a held document, although the document itself may no longer apply.
pub fn held_part(holdings: &CatalogHoldings<'_>, location: &ResolvedLocation, day: Date) -> PlaceState {
    let Some(document) = holdings.document(&location.document) else {
        return PlaceState::of(PlaceStatus::NotHeld);
    };
    let Some(cited) = &location.cited else { return PlaceState::held() };
    if location.anchor.is_none() && cited.page().is_some() {
        // In a text without pages it is not known where a page begins, so the document stands for its pages.
        let anchors = holdings.anchors(&location.document);
        let has_pages = anchors.is_some_and(|anchors| anchors.iter().any(|anchor| anchor.page().is_some()));
        return if has_pages { PlaceState::page_missing() } else { PlaceState::held() };
    }
    match source(&document.source).act_form {
        Some(ActForm::SwedishAct) => parts::provision(holdings, location, cited, day),
        Some(form) => articles::article(holdings, location, cited, form),
        None if location.anchor.is_some() => PlaceState::held(),
        None => PlaceState::of(PlaceStatus::NotHeld),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_end_on_an_unknown_day_has_no_day() {
        for (expired, expected) in [("2018-05-25", Some("2018-05-25")), ("0001-01-01", None)] {
            assert_eq!(known_end(expired.to_owned()).as_deref(), expected);
        }
    }
}
