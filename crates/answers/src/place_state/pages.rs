//! The state of printed pages that a held document does not have.

use lagrum_catalog::CatalogHoldings;
use lagrum_citation::ResolvedLocation;

use super::state::{PlaceReason, PlaceState};

/// The state of a page for which a held document has no anchor.
pub(super) fn lacking(holdings: &CatalogHoldings<'_>, location: &ResolvedLocation, page: u32) -> PlaceState {
    if page == 0 {
        return PlaceState::impossible(Vec::new());
    }
    let anchors = holdings.anchors(&location.document);
    let has_pages = anchors.is_some_and(|anchors| anchors.iter().any(|anchor| anchor.page().is_some()));
    PlaceState::not_held_since(if has_pages { PlaceReason::PageMissing } else { PlaceReason::PagesNotHeld })
}
