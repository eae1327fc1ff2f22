//! The text of a document with what a reader's page needs beside it: its names, the day it is from, and which of its links
//! lead to something that is held.

use std::collections::{HashMap, HashSet};

use jiff::civil::Date;
use lagrum_artifact::{ActFamily, Anchor, Artifact, Base, DocumentUri, Location};
use lagrum_catalog::{CatalogDocument, CatalogHoldings, CatalogProblem, CatalogReader, CitationMeaning};
use lagrum_citation::Holdings;
use lagrum_corpus::attachments::{Grafik, PdfPart};
use lagrum_render::html::TextAnchors;
use lagrum_snapshot::Snapshot;
use lagrum_sources::{FlowGroup, TextExtent, concept_source, source, source_of_local_id};

use crate::artifacts::{ParsedArtifact, load_artifact, parse_artifact};
use crate::as_of::{find_text, text_on_day};
use crate::cited_meaning::CitedMeaning;
use crate::composed::{Wanted, find_whole_text};
use crate::concept::tells_more;
use crate::graphics::{PlacedGraphic, graphic_page, placed_graphics};
use crate::lookup::{find_stored, query_catalog};
use crate::reader_day::reader_day;
use crate::then::{Then, Thens, day_of_law};
use crate::{AnswerError, AsOf, MeantByCitation};

/// A document and its text.
pub struct DocumentText {
    /// Its catalog row. An archived lydelse has that of its document.
    pub document: CatalogDocument,
    /// Which text applies on the day of the question, for an act of which the newest text is asked for.
    pub as_of: Option<AsOf>,
    artifact: Option<ParsedArtifact>,
    anchors: TextAnchors,
    pdfs: Vec<PdfPart>,
    /// The graphics that the text leaves out and of which pictures are held, by the anchors of their gaps.
    graphics: HashMap<String, Grafik>,
    /// What is known of the target of each link, by the uri of the link.
    targets: HashMap<String, LinkTarget>,
    /// What a decision or an opinion cites as the law of its day, by the uris of its links.
    thens: HashMap<String, Then>,
    /// What the document means by places that it cites, where that is another place, by the uris of its links.
    meanings: HashMap<String, MeantByCitation>,
}

/// What is known of the target of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkTarget {
    /// The document is held, and has the place.
    Held,
    /// The document is held, and lacks the place.
    PlaceMissing,
    /// The document is not held.
    NotHeld,
    /// It is a concept of which there is nothing to read but the document that links to it.
    Unexplained,
}

/// The text of a whole act that is put together for a day, on a page of today; None where a held text is that of the day.
pub fn document_text_of(
    snapshot: &Snapshot,
    today: Date,
    uri: &str,
    day: Date,
) -> Result<Option<DocumentText>, AnswerError> {
    let (document, text) = find_whole_text(snapshot, uri, Some(day), Wanted::Read)?;
    let Some(composed) = text.composed else { return Ok(None) };
    let artifact = parse_artifact(&composed, None, uri)?;
    drop(composed);
    beside(snapshot, today, document, Some(artifact), text.as_of).map(Some)
}

/// A document with its text as it is read on a day. `uri` may be that of an archived lydelse.
pub fn document_text(snapshot: &Snapshot, day: Date, uri: &str) -> Result<DocumentText, AnswerError> {
    let (document, stored) = find_stored(snapshot, uri)?.ok_or_else(|| AnswerError::no_document(uri))?;
    let reader_day = reader_day(snapshot, uri, day)?;
    let load = |stored| {
        load_artifact(snapshot, stored, uri).map(|artifact| artifact.for_reader(None, reader_day.as_deref()))
    };
    let artifact = stored.map(load).transpose()?;
    let is_newest = document.uri == uri && source(&document.source).has_lydelser;
    let as_of = match text_on_day(snapshot, &document, day) {
        Ok(text) if is_newest => text.as_of,
        Ok(_) | Err(AnswerError::NotFound(_)) => None,
        Err(error) => return Err(error),
    };
    beside(snapshot, day, document, artifact, as_of)
}

