//! The page that shows the description of the API, and the description as a file.
//!
//! The page loads its script and style from this server only, and contains no inline script, so a strict content security
//! policy allows it.

use std::io::Read;
use std::sync::Arc;

use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get};
use bytes::Bytes;
use flate2::read::GzDecoder;
use http::{HeaderMap, HeaderValue, header};
use utoipa::openapi::OpenApi;
use utoipa_swagger_ui::Config;

use crate::error::ApiError;
use crate::openapi::as_json;
use crate::response::json::JSON;
use crate::{Caching, Routes};

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

/// What the page may load: files of this server, and images embedded in the style sheet. The script sets styles on elements.
const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; \
     base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
);

/// The routes of the description and its page.
pub(crate) fn routes(openapi: &OpenApi) -> Routes {
    let description = as_json(openapi).map(Bytes::from).map_err(Arc::new);
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

/// Whether the client accepts gzip. Browsers name it without a quality; any other form gets the plain file.
fn accepts_gzip(headers: &HeaderMap) -> bool {
    let accepted =
        headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    accepted.split(',').any(|coding| coding.trim().eq_ignore_ascii_case("gzip"))
}
