//! Requests to one service, and to no other.
//!
//! A service is trusted because the operator named its address and TLS proves its identity. So no request may go
//! elsewhere: a redirect is followed only within the same scheme, host and port, and the environment's proxies are
//! ignored. Plain http, which others on the network can change, is allowed for this machine only, unless the operator
//! allows it.

use std::io::{ErrorKind, Read as _};
use std::time::{Duration, Instant};

use lagrum_address::{HttpAddress, HttpAddressError, MAX_ADDRESS_BYTES};
use ureq::http::{Response, Uri, header};
use ureq::{Agent, Body, Proxy};

use super::super::mirror_error::MirrorError;
use crate::import::options::ImportOptions;

/// The timeout of a download. It ends a silent connection, and the download then continues over another.
const DOWNLOAD_TIMEOUT: Duration = Duration::from_hours(1);

/// The timeout of any other answer is this, and as long as its greatest length takes at [`SMALL_RATE`] bytes per second.
const SMALL_TIMEOUT: Duration = Duration::from_secs(30);
const SMALL_RATE: u64 = 64 << 10;

/// The minimum rate of every answer, in bytes per second, and how long it may be slower at its beginning.
pub(super) const MIN_RATE: u64 = 1024;
const SLOW_START: Duration = Duration::from_secs(10);

/// What is wrong with an answer below the minimum rate.
pub(super) const TOO_SLOW: &str = "it sends less than 1,024 bytes a second";

/// Connections that stay open between requests: as many as documents are fetched at once.
const MAX_IDLE: usize = 6;

/// The maximum number of redirects followed for one request.
const MAX_REDIRECTS: usize = 3;

/// A client of the mirrored service.
pub(super) struct MirrorClient {
    agent: Agent,
    base: HttpAddress,
}

/// Why a request failed.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum RequestFailure {
    /// The connection failed or the service is busy; another attempt may succeed.
    Transient(String),
    /// Another attempt would fail too.
    Permanent(String),
}

impl RequestFailure {
    /// The failure that an unexpected status states. 429 and the statuses from 500 on are transient.
    pub(super) fn from_status(status: u16) -> Self {
        let text = format!("it answered {status}");
        if matches!(status, 429 | 500..) { Self::Transient(text) } else { Self::Permanent(text) }
    }

    pub(super) fn is_transient(&self) -> bool {
        matches!(self, Self::Transient(_))
    }

    pub(super) fn into_text(self) -> String {
        match self {
            Self::Transient(text) | Self::Permanent(text) => text,
        }
    }
}

impl MirrorClient {
    /// A client of the service at this address.
    pub(super) fn new(address: &str, options: &ImportOptions) -> Result<Self, MirrorError> {
        let wrong = |problem: String| MirrorError::Address { address: address.to_owned(), problem };
        let base = service_address(address, options.insecure_http).map_err(wrong)?;
        let proxy = options.proxy.as_deref().map(Proxy::new).transpose();
        let proxy = proxy.map_err(|error| wrong(format!("the proxy cannot be used: {error}")))?;
        let config = Agent::config_builder()
            .timeout_connect(Some(Duration::from_secs(20)))
            .timeout_recv_response(Some(Duration::from_mins(1)))
            .timeout_recv_body(Some(DOWNLOAD_TIMEOUT))
            .http_status_as_error(false)
            .max_redirects(0)
            .max_idle_connections_per_host(MAX_IDLE)
            .proxy(proxy)
            .build();
        Ok(Self { agent: Agent::new_with_config(config), base })
    }

    /// The address as it is recorded, without a slash at its end.
    pub(super) fn address(&self) -> String {
        self.url("")
    }

    /// The address of a path.
    pub(super) fn url(&self, path: &str) -> String {
        format!("{}{}{path}", self.base.root, self.base.path)
    }

    /// Requests a path below the address for a download, with these headers.
    pub(super) fn get(&self, path: &str, headers: &[(&str, &str)]) -> Result<Response<Body>, RequestFailure> {
        self.request(path, headers, DOWNLOAD_TIMEOUT)
    }

    /// Requests a path below the address. The timeout is that of an answer of `max_bytes`.
    pub(super) fn get_small(&self, path: &str, max_bytes: u64) -> Result<Response<Body>, RequestFailure> {
        self.request(path, &[], SMALL_TIMEOUT + Duration::from_secs(max_bytes / SMALL_RATE))
    }

