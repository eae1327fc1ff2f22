//! Which of some places a reader can be led to.

use jiff::civil::Date;
use lagrum_artifact::Location;
use lagrum_catalog::CatalogHoldings;
use lagrum_citation::CitedLocation;
use lagrum_snapshot::Snapshot;

use crate::chronicle::HeldActs;
use crate::lookup::{local_id, query_catalog};
use crate::{AnswerError, PlaceStatus, cited_place};

/// Whether each of some places, given by their uris, is held and applies on a day.
pub fn held_places(snapshot: &Snapshot, day: Date, uris: &[String]) -> Result<Vec<bool>, AnswerError> {
    let base = &snapshot.manifest().base;
    query_catalog(snapshot, |catalog| {
        let holdings = CatalogHoldings::new(catalog, base);
        let acts = HeldActs::new(catalog, snapshot.manifest());
        let mut held = Vec::with_capacity(uris.len());
        for uri in uris {
            lagrum_cancel::check()?;
            held.push(Location::parse(uri).is_some_and(|place| {
                let document = local_id(base, place.document().as_str()).to_owned();
                let target = CitedLocation { document, anchor: place.anchor().cloned() };
                let found = cited_place(&holdings, &acts, &target, day);
                found.held.is_some() && found.state.status == PlaceStatus::Held
            }));
        }
        holdings.failure().map_or(Ok(held), Err)
    })
}
