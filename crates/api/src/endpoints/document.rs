//! `GET /api/v1/document`
//!
//! The artifact is served verbatim: its stored bytes are put between the two halves of the envelope, never decoded
//! and encoded again.

use axum::response::{IntoResponse, Response};
use http::header;
use lagrum_snapshot::Snapshot;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{no_catalog, no_document};
use crate::json::JSON;
use crate::{ApiError, Caching, Held, Query, Resources, blocking, routes};

/// What an answer says of a document beside its artifact.
#[derive(Debug, Serialize)]
struct Envelope {
    uri: String,
    source: String,
    kind: Option<String>,
    label: Option<String>,
    title: Option<String>,
    inbound_count: u64,
    source_url: Option<String>,
}

/// A document with its artifact.
#[derive(Debug, ToSchema)]
#[expect(dead_code, reason = "the answer's shape; its bytes are put together by hand")]
struct Document {
    /// Its canonical uri.
    uri: String,
    /// The source it belongs to.
    source: String,
    /// Its kind.
    #[schema(required = true)]
    kind: Option<String>,
    /// Its printed id.
    #[schema(required = true)]
    label: Option<String>,
    /// Its full title.
    #[schema(required = true)]
    title: Option<String>,
    /// How many other documents cite it.
    inbound_count: u64,
    /// The publisher's own page.
    #[schema(required = true)]
    source_url: Option<String>,
    /// The parsed artifact, byte for byte as stored; `{}` for a stub.
    #[schema(value_type = Object)]
    artifact: serde_json::Value,
}

/// In which form to answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(default = "json")]
enum DocumentFormat {
    Json,
    Md,
}

#[derive(Debug, Deserialize, IntoParams)]
struct DocumentQuery {
    /// The document's uri, without a fragment.
    uri: String,
    /// `json` for the artifact, `md` for markdown.
    #[param(inline)]
    format: DocumentFormat,
}

pub(super) fn routes() -> Resources {
    Resources::new().get(routes!(document), Caching::Snapshot)
}

/// One document.
#[utoipa::path(get, path = "/api/v1/document", tag = "document", operation_id = "document", params(DocumentQuery),
    responses((status = 200, description = "The document", body = Document)))]
async fn document(Held(snapshot): Held<Snapshot>, query: Query<DocumentQuery>) -> Result<Response, ApiError> {
    let DocumentQuery { uri, format } = query.into_inner();
    if format == DocumentFormat::Md {
        return Err(ApiError::unavailable("format=md is not available in this version; ask for format=json"));
    }
    blocking(move || {
        let (envelope, stored) = find(&snapshot, &uri)?.ok_or_else(|| no_document(&uri))?;
        let artifact = match stored {
            Some(stored) => snapshot
                .artifact(stored)
                .map_err(|error| ApiError::internal(&error))?
                .ok_or_else(|| ApiError::broken(format!("the artifact of {uri} is not in the corpus")))?,
            None => b"{}".to_vec(),
        };
        let body = splice(&envelope, &artifact).map_err(|error| ApiError::internal(&error))?;
        Ok(([(header::CONTENT_TYPE, JSON)], body).into_response())
    })
    .await
}

/// A document, or an archived wording of one, and the stored version of its artifact.
fn find(snapshot: &Snapshot, uri: &str) -> Result<Option<(Envelope, Option<i64>)>, ApiError> {
    let found = snapshot.catalog().with(|catalog| {
        if let Some(document) = catalog.document(uri)? {
            return Ok(Some((document.inbound_count, document.stored, document)));
        }
        // An archived wording goes by the names of its document. Nobody cites a wording.
        let Some(lydelse) = catalog.lydelse(uri)? else { return Ok(None) };
        let document = catalog.document(&lydelse.document)?.unwrap_or_default();
        Ok(Some((0, Some(lydelse.stored), lagrum_catalog::Document { source: lydelse.source, ..document })))
    });
    let found = found.map_err(|error| no_catalog(&error))?;
    Ok(found.map(|(inbound_count, stored, document)| {
        let envelope = Envelope {
            uri: uri.to_owned(),
            source: document.source,
            kind: document.kind,
            label: document.label,
            title: document.title,
            inbound_count,
            source_url: document.source_url,
        };
        (envelope, stored)
    }))
}

/// The envelope as JSON, with the artifact's bytes as its last field.
fn splice(envelope: &Envelope, artifact: &[u8]) -> serde_json::Result<Vec<u8>> {
    const FIELD: &[u8] = b",\"artifact\":";
    let mut body = serde_json::to_vec(envelope)?;
    body.pop();
    body.reserve_exact(FIELD.len() + artifact.len() + 1);
    body.extend_from_slice(FIELD);
    body.extend_from_slice(artifact);
    body.push(b'}');
    Ok(body)
}
