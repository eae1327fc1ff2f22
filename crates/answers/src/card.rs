//! A preview of a document or of a place in one.

use jiff::civil::Date;
use lagrum_artifact::{Anchor, Base, Location, led_by};
use lagrum_catalog::CatalogDocument;
use lagrum_snapshot::Snapshot;
use lagrum_sources::{CitedNames, cut, hanvisning, pinpoint, source};
use serde::Serialize;
use utoipa::ToSchema;

use crate::as_of::{TextSource, text_on_day};
use crate::citing_sentence::{CitingSentence, first_citing_sentence};
use crate::concept::{is_concept, meaning};
use crate::held_extent::{HeldExtent, held_extent};
use crate::lookup::{find_location, local_id, reader_citation};
use crate::place_state::{StatedPlace, place_on};
use crate::place_text::place_text;
use crate::provision::ProvisionInTime;
use crate::{AnswerError, AsOf};

/// A preview of a document or of a place in it.
#[derive(Debug, Serialize, ToSchema)]
pub struct CardResponse {
    /// The full uri.
    pub uri: String,
    /// The document's uri, without a fragment.
    pub root: String,
    /// The document's source.
    pub source: String,
    /// Its kind.
    #[schema(required = true)]
    pub kind: Option<String>,
    /// Its flow group.
    pub group: String,
    /// Its printed id.
    #[schema(required = true)]
    pub label: Option<String>,
    /// The bare id.
    #[schema(required = true)]
    pub short_id: Option<String>,
    /// Its full title.
    #[schema(required = true)]
    pub title: Option<String>,
    /// Its compact citing form.
    #[schema(required = true)]
    pub descriptive: Option<String>,
    /// The whole place as a reader cites it.
    pub citation: String,
    /// The forms in which a Swedish text cites the place, the shortest first.
    pub forms: Vec<CitationForm>,
    /// The provision, for a place in a document.
    #[schema(required = true)]
    pub pinpoint: Option<String>,
    /// The page path, with the anchor of the question.
    pub url: String,
    /// The publisher's own page.
    #[schema(required = true)]
    pub source_url: Option<String>,
    /// The provision's text, or the opening words of the document; of a concept without a text, the words that define it.
    #[schema(required = true)]
    pub snippet: Option<String>,
    /// How much of its text is held: `summary` and `headnote` are not the document. Null for a stub.
    pub extent: Option<HeldExtent>,
    /// What a reader is told of that, in Swedish; null where a text of its own is held, and for a stub.
    pub extent_note: Option<&'static str>,
    /// What the place, or the document, is on the day.
    pub state: StatedPlace,
    /// How many other documents cite the document.
    #[schema(required = true)]
    pub inbound_count: Option<u64>,
    /// Which text of the document the snippet of a provision is from; only for a question with `as_of`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub as_of: Option<AsOf>,
    /// The citing sentence of the first citation of the place `about` in the document; null where the document only
    /// lists the place, and where it does not cite it. Only for a question with `about`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub context: Option<Option<CitingSentence>>,
}

impl CardResponse {
    /// Adds the citing sentence of the document's first citation of a place, or of one inside it. `about` is the uri of
    /// the place or its page path.
    pub fn about(mut self, snapshot: &Snapshot, about: &str) -> Result<Self, AnswerError> {
        let place = Location::parse(&full_uri(&snapshot.manifest().base, about)).ok_or_else(|| {
            AnswerError::Invalid {
                parameter: "about",
                input: Some(about.to_owned()),
                message: "Input should be the uri of a place, or its page path".to_owned(),
            }
        })?;
        self.context = Some(first_citing_sentence(snapshot, &self.root, &place)?);
        Ok(self)
    }
}

/// A form in which a Swedish text cites a document or a place in one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct CitationForm {
    /// Which form: `kort` or `full`.
    pub form: &'static str,
    /// The citation: `36 § andra stycket avtalslagen`.
    pub citation: String,
}

