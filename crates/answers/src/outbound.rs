//! What a document cites.

use std::collections::HashMap;
use std::sync::Arc;

use jiff::civil::Date;
use lagrum_artifact::Base;
use lagrum_catalog::inbound::joined;
use lagrum_catalog::{CitationMeaning, CitedAs, CitedDocument, ListedLink, MeantPlace, OutboundList};
use lagrum_snapshot::Snapshot;
use serde::Serialize;
use utoipa::ToSchema;

use crate::AnswerError;
use crate::cited_meaning::{CitedMeaning, MeantByCitation, WrittenPlace};
use crate::lookup::query_catalog;
use crate::then::{Then, Thens, day_of_law};

/// The links of a document.
#[derive(Debug)]
pub struct OutboundLinks {
    list: OutboundList,
    /// What the document means by places that it cites, where that is another place, by their uris.
    meanings: HashMap<String, Arc<CitationMeaning>>,
    base: Base,
    /// The day whose law the document cites.
    day: Option<Date>,
}

/// A link of a document.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Citation)]
pub struct OutboundLink {
    /// The target: a document, a place in one, or a web address, as written; where the document means another place than the one that
    /// bears the name or number today, that place, if there is one.
    uri: String,
    /// Why another place is meant than the one that is written: `earlier_act`, the name was that of an earlier act; `earlier_number`, the
    /// number was that of another provision. Null where the place that bears the name and number today is meant.
    #[schema(required = true, value_type = Option<String>)]
    cited_as: Option<CitedAs>,
    /// The place as the citing document has it; null where that is meant.
    #[schema(required = true)]
    cited: Option<WrittenPlace>,
    /// The place that is meant; null where it is the one that is written.
    #[schema(required = true)]
    meant: Option<MeantByCitation>,
    /// Where in the citing document; null for the document as a whole.
    #[schema(required = true)]
    anchor: Option<String>,
    /// The relation; `dcterms:references` is the plain reference.
    #[schema(required = true)]
    predicate: Option<String>,
    /// The words that carry it.
    #[schema(required = true)]
    text: Option<String>,
    /// The target's printed id, when it is held.
    #[schema(required = true)]
    label: Option<String>,
    /// The target's title, when it is held.
    #[schema(required = true)]
    title: Option<String>,
    /// The target's source, when it is held.
    #[schema(required = true)]
    source: Option<String>,
    /// Whether the corpus holds the target's document.
    hosted: bool,
    /// The text that is cited, and whether it has changed since; only for a question with `then=true`. Null for a
    /// document that cites the law of today (acts, commentaries), and for a target that is no provision, or part of
    /// one, of a statute or an EU act.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[expect(clippy::option_option, reason = "null is not the same as a question without it")]
    then: Option<Option<Then>>,
}

impl OutboundLink {
    /// A link with the document it cites, and what it means where that is another place.
    pub(crate) fn new(
        target: &CitedDocument,
        link: &ListedLink<'_>,
        meaning: Option<&CitationMeaning>,
        base: &Base,
    ) -> Self {
        let CitedMeaning { cited_as, cited, meant: place } = CitedMeaning::of(meaning, base);
        let meant = meaning.and_then(|meaning| meaning.meant.as_ref());
        let held = meant.map_or(target, |meant| &meant.document).held();
        let owned = |text: Option<&str>| text.map(str::to_owned);
        Self {
            uri: meant.map_or_else(|| joined(target.uri(), link.target_anchor), MeantPlace::uri),
            cited_as,
            cited,
            meant: place,
            anchor: owned(link.anchor),
            predicate: owned(Some(link.predicate)),
            text: owned(link.text),
            label: held.and_then(|held| held.label.clone()),
            title: held.and_then(|held| held.title.clone()),
            source: held.map(|held| held.source.clone()),
            hosted: held.is_some(),
            then: None,
        }
    }
}

