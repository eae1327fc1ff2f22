//! What a document cites.

use std::collections::HashMap;

use jiff::civil::Date;
use lagrum_catalog::{CitedDocument, ListedLink, OutboundList};
use lagrum_snapshot::Snapshot;
use serde::Serialize;
use utoipa::ToSchema;

use crate::AnswerError;
use crate::json_rows::{piece, push_inside, push_text};
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
    /// The text that is cited, and whether it has changed since; only for a question with `then=true`. Null for a document that cites the law of
    /// today (acts, commentaries), and for what is no whole or part of a provision of a statute or an EU act.
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
            uri: lagrum_catalog::inbound::joined(target.uri(), link.target_anchor),
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

/// What every row of one cited document has.
struct TargetPieces {
    /// Its uri, without quotes.
    uri: String,
    /// The fields from its label on.
    names: String,
}

impl From<&CitedDocument> for TargetPieces {
    fn from(target: &CitedDocument) -> Self {
        let held = target.held();
        Self {
            uri: piece(|json| push_inside(json, target.uri())),
            names: piece(|json| {
                json.extend_from_slice(b",\"label\":");
                push_text(json, held.and_then(|held| held.label.as_deref()));
                json.extend_from_slice(b",\"title\":");
                push_text(json, held.and_then(|held| held.title.as_deref()));
                json.extend_from_slice(b",\"source\":");
                push_text(json, held.map(|held| held.source.as_str()));
                json.extend_from_slice(b",\"hosted\":");
                json.extend_from_slice(if held.is_some() { &b"true"[..] } else { b"false" });
            }),
        }
    }
}

impl TargetPieces {
    /// About how many bytes the row of a link takes.
    fn row_bytes(&self, link: &ListedLink<'_>) -> usize {
        let texts = [link.target_anchor, link.anchor, link.text].map(|text| text.map_or(4, str::len));
        64 + self.uri.len() + self.names.len() + link.predicate.len() + texts.iter().sum::<usize>()
    }

    fn push_row(&self, json: &mut Vec<u8>, link: &ListedLink<'_>, then: Option<&[u8]>) {
        json.extend_from_slice(b"{\"uri\":\"");
        json.extend_from_slice(self.uri.as_bytes());
        if let Some(anchor) = link.target_anchor {
            json.push(b'#');
            push_inside(json, anchor);
        }
        json.extend_from_slice(b"\",\"anchor\":");
        push_text(json, link.anchor);
        json.extend_from_slice(b",\"predicate\":");
        push_text(json, Some(link.predicate));
        json.extend_from_slice(b",\"text\":");
        push_text(json, link.text);
        json.extend_from_slice(self.names.as_bytes());
        if let Some(then) = then {
            json.extend_from_slice(b",\"then\":");
            json.extend_from_slice(then);
        }
        json.push(b'}');
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

    /// The same with `then` in every row: what the document cites as the law of its day.
    pub fn to_json_with_then(&self, snapshot: &Snapshot, today: Date) -> Result<Vec<u8>, AnswerError> {
        let uri = |link: &ListedLink<'_>| {
            lagrum_catalog::inbound::joined(self.list.targets()[link.target].uri(), link.target_anchor)
        };
        let mut pieces: HashMap<String, Vec<u8>> = HashMap::new();
        if let Some(day) = self.day {
            let mut thens = Thens::new(snapshot, today, day);
            let held = |link: &ListedLink<'_>| self.list.targets()[link.target].held().is_some();
            thens.find(self.list.links().filter(held).map(|link| uri(&link)))?;
            for (uri, then) in thens.into_found() {
                let piece = serde_json::to_vec(&then).map_err(|error| AnswerError::internal(&error))?;
                pieces.insert(uri, piece);
            }
        }
        self.written(|link| Some(pieces.get(&uri(link)).map_or(&b"null"[..], Vec::as_slice)))
    }

    /// The links as a JSON array, with what `then` gives of each.
    fn written<'a>(
        &self,
        then: impl Fn(&ListedLink<'_>) -> Option<&'a [u8]>,
    ) -> Result<Vec<u8>, AnswerError> {
        let targets: Vec<TargetPieces> = self.list.targets().iter().map(TargetPieces::from).collect();
        let bytes = self.list.links().map(|link| targets[link.target].row_bytes(&link));
        let mut json = Vec::with_capacity(2 + bytes.sum::<usize>());
        json.push(b'[');
        for link in self.list.links() {
            lagrum_cancel::check()?;
            if json.len() > 1 {
                json.push(b',');
            }
            targets[link.target].push_row(&mut json, &link, then(&link));
        }
        json.push(b']');
        Ok(json)
    }
}

/// Every link of a document, in the order of its text; none for a document that is not held.
pub fn outbound(snapshot: &Snapshot, uri: &str) -> Result<OutboundLinks, AnswerError> {
    let (list, document) =
        query_catalog(snapshot, |catalog| Ok((catalog.outbound_list(uri)?, catalog.document(uri)?)))?;
    Ok(OutboundLinks { list, day: document.as_ref().and_then(day_of_law) })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use lagrum_catalog::CitingDocument;

    use super::*;

    #[test]
    fn a_row_is_what_serde_writes_of_its_shape() {
        let mut held = CitingDocument::default();
        "https://lag.demo.example/1931:47".clone_into(&mut held.uri);
        "sfs".clone_into(&mut held.source);
        held.label = Some("SFS \"1931:47\"".to_owned());
        let targets =
            [CitedDocument::Held(Arc::new(held)), CitedDocument::Unheld("https://a.example/\"x\"".into())];
        for target in &targets {
            for (target_anchor, anchor, text) in [
                (None, None, None),
                (Some("K1P2"), Some("P\"3"), Some("2 §\n")),
                (Some(""), Some(""), Some("")),
            ] {
                let predicate = "dcterms:references";
                let link = ListedLink { target: 0, target_anchor, anchor, predicate, text };
                let shape = OutboundLink::new(target, &link);
                let pieces = TargetPieces::from(target);
                let row = piece(|json| pieces.push_row(json, &link, None));
                assert_eq!(row, serde_json::to_string(&shape).unwrap());
                assert!(row.len() <= pieces.row_bytes(&link) + 8, "{row}");
            }
        }
    }
}
