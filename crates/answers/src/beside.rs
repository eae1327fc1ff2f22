//! Margin notes: who cites each provision of a document, counted.

use std::sync::Arc;

use lagrum_artifact::{Anchor, Base};
use lagrum_catalog::{CatalogHoldings, CitingDocument, MarginNote};
use lagrum_citation::Holdings;
use lagrum_snapshot::Snapshot;
use lagrum_sources::commentary_id;
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
    /// The page path of the section of a commentary that comments on the provision; null where none does.
    #[schema(required = true)]
    pub commentary: Option<String>,
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
    let notes: Vec<MarginNote> = notes.into_iter().filter(is_asked).collect();
    let commentaries = commentaries(snapshot, &document.uri, &notes)?;
    let notes = notes.into_iter().zip(commentaries).map(|(note, commentary)| BesideNote {
        commentary,
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

/// For each note the page path of the section of the commentary on its provision.
fn commentaries(
    snapshot: &Snapshot,
    uri: &str,
    notes: &[MarginNote],
) -> Result<Vec<Option<String>>, AnswerError> {
    let base = &snapshot.manifest().base;
    let commentary = commentary_id(base.strip(uri).unwrap_or(uri));
    query_catalog(snapshot, |catalog| {
        let holdings = CatalogHoldings::new(catalog, base);
        let section = |note: &MarginNote| {
            let anchor = Anchor::new(&note.anchor)?;
            let is_held = holdings.has_anchor(&commentary, &anchor);
            is_held.then(|| format!("/{commentary}#{}", note.anchor))
        };
        let sections = notes.iter().map(section).collect();
        holdings.failure().map_or(Ok(sections), Err)
    })
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