/// A text with what a page needs beside it.
fn beside(
    snapshot: &Snapshot,
    day: Date,
    document: CatalogDocument,
    artifact: Option<ParsedArtifact>,
    as_of: Option<AsOf>,
) -> Result<DocumentText, AnswerError> {
    let meanings = query_catalog(snapshot, |catalog| catalog.meanings_of(&document.uri))?;
    let base = &snapshot.manifest().base;
    let meant = |meaning: &CitationMeaning| CitedMeaning::of(Some(meaning), base).meant;
    let meanings: HashMap<String, MeantByCitation> =
        meanings.iter().filter_map(|(uri, meaning)| Some((uri.clone(), meant(meaning)?))).collect();
    let (anchors, targets) = match &artifact {
        Some(artifact) => anchors_and_targets(snapshot, artifact, &document.uri, &meanings)?,
        None => Default::default(),
    };
    let thens = thens(snapshot, day, &document, &targets)?;
    let pdfs = snapshot.attached(|attached| attached.pdfs(&document.uri));
    let pdfs = pdfs.map_err(|error| AnswerError::internal(&error))?;
    let graphics = match &artifact {
        Some(artifact) if source(&document.source).holds_statutes => {
            graphics(snapshot, &document.uri, artifact)?
        }
        _ => HashMap::new(),
    };
    Ok(DocumentText { document, as_of, artifact, anchors, pdfs, graphics, targets, thens, meanings })
}

/// Which text of a document applied on a day, and why.
pub fn text_of_day(snapshot: &Snapshot, uri: &str, day: Date) -> Result<AsOf, AnswerError> {
    let text = find_text(snapshot, uri, Some(day))?.1;
    text.as_of.ok_or_else(|| AnswerError::no_document(uri))
}

impl DocumentText {
    /// The artifact; None for a stub.
    pub fn artifact(&self) -> Option<&Artifact> {
        self.artifact.as_deref()
    }

    /// How much of the document the artifact has.
    pub fn extent(&self) -> TextExtent {
        let kind = self.document.kind.as_deref().unwrap_or_default();
        self.artifact()
            .map_or(TextExtent::Nothing, |artifact| source(&self.document.source).text_extent(kind, artifact))
    }

    /// Whether its text was read by a program from printed pages.
    pub fn is_read_from_pages(&self) -> bool {
        let kind = self.document.kind.as_deref().unwrap_or_default();
        let source = source(&self.document.source);
        self.artifact().is_some_and(|artifact| source.is_read_from_pages(kind, artifact))
    }

    /// The ids that its text has.
    pub fn anchors(&self) -> &TextAnchors {
        &self.anchors
    }

    /// Whether there are pictures of its printed pages.
    pub fn has_facsimiles(&self) -> bool {
        !self.pdfs.is_empty()
    }

    /// The first printed page that there is a picture of.
    pub fn first_facsimile(&self) -> Option<u32> {
        self.pdfs.iter().filter(|part| part.pages > 0).map(|part| part.first_page).min()
    }

    /// Whether there is a picture of a printed page.
    pub fn has_facsimile(&self, page: u32) -> bool {
        let holds = |part: &PdfPart| page.checked_sub(part.first_page).is_some_and(|at| at < part.pages);
        self.pdfs.iter().any(holds)
    }

    /// Where the graphic was printed that the text leaves out at an anchor; None where there is no picture of it.
    pub fn graphic(&self, anchor: &str) -> Option<&Grafik> {
        self.graphics.get(anchor)
    }

    /// What a link of a decision or an opinion cites as the law of its day. None for a link of another document, and for what is no provision
    /// of a statute or an EU act.
    pub fn then(&self, uri: &str) -> Option<&Then> {
        self.thens.get(uri)
    }

    /// What a link means, where that is not the place that it has.
    pub fn meant(&self, uri: &str) -> Option<&MeantByCitation> {
        self.meanings.get(uri)
    }

    /// How many of the provisions that it cites as the law of its day have changed since.
    pub fn changed_since(&self, base: &Base) -> usize {
        let changed = self.thens.iter().filter(|(_, then)| then.changed_since == Some(true));
        let provisions: HashSet<_> = changed.filter_map(|(uri, _)| whole_provision(base, uri)).collect();
        provisions.len()
    }

    /// What is known of the target of a link in the text; None for an address of another site, and for a place in the
    /// document itself.
    pub fn target(&self, uri: &str) -> Option<LinkTarget> {
        self.targets.get(uri).copied()
    }
}

