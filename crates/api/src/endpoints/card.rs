//! `GET /api/v1/card`

use lagrum_artifact::{Artifact, Base, Place, led_by};
use lagrum_catalog::Document;
use lagrum_snapshot::Snapshot;
use lagrum_sources::{cut, pinpoint, source};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::stored::stored_fields;
use super::{cited_as, held};
use crate::{ApiError, Caching, Held, Json, Query, Resources, blocking, routes};

/// A document or a place in it, as a link to it is previewed.
#[derive(Debug, Serialize, ToSchema)]
struct CardResponse {
    /// The full uri.
    uri: String,
    /// The document's uri, without a fragment.
    root: String,
    /// The document's source.
    source: String,
    /// Its kind.
    #[schema(required = true)]
    kind: Option<String>,
    /// Its flow group.
    group: String,
    /// Its printed id.
    #[schema(required = true)]
    label: Option<String>,
    /// The bare id.
    #[schema(required = true)]
    short_id: Option<String>,
    /// Its full title.
    #[schema(required = true)]
    title: Option<String>,
    /// Its compact citing form.
    #[schema(required = true)]
    descriptive: Option<String>,
    /// The whole place as a reader cites it.
    citation: String,
    /// The provision, for a place in a document.
    #[schema(required = true)]
    pinpoint: Option<String>,
    /// The page path, with the anchor as asked.
    url: String,
    /// The publisher's own page.
    #[schema(required = true)]
    source_url: Option<String>,
    /// The provision's text, or the opening words of the document.
    #[schema(required = true)]
    snippet: Option<String>,
    /// How many other documents cite the document.
    #[schema(required = true)]
    inbound_count: Option<u64>,
}

#[derive(Debug, Deserialize, IntoParams)]
struct CardQuery {
    /// A uri, or the page path of the same place.
    uri: String,
}

pub(super) fn routes() -> Resources {
    Resources::new().get(routes!(card), Caching::Snapshot)
}

/// A preview of a document or of a place in one.
#[utoipa::path(get, path = "/api/v1/card", tag = "document", operation_id = "card", params(CardQuery),
    responses((status = 200, description = "The preview", body = CardResponse)))]
async fn card(
    Held(snapshot): Held<Snapshot>,
    query: Query<CardQuery>,
) -> Result<Json<CardResponse>, ApiError> {
    let CardQuery { uri } = query.into_inner();
    blocking(move || {
        let base = &snapshot.manifest().base;
        let full = if uri.starts_with('/') { format!("{base}{uri}") } else { uri };
        let (place, document) = held(&snapshot, &full)?;
        Ok(Json(card_of(&snapshot, base, &place, document)?))
    })
    .await
}

fn card_of(
    snapshot: &Snapshot,
    base: &Base,
    place: &Place,
    document: Document,
) -> Result<CardResponse, ApiError> {
    let grammar = source(&document.source).grammar;
    let part = place_text(snapshot, &document, place)?;
    let (form, text) = part.map_or((None, None), |part| (part.reader_form, Some(part.text)));
    Ok(CardResponse {
        uri: place.to_string(),
        root: document.uri.clone(),
        pinpoint: place.anchor().map(|anchor| form.clone().unwrap_or_else(|| pinpoint(grammar, anchor))),
        citation: cited_as(base, &document, place.anchor()),
        url: {
            let path = base.page_path(place.document());
            place.anchor().map_or_else(|| path.clone(), |anchor| format!("{path}#{anchor}"))
        },
        snippet: match place.anchor() {
            None => document.snippet.or(document.description),
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
        inbound_count: Some(document.inbound_count),
    })
}

struct PlaceText {
    /// How a reader names the part, where the anchor does not tell.
    reader_form: Option<String>,
    text: String,
}

/// The text of a place in a document; None for a whole document, and for a place it does not have.
fn place_text(
    snapshot: &Snapshot,
    document: &Document,
    place: &Place,
) -> Result<Option<PlaceText>, ApiError> {
    let (Some(anchor), Some(stored)) = (place.anchor(), document.stored) else { return Ok(None) };
    let artifact = stored_fields(snapshot, stored, &document.uri, &Artifact::PRESENTED)?;
    let presented = artifact.presented();
    Ok(presented
        .part(anchor)
        .map(|part| PlaceText { reader_form: part.reader_form(), text: part.plain_text() }))
}
