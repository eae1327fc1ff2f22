//! Margin notes: who cites each provision of a document, counted, and what comments on it.

use std::collections::BTreeMap;
use std::sync::Arc;

use lagrum_artifact::{Anchor, Base};
use lagrum_catalog::{CatalogHoldings, CitingDocument, MarginNote, SectionComment};
use lagrum_citation::Holdings;
use lagrum_snapshot::Snapshot;
use lagrum_sources::commentary_id;
use serde::Serialize;
use utoipa::ToSchema;

use crate::AnswerError;
use crate::lookup::{find_location, page_path, query_catalog};

/// The margin notes of a document.
#[derive(Debug, Serialize, ToSchema)]
pub struct BesideNotes {
    /// The document, or the place in one, as in the question.
    pub uri: String,
    /// How many other documents cite the document.
    pub inbound_count: u64,
    /// A note for each provision that other documents cite, or preparatory works comment on, or whose number documents have that mean
    /// another provision, in the order of anchors as texts.
    pub notes: Vec<BesideNote>,
}

/// Who cites a provision and everything inside it, and what comments on it.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct BesideNote {
    /// The provision.
    pub anchor: String,
    /// How many documents cite it, each counted once.
    pub documents: u32,
    /// How many documents have its number, or one inside it, and mean another provision. They are not among `documents`.
    pub earlier: u32,
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
    /// The preparatory works that comment on the provision of their proposal which became this one, the newest first. The law
    /// may have got other numbers since.
    pub forfattningskommentarer: Vec<BesideComment>,
}

/// Where a preparatory work comments on a provision.
#[derive(Debug, Serialize, ToSchema)]
pub struct BesideComment {
    /// The preparatory work.
    pub uri: String,
    /// The page path of the comment, or of the preparatory work where its pages are not known.
    pub url: String,
    /// The printed id of the preparatory work, or its title.
    pub label: String,
    /// The printed page on which the comment begins.
    #[schema(required = true)]
    pub page: Option<u32>,
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
    let (place, document) = find_location(snapshot, uri)?;
    let is_asked = |anchor: &str| {
        let anchor = Anchor::new(anchor);
        place.anchor().is_none_or(|place| anchor.is_some_and(|anchor| anchor.is_within(place)))
    };
    let base = &snapshot.manifest().base;
    let cited = query_catalog(snapshot, |catalog| catalog.margin_notes(&document.uri))?;
    let cited = cited.into_iter().filter(|note| is_asked(&note.anchor));
    let mut notes: BTreeMap<String, BesideNote> =
        cited.map(|note| (note.anchor.clone(), citing_note(base, note))).collect();
    query_catalog(snapshot, |catalog| {
        let holdings = CatalogHoldings::new(catalog, base);
        let local_id = base.strip(&document.uri).unwrap_or(&document.uri);
        let holds = |id: &str, anchor: &str| {
            Anchor::new(anchor).is_some_and(|anchor| holdings.has_anchor(id, &anchor))
        };
        for comment in catalog.section_comments(&document.uri)? {
            let anchor = comment.anchor.as_str();
            if is_asked(anchor) && (notes.contains_key(anchor) || holds(local_id, anchor)) {
                let note = notes.entry(anchor.to_owned()).or_default();
                anchor.clone_into(&mut note.anchor);
                note.forfattningskommentarer.push(section_comment(base, comment, holds));
            }
        }
        let commentary = commentary_id(local_id);
        for note in notes.values_mut() {
            let is_held = holds(&commentary, &note.anchor);
            note.commentary = is_held.then(|| format!("/{commentary}#{}", note.anchor));
        }
        holdings.failure().map_or(Ok(()), Err)
    })?;
    let notes = notes.into_values().collect();
    Ok(BesideNotes { uri: uri.to_owned(), inbound_count: document.inbound_count, notes })
}

/// The note of a provision that other documents cite.
fn citing_note(base: &Base, note: MarginNote) -> BesideNote {
    let count = |(group, documents): (Arc<str>, u32)| GroupCount {
        group: group.to_string(),
        documents: documents.into(),
    };
    BesideNote {
        anchor: note.anchor,
        documents: note.documents,
        earlier: note.earlier,
        groups: note.by_group.into_iter().map(count).collect(),
        leading: note.leading.iter().map(|citing| decision(base, citing)).collect(),
        newest: note.newest.as_ref().map(|citing| decision(base, citing)),
        ..BesideNote::default()
    }
}

/// A comment of a preparatory work; `holds` says whether a document has an anchor.
fn section_comment(
    base: &Base,
    comment: SectionComment,
    holds: impl Fn(&str, &str) -> bool,
) -> BesideComment {
    let SectionComment { document, page, .. } = comment;
    let path = page_path(base, &document.uri).unwrap_or_default();
    let anchor = page.map(|page| format!("sid{page}"));
    let anchor = anchor.filter(|anchor| holds(base.strip(&document.uri).unwrap_or_default(), anchor));
    let name = document.label.clone().or_else(|| document.title.clone());
    BesideComment {
        uri: document.uri.clone(),
        url: anchor.map_or_else(|| path.clone(), |anchor| format!("{path}#{anchor}")),
        label: name.unwrap_or_else(|| document.uri.clone()),
        page,
    }
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
