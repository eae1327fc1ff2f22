//! `GET /api/v1/document/outbound`

use lagrum_catalog::OutboundCitation;
use lagrum_snapshot::Snapshot;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::ask;
use crate::{ApiError, Caching, Held, Json, Query, Resources, routes};

/// A link of a document.
#[derive(Debug, Serialize, ToSchema)]
struct Citation {
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
}

impl From<OutboundCitation> for Citation {
    fn from(citation: OutboundCitation) -> Self {
        let hosted = citation.target.is_some();
        let (label, title, source) = citation
            .target
            .map_or((None, None, None), |target| (target.label, target.title, Some(target.source)));
        Self {
            uri: citation.uri,
            anchor: citation.anchor,
            predicate: Some(citation.predicate),
            text: citation.text,
            label,
            title,
            source,
            hosted,
        }
    }
}

#[derive(Debug, Deserialize, IntoParams)]
struct OutboundQuery {
    /// The citing document.
    uri: String,
}

pub(super) fn routes() -> Resources {
    Resources::new().get(routes!(outbound), Caching::Snapshot)
}

/// What a document cites: every link, in the order a reader meets them.
#[utoipa::path(get, path = "/api/v1/document/outbound", tag = "document", operation_id = "outbound",
    params(OutboundQuery), responses((status = 200, description = "The links", body = Vec<Citation>)))]
async fn outbound(
    Held(snapshot): Held<Snapshot>,
    query: Query<OutboundQuery>,
) -> Result<Json<Vec<Citation>>, ApiError> {
    let OutboundQuery { uri } = query.into_inner();
    let citations = ask(snapshot, move |catalog| catalog.outbound(&uri)).await?;
    Ok(Json(citations.into_iter().map(Citation::from).collect()))
}