    fn request(
        &self,
        path: &str,
        headers: &[(&str, &str)],
        timeout: Duration,
    ) -> Result<Response<Body>, RequestFailure> {
        let mut target = format!("{}{path}", self.base.path);
        for _ in 0..=MAX_REDIRECTS {
            let request = self.agent.get(format!("{}{target}", self.base.root));
            let request =
                headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
            let request = request.config().timeout_recv_body(Some(timeout)).build();
            let response = request.call().map_err(|error| RequestFailure::Transient(error.to_string()))?;
            if !response.status().is_redirection() {
                return Ok(response);
            }
            let location = response.headers().get(header::LOCATION).and_then(|value| value.to_str().ok());
            let location = location.unwrap_or_default();
            target = within(&self.base, location).ok_or_else(|| {
                RequestFailure::Permanent(format!(
                    "it redirects to {location:?}, and requests go to {} only",
                    self.base.root
                ))
            })?;
        }
        Err(RequestFailure::Permanent(format!("it redirects more than {MAX_REDIRECTS} times")))
    }
}

/// Whether an answer has the minimum rate.
pub(super) fn is_paced(lasted: Duration, bytes: u64) -> bool {
    lasted <= SLOW_START || bytes >= lasted.as_secs().saturating_mul(MIN_RATE)
}

/// Reads the body of an answer. Fails when it has more than `max_bytes` bytes or is below the minimum rate.
pub(super) fn read_whole(response: &mut Response<Body>, max_bytes: u64) -> Result<Vec<u8>, RequestFailure> {
    let (begun, mut body, mut part) = (Instant::now(), Vec::new(), vec![0; 1 << 14]);
    let mut reader = response.body_mut().as_reader();
    loop {
        let count = match reader.read(&mut part) {
            Ok(0) => return Ok(body),
            Ok(count) => count,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(RequestFailure::Transient(error.to_string())),
        };
        body.extend_from_slice(&part[..count]);
        if body.len() as u64 > max_bytes {
            return Err(RequestFailure::Permanent(format!("its answer is longer than {max_bytes} bytes")));
        }
        if !is_paced(begun.elapsed(), body.len() as u64) {
            return Err(RequestFailure::Permanent(TOO_SLOW.to_owned()));
        }
    }
}

/// The address of a service that may be mirrored.
fn service_address(address: &str, insecure_http: bool) -> Result<HttpAddress, String> {
    let address: HttpAddress = address.parse().map_err(|error: HttpAddressError| error.to_string())?;
    if !insecure_http && !address.is_safe() {
        return Err(
            "plain http can be read and changed by others on the network: use https, or allow http with \
                    --insecure-http on a network of your own"
                .to_owned(),
        );
    }
    Ok(address)
}

/// The path and query that a redirect leads to; None when it leads to another origin.
fn within(base: &HttpAddress, location: &str) -> Option<String> {
    if location.len() > MAX_ADDRESS_BYTES {
        return None;
    }
    if location.starts_with('/') && !location.starts_with("//") {
        return location.parse::<Uri>().ok()?.path_and_query().map(ToString::to_string);
    }
    let (own, other): (Uri, Uri) = (base.root.parse().ok()?, location.parse().ok()?);
    let origin = |uri: &Uri| {
        let scheme = uri.scheme_str()?.to_owned();
        let port = uri.port_u16().unwrap_or(if scheme == "https" { 443 } else { 80 });
        Some((scheme, uri.host()?.to_ascii_lowercase(), port))
    };
    let plain = other.authority().is_some_and(|authority| !authority.as_str().contains('@'));
    (plain && origin(&own)? == origin(&other)?)
        .then(|| other.path_and_query().map_or_else(|| "/".to_owned(), ToString::to_string))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_other_machines_need_https() {
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
            assert_eq!(service_address(address, false).is_ok(), strict, "{address}");
            assert_eq!(service_address(address, true).is_ok(), insecure, "{address}");
        }
        let base = service_address("https://LAG.example:8443/law/", false).unwrap();
        assert_eq!((&*base.root, &*base.path), ("https://lag.example:8443", "/law"));
    }

    #[test]
    fn redirects_are_followed_within_the_service_only() {
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
            let found = within(&service_address(base, false).unwrap(), location);
            assert_eq!(found.as_deref(), followed, "{base} {location}");
        }
        assert_eq!(within(&service_address(secure, false).unwrap(), &format!("/{}", "x".repeat(5000))), None);
    }
}