impl OutboundLinks {
    /// The list of the catalog.
    pub fn list(&self) -> &OutboundList {
        &self.list
    }

    /// How many links there are.
    pub fn total(&self) -> usize {
        self.list.links().len()
    }

    /// The links after the first `offset`, at most `limit` of them.
    pub fn page(&self, offset: usize, limit: usize) -> Vec<OutboundLink> {
        self.list.links().skip(offset).take(limit).map(|link| self.row(&link)).collect()
    }

    fn written(&self, link: &ListedLink<'_>) -> String {
        joined(self.list.targets()[link.target].uri(), link.target_anchor)
    }

    /// What a link means, where that is not the place that it has.
    pub fn meaning(&self, link: &ListedLink<'_>) -> Option<&CitationMeaning> {
        if self.meanings.is_empty() {
            return None;
        }
        self.meanings.get(&self.written(link)).map(|meaning| &**meaning)
    }

    fn row(&self, link: &ListedLink<'_>) -> OutboundLink {
        OutboundLink::new(&self.list.targets()[link.target], link, self.meaning(link), &self.base)
    }

    /// The uri by which the text that a link means is found on the day of the document; None where it is not known.
    fn meant(&self, link: &ListedLink<'_>) -> Option<String> {
        let Some(meaning) = self.meaning(link) else { return Some(self.written(link)) };
        match meaning.cited_as {
            // What had the number on the day is found by the number.
            CitedAs::EarlierNumber => Some(meaning.written.clone()),
            CitedAs::EarlierAct => meaning.meant.as_ref().map(MeantPlace::uri),
        }
    }

    /// The links as a JSON array.
    pub fn to_json(&self) -> Result<Vec<u8>, AnswerError> {
        self.to_rows(|_| None)
    }

    /// The links as a JSON array with `then` in every row: the text that the document cites as the law of its day.
    pub fn to_json_with_then(&self, snapshot: &Snapshot, today: Date) -> Result<Vec<u8>, AnswerError> {
        let mut found = HashMap::new();
        if let Some(day) = self.day {
            let mut thens = Thens::new(snapshot, today, day);
            let is_held =
                |link: &ListedLink<'_>| match self.meaning(link).and_then(|found| found.meant.as_ref()) {
                    Some(meant) => meant.document.held().is_some(),
                    None => self.list.targets()[link.target].held().is_some(),
                };
            thens.find(self.list.links().filter(is_held).filter_map(|link| self.meant(&link)))?;
            found.extend(thens.into_found());
        }
        self.to_rows(|link| Some(self.meant(link).and_then(|uri| found.get(&uri).cloned())))
    }

    /// The links as a JSON array, with what `then` gives of each.
    fn to_rows(
        &self,
        then: impl Fn(&ListedLink<'_>) -> Option<Option<Then>>,
    ) -> Result<Vec<u8>, AnswerError> {
        let mut json = Vec::with_capacity(self.list.links().len() * ROW_BYTES);
        json.push(b'[');
        for link in self.list.links() {
            lagrum_cancel::check()?;
            if json.len() > 1 {
                json.push(b',');
            }
            let row = OutboundLink { then: then(&link), ..self.row(&link) };
            serde_json::to_writer(&mut json, &row).map_err(|error| AnswerError::internal(&error))?;
        }
        json.push(b']');
        Ok(json)
    }
}

/// Bytes of a row, about.
const ROW_BYTES: usize = 350;

/// Every link of a document, in the order of its text; none for a document that is not held.
pub fn outbound(snapshot: &Snapshot, uri: &str) -> Result<OutboundLinks, AnswerError> {
    let (list, meanings, document) = query_catalog(snapshot, |catalog| {
        Ok((catalog.outbound_list(uri)?, catalog.meanings_of(uri)?, catalog.document(uri)?))
    })?;
    let base = snapshot.manifest().base.clone();
    Ok(OutboundLinks { list, meanings, base, day: document.as_ref().and_then(day_of_law) })
}
