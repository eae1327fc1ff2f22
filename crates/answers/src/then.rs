//! The law as a document of a day cites it: which text of a provision it cites, and whether that has changed since.
//!
//! Decisions, preparatory works, regulations and opinions cite the law of their day. Acts and commentaries do not: they are read with
//! the law of today.

use std::collections::HashMap;

use jiff::civil::Date;
use lagrum_artifact::{Anchor, Location};
use lagrum_catalog::CatalogDocument;
use lagrum_snapshot::Snapshot;
use lagrum_sources::{parse_date, source};
use serde::Serialize;
use utoipa::ToSchema;

use crate::AnswerError;
use crate::history::{HistoryAct, PastOfAct, ThenBasis, then_of};

/// Provisions whose texts one answer looks for. Real documents cite up to 563 distinct places.
pub(crate) const MAX_PROVISIONS: usize = 4_000;

/// The text of a provision that a document of a day cites.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Then {
    /// The day of the citing document.
    pub date: String,
    /// The version id of the lydelse that has the text of that day; null for the document itself, and where no text of the day is
    /// held.
    #[schema(required = true)]
    pub version: Option<String>,
    /// How well it is known that this was the text.
    pub basis: ThenBasis,
    /// Whether the text, the force or the number of the provision has changed since, until today; null where that is not known.
    #[schema(required = true)]
    pub changed_since: Option<bool>,
    /// The acts that changed it since, in the order of their days.
    pub acts: Vec<HistoryAct>,
}

/// The day whose law a document cites; None for one that has no day, and for acts, commentaries and concepts.
pub(crate) fn day_of_law(document: &CatalogDocument) -> Option<Date> {
    let group = source(&document.source).group(document.kind.as_deref().unwrap_or_default());
    document.date.as_deref().filter(|_| group.cites_law_of_its_day()).and_then(parse_date)
}

/// What a document of a day cites, provision by provision. An act is loaded once as long as its provisions follow one another.
pub(crate) struct Thens<'s> {
    snapshot: &'s Snapshot,
    today: Date,
    day: Date,
    act: Option<(String, Option<PastOfAct<'s>>)>,
    found: HashMap<String, Option<Then>>,
}

impl<'s> Thens<'s> {
    pub(crate) fn new(snapshot: &'s Snapshot, today: Date, day: Date) -> Self {
        Self { snapshot, today, day, act: None, found: HashMap::new() }
    }

    /// Finds what is cited at each of some uris. Those of one act are found together.
    pub(crate) fn find(&mut self, uris: impl Iterator<Item = String>) -> Result<(), AnswerError> {
        if self.day > self.today {
            // A document of a day to come has a wrong day.
            return Ok(());
        }
        let mut uris: Vec<String> = uris.filter(|uri| uri.contains('#')).collect();
        uris.sort_unstable();
        uris.dedup();
        for uri in uris.into_iter().take(MAX_PROVISIONS) {
            lagrum_cancel::check()?;
            let then = self.then(&uri)?;
            self.found.insert(uri, then);
        }
        Ok(())
    }

    /// Everything that was found.
    pub(crate) fn into_found(self) -> HashMap<String, Then> {
        self.found.into_iter().filter_map(|(uri, then)| Some((uri, then?))).collect()
    }

    fn then(&mut self, uri: &str) -> Result<Option<Then>, AnswerError> {
        let Some(place) = Location::parse(uri) else { return Ok(None) };
        let (root, Some(anchor)) = (place.document().as_str(), place.anchor()) else { return Ok(None) };
        if self.act.as_ref().is_none_or(|(loaded, _)| loaded != root) {
            self.act = Some((root.to_owned(), PastOfAct::load(self.snapshot, self.today, root)?));
        }
        let Some((_, Some(act))) = &self.act else { return Ok(None) };
        then_on(act, anchor, self.day)
    }
}

fn then_on(act: &PastOfAct<'_>, anchor: &Anchor, day: Date) -> Result<Option<Then>, AnswerError> {
    Ok(then_of(act, anchor, day)?.map(|found| Then {
        date: day.to_string(),
        version: found.version,
        basis: found.basis,
        changed_since: found.since.changed,
        acts: found.since.acts,
    }))
}
