//! The description of the API and the page that shows it.
//!
//! The description is what the declarations of the handlers add up to, with what holds for all of them added here
//! rather than repeated at each: the answer to invalid parameters and the shape of failures. The page loads
//! its script and style from this server alone, and holds no script of its own, so that a strict content security
//! policy allows it.

use std::io::Read;
use std::sync::Arc;

use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get};
use bytes::Bytes;
use flate2::read::GzDecoder;
use http::{HeaderMap, HeaderValue, header};
use serde_json::Value;
use utoipa::OpenApi as _;
use utoipa::openapi::path::Operation;
use utoipa::openapi::{ContentBuilder, OpenApi, Ref, RefOr, Required, ResponseBuilder, Schema};
use utoipa_swagger_ui::Config;

use crate::error::{ApiError, ErrorBody, HTTPValidationError, LocPart, RefusalBody, ValidationError};
use crate::response::json::JSON;
use crate::{Caching, Routes};

/// The part of the description that belongs to no endpoint. Its version is that of the interface, not of the
/// program.
#[derive(utoipa::OpenApi)]
#[openapi(
    info(
        title = "lagrum",
        version = "1.0",
        description = "Read-only access to a legal corpus: search, catalog, documents and the citations between them.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0"),
    ),
    tags(
        (name = "search", description = "Finding documents and provisions, by words or by citation"),
        (name = "catalog", description = "What the corpus holds: sources, facets, listings, dumps"),
        (name = "document", description = "Documents, their versions and their citations"),
    ),
    components(schemas(HTTPValidationError, ValidationError, LocPart, ErrorBody, RefusalBody))
)]
struct Common;

/// The description of these endpoints, with what holds for every endpoint.
pub(crate) fn describe(endpoints: OpenApi) -> OpenApi {
    let mut openapi = Common::openapi();
    openapi.merge(endpoints);
    for path in openapi.paths.paths.values_mut() {
        path.get.iter_mut().chain(&mut path.post).for_each(complete);
    }
    openapi
}

fn complete(operation: &mut Operation) {
    let mut checked = false;
    for parameter in operation.parameters.iter_mut().flatten() {
        let RefOr::T(parameter) = parameter else { continue };
        checked = true;
        // A parameter with a default may be left out, whatever its type in the program says.
        if let Some(RefOr::T(Schema::Object(object))) = &parameter.schema
            && object.default.is_some()
        {
            parameter.required = Required::False;
        }
    }
    let responses = &mut operation.responses.responses;
    if checked || operation.request_body.is_some() {
        responses.entry("422".into()).or_insert_with(|| failure("Invalid parameters", "HTTPValidationError"));
    }
    for (status, description, body) in [
        ("404", "Not found", "ErrorBody"),
        ("4XX", "Any other error of the request", "Refusal"),
        ("5XX", "The server failed, or is overloaded", "ErrorBody"),
    ] {
        responses.entry(status.into()).or_insert_with(|| failure(description, body));
    }
}

fn failure(description: &str, schema: &str) -> RefOr<utoipa::openapi::Response> {
    let body = ContentBuilder::new().schema(Some(Ref::from_schema_name(schema))).build();
    RefOr::T(ResponseBuilder::new().description(description).content("application/json", body).build())
}

const PAGE: &str = r#"<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="docs/swagger-ui.css">
<div id="swagger-ui"></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</html>
"#;

/// Without `validatorUrl` the page would send the description to a public validator.
const START: &str = r##"SwaggerUIBundle({
  dom_id: "#swagger-ui",
  url: "openapi.json",
  deepLinking: true,
  validatorUrl: "none",
});
"##;

/// What the page needs: this server, and images written into the style sheet. The script sets styles on elements.
const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; \
     base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
);

/// The routes of the description and its page.
pub(crate) fn routes(openapi: &OpenApi) -> Routes {
    let description = serde_json::to_value(openapi).and_then(|mut description| {
        bound_tuples(&mut description);
        serde_json::to_vec(&description)
    });
    let description = description.map(Bytes::from).map_err(Arc::new);
    let description = get(async move || match description {
        Ok(body) => ([(header::CONTENT_TYPE, JSON)], body).into_response(),
        Err(error) => ApiError::internal(&*error).into_response(),
    });
    let page = get(async || ([(header::CONTENT_SECURITY_POLICY, POLICY)], axum::response::Html(PAGE)));
    let start = get(async || ([(header::CONTENT_TYPE, "text/javascript; charset=utf-8")], START));
    Routes::new()
        .undescribed("/openapi.json", description, Caching::Unstated)
        .undescribed("/docs", page, Caching::Unstated)
        .undescribed("/docs/start.js", start, Caching::Unstated)
        .undescribed("/docs/swagger-ui.css", asset("swagger-ui.css"), Caching::Unstated)
        .undescribed("/docs/swagger-ui-bundle.js", asset("swagger-ui-bundle.js"), Caching::Unstated)
}

/// Says of tuples how long they are by `minItems` and `maxItems`, and not by `items: false`, which generators of clients refuse.
fn bound_tuples(json: &mut Value) {
    match json {
        Value::Object(fields) => {
            let length = fields.get("prefixItems").and_then(Value::as_array).map(Vec::len);
            if let Some(length) = length.filter(|_| fields.get("items") == Some(&Value::Bool(false))) {
                fields.remove("items");
                fields.insert("minItems".to_owned(), length.into());
                fields.insert("maxItems".to_owned(), length.into());
            }
            fields.values_mut().for_each(bound_tuples);
        }
        Value::Array(items) => items.iter_mut().for_each(bound_tuples),
        _ => {}
    }
}

/// A file of the docs page as the library carries it: compressed once, when the program was built.
fn asset(name: &'static str) -> MethodRouter {
    let file = utoipa_swagger_ui::serve(name, Arc::new(Config::default())).ok().flatten();
    let file = file.map(|file| Asset {
        content_type: file.content_type,
        gzipped: file.gzpipped,
        bytes: Bytes::from(file.bytes.into_owned()),
    });
    get(async move |headers: HeaderMap| match file {
        Some(file) => file.answer(&headers),
        None => ApiError::not_found(format!("the docs page has no file {name}")).into_response(),
    })
}

#[derive(Clone)]
struct Asset {
    content_type: String,
    gzipped: bool,
    bytes: Bytes,
}

impl Asset {
    fn answer(self, headers: &HeaderMap) -> Response {
        let content_type = [(header::CONTENT_TYPE, self.content_type)];
        if !self.gzipped {
            return (content_type, self.bytes).into_response();
        }
        if accepts_gzip(headers) {
            return (content_type, [(header::CONTENT_ENCODING, "gzip")], self.bytes).into_response();
        }
        let mut plain = Vec::new();
        match GzDecoder::new(&*self.bytes).read_to_end(&mut plain) {
            Ok(_) => (content_type, plain).into_response(),
            Err(error) => ApiError::internal(&error).into_response(),
        }
    }
}

/// Whether gzip is named and not refused. Browsers name it plainly; anything subtler gets the plain file.
fn accepts_gzip(headers: &HeaderMap) -> bool {
    let accepted =
        headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    accepted.split(',').any(|coding| coding.trim().eq_ignore_ascii_case("gzip"))
}
