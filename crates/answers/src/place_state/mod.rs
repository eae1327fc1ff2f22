//! The state of a place (a document, or an anchor in one) on a day: held, expired, coming, not held, or impossible. What
//! bears the number of a provision on the day is decided in [`lagrum_chronicle`]; here it is joined with what else is known
//! of the place. Resolver, citations in texts, provisions, tools and commands translate it. docs/states.md has the rules in
//! the words of a lawyer.
//!
//! A place is *impossible* only where that is established: a provision that neither the text of its act, an archived
//! wording nor the register of amendments has, or a number that its series cannot have. A place of which nothing is
//! known is not held.

mod articles;
mod pages;
mod paragraphs;
mod parts;
mod state;
mod stated;

use jiff::civil::Date;
use lagrum_artifact::{Anchor, Location};
use lagrum_catalog::CatalogHoldings;
use lagrum_chronicle::{ActEnd, Certainty};
use lagrum_citation::{CitedLocation, ResolvedLocation, impossible_number, locate};
use lagrum_snapshot::Snapshot;
use lagrum_sources::{ActForm, source};

pub use self::state::{PlaceReason, PlaceState, PlaceStatus};
pub use self::stated::StatedPlace;
use crate::AnswerError;
use crate::as_of::end_of;
use crate::chronicle::HeldActs;
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
pub fn cited_place(
    holdings: &CatalogHoldings<'_>,
    acts: &HeldActs<'_>,
    target: &CitedLocation,
    day: Date,
) -> CitedPlace {
    if let Some(held) = locate(target, holdings) {
        let state = held_place(holdings, acts, &held, day);
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
        let acts = HeldActs::new(catalog, snapshot.manifest());
        let state = cited_place(&holdings, &acts, &target, day).state;
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

/// The state of a place of a held document. Where the whole document does not apply, nothing in it does.
pub fn held_place(
    holdings: &CatalogHoldings<'_>,
    acts: &HeldActs<'_>,
    location: &ResolvedLocation,
    day: Date,
) -> PlaceState {
    let Some(document) = holdings.document(&location.document) else {
        return PlaceState::of(PlaceStatus::NotHeld);
    };
    let act = match acts.get(&document.uri) {
        Ok(act) => act,
        Err(problem) => {
            holdings.fail(problem);
            return PlaceState::of(PlaceStatus::NotHeld);
        }
    };
    let whole = act.as_deref().map(|act| parts::whole_act(act, day));
    let Some(cited) = &location.cited else {
        return whole.unwrap_or_else(|| ended(end_of(&document), day));
    };
    if let (None, Some(page)) = (&location.anchor, cited.page()) {
        return pages::lacking(holdings, location, page);
    }
    if location.anchor.is_none() && paragraphs::is_of_judgment(cited) {
        return paragraphs::lacking(holdings, &document, location, cited);
    }
    match (source(&document.source).act_form, act) {
        (Some(ActForm::SwedishAct), Some(act)) => {
            parts::provision(holdings, acts.catalog(), &act, location, cited, day)
        }
        (Some(form), act) => {
            let state = articles::article(holdings, location, cited, form);
            match (state.status, whole) {
                (PlaceStatus::Held, Some(whole)) if whole.status != PlaceStatus::Held => whole,
                (PlaceStatus::Held, Some(_)) => {
                    let unit = location.anchor.as_ref().unwrap_or(cited);
                    let found = act.and_then(|act| parts::borne(holdings, acts.catalog(), &act, unit, day));
                    found.filter(|found| found.status != PlaceStatus::Impossible).unwrap_or(state)
                }
                (PlaceStatus::Held, None) => {
                    let certainty = Some(Certainty::Undated);
                    let ended = ended(end_of(&document), day);
                    if ended.status == PlaceStatus::Held { PlaceState { certainty, ..state } } else { ended }
                }
                _ => state,
            }
        }
        (None, _) if location.anchor.is_some() => ended(end_of(&document), day),
        (None, _) => paragraphs::lacking(holdings, &document, location, cited),
    }
}

/// The state of a document by its end alone.
fn ended(end: ActEnd, day: Date) -> PlaceState {
    match end {
        ActEnd::On(end) if end <= day => {
            PlaceState { until: Some(end.to_string()), ..PlaceState::of(PlaceStatus::Expired) }
        }
        ActEnd::Unknown => PlaceState::of(PlaceStatus::Expired),
        ActEnd::On(_) | ActEnd::None => PlaceState::held(),
    }
}