/// The document and the whole provision of a uri that names a provision or a part of one.
fn whole_provision(base: &Base, uri: &str) -> Option<(DocumentUri, Anchor)> {
    let place = Location::parse(uri)?;
    let grammar = ActFamily::of(place.document(), base)?.grammar();
    Some((place.document().clone(), grammar.whole_provision(place.anchor()?)?))
}

/// What a decision or an opinion cites as the law of its day.
fn thens(
    snapshot: &Snapshot,
    today: Date,
    document: &CatalogDocument,
    targets: &HashMap<String, LinkTarget>,
) -> Result<HashMap<String, Then>, AnswerError> {
    let group = source(&document.source).group(document.kind.as_deref().unwrap_or_default());
    let is_opinion = group.decides() || group == FlowGroup::Stallningstaganden;
    let Some(day) = day_of_law(document).filter(|_| is_opinion) else { return Ok(HashMap::new()) };
    let mut thens = Thens::new(snapshot, today, day);
    let held = targets.iter().filter(|(_, target)| **target != LinkTarget::NotHeld);
    thens.find(held.map(|(uri, _)| uri.clone()))?;
    Ok(thens.into_found())
}

/// The graphics of a statute whose print is held.
fn graphics(
    snapshot: &Snapshot,
    statute: &str,
    artifact: &Artifact,
) -> Result<HashMap<String, Grafik>, AnswerError> {
    let mut graphics = HashMap::new();
    for PlacedGraphic { anchor, entry } in placed_graphics(snapshot, statute, artifact)? {
        if graphic_page(snapshot, &entry)?.is_some() {
            graphics.insert(anchor, entry);
        }
    }
    Ok(graphics)
}

/// The ids of the text, and what is known of every other document that it links to, which is looked up once.
fn anchors_and_targets(
    snapshot: &Snapshot,
    artifact: &Artifact,
    document: &str,
    meanings: &HashMap<String, MeantByCitation>,
) -> Result<(TextAnchors, HashMap<String, LinkTarget>), AnswerError> {
    let base = &snapshot.manifest().base;
    let mut targets: HashMap<String, LinkTarget> = HashMap::new();
    let anchors = TextAnchors::of(artifact, |uri| {
        // A link to a place of the same document is known by its ids.
        let is_own = uri.strip_prefix(document).is_some_and(|rest| rest.is_empty() || rest.starts_with('#'));
        if !is_own && base.strip(uri).is_some() && !targets.contains_key(uri) {
            targets.insert(uri.to_owned(), LinkTarget::NotHeld);
        }
    });
    let meant = meanings.values().filter_map(|meant| meant.uri.clone());
    targets.extend(meant.map(|uri| (uri, LinkTarget::NotHeld)));
    query_catalog(snapshot, |catalog| {
        let holdings = CatalogHoldings::new(catalog, base);
        for (uri, target) in &mut targets {
            *target = target_state(&holdings, base, uri);
            let local = base.strip(uri).unwrap_or_default();
            if is_unexplained(catalog, &holdings, local, document)? {
                *target = LinkTarget::Unexplained;
            }
        }
        holdings.failure().map_or(Ok(()), Err)
    })?;
    Ok((anchors, targets))
}

/// Whether a document is a concept of which there is nothing to read but the document that links to it.
fn is_unexplained(
    catalog: &CatalogReader<'_>,
    holdings: &CatalogHoldings<'_>,
    local_id: &str,
    linking: &str,
) -> Result<bool, CatalogProblem> {
    if source_of_local_id(local_id).is_none_or(|source| source.name != concept_source().name) {
        return Ok(false);
    }
    match holdings.document(local_id) {
        Some(concept) if concept.stored.is_some() => Ok(false),
        Some(concept) => Ok(!tells_more(catalog, &concept, linking)?),
        None => Ok(true),
    }
}

fn target_state(holdings: &CatalogHoldings<'_>, base: &Base, uri: &str) -> LinkTarget {
    let local = base.strip(uri).unwrap_or_default();
    let (document, anchor) = local.split_once('#').unwrap_or((local, ""));
    if !holdings.holds(document) {
        return LinkTarget::NotHeld;
    }
    match Anchor::new(anchor) {
        Some(anchor) if !holdings.has_anchor(document, &anchor) => LinkTarget::PlaceMissing,
        _ => LinkTarget::Held,
    }
}
