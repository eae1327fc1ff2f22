//! `GET /api/v1/provision`

use axum::response::{IntoResponse, Response};
use form_urlencoded::byte_serialize;
use lagrum_answers::{
    self as answers, FormalForm, FormalQuestion, Permalink, ProvisionContext, ProvisionForm,
    ProvisionQuestion, ProvisionResponse,
};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::extract::day::day;
use crate::extract::served::PublicUrl;
use crate::response::akn::akn_response;
use crate::response::linked::linked_response;
use crate::{ApiError, Caching, Current, Json, Query, Routes, Today, answer, routes};

/// The form of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(default = "json")]
enum ProvisionFormat {
    Json,
    Md,
    Text,
    Akn,
    Ttl,
    Jsonld,
}

#[derive(Debug, Deserialize, IntoParams)]
struct ProvisionQuery {
    /// The uri of a provision: that of a document, `#` (as `%23`) and an anchor.
    #[param(pattern = "#.")]
    uri: String,
    /// `json` for the artifact's own node, `md` for markdown, `text` for plain text, `akn` for a portion of Akoma Ntoso,
    /// `ttl` or `jsonld` for where it belongs and since when it has its text, as linked data.
    #[param(inline)]
    format: ProvisionFormat,
    /// The day whose text is wanted (`YYYY-MM-DD`). Without it that of today.
    #[param(pattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]
    as_of: Option<String>,
    /// What to add to the text: 1 the headings above it, 2 also the provisions before and after it.
    #[param(default = 0, minimum = 0, maximum = 2)]
    context: u8,
}

pub(super) fn routes() -> Routes {
    Routes::new().get(routes!(provision), Caching::SnapshotAndDay)
}

/// One provision, with its headings, neighbours, citations in both directions and amending acts.
#[utoipa::path(get, path = "/api/v1/provision", tag = "document", operation_id = "provision", params(ProvisionQuery),
    responses((status = 200, description = "The provision",
        content((ProvisionResponse = "application/json"), (String = "application/akn+xml"), (String = "text/turtle"), (Object = "application/ld+json")))))]
async fn provision(
    Current(snapshot): Current,
    Today(today): Today,
    PublicUrl(address): PublicUrl,
    query: Query<ProvisionQuery>,
) -> Result<Response, ApiError> {
    let address = address.as_deref().map(str::to_owned);
    let as_of = day(&query, "as_of", query.as_of.as_deref())?;
    let ProvisionQuery { uri, format, context, .. } = query.into_inner();
    let form = match format {
        ProvisionFormat::Json => ProvisionForm::Node,
        ProvisionFormat::Md => ProvisionForm::Markdown,
        ProvisionFormat::Text => ProvisionForm::Text,
        ProvisionFormat::Akn => {
            let question = FormalQuestion { uri, as_of, address };
            let text = answer(move || answers::akn_provision(&snapshot, today, &question)).await?;
            return Ok(akn_response(text, false));
        }
        ProvisionFormat::Ttl | ProvisionFormat::Jsonld => {
            let form = if format == ProvisionFormat::Ttl { FormalForm::Turtle } else { FormalForm::JsonLd };
            return linked_response(snapshot, today, FormalQuestion { uri, as_of, address }, form).await;
        }
    };
    let question = ProvisionQuestion {
        uri,
        form,
        as_of,
        context: match context {
            0 => ProvisionContext::None,
            1 => ProvisionContext::Headings,
            _ => ProvisionContext::Neighbours,
        },
    };
    let mut found = answer(move || answers::provision(&snapshot, today, &question)).await?;
    let document = found.document.uri.clone();
    if let Some(page) = found.page.as_mut().filter(|page| page.has_facsimile) {
        page.facsimile_url = Some(facsimile_url(&document, page.number));
    }
    if let Some(permalink) = &mut found.permalink {
        permalink.url = Some(permalink_url(permalink));
    }
    Ok(Json(found).into_response())
}

/// The path of the permalink of a provision.
fn permalink_url(permalink: &Permalink) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.append_pair("uri", &permalink.uri);
    if let Some(day) = &permalink.as_of {
        query.append_pair("as_of", day);
    }
    format!("/api/v1/provision?{}", query.finish())
}

/// The path of the picture of a printed page.
fn facsimile_url(document: &str, page: u64) -> String {
    let uri: String = byte_serialize(document.as_bytes()).collect();
    format!("/api/v1/facsimile?uri={uri}&sid={page}")
}