/// The forms in which a Swedish text cites a document or a place in it, the shortest first.
pub fn citation_forms(base: &Base, document: &CatalogDocument, anchor: Option<&Anchor>) -> Vec<CitationForm> {
    let names = CitedNames {
        source: &document.source,
        local_id: local_id(base, &document.uri),
        label: document.label.as_deref(),
        short_id: document.short_id.as_deref(),
        title: document.title.as_deref(),
        descriptive: document.descriptive.as_deref(),
    };
    let forms = hanvisning(&names, anchor).into_iter();
    forms.map(|(form, citation)| CitationForm { form, citation }).collect()
}

/// A preview of a document or of a place in one. `uri` may also be the page path of the place. The snippet of a place is that
/// of a day, or without one that of today.
pub fn card(
    snapshot: &Snapshot,
    today: Date,
    uri: &str,
    as_of: Option<Date>,
) -> Result<CardResponse, AnswerError> {
    let base = &snapshot.manifest().base;
    let (place, document) = find_location(snapshot, &full_uri(base, uri))?;
    let text = match as_of {
        Some(day) => text_of_place(snapshot, &document, place.anchor(), day)?,
        None => TextSource { stored: document.stored, as_of: None, shown_on: None },
    };
    let state = place_on(snapshot, &place, as_of.unwrap_or(today))?;
    let state = StatedPlace::new(state, place.document().as_str());
    preview(snapshot, today, &place, document, text, state)
}

/// The text that shows a place on a day; without an artifact where none does and the state of the place says why.
fn text_of_place(
    snapshot: &Snapshot,
    document: &CatalogDocument,
    anchor: Option<&Anchor>,
    day: Date,
) -> Result<TextSource, AnswerError> {
    let in_time = match anchor {
        Some(anchor) => ProvisionInTime::load(snapshot, document, anchor, day)?,
        None => None,
    };
    match (in_time, anchor) {
        (Some(in_time), Some(anchor)) => match in_time.text(&format!("{}#{anchor}", document.uri), day) {
            Err(AnswerError::NotFound(_)) => Ok(TextSource { stored: None, as_of: None, shown_on: None }),
            text => text,
        },
        _ => text_on_day(snapshot, document, day),
    }
}

/// The full uri of a uri or a page path.
fn full_uri(base: &Base, uri: &str) -> String {
    if uri.starts_with('/') { format!("{base}{uri}") } else { uri.to_owned() }
}

fn preview(
    snapshot: &Snapshot,
    today: Date,
    place: &Location,
    document: CatalogDocument,
    source_text: TextSource,
    state: StatedPlace,
) -> Result<CardResponse, AnswerError> {
    let base = &snapshot.manifest().base;
    let grammar = source(&document.source).grammar;
    let part = place_text(snapshot, today, &source_text, place)?;
    let (form, text) = part.map_or((None, None), |part| (part.reader_form, Some(part.text)));
    let (extent, extent_note) = held_extent(&document);
    Ok(CardResponse {
        extent,
        extent_note,
        uri: place.to_string(),
        root: document.uri.clone(),
        pinpoint: place.anchor().map(|anchor| form.clone().unwrap_or_else(|| pinpoint(grammar, anchor))),
        citation: reader_citation(base, &document, place.anchor()),
        forms: citation_forms(base, &document, place.anchor()),
        url: {
            let path = base.page_path(place.document());
            place.anchor().map_or_else(|| path.clone(), |anchor| format!("{path}#{anchor}"))
        },
        snippet: match place.anchor() {
            None => match document.snippet.clone().or_else(|| document.description.clone()) {
                None if is_concept(&document) => meaning(snapshot, today, &document.uri)?,
                shown => shown,
            },
            Some(anchor) => text.filter(|text| !text.is_empty()).map(|text| {
                match form.or_else(|| grammar.label(anchor)) {
                    Some(label) => cut(&led_by(&label, &text)),
                    None => cut(&text),
                }
            }),
        },
        source: document.source,
        kind: document.kind,
        group: document.flow_group,
        label: document.label,
        short_id: document.short_id,
        title: document.title,
        descriptive: document.descriptive,
        source_url: document.source_url,
        state,
        inbound_count: Some(document.inbound_count),
        as_of: source_text.as_of,
        context: None,
    })
}
