//! The protocol over HTTP: `POST /mcp`, each request independent of others and answered as JSON.

use std::convert::Infallible;
use std::str::FromStr;
use std::sync::Arc;

use bytes::Bytes;
use http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt, Full};
use lagrum_api::paths::{TOOLS_FOLDER, TOOLS_PATH};
use lagrum_api::{Routes, ServedSnapshot};
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Value, json};

use crate::server::ToolServer;

/// The media types that a client must accept by the protocol.
const BOTH_TYPES: HeaderValue = HeaderValue::from_static("application/json, text/event-stream");

const PLAIN: HeaderValue = HeaderValue::from_static("text/plain; charset=utf-8");

/// Maximum number of bytes of the id of a request, and of the name of its method, which answers repeat.
const MAX_NAME: usize = 256;

/// Origins of pages that every server accepts: those of this machine, on any port.
const LOCAL: [&str; 3] = ["http://localhost:*", "http://127.0.0.1:*", "http://[::1]:*"];

/// An origin of web pages whose scripts may call tools.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllowedOrigin(String);

impl FromStr for AllowedOrigin {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let problem =
            || format!("{text} is no origin: write scheme, host and port, as https://app.example:443");
        let uri: Uri = text.parse().map_err(|_| problem())?;
        let is_web = matches!(uri.scheme_str(), Some("http" | "https"));
        let (Some(host), true, "/" | "") = (uri.host(), is_web, uri.path()) else { return Err(problem()) };
        let scheme = uri.scheme_str().unwrap_or_default();
        let port = uri.port_u16().unwrap_or(if scheme == "https" { 443 } else { 80 });
        Ok(Self(format!("{scheme}://{host}:{port}")))
    }
}

/// `POST /mcp`. Scripts of pages on this machine and of `origins` may call it; those of other pages get a 403, as the
/// protocol demands. Programs other than browsers send no origin, and may call it from anywhere.
///
/// A host that names this server is not checked: a page whose own name is bound to this machine sends its own origin.
pub fn routes(origins: &[AllowedOrigin]) -> Routes {
    let allowed = LOCAL.into_iter().chain(origins.iter().map(|origin| origin.0.as_str()));
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .disable_allowed_hosts()
        .with_allowed_origins(allowed);
    let service = StreamableHttpService::new(
        || {
            // The middleware of the API put the served snapshot into the request.
            Ok(ToolServer::from_fn(|extensions| {
                extensions.get::<http::request::Parts>()?.extensions.get::<ServedSnapshot>().cloned()
            }))
        },
        Arc::new(NeverSessionManager::default()),
        config,
    );
    let answer = move |mut request: http::Request<bytes::Bytes>| {
        let service = service.clone();
        async move {
            if let Err(problem) = serde_json::from_slice::<IgnoredAny>(request.body()) {
                return refusal(-32700, &format!("Parse error: the body is no JSON ({problem})"));
            }
            if !has_short_names(request.body()) {
                return refusal(
                    -32600,
                    &format!("Invalid Request: id or method has more than {MAX_NAME} bytes"),
                );
            }
            if accepts_json(request.headers()) {
                request.headers_mut().insert(header::ACCEPT, BOTH_TYPES);
            }
            let mut response = service.handle(request.map(Full::new)).await.map(BodyExt::boxed);
            // An error response of the protocol library is a sentence without a media type, which a browser would guess.
            if !response.status().is_success() && !response.headers().contains_key(header::CONTENT_TYPE) {
                response.headers_mut().insert(header::CONTENT_TYPE, PLAIN);
            }
            response
        }
    };
    Routes::new().protocol(TOOLS_PATH, answer.clone()).protocol(TOOLS_FOLDER, answer)
}

/// Whether a client accepts JSON, the type of every answer. By the protocol it must name event streams too, but not all clients
/// do.
fn accepts_json(headers: &HeaderMap) -> bool {
    let mut accepted =
        headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok()).peekable();
    let is_json = |range: &str| {
        let essence = range.split(';').next().unwrap_or_default().trim();
        ["application/json", "application/*", "*/*"].iter().any(|json| essence.eq_ignore_ascii_case(json))
    };
    accepted.peek().is_none() || accepted.flat_map(|value| value.split(',')).any(is_json)
}

/// Whether the names of a request that an answer repeats are short: its id and its method.
fn has_short_names(body: &[u8]) -> bool {
    #[derive(Deserialize)]
    struct Names {
        #[serde(default)]
        id: Value,
        #[serde(default)]
        method: Value,
    }
    let is_short = |name: &Value| match name {
        Value::String(text) => text.len() <= MAX_NAME,
        // A message without such names: an error response for it repeats none.
        _ => true,
    };
    let names = serde_json::from_slice::<Names>(body);
    names.map_or(true, |names| is_short(&names.id) && is_short(&names.method))
}

/// The JSON-RPC error response to a body that is not passed to the protocol.
fn refusal(code: i32, message: &str) -> http::Response<BoxBody<Bytes, Infallible>> {
    let error = json!({ "jsonrpc": "2.0", "id": null, "error": { "code": code, "message": message } });
    let mut response = http::Response::new(Full::new(Bytes::from(error.to_string())).boxed());
    *response.status_mut() = StatusCode::BAD_REQUEST;
    let json = HeaderValue::from_static("application/json");
    response.headers_mut().insert(header::CONTENT_TYPE, json);
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_has_scheme_host_and_port() {
        for (text, expected) in [
            ("https://app.example", "https://app.example:443"),
            ("https://app.example:8443", "https://app.example:8443"),
            ("http://app.example", "http://app.example:80"),
        ] {
            assert_eq!(text.parse::<AllowedOrigin>().unwrap().0, expected);
        }
        for text in ["app.example", "*", "ftp://app.example", "https://app.example/path", "", "null"] {
            assert!(text.parse::<AllowedOrigin>().is_err(), "{text}");
        }
    }
}
