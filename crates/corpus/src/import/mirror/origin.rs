//! Asking one service, and nobody else.
//!
//! A service is trusted because its address was named and TLS says that it is the one. So nothing may lead a request
//! elsewhere: a redirect is followed within the same origin (scheme, host and port) only, and the environment's proxies
//! are passed over. Plain http, which anybody on the way can change, is for this machine alone unless the operator
//! allows it.

use std::net::IpAddr;
use std::time::Duration;

use ureq::http::{Response, Uri, header};
use ureq::{Agent, Body, Proxy};

use super::{ImportOptions, MirrorError};

/// How long one answer may take to its end. A connection that has fallen silent is noticed by this, and a download
/// then goes on over another.
pub(super) const ANSWER_MAX: Duration = Duration::from_hours(1);

/// Redirects followed for one request.
const REDIRECTS_MAX: usize = 3;

/// Bytes of an address.
const ADDRESS_MAX: usize = 2048;

/// A service that is mirrored.
pub(super) struct Origin {
    agent: Agent,
    base: Base,
}

/// The address of a service, taken apart.
#[derive(Debug, PartialEq, Eq)]
struct Base {
    /// `https://lag.example`
    root: String,
    /// What stands before every path, without a slash at its end; mostly nothing.
    path: String,
}

/// Why there is no answer.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum NoAnswer {
    /// The connection failed; worth another try.
    Broke(String),
    /// It leads elsewhere, now and later.
    Elsewhere(String),
}

impl Origin {
    /// The service of this address.
    pub(super) fn new(address: &str, options: &ImportOptions) -> Result<Self, MirrorError> {
        let wrong = |problem: String| MirrorError::Address { address: address.to_owned(), problem };
        let base =
            Base::parse(address, options.insecure_http).map_err(|problem| wrong(problem.to_owned()))?;
        let proxy = options.proxy.as_deref().map(Proxy::new).transpose();
        let proxy = proxy.map_err(|error| wrong(format!("the proxy cannot be used: {error}")))?;
        let config = Agent::config_builder()
            .timeout_connect(Some(Duration::from_secs(20)))
            .timeout_recv_response(Some(Duration::from_mins(1)))
            .timeout_recv_body(Some(ANSWER_MAX))
            .http_status_as_error(false)
            .max_redirects(0)
            .proxy(proxy)
            .build();
        Ok(Self { agent: Agent::new_with_config(config), base })
    }

    /// The address as it is remembered, without a slash at its end.
    pub(super) fn address(&self) -> String {
        self.url("")
    }

    /// The whole address of a path.
    pub(super) fn url(&self, path: &str) -> String {
        format!("{}{}{path}", self.base.root, self.base.path)
    }

    /// Asks for a path below the address, with these headers.
    pub(super) fn get(&self, path: &str, headers: &[(&str, &str)]) -> Result<Response<Body>, NoAnswer> {
        let mut target = format!("{}{path}", self.base.path);
        for _ in 0..=REDIRECTS_MAX {
            let request = self.agent.get(format!("{}{target}", self.base.root));
            let request =
                headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
            let response = request.call().map_err(|error| NoAnswer::Broke(error.to_string()))?;
            if !response.status().is_redirection() {
                return Ok(response);
            }
            let location = response.headers().get(header::LOCATION).and_then(|value| value.to_str().ok());
            let location = location.unwrap_or_default();
            target = self.base.within(location).ok_or_else(|| {
                NoAnswer::Elsewhere(format!(
                    "it redirects to {location:?}, and only {} is asked",
                    self.base.root
                ))
            })?;
        }
        Err(NoAnswer::Elsewhere(format!("it redirects more than {REDIRECTS_MAX} times")))
    }
}

