//! Cited locations as targets of an answer, each looked up once.

use std::collections::HashMap;

use jiff::civil::Date;
use lagrum_artifact::{Anchor, Base};
use lagrum_catalog::{CatalogDocument, CatalogHoldings};
use lagrum_citation::{CitedLocation, ResolvedLocation};

use super::answer::ExtractedTarget;
use crate::chronicle::HeldActs;
use crate::place_state::{CitedPlace, PlaceState, PlaceStatus, cited_place};
use crate::resolve::evidence;
use crate::result::{Fragment, SearchResult};

/// Pins that are shown with their text. Their texts are unpacked from the catalog, some tens of microseconds each.
const MAX_TEXTS: usize = 2_000;

/// Targets of one text. A text names the same ones again and again.
pub(super) struct Targets<'a> {
    holdings: &'a CatalogHoldings<'a>,
    acts: &'a HeldActs<'a>,
    base: &'a Base,
    day: Date,
    known: HashMap<CitedLocation, Option<ExtractedTarget>>,
    texts: usize,
}

impl<'a> Targets<'a> {
    pub(super) fn new(
        holdings: &'a CatalogHoldings<'a>,
        acts: &'a HeldActs<'a>,
        base: &'a Base,
        day: Date,
    ) -> Self {
        Self { holdings, acts, base, day, known: HashMap::new(), texts: 0 }
    }

    /// A cited location as a target; None when it has no uri.
    pub(super) fn settle(&mut self, target: &CitedLocation) -> Option<ExtractedTarget> {
        if let Some(known) = self.known.get(target) {
            return known.clone();
        }
        let settled = self.look_up(target);
        self.known.insert(target.clone(), settled.clone());
        settled
    }

    /// The uri of a cited location.
    pub(super) fn uri(&self, target: &CitedLocation) -> Option<String> {
        let document = self.base.document(&target.document)?;
        Some(with_anchor(document.as_str(), target.anchor.as_ref()))
    }

    fn look_up(&mut self, target: &CitedLocation) -> Option<ExtractedTarget> {
        let CitedPlace { held, state } = cited_place(self.holdings, self.acts, target, self.day);
        match held {
            Some(held) => self.held(&held, state),
            None => self.unheld(target, state),
        }
    }

    fn unheld(&self, target: &CitedLocation, state: PlaceState) -> Option<ExtractedTarget> {
        let (uri, source) = (self.uri(target)?, target.source().map(str::to_owned));
        let evidence = evidence(self.holdings, &target.document, &state);
        Some(ExtractedTarget { source, evidence, ..ExtractedTarget::of(uri, state, "") })
    }

    /// A place of a held document.
    fn held(&mut self, held: &ResolvedLocation, state: PlaceState) -> Option<ExtractedTarget> {
        let document = self.holdings.document(&held.document)?;
        let pin = match (&held.anchor, &held.cited) {
            (Some(anchor), _) => self.pin(&document, &held.document, anchor),
            // A provision that the text has in a node without its anchor.
            (None, Some(cited)) if state.status == PlaceStatus::Held => {
                Some(Fragment::place(&document, cited))
            }
            _ => None,
        };
        // A mening has no anchor, and some texts are not divided into stycken: what is held is the provision around such a part.
        let stored = held.anchor.as_ref().filter(|_| state.status == PlaceStatus::Held);
        let cited = held.cited.as_ref().filter(|cited| stored.is_some_and(|stored| stored != *cited));
        let cited = cited.map(|cited| with_anchor(&document.uri, Some(cited)));
        let uri = with_anchor(&document.uri, stored.or(held.cited.as_ref()));
        let target = ExtractedTarget { cited, ..ExtractedTarget::of(uri, state, &document.uri) };
        let named = SearchResult::named(self.base, &document, None, &self.day.to_string());
        Some(ExtractedTarget {
            source: named.source,
            label: named.identifier,
            title: named.title,
            display: named.display,
            url: named.url,
            pin,
            ..target
        })
    }

    fn pin(&mut self, document: &CatalogDocument, local_id: &str, anchor: &Anchor) -> Option<Fragment> {
        if self.texts < MAX_TEXTS {
            self.texts += 1;
            let shown = self.holdings.part_text(local_id, anchor)?;
            return Some(Fragment::pin(document, anchor, &shown));
        }
        Some(Fragment::place(document, anchor))
    }
}

fn with_anchor(uri: &str, anchor: Option<&Anchor>) -> String {
    match anchor {
        Some(anchor) => format!("{uri}#{anchor}"),
        None => uri.to_owned(),
    }
}
