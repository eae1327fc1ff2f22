//! The protocol over HTTP: `POST /mcp`, a request by itself each time, answered as JSON.

use std::str::FromStr;
use std::sync::Arc;

use http::Uri;
use http_body_util::Full;
use lagrum_api::endpoints::TOOLS_PATH;
use lagrum_api::{Routes, ServedSnapshot};
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};

use crate::server::ToolServer;

/// Origins of pages that every server accepts: those of this machine, on any port.
const LOCAL: [&str; 3] = ["http://localhost:*", "http://127.0.0.1:*", "http://[::1]:*"];

/// The origin of web pages whose scripts may call tools.
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
/// A host that names this server is not checked: a page that binds its own name to this machine sends its own origin.
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
    Routes::new().protocol(TOOLS_PATH, move |request: http::Request<bytes::Bytes>| {
        let service = service.clone();
        async move { service.handle(request.map(Full::new)).await }
    })
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
