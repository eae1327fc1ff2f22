//! `GET /api/v1/document`
//!
//! The artifact is served verbatim: its stored bytes are put between the two halves of the envelope, never decoded
//! and encoded again. Markdown is rendered from the artifact at each request, at some ten milliseconds a megabyte; the
//! `ETag` spares a client that has it.

use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http::header;
use lagrum_cancel::whole;
use lagrum_render::{heading, markdown};
use lagrum_snapshot::Snapshot;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::stored::{stored_artifact, stored_bytes};
use super::{kept, no_catalog, no_document};
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

/// A document as markdown.
#[derive(Debug, ToSchema)]
#[expect(dead_code, reason = "the answer's shape; its bytes are put together by hand")]
struct MarkdownDocument {
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
    /// The presented text as CommonMark with GitHub's tables.
    markdown: String,
}

/// Either form.
#[derive(Debug, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "the answer's shape; its bytes are put together by hand")]
enum EitherDocument {
    Json(Document),
    Md(MarkdownDocument),
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
    responses((status = 200, description = "The document", body = inline(EitherDocument))))]
async fn document(Held(snapshot): Held<Snapshot>, query: Query<DocumentQuery>) -> Result<Response, ApiError> {
    let DocumentQuery { uri, format } = query.into_inner();
    let form = match format {
        DocumentFormat::Json => "json",
        DocumentFormat::Md => "md",
    };
    let key = kept::key(&snapshot, form, &uri);
    if let Some(body) = kept::answer(&key) {
        return Ok(([(header::CONTENT_TYPE, JSON)], body).into_response());
    }
    blocking(move || {
        let (envelope, stored) = find(&snapshot, &uri)?.ok_or_else(|| no_document(&uri))?;
        let body = match format {
            DocumentFormat::Json => splice(&envelope, b"artifact", &verbatim(&snapshot, &uri, stored)?),
            DocumentFormat::Md => {
                let markdown = rendered(&snapshot, &envelope, stored)?;
                serde_json::to_vec(&markdown).and_then(|markdown| splice(&envelope, b"markdown", &markdown))
            }
        };
        let body = Bytes::from(body.map_err(|error| ApiError::internal(&error))?);
        kept::keep(key, &body);
        Ok(([(header::CONTENT_TYPE, JSON)], body).into_response())
    })
    .await
}

/// The stored bytes; an empty object for a stub.
fn verbatim(snapshot: &Snapshot, uri: &str, stored: Option<i64>) -> Result<Vec<u8>, ApiError> {
    let Some(stored) = stored else { return Ok(b"{}".to_vec()) };
    stored_bytes(snapshot, stored, uri)
}

/// The artifact as markdown; nothing but the name for a stub.
fn rendered(snapshot: &Snapshot, envelope: &Envelope, stored: Option<i64>) -> Result<String, ApiError> {
    let name = envelope.title.as_deref().or(envelope.label.as_deref());
    match stored {
        Some(stored) => {
            let artifact = stored_artifact(snapshot, stored, &envelope.uri)?;
            Ok(whole(markdown(&artifact, name))?)
        }
        None => Ok(name.map(heading).unwrap_or_default()),
    }
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

/// The envelope as JSON, with a last field whose value is these bytes.
fn splice(envelope: &Envelope, field: &[u8], value: &[u8]) -> serde_json::Result<Vec<u8>> {
    let mut body = serde_json::to_vec(envelope)?;
    body.pop();
    body.reserve_exact(field.len() + value.len() + 5);
    for part in [b",\"", field, b"\":", value, b"}"] {
        body.extend_from_slice(part);
    }
    Ok(body)
}
