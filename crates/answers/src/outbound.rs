//! What a document cites.

use std::collections::HashMap;

use jiff::civil::Date;
use lagrum_catalog::inbound::joined;
use lagrum_catalog::{CitedDocument, ListedLink, OutboundList};
use lagrum_snapshot::Snapshot;
use serde::Serialize;
use utoipa::ToSchema;

use crate::AnswerError;
use crate::lookup::query_catalog;
use crate::then::{Then, Thens, day_of_law};

/// The links of a document.
#[derive(Debug)]
pub struct OutboundLinks {
    list: OutboundList,
    /// The day whose law the document cites.
    day: Option<Date>,
}

/// A link of a document.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Citation)]
pub struct OutboundLink {
    /// The target as written: a document, a place in one, or a web address.
    uri: String,
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
    /// A link with the document it cites.
    pub(crate) fn new(target: &CitedDocument, link: &ListedLink<'_>) -> Self {
        let held = target.held();
        let owned = |text: Option<&str>| text.map(str::to_owned);
        Self {
            uri: joined(target.uri(), link.target_anchor),
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
        let row = |link: ListedLink<'_>| OutboundLink::new(&self.list.targets()[link.target], &link);
        self.list.links().skip(offset).take(limit).map(row).collect()
    }

    /// The links as a JSON array.
    pub fn to_json(&self) -> Result<Vec<u8>, AnswerError> {
        self.written(|_| None)
    }

    /// The links as a JSON array with `then` in every row: the text that the document cites as the law of its day.
    pub fn to_json_with_then(&self, snapshot: &Snapshot, today: Date) -> Result<Vec<u8>, AnswerError> {
        let uri = |link: &ListedLink<'_>| joined(self.list.targets()[link.target].uri(), link.target_anchor);
        let mut found = HashMap::new();
        if let Some(day) = self.day {
            let mut thens = Thens::new(snapshot, today, day);
            let held = |link: &ListedLink<'_>| self.list.targets()[link.target].held().is_some();
            thens.find(self.list.links().filter(held).map(|link| uri(&link)))?;
            found.extend(thens.into_found());
        }
        self.written(|link| Some(found.get(&uri(link)).cloned()))
    }

    /// The links as a JSON array, with what `then` gives of each.
    fn written(
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
            let row = OutboundLink::new(&self.list.targets()[link.target], &link);
            let row = OutboundLink { then: then(&link), ..row };
            serde_json::to_writer(&mut json, &row).map_err(|error| AnswerError::internal(&error))?;
        }
        json.push(b']');
        Ok(json)
    }
}

/// Bytes of a row, about.
const ROW_BYTES: usize = 300;

/// Every link of a document, in the order of its text; none for a document that is not held.
pub fn outbound(snapshot: &Snapshot, uri: &str) -> Result<OutboundLinks, AnswerError> {
    let (list, document) =
        query_catalog(snapshot, |catalog| Ok((catalog.outbound_list(uri)?, catalog.document(uri)?)))?;
    Ok(OutboundLinks { list, day: document.as_ref().and_then(day_of_law) })
}
