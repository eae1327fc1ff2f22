//! `GET /api/v1/document`
//!
//! Markdown is rendered in some ten milliseconds for each megabyte, and then kept in the response cache.

use axum::response::{IntoResponse, Response};
use lagrum_answers::{
    self as answers, DocumentForm, DocumentQuestion, DocumentShape, FormalForm, FormalQuestion,
};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::extract::day::day;
use crate::extract::served::PublicUrl;
use crate::response::akn::akn_response;
use crate::response::json::JsonBytes;
use crate::response::linked::linked_response;
use crate::{ApiError, Caching, Current, Query, Routes, Today, answer, routes};

/// The form of the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(default = "json")]
enum DocumentFormat {
    Json,
    Md,
    Akn,
    Ttl,
    Jsonld,
}

#[derive(Debug, Deserialize, IntoParams)]
struct DocumentQuery {
    /// The uri of a document, or of a part of one: that of its document, `#` (as `%23`) and an anchor.
    uri: String,
    /// `json` for the artifact, `md` for markdown, `akn` for Akoma Ntoso, `ttl` for what is stated of the document as Turtle, `jsonld` for the
    /// same as JSON-LD.
    #[param(inline)]
    format: DocumentFormat,
    /// The day whose text is wanted (`YYYY-MM-DD`): the lydelse that applied on it. Without it, markdown is of the text of
    /// today.
    #[param(pattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]
    as_of: Option<String>,
    /// With `format=akn`: whether a browser saves the file instead of showing it.
    #[param(default = false)]
    download: bool,
}

pub(super) fn routes() -> Routes {
    Routes::new().get(routes!(document), Caching::SnapshotAndDay)
}

/// One document, or a part of one alone.
#[utoipa::path(get, path = "/api/v1/document", tag = "document", operation_id = "document", params(DocumentQuery),
    responses((status = 200, description = "The document, or the part of it",
        content((inline(DocumentShape) = "application/json"), (String = "application/akn+xml"), (String = "text/turtle"), (Object = "application/ld+json")))))]
async fn document(
    Current(snapshot): Current,
    Today(today): Today,
    PublicUrl(address): PublicUrl,
    query: Query<DocumentQuery>,
) -> Result<Response, ApiError> {
    let address = address.as_deref().map(str::to_owned);
    let as_of = day(&query, "as_of", query.as_of.as_deref())?;
    let DocumentQuery { uri, format, download, .. } = query.into_inner();
    let form = match format {
        DocumentFormat::Json => DocumentForm::Artifact,
        DocumentFormat::Md => DocumentForm::Markdown,
        DocumentFormat::Akn => {
            let question = FormalQuestion { uri, as_of, address };
            let text = answer(move || answers::akn_document(&snapshot, today, &question)).await?;
            return Ok(akn_response(text, download));
        }
        DocumentFormat::Ttl | DocumentFormat::Jsonld => {
            let form = if format == DocumentFormat::Ttl { FormalForm::Turtle } else { FormalForm::JsonLd };
            return linked_response(snapshot, today, FormalQuestion { uri, as_of, address }, form).await;
        }
    };
    let question = DocumentQuestion { uri, form, as_of };
    let json = answer(move || answers::document(&snapshot, today, &question)?.into_json()).await?;
    Ok(JsonBytes(json).into_response())
}
