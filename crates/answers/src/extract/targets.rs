//! Cited locations as targets of an answer, each looked up once.

use std::collections::HashMap;

use jiff::civil::Date;
use lagrum_artifact::{Anchor, Base};
use lagrum_catalog::{CatalogDocument, CatalogHoldings};
use lagrum_citation::{CitedLocation, ResolvedLocation};
use lagrum_sources::{ActForm, parse_date, source};

use super::{ExtractedTarget, TargetStatus};
use crate::existence::{Existence, existence};
use crate::result::{Fragment, SearchResult};

/// Pins that are shown with their text. Their texts are unpacked from the catalog, some tens of microseconds each.
const MAX_TEXTS: usize = 2_000;

/// Targets of one text. A text names the same ones again and again.
pub(super) struct Targets<'a> {
    holdings: &'a CatalogHoldings<'a>,
    base: &'a Base,
    day: Date,
    known: HashMap<CitedLocation, Option<ExtractedTarget>>,
    texts: usize,
}

impl<'a> Targets<'a> {
    pub(super) fn new(holdings: &'a CatalogHoldings<'a>, base: &'a Base, day: Date) -> Self {
        Self { holdings, base, day, known: HashMap::new(), texts: 0 }
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
        match existence(self.holdings, target, self.day) {
            Existence::Held(held) => self.held(&held, None),
            Existence::NotHeld => self.unheld(target, TargetStatus::NotHeld),
            Existence::Impossible { held: Some(held), nearest } => self.held(&held, Some(&nearest)),
            Existence::Impossible { held: None, .. } => self.unheld(target, TargetStatus::Impossible),
        }
    }

    fn unheld(&self, target: &CitedLocation, status: TargetStatus) -> Option<ExtractedTarget> {
        let (uri, source) = (self.uri(target)?, target.source().map(str::to_owned));
        Some(ExtractedTarget { source, ..ExtractedTarget::unheld(uri, status) })
    }

    /// A held document; with the nearest provisions when the cited one cannot exist.
    fn held(&mut self, held: &ResolvedLocation, nearest: Option<&[Anchor]>) -> Option<ExtractedTarget> {
        let document = self.holdings.document(&held.document)?;
        let status = match nearest {
            Some(_) => TargetStatus::Impossible,
            None if lacks_article(&document, held) => TargetStatus::NotHeld,
            None if self.is_expired(&document) => TargetStatus::Expired,
            None => TargetStatus::Held,
        };
        let pin = held.anchor.as_ref().and_then(|anchor| self.pin(&document, &held.document, anchor));
        let uri = with_anchor(&document.uri, held.cited.as_ref());
        let nearest = nearest.unwrap_or_default().iter();
        let nearest = nearest.map(|anchor| with_anchor(&document.uri, Some(anchor))).collect();
        let named = SearchResult::named(self.base, document, None);
        Some(ExtractedTarget {
            uri,
            source: named.source,
            status,
            label: named.identifier,
            title: named.title,
            display: named.display,
            url: named.url,
            pin,
            nearest,
        })
    }

    fn is_expired(&self, document: &CatalogDocument) -> bool {
        document.expired.as_deref().and_then(parse_date).is_some_and(|expired| expired <= self.day)
    }

    fn pin(&mut self, document: &CatalogDocument, local_id: &str, anchor: &Anchor) -> Option<Fragment> {
        if self.texts < MAX_TEXTS {
            self.texts += 1;
            let shown = self.holdings.part_text(local_id, anchor)?;
            return Some(Fragment::pin(document, anchor, &shown));
        }
        Some(Fragment {
            uri: with_anchor(&document.uri, Some(anchor)),
            pinpoint: Some(anchor.to_string()),
            label: source(&document.source).grammar.label(anchor),
            heading: None,
            highlight: Vec::new(),
        })
    }
}

/// Whether a held EU act or treaty does not have the cited article. It may have been left out, so nothing shows that
/// it cannot exist.
fn lacks_article(document: &CatalogDocument, held: &ResolvedLocation) -> bool {
    let form = source(&document.source).act_form;
    let articles = matches!(form, Some(ActForm::EuAct | ActForm::Treaty));
    articles && held.cited.is_some() && held.anchor.is_none()
}

fn with_anchor(uri: &str, anchor: Option<&Anchor>) -> String {
    match anchor {
        Some(anchor) => format!("{uri}#{anchor}"),
        None => uri.to_owned(),
    }
}
