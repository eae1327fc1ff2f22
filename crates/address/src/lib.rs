//! Addresses of services that are asked over HTTP: another lagrum, a publisher, a node of a search cluster.

use std::net::IpAddr;
use std::str::FromStr;

use http::Uri;

/// The maximum length of an address, in bytes.
pub const MAX_ADDRESS_BYTES: usize = 2048;

/// The address of a service, to which the paths of requests are appended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HttpAddress {
    /// Scheme, host and port, in lowercase.
    pub root: String,
    /// The prefix of every path, without a slash at its end.
    pub path: String,
    /// Whether requests are encrypted.
    pub is_encrypted: bool,
    /// Whether requests stay on this machine.
    pub is_local: bool,
}

/// Why a text is no address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HttpAddressError {
    /// It is longer than [`MAX_ADDRESS_BYTES`].
    #[error("it is too long for an address")]
    TooLong,
    /// It has a user, a password, a query or a fragment, which an address of a service may not have.
    #[error("expected an address without user, password, query and fragment")]
    TooMuch,
    /// It has no host, or its scheme is neither `http` nor `https`.
    #[error("expected an address such as https://lag.example")]
    Malformed,
}

impl HttpAddress {
    /// Whether nobody on the network can read or change requests.
    pub fn is_safe(&self) -> bool {
        self.is_encrypted || self.is_local
    }
}

impl FromStr for HttpAddress {
    type Err = HttpAddressError;

    fn from_str(address: &str) -> Result<Self, HttpAddressError> {
        if address.len() > MAX_ADDRESS_BYTES {
            return Err(HttpAddressError::TooLong);
        }
        if address.contains(['@', '?', '#', '\\']) {
            return Err(HttpAddressError::TooMuch);
        }
        let uri: Uri = address.parse().map_err(|_| HttpAddressError::Malformed)?;
        let (Some(scheme @ ("http" | "https")), Some(authority)) = (uri.scheme_str(), uri.authority()) else {
            return Err(HttpAddressError::Malformed);
        };
        Ok(Self {
            root: format!("{scheme}://{}", authority.as_str().to_ascii_lowercase()),
            path: uri.path().trim_end_matches('/').to_owned(),
            is_encrypted: scheme == "https",
            is_local: is_this_machine(authority.host()),
        })
    }
}

/// Whether requests to this host stay on this machine.
fn is_this_machine(host: &str) -> bool {
    let address = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    host.eq_ignore_ascii_case("localhost")
        || address.is_ok_and(|address| address.to_canonical().is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_requests_to_this_machine_are_safe_unencrypted() {
        for (address, is_encrypted, is_local) in [
            ("https://lag.example", true, false),
            ("https://localhost", true, true),
            ("http://127.0.0.1:8080", false, true),
            ("http://127.8.0.1", false, true),
            ("http://[::1]:8080/", false, true),
            ("http://[::ffff:127.0.0.1]", false, true),
            ("http://LocalHost:8080", false, true),
            ("http://lag.example", false, false),
            ("http://127.0.0.1.example", false, false),
            ("http://localhost.example", false, false),
            ("http://0.0.0.0:8080", false, false),
            ("http://192.168.0.1", false, false),
        ] {
            let parsed: HttpAddress = address.parse().unwrap();
            assert_eq!((parsed.is_encrypted, parsed.is_local), (is_encrypted, is_local), "{address}");
            assert_eq!(parsed.is_safe(), is_encrypted || is_local, "{address}");
        }
    }

    #[test]
    fn root_and_path_are_parsed() {
        for (address, root, path) in [
            ("https://LAG.example:8443/law/", "https://lag.example:8443", "/law"),
            ("https://lag.example", "https://lag.example", ""),
        ] {
            let parsed: HttpAddress = address.parse().unwrap();
            assert_eq!((&*parsed.root, &*parsed.path), (root, path), "{address}");
        }
    }

    #[test]
    fn other_texts_are_refused() {
        let long = format!("https://lag.example/{}", "x".repeat(MAX_ADDRESS_BYTES));
        for (text, error) in [
            (&*long, HttpAddressError::TooLong),
            ("https://me:secret@lag.example", HttpAddressError::TooMuch),
            ("http://127.0.0.1@lag.example", HttpAddressError::TooMuch),
            ("https://lag.example/?x", HttpAddressError::TooMuch),
            ("https://lag.example/#x", HttpAddressError::TooMuch),
            ("https://lag.example\\x", HttpAddressError::TooMuch),
            ("https://lag example", HttpAddressError::Malformed),
            ("http://", HttpAddressError::Malformed),
            ("ftp://lag.example", HttpAddressError::Malformed),
            ("file:///etc/passwd", HttpAddressError::Malformed),
            ("lag.example", HttpAddressError::Malformed),
            ("", HttpAddressError::Malformed),
        ] {
            assert_eq!(text.parse::<HttpAddress>(), Err(error), "{text}");
        }
    }
}