impl Base {
    fn parse(address: &str, insecure_http: bool) -> Result<Self, &'static str> {
        let unsound = "expected an address such as https://lag.example";
        if address.len() > ADDRESS_MAX {
            return Err("it is too long for an address");
        }
        if address.contains(['@', '?', '#', '\\']) {
            return Err("expected an address without user, password, query and fragment");
        }
        let uri: Uri = address.parse().map_err(|_| unsound)?;
        let (Some(scheme), Some(authority)) = (uri.scheme_str(), uri.authority()) else {
            return Err(unsound);
        };
        if scheme == "http" && !insecure_http && !is_this_machine(authority.host()) {
            return Err(
                "plain http can be read and changed by anybody on the way: name it with https, or allow http \
                 with --insecure-http where the network is your own",
            );
        }
        let root = format!("{scheme}://{}", authority.as_str().to_ascii_lowercase());
        Ok(Self { root, path: uri.path().trim_end_matches('/').to_owned() })
    }

    /// The path and query that a redirect leads to; None when it leads to another origin.
    fn within(&self, location: &str) -> Option<String> {
        if location.len() > ADDRESS_MAX {
            return None;
        }
        if location.starts_with('/') && !location.starts_with("//") {
            return location.parse::<Uri>().ok()?.path_and_query().map(ToString::to_string);
        }
        let (own, other): (Uri, Uri) = (self.root.parse().ok()?, location.parse().ok()?);
        let origin = |uri: &Uri| {
            let scheme = uri.scheme_str()?.to_owned();
            let port = uri.port_u16().unwrap_or(if scheme == "https" { 443 } else { 80 });
            Some((scheme, uri.host()?.to_ascii_lowercase(), port))
        };
        let plain = other.authority().is_some_and(|authority| !authority.as_str().contains('@'));
        (plain && origin(&own)? == origin(&other)?)
            .then(|| other.path_and_query().map_or_else(|| "/".to_owned(), ToString::to_string))
    }
}

/// Whether what is sent to this host stays on the machine.
fn is_this_machine(host: &str) -> bool {
    let address = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    host.eq_ignore_ascii_case("localhost")
        || address.is_ok_and(|address| address.to_canonical().is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn which_addresses_are_asked() {
        for (address, strict, insecure) in [
            ("https://lag.example", true, true),
            ("https://LAG.example:8443/law/", true, true),
            ("http://127.0.0.1:8080", true, true),
            ("http://127.8.0.1", true, true),
            ("http://[::1]:8080/", true, true),
            ("http://localhost:8080", true, true),
            ("http://lag.example", false, true),
            ("http://127.0.0.1.example", false, true),
            ("http://localhost.example", false, true),
            ("http://0.0.0.0:8080", false, true),
            ("http://192.168.0.1", false, true),
            ("http://", false, false),
            ("https://", false, false),
            ("https://me:secret@lag.example", false, false),
            ("http://127.0.0.1@lag.example", false, false),
            ("https://lag.example/?x", false, false),
            ("https://lag.example/#x", false, false),
            ("https://lag example", false, false),
        ] {
            assert_eq!(Base::parse(address, false).is_ok(), strict, "{address}");
            assert_eq!(Base::parse(address, true).is_ok(), insecure, "{address}");
        }
        let base = Base::parse("https://LAG.example:8443/law/", false).unwrap();
        assert_eq!((&*base.root, &*base.path), ("https://lag.example:8443", "/law"));
    }

    #[test]
    fn which_redirects_are_followed() {
        let secure = "https://lag.example";
        for (base, location, followed) in [
            (secure, "/dumps/x?y", Some("/dumps/x?y")),
            (secure, "https://lag.example/dumps/x", Some("/dumps/x")),
            (secure, "https://LAG.example:443/x", Some("/x")),
            (secure, "https://lag.example", Some("/")),
            (secure, "http://lag.example/x", None),
            (secure, "http://lag.example:443/x", None),
            (secure, "https://lag.example:444/x", None),
            (secure, "https://lag.example.evil.example/x", None),
            (secure, "https://lag.example@evil.example/x", None),
            (secure, "https://me@lag.example/x", None),
            (secure, "//evil.example/x", None),
            (secure, "file:///etc/passwd", None),
            (secure, "x", None),
            (secure, "", None),
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080/x", Some("/x")),
            ("http://127.0.0.1:8080", "http://127.0.0.1:8081/x", None),
            ("http://127.0.0.1:8080", "https://127.0.0.1:8080/x", None),
        ] {
            let found = Base::parse(base, false).unwrap().within(location);
            assert_eq!(found.as_deref(), followed, "{base} {location}");
        }
        assert_eq!(Base::parse(secure, false).unwrap().within(&format!("/{}", "x".repeat(5000))), None);
    }
}
