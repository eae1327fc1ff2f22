//! Margin notes: who cites each provision of a document, counted.

use std::sync::Arc;

use lagrum_artifact::{Anchor, Base};
use lagrum_catalog::{CitingDocument, MarginNote};
use lagrum_snapshot::Snapshot;
use serde::Serialize;
use utoipa::ToSchema;

use crate::AnswerError;
use crate::lookup::{find_place, page_path, query_catalog};

/// The margin notes of a document.
#[derive(Debug, Serialize, ToSchema)]
pub struct BesideNotes {
    /// The document, or the place in one, as in the question.
    pub uri: String,
    /// How many other documents cite the document.
    pub inbound_count: u64,
    /// A note for each provision that other documents cite, in the order of anchors as texts.
    pub notes: Vec<BesideNote>,
}

/// Who cites a provision and everything inside it.
#[derive(Debug, Serialize, ToSchema)]
pub struct BesideNote {
    /// The provision.
    pub anchor: String,
    /// How many documents cite it, each counted once.
    pub documents: u32,
    /// How many of them belong to each flow group, in the order in which groups are presented.
    pub groups: Vec<GroupCount>,
    /// The two most cited decisions of courts, the most cited first.
    pub leading: Vec<BesideDecision>,
    /// The newest decision; null when it is one of the most cited, or none has a date.
    #[schema(required = true)]
    pub newest: Option<BesideDecision>,
}

/// How many documents belong to a flow group.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct GroupCount {
    /// The group.
    pub group: String,
    /// How many documents.
    pub documents: u64,
}

/// A decision that cites a provision.
#[derive(Debug, Serialize, ToSchema)]
pub struct BesideDecision {
    /// Its uri.
    pub uri: String,
    /// Its page path.
    pub url: String,
    /// Its printed id.
    #[schema(required = true)]
    pub label: Option<String>,
    /// Its title.
    #[schema(required = true)]
    pub title: Option<String>,
    /// Its source.
    pub source: String,
    /// Its date.
    #[schema(required = true)]
    pub date: Option<String>,
    /// How many documents cite it.
    pub inbound_count: u64,
}

impl BesideNotes {
    /// The note of a provision.
    pub fn note(&self, anchor: &str) -> Option<&BesideNote> {
        let at = self.notes.binary_search_by(|note| note.anchor.as_str().cmp(anchor)).ok()?;
        self.notes.get(at)
    }
}

/// The margin notes of a document, or of a place in one and what is inside it.
pub fn beside(snapshot: &Snapshot, uri: &str) -> Result<BesideNotes, AnswerError> {
    let (place, document) = find_place(snapshot, uri)?;
    let notes = query_catalog(snapshot, |catalog| catalog.margin_notes(&document.uri))?;
    let is_asked = |note: &MarginNote| {
        let anchor = Anchor::new(&note.anchor);
        place.anchor().is_none_or(|place| anchor.is_some_and(|anchor| anchor.is_within(place)))
    };
    let base = &snapshot.manifest().base;
    let notes = notes.into_iter().filter(is_asked).map(|note| BesideNote {
        anchor: note.anchor,
        documents: note.documents,
        groups: note
            .by_group
            .into_iter()
            .map(|(group, documents)| GroupCount { group: group.to_string(), documents: documents.into() })
            .collect(),
        leading: note.leading.iter().map(|citing| decision(base, citing)).collect(),
        newest: note.newest.as_ref().map(|citing| decision(base, citing)),
    });
    Ok(BesideNotes { uri: uri.to_owned(), inbound_count: document.inbound_count, notes: notes.collect() })
}

fn decision(base: &Base, citing: &Arc<CitingDocument>) -> BesideDecision {
    BesideDecision {
        uri: citing.uri.clone(),
        url: page_path(base, &citing.uri).unwrap_or_default(),
        label: citing.label.clone(),
        title: citing.title.clone(),
        source: citing.source.clone(),
        date: citing.date.clone(),
        inbound_count: citing.inbound_count,
    }
}
